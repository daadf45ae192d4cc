import type { Size } from '../panel/panZoom.ts';

/** An RGB picture, three bytes a pixel, rows from the top. */
export interface Picture extends Size {
	readonly data: Uint8ClampedArray;
}

/** One number from 0 to 255 a pixel. */
export interface Mask extends Size {
	readonly data: Uint8ClampedArray;
}

export function blank(width: number, height: number, red = 0, green = red, blue = red): Picture {
	const data = new Uint8ClampedArray(width * height * 3);
	if (red !== 0 || green !== 0 || blue !== 0) {
		for (let at = 0; at < data.length; at += 3) {
			data[at] = red;
			data[at + 1] = green;
			data[at + 2] = blue;
		}
	}
	return { width, height, data };
}

/** Resizes: nearest pixel for the `nearest` methods, area average when shrinking, bilinear otherwise. */
export function resize(picture: Picture, width: number, height: number, method = 'bilinear'): Picture {
	if (width === picture.width && height === picture.height) return picture;
	if (method.startsWith('nearest')) return resizeNearest(picture, width, height);
	let source = picture;
	while (source.width >= width * 2 && source.height >= height * 2) source = halve(source);
	return resizeBilinear(source, width, height);
}

function resizeNearest(picture: Picture, width: number, height: number): Picture {
	const result = blank(width, height);
	for (let y = 0; y < height; y++) {
		const sourceRow =
			Math.min(Math.floor(((y + 0.5) * picture.height) / height), picture.height - 1) * picture.width;
		for (let x = 0; x < width; x++) {
			const column = Math.min(Math.floor(((x + 0.5) * picture.width) / width), picture.width - 1);
			const from = (sourceRow + column) * 3;
			const to = (y * width + x) * 3;
			for (let channel = 0; channel < 3; channel++)
				result.data[to + channel] = picture.data[from + channel] ?? 0;
		}
	}
	return result;
}

function halve(picture: Picture): Picture {
	const result = blank(picture.width >> 1, picture.height >> 1);
	const row = picture.width * 3;
	for (let y = 0; y < result.height; y++) {
		for (let x = 0; x < result.width; x++) {
			const from = y * 2 * row + x * 6;
			const to = (y * result.width + x) * 3;
			for (let channel = 0; channel < 3; channel++) {
				const at = from + channel;
				const { data } = picture;
				const sum = (data[at] ?? 0) + (data[at + 3] ?? 0) + (data[at + row] ?? 0) + (data[at + row + 3] ?? 0);
				result.data[to + channel] = sum / 4;
			}
		}
	}
	return result;
}

function resizeBilinear(picture: Picture, width: number, height: number): Picture {
	const result = blank(width, height);
	const sample = (row: number, column: number, channel: number) =>
		picture.data[(row * picture.width + column) * 3 + channel] ?? 0;
	for (let y = 0; y < height; y++) {
		const sourceY = Math.max(0, ((y + 0.5) * picture.height) / height - 0.5);
		const top = Math.min(Math.floor(sourceY), picture.height - 1);
		const bottom = Math.min(top + 1, picture.height - 1);
		const down = sourceY - top;
		for (let x = 0; x < width; x++) {
			const sourceX = Math.max(0, ((x + 0.5) * picture.width) / width - 0.5);
			const left = Math.min(Math.floor(sourceX), picture.width - 1);
			const right = Math.min(left + 1, picture.width - 1);
			const across = sourceX - left;
			const to = (y * width + x) * 3;
			for (let channel = 0; channel < 3; channel++) {
				const upper = mix(sample(top, left, channel), sample(top, right, channel), across);
				const lower = mix(sample(bottom, left, channel), sample(bottom, right, channel), across);
				result.data[to + channel] = mix(upper, lower, down);
			}
		}
	}
	return result;
}

export function mix(from: number, to: number, share: number): number {
	return from + (to - from) * share;
}
