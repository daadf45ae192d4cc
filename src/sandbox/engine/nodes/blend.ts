import { mix, type Picture } from '../../../core/base/pictures/pixels.ts';
import { mapBytes } from '../../media/formats/pixels.ts';

const modes: Readonly<Record<string, (ground: number, top: number) => number>> = {
	normal: (_ground, top) => top,
	multiply: (ground, top) => ground * top,
	screen: (ground, top) => 1 - (1 - ground) * (1 - top),
	overlay: (ground, top) => (ground <= 0.5 ? 2 * ground * top : 1 - 2 * (1 - ground) * (1 - top)),
	soft_light: (ground, top) => (1 - 2 * top) * ground * ground + 2 * top * ground,
	difference: (ground, top) => ground - top,
};

/** Blends two pictures of the same size in one of the modes of ImageBlend. */
export function blendPictures(ground: Picture, top: Picture, mode: string, share: number): Picture {
	const blend = modes[mode] ?? ((_ground: number, upper: number) => upper);
	return mapBytes(ground, (byte, at) => {
		return mix(byte, blend(byte / 255, (top.data[at] ?? 0) / 255) * 255, share);
	});
}
