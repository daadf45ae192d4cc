/**
 * Returns a word for a state in its lookup form, in any spelling: `In-Progress`, `in_progress` and `InProgress` are
 * one, and so are `cancelled` and `CANCELED`. Only for comparing: the person is shown the word as received.
 */
export function stateWord(word: string): string {
	return word
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '')
		.replaceAll('cancell', 'cancel');
}
