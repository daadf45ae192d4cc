/**
 * Returns whether a text can be a token: printable ASCII without spaces, at most 4096 characters (wire-facts.md,
 * section 0).
 */
export function isToken(text: string): boolean {
	return /^[\x21-\x7e]{1,4096}$/.test(text);
}
