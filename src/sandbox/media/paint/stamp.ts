import type { Picture } from '../../../core/base/pictures/pixels.ts';
import { dot, glyphHeight, glyphWidth } from './font.ts';

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
