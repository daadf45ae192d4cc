/**
 * Characters that are not visible, end a line for some readers, reverse the text around them, or are half a character: a text editor may
 * show or keep something else. JSON, Python and TypeScript have the same escapes for them.
 */
const invisible = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

/** @param text JSON text, or the literal of a text, which has such characters only between quotes. */
export function withEscapes(text: string): string {
	return text.replaceAll(invisible, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns a text as a literal of Python and TypeScript. */
export function codeLiteral(text: string): string {
	return withEscapes(JSON.stringify(text));
}

/** Returns a text as one line of a comment, which neither ends the comment nor hides anything. */
export function commentLine(text: string): string {
	return text
		.replaceAll(/[\p{C}\u2028\u2029\s]+/gu, ' ')
		.replaceAll('*/', '* /')
		.replaceAll('"""', "'''")
		.trim();
}
