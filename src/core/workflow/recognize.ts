/** Returns whether a text contains any word that every workflow has: one search, for every JSON file that is opened. */
export function couldBeWorkflow(text: string): boolean {
	return text.includes('"class_type"') || text.includes('"nodes"') || text.includes('"inputs"');
}
