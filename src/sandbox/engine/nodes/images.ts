import { blank, type Mask, mix, type Picture, resize } from '../../../core/base/pictures/pixels.ts';
import { blur, crop, flip, mapBytes, paste, rotate } from '../../media/formats/pixels.ts';
import type { Call } from '../call.ts';
import { checkMemory } from '../memoryLimit.ts';
import type { Images, MaskValue } from '../values.ts';
import type { NodeCodes } from './registry.ts';

/** Classes that work on real pixels. */
export const imageNodes: NodeCodes = {
	LoadImage: (call) => {
		const { picture, alpha } = call.media(call.text('image'));
		return [
			images([picture]),
			maskOf(picture.width, picture.height, (at) => (alpha ? 255 - (alpha.data[at] ?? 255) : 0)),
		];
	},
	LoadImageMask: (call) => {
		const { picture, alpha } = call.media(call.text('image'));
		const channel = { red: 0, green: 1, blue: 2 }[call.text('channel')];
		const transparent = (at: number) => (alpha === undefined ? 0 : 255 - (alpha.data[at] ?? 255));
		const color = (at: number) => picture.data[at * 3 + (channel ?? 0)] ?? 0;
		return [maskOf(picture.width, picture.height, channel === undefined ? transparent : color)];
	},
	EmptyImage: (call) => {
		const [width, height, batch] = [
			call.integer('width'),
			call.integer('height'),
			call.integer('batch_size'),
		];
		checkMemory(call.className, width, height, batch);
		const color = call.integer('color');
		const picture = blank(width, height, (color >> 16) & 255, (color >> 8) & 255, color & 255);
		return [images(Array.from({ length: batch }, () => picture))];
	},
	ImageScale: (call) => [each(call, 'image', (picture) => scaled(call, picture))],
	ImageScaleBy: (call) => {
		const by = call.number('scale_by');
		return [
			each(call, 'image', (picture) => resizedTo(call, picture, picture.width * by, picture.height * by)),
		];
	},
	ImageScaleToTotalPixels: (call) => {
		const total = call.number('megapixels') * 1024 * 1024;
		return [
			each(call, 'image', (picture) => {
				const by = Math.sqrt(total / (picture.width * picture.height));
				return resizedTo(call, picture, picture.width * by, picture.height * by);
			}),
		];
	},
	ImageUpscaleWithModel: (call) => {
		const factor = Number(
			/(\d)x|x(\d)/i.exec(call.get('upscale_model', 'UPSCALE_MODEL').name)?.slice(1).find(Boolean) ?? 4,
		);
		return [
			each(call, 'image', (picture) => {
				checkMemory(call.className, picture.width * factor, picture.height * factor, 1);
				return sharpen(resize(picture, picture.width * factor, picture.height * factor));
			}),
		];
	},
	ImageInvert: (call) => [each(call, 'image', (picture) => mapBytes(picture, (byte) => 255 - byte))],
	ImageBlur: (call) => [each(call, 'image', (picture) => blur(picture, call.integer('blur_radius')))],
	ImageFlip: (call) => {
		const vertically = call.text('flip_method').startsWith('x');
		return [each(call, 'image', (picture) => flip(picture, vertically))];
	},
	ImageRotate: (call) => {
		const quarters = { '90': 1, '180': 2, '270': 3 }[/\d+/.exec(call.text('rotation'))?.[0] ?? ''] ?? 0;
		return [each(call, 'image', (picture) => rotate(picture, quarters))];
	},
	ImageBlend: (call) => {
		const second = call.get('image2', 'IMAGE').frames;
		return [
			each(call, 'image1', (picture, index) => {
				const other = second[Math.min(index, second.length - 1)] ?? picture;
				const fitted = resize(other, picture.width, picture.height);
				return blendPictures(picture, fitted, call.text('blend_mode'), call.number('blend_factor'));
			}),
		];
	},
	ImageBatch: (call) => {
		const first = call.get('image1', 'IMAGE').frames;
		const { width = 1, height = 1 } = first[0] ?? {};
		return [
			images([...first, ...call.get('image2', 'IMAGE').frames.map((frame) => resize(frame, width, height))]),
		];
	},
	ImageFromBatch: (call) => {
		const { frames } = call.get('image', 'IMAGE');
		const start = Math.min(call.integer('batch_index'), frames.length - 1);
		return [images(frames.slice(start, start + call.integer('length')))];
	},
	RepeatImageBatch: (call) => {
		const { frames } = call.get('image', 'IMAGE');
		return [images(Array.from({ length: call.integer('amount') }, () => frames).flat())];
	},
	ImageCrop: (call) => [
		each(call, 'image', (picture) => {
			const x = Math.min(call.integer('x'), picture.width - 1);
			const y = Math.min(call.integer('y'), picture.height - 1);
			const width = Math.min(call.integer('width'), picture.width - x);
			return crop(picture, x, y, width, Math.min(call.integer('height'), picture.height - y));
		}),
	],
	ImagePadForOutpaint: (call) => padded(call),
	GetImageSize: (call) => {
		const { frames } = call.get('image', 'IMAGE');
		return [frames[0]?.width ?? 0, frames[0]?.height ?? 0, frames.length];
	},
};

function images(frames: readonly Picture[]): Images {
	return { kind: 'IMAGE', frames };
}

function each(call: Call, input: string, change: (picture: Picture, index: number) => Picture): Images {
	return images(call.get(input, 'IMAGE').frames.map(change));
}

function maskOf(width: number, height: number, value: (index: number) => number): MaskValue {
	const mask: Mask = { width, height, data: new Uint8ClampedArray(width * height) };
	for (let at = 0; at < mask.data.length; at++) mask.data[at] = value(at);
	return { kind: 'MASK', mask };
}

function resizedTo(call: Call, picture: Picture, width: number, height: number): Picture {
	const [columns, rows] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
	checkMemory(call.className, columns, rows, 1);
	return resize(picture, columns, rows, call.text('upscale_method'));
}

/** Resizes a picture. Width or height 0 keeps the proportions; crop `center` cuts instead of stretching. */
function scaled(call: Call, picture: Picture): Picture {
	let [width, height] = [call.integer('width'), call.integer('height')];
	if (width === 0 && height === 0) return picture;
	if (width === 0) width = Math.max(1, Math.round((picture.width * height) / picture.height));
	if (height === 0) height = Math.max(1, Math.round((picture.height * width) / picture.width));
	if (call.text('crop') !== 'center') return resizedTo(call, picture, width, height);
	const keptWidth = Math.min(picture.width, Math.max(1, Math.round((picture.height * width) / height)));
	const keptHeight = Math.min(picture.height, Math.max(1, Math.round((picture.width * height) / width)));
	const x = (picture.width - keptWidth) >> 1;
	const y = (picture.height - keptHeight) >> 1;
	return resizedTo(call, crop(picture, x, y, keptWidth, keptHeight), width, height);
}

function sharpen(picture: Picture): Picture {
	const soft = blur(picture, 1);
	return mapBytes(picture, (byte, at) => byte + (byte - (soft.data[at] ?? byte)) * 0.8);
}

function padded(call: Call) {
	const { frames } = call.get('image', 'IMAGE');
	const [left, top] = [call.integer('left'), call.integer('top')];
	const { width: innerWidth = 1, height: innerHeight = 1 } = frames[0] ?? {};
	const width = innerWidth + left + call.integer('right');
	const height = innerHeight + top + call.integer('bottom');
	checkMemory(call.className, width, height, frames.length);
	const feather = Math.max(1, call.integer('feathering'));
	const inside = (at: number) => {
		const [x, y] = [(at % width) - left, Math.floor(at / width) - top];
		const depth = Math.min(
			left > 0 ? x : feather,
			top > 0 ? y : feather,
			width > innerWidth + left ? innerWidth - 1 - x : feather,
			height > innerHeight + top ? innerHeight - 1 - y : feather,
		);
		return 255 * (1 - Math.min(Math.max(depth / feather, 0), 1)) ** 2;
	};
	const outer = frames.map((frame) => paste(blank(width, height, 128), frame, left, top));
	return [images(outer), maskOf(width, height, inside)];
}

const modes: Readonly<Record<string, (ground: number, top: number) => number>> = {
	normal: (_ground, top) => top,
	multiply: (ground, top) => ground * top,
	screen: (ground, top) => 1 - (1 - ground) * (1 - top),
	overlay: (ground, top) => (ground <= 0.5 ? 2 * ground * top : 1 - 2 * (1 - ground) * (1 - top)),
	soft_light: (ground, top) => (1 - 2 * top) * ground * ground + 2 * top * ground,
	difference: (ground, top) => ground - top,
};

/** Blends two pictures of the same size in one of the modes of ImageBlend. */
function blendPictures(ground: Picture, top: Picture, mode: string, share: number): Picture {
	const blend = modes[mode] ?? ((_ground: number, upper: number) => upper);
	return mapBytes(ground, (byte, at) => {
		return mix(byte, blend(byte / 255, (top.data[at] ?? 0) / 255) * 255, share);
	});
}
