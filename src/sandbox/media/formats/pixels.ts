import { blank, type Mask, mix, type Picture, resize } from '../../../core/base/pictures/pixels.ts';

/** Returns a new picture with every byte replaced by `change(byte, index)`. */
export function mapBytes(picture: Picture, change: (byte: number, index: number) => number): Picture {
	const data = new Uint8ClampedArray(picture.data.length);
	for (let at = 0; at < data.length; at++) data[at] = change(picture.data[at] ?? 0, at);
	return { ...picture, data };
}

/** Returns the part that starts at (x, y); it must be inside. */
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

/** Mixes two pictures of the same size; `share` of the second, by pixel when it is a mask. */
export function mixPictures(first: Picture, second: Picture, share: number, mask?: Mask): Picture {
	return mapBytes(first, (byte, at) => {
		const part = mask === undefined ? share : (share * (mask.data[Math.floor(at / 3)] ?? 0)) / 255;
		return mix(byte, second.data[at] ?? 0, part);
	});
}

/** Returns the mask as a gray picture and back serve to resize it. */
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

/** Returns a box blur with that radius, applied twice, which approximates a Gaussian one. */
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
