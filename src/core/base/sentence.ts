/** Words of someone else as a sentence, so that another one can follow. */
export function asSentence(words: string): string {
	const text = words.trim();
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}
