/** Five by seven dots for each character, one row a number, the highest of five bits leftmost. Rows as base-32 digits. */
const glyphs: Readonly<Record<string, string>> = {
	A: 'ehhvhhh',
	B: 'uhhuhhu',
	C: 'ehggghe',
	D: 'uhhhhhu',
	E: 'vgguggv',
	F: 'vgguggg',
	G: 'ehgnhhf',
	H: 'hhhvhhh',
	I: 'e44444e',
	J: '72222ic',
	K: 'hikokih',
	L: 'ggggggv',
	M: 'hrllhhh',
	N: 'hhpljhh',
	O: 'ehhhhhe',
	P: 'uhhuggg',
	Q: 'ehhhlid',
	R: 'uhhukih',
	S: 'fgge11u',
	T: 'v444444',
	U: 'hhhhhhe',
	V: 'hhhhha4',
	W: 'hhhllla',
	X: 'hha4ahh',
	Y: 'hhha444',
	Z: 'v1248gv',
	'0': 'ehjlphe',
	'1': '4c4444e',
	'2': 'eh1248v',
	'3': 'v2421he',
	'4': '26aiv22',
	'5': 'vgu11he',
	'6': '68guhhe',
	'7': 'v124888',
	'8': 'ehhehhe',
	'9': 'ehhf12c',
	' ': '0000000',
	'-': '000v000',
	'.': '00000cc',
	',': '0000c48',
	':': '0cc0cc0',
	'/': '01248g0',
	_: '000000v',
	'(': '2488842',
	')': '8422248',
	'+': '044v440',
	'#': 'aavavaa',
	"'": '4480000',
	'?': 'eh12404',
	'!': '4444404',
};

export const glyphWidth = 5;
export const glyphHeight = 7;

/**
 * Returns whether the dot in a column and row of a character is set. Characters without a glyph show as a question
 * mark.
 */
export function dot(character: string, column: number, row: number): boolean {
	const rows = glyphs[character.toUpperCase()] ?? glyphs['?'] ?? '';
	return ((Number.parseInt(rows[row] ?? '0', 32) >> (glyphWidth - 1 - column)) & 1) === 1;
}
