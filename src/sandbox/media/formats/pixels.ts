/** An RGB picture, three bytes a pixel, rows from the top. */
export interface Picture {
	readonly width: number;
	readonly height: number;
	readonly data: Uint8ClampedArray;
}

/** One number from 0 to 255 a pixel. */
export interface Mask {
	readonly width: number;
	readonly height: number;
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

/** A new picture whose every byte is `change(byte, index)`. */
export function mapBytes(picture: Picture, change: (byte: number, index: number) => number): Picture {
	const data = new Uint8ClampedArray(picture.data.length);
	for (let at = 0; at < data.length; at++) data[at] = change(picture.data[at] ?? 0, at);
	return { ...picture, data };
}

/** The part that starts at (x, y); it must be inside. */
export function crop(picture: Picture, x: number, y: number, width: number, height: number): Picture {
	const data = new Uint8ClampedArray(width * height * 3);
	for (let row = 0; row < height; row++) {
		const from = ((y + row) * picture.width + x) * 3;
		data.set(picture.data.subarray(from, from + width * 3), row * width * 3);
	}
	return { width, height, data };
}

/** Puts `top` onto a copy of `ground` at (x, y), cut off at its edges. */
export function paste(ground: Picture, top: Picture, x: number, y: number): Picture {
	const data = ground.data.slice();
	const columns = Math.min(top.width, ground.width - x);
	for (let row = 0; row < top.height && y + row < ground.height; row++) {
		const from = row * top.width * 3;
		data.set(top.data.subarray(from, from + columns * 3), ((y + row) * ground.width + x) * 3);
	}
	return { ...ground, data };
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
	const { data } = picture;
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
				const upper = mix(
					data[(top * picture.width + left) * 3 + channel] ?? 0,
					data[(top * picture.width + right) * 3 + channel] ?? 0,
					across,
				);
				const lower = mix(
					data[(bottom * picture.width + left) * 3 + channel] ?? 0,
					data[(bottom * picture.width + right) * 3 + channel] ?? 0,
					across,
				);
				result.data[to + channel] = mix(upper, lower, down);
			}
		}
	}
	return result;
}

export function mix(from: number, to: number, share: number): number {
	return from + (to - from) * share;
}

/** Mixes two pictures of the same size; `share` of the second, by pixel when it is a mask. */
export function mixPictures(first: Picture, second: Picture, share: number, mask?: Mask): Picture {
	return mapBytes(first, (byte, at) => {
		const part = mask === undefined ? share : (share * (mask.data[Math.floor(at / 3)] ?? 0)) / 255;
		return mix(byte, second.data[at] ?? 0, part);
	});
}

/** The mask as a gray picture and back serve to resize it. */
export function resizeMask(mask: Mask, width: number, height: number): Mask {
	if (mask.width === width && mask.height === height) return mask;
	const gray = blank(mask.width, mask.height);
	for (let at = 0; at < mask.data.length; at++) gray.data[at * 3] = mask.data[at] ?? 0;
	const scaled = resize(gray, width, height);
	return {
		width,
		height,
		data: Uint8ClampedArray.from({ length: width * height }, (_, at) => scaled.data[at * 3] ?? 0),
	};
}

export function flip(picture: Picture, vertically: boolean): Picture {
	const result = blank(picture.width, picture.height);
	for (let y = 0; y < picture.height; y++) {
		const row = vertically ? picture.height - 1 - y : y;
		for (let x = 0; x < picture.width; x++) {
			copyPixel(picture, vertically ? x : picture.width - 1 - x, row, result, x, y);
		}
	}
	return result;
}

/** Turns clockwise by `quarters` times 90 degrees. */
export function rotate(picture: Picture, quarters: number): Picture {
	let turned = picture;
	for (let turn = 0; turn < quarters; turn++) {
		const next = blank(turned.height, turned.width);
		for (let y = 0; y < turned.height; y++) {
			for (let x = 0; x < turned.width; x++) copyPixel(turned, x, y, next, turned.height - 1 - y, x);
		}
		turned = next;
	}
	return turned;
}

function copyPixel(from: Picture, x: number, y: number, to: Picture, toX: number, toY: number): void {
	const source = (y * from.width + x) * 3;
	const target = (toY * to.width + toX) * 3;
	for (let channel = 0; channel < 3; channel++) to.data[target + channel] = from.data[source + channel] ?? 0;
}

/** A box blur of that radius, done twice, which comes close to a Gaussian one. */
export function blur(picture: Picture, radius: number): Picture {
	let result = picture;
	for (let pass = 0; pass < 2; pass++) result = blurOneWay(blurOneWay(result, radius, true), radius, false);
	return result;
}

function blurOneWay(picture: Picture, radius: number, across: boolean): Picture {
	const result = blank(picture.width, picture.height);
	const length = across ? picture.width : picture.height;
	const lines = across ? picture.height : picture.width;
	const step = across ? 3 : picture.width * 3;
	for (let line = 0; line < lines; line++) {
		for (let channel = 0; channel < 3; channel++) {
			const start = line * (across ? picture.width * 3 : 3) + channel;
			const pixel = (at: number) => picture.data[start + Math.min(Math.max(at, 0), length - 1) * step] ?? 0;
			let sum = 0;
			for (let at = -radius; at <= radius; at++) sum += pixel(at);
			for (let at = 0; at < length; at++) {
				result.data[start + at * step] = sum / (radius * 2 + 1);
				sum += pixel(at + radius + 1) - pixel(at - radius);
			}
		}
	}
	return result;
}
