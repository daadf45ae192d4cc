import type { Size } from '../../base/panel/panZoom.ts';

/** The frame for a pixel comparison of two pictures: both equally wide and centered. */
export interface CompareFrame extends Size {
	/** The place at which each is drawn, in pixels of the frame. */
	readonly left: Size & { readonly x: number; readonly y: number };
	readonly right: Size & { readonly x: number; readonly y: number };
	/** True if the frame is smaller than the larger picture. */
	readonly reduced: boolean;
}

/** The longest side of a frame, in pixels: three times its bytes are in memory at once. */
const longestSide = 4096;

export function compareFrame(left: Size, right: Size): CompareFrame {
	const wanted = Math.max(left.width, right.width);
	const heightAt = (size: Size, width: number) => Math.max(1, Math.round((size.height * width) / size.width));
	const tallest = Math.max(heightAt(left, wanted), heightAt(right, wanted));
	const scale = Math.min(1, longestSide / Math.max(wanted, tallest));
	const width = Math.max(1, Math.round(wanted * scale));
	const height = Math.max(heightAt(left, width), heightAt(right, width));
	const placed = (size: Size) => {
		const its = heightAt(size, width);
		return { x: 0, y: Math.floor((height - its) / 2), width, height: its };
	};
	return { width, height, left: placed(left), right: placed(right), reduced: scale < 1 };
}

export interface PixelDifference {
	/** Pixels that both pictures have. */
	readonly compared: number;
	/** The number of pixels that differ in a channel. */
	readonly different: number;
	/** The largest difference in a channel, 0 to 255. */
	readonly most: number;
}

/** Pixels of a frame: RGBA, in bytes. */
type Pixels = Uint8ClampedArray;

/**
 * Writes the difference of each pixel into `out`: black if equal, brighter the more it differs, amplified `gain` times. An area that only
 * one of the pictures covers is left transparent. All three have the size of the frame.
 */
export function pixelDifference(
	frame: CompareFrame,
	left: Pixels,
	right: Pixels,
	out: Pixels,
	gain: number,
): PixelDifference {
	const top = Math.max(frame.left.y, frame.right.y);
	const bottom = Math.min(frame.left.y + frame.left.height, frame.right.y + frame.right.height);
	const [from, to] = [4 * frame.width * top, 4 * frame.width * bottom];
	const compared = (to - from) / 4;
	let different = 0;
	let most = 0;
	for (let at = from; at < to; at += 4) {
		const [leftAlpha, rightAlpha] = [left[at + 3] ?? 0, right[at + 3] ?? 0];
		let largest = Math.abs(leftAlpha - rightAlpha);
		for (let channel = 0; channel < 3; channel++) {
			const by = Math.abs((left[at + channel] ?? 0) - (right[at + channel] ?? 0));
			out[at + channel] = by * gain;
			if (by > largest) largest = by;
		}
		out[at + 3] = 255;
		if (largest > 0) different++;
		if (largest > most) most = largest;
	}
	return { compared, different, most };
}
