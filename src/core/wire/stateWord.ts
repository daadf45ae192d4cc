/**
 * Returns a word for a state as it is looked up, whatever its spelling: `In-Progress`, `in_progress` and `InProgress` are one, and so are
 * `cancelled` and `CANCELED`. Only for comparing: what a person sees is the word as it came.
 */
export function stateWord(word: string): string {
	return word
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '')
		.replaceAll('cancell', 'cancel');
}
