import type { Picture } from '../../../core/base/pictures/pixels.ts';

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

const glyphWidth = 5;
const glyphHeight = 7;

/**
 * Returns whether the dot in a column and row of a character is set. Characters without a glyph show as a question
 * mark.
 */
function dot(character: string, column: number, row: number): boolean {
	const rows = glyphs[character.toUpperCase()] ?? glyphs['?'] ?? '';
	return ((Number.parseInt(rows[row] ?? '0', 32) >> (glyphWidth - 1 - column)) & 1) === 1;
}

/**
 * Returns a copy with the texts on a dark plate in the lower left corner. If the picture is too narrow for all of them,
 * the last ones are left out; the first is always present, cut if necessary.
 */
export function stamp(picture: Picture, texts: readonly string[]): Picture {
	const result = { ...picture, data: picture.data.slice() };
	const size = Math.max(1, Math.round(Math.min(picture.width, picture.height) / 300));
	const room = Math.floor((picture.width / size - 4) / (glyphWidth + 1));
	const line = fitting(texts, room);
	const [left, bottom] = [size * 2, picture.height - size * 2];
	const width = (line.length * (glyphWidth + 1) + 5) * size;
	const height = (glyphHeight + 6) * size;
	for (let y = Math.max(0, bottom - height); y < bottom; y++) {
		for (let x = left; x < Math.min(left + width, picture.width); x++) shade(result, x, y, 18, 0.62);
	}
	for (const [index, character] of [...line].entries()) {
		const start = left + (3 + index * (glyphWidth + 1)) * size;
		for (let y = 0; y < glyphHeight * size; y++) {
			for (let x = 0; x < glyphWidth * size; x++) {
				if (!dot(character, Math.floor(x / size), Math.floor(y / size))) continue;
				shade(result, start + x, bottom - height + 3 * size + y, 246, 0.94);
			}
		}
	}
	return result;
}

function fitting(texts: readonly string[], room: number): string {
	for (let count = texts.length; count > 1; count--) {
		const line = texts.slice(0, count).join('  ');
		if (line.length <= room) return line;
	}
	return (texts[0] ?? '').slice(0, Math.max(0, room));
}

function shade(picture: Picture, x: number, y: number, gray: number, share: number): void {
	if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) return;
	const at = (y * picture.width + x) * 3;
	for (let channel = 0; channel < 3; channel++) {
		const value = picture.data[at + channel] ?? 0;
		picture.data[at + channel] = value + (gray - value) * share;
	}
}
