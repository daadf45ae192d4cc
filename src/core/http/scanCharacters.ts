/* Characters as codes, and their classes for a scan for secrets. */

export const [newline, carriageReturn, doubleQuote, hash, singleQuote, comma, dot] = codes('\n\r"#\',.');
export const [slash, colon, equals, question, atSign, backslash] = codes('/:=?@\\');
export const [letterU, closingBrace] = codes('u}');
const [less, greater, grave, semicolon, ampersand] = codes('<>`;&');
const [closingBracket, closingParenthesis] = codes('])');

export const space = 32;
export const escapedSpaces = new Set(codes('nrtbf'));

function codes(characters: string): number[] & { readonly [index: number]: number } {
	return [...characters].map((character) => character.charCodeAt(0));
}

export function isWord(char: number): boolean {
	return (
		(char >= 97 && char <= 122) ||
		(char >= 65 && char <= 90) ||
		(char >= 48 && char <= 57) ||
		char === 95 ||
		char === 45
	);
}

export function isWordOrSign(char: number): boolean {
	return isWord(char) || char === ampersand || char === equals || char === 37;
}

export function isSpace(char: number): boolean {
	return char <= 32 || char === 160 || char === 0x2028 || char === 0x2029 || char === 0xfeff;
}

export function isQuote(char: number): boolean {
	return char === doubleQuote || char === singleQuote;
}

/** Returns whether no address can contain the character. */
export function isBreak(char: number): boolean {
	return (
		isSpace(char) ||
		isQuote(char) ||
		char === less ||
		char === greater ||
		char === backslash ||
		char === grave
	);
}

export function endsBareValue(char: number): boolean {
	return (
		char === comma ||
		char === semicolon ||
		char === ampersand ||
		char === closingBrace ||
		char === closingBracket ||
		char === closingParenthesis
	);
}

export function isBase64(char: number): boolean {
	return isWord(char) || char === 43 || char === slash || char === equals;
}

export function isDataHeader(char: number): boolean {
	return isBase64(char) || char === dot || char === semicolon;
}
