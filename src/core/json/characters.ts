/* The characters of JSON's syntax, as codes. */

export const quote = 34;
export const plus = 43;
export const comma = 44;
export const minus = 45;
export const point = 46;
export const slash = 47;
const zero = 48;
const nine = 57;
export const colon = 58;
export const openBracket = 91;
export const backslash = 92;
export const closeBracket = 93;
export const letterE = 101;
export const openBrace = 123;
export const closeBrace = 125;

export function isDigit(code: number): boolean {
	return code >= zero && code <= nine;
}
