/**
 * Returns a text without the characters at its end that `character` matches, one by one. An expression such as `/0+$/` tries again from
 * every such character of the text, so that its cost grows with the square of the length.
 */
export function trimEndOf(text: string, character: RegExp): string {
	let end = text.length;
	while (end > 0 && character.test(text.charAt(end - 1))) end--;
	return text.slice(0, end);
}
