/** The longest side that is painted, in pixels: of a picture, and of a video. */
export const longestSide = { picture: 1024, video: 256 };

/** Returns width and height in their proportions, no longer than `longest`, each a multiple of `unit`. */
export function paintedSize(
	{ width, height }: { readonly width: number; readonly height: number },
	longest: number,
	unit: number,
): readonly [number, number] {
	const share = Math.min(1, longest / Math.max(width, height));
	const side = (length: number) => Math.max(16, Math.round((length * share) / unit) * unit);
	return [side(width), side(height)];
}
