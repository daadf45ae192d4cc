/** Whether a text has any of the words without which it is not a workflow: one search, for every JSON file that is opened. */
export function couldBeWorkflow(text: string): boolean {
	return text.includes('"class_type"') || text.includes('"nodes"') || text.includes('"inputs"');
}
