import { encodePng } from '../../core/base/pictures/png.ts';
import { encodeMp4 } from './formats/mp4.ts';
import { crop, mixPictures } from './formats/pixels.ts';
import { paintScenery } from './paint/scenery.ts';
import { stamp } from './paint/stamp.ts';

/** A picture, the same place in winter, or a short video with a moving view; painted from words. */
export interface DemoMedium {
	readonly kind: 'picture' | 'wintry' | 'video';
	readonly words: string;
}

const size = { width: 192, height: 128 };
/** A video shows a part of a picture that is twice as wide. */
const video = { width: 96, height: 64, frames: 12, fps: 8 };

/** Returns the file of a demo dataset: PNG or MP4. The same words give the same bytes. */
export function demoMediumFile({ kind, words }: DemoMedium): Uint8Array {
	const key = `dataset ${words}`;
	if (kind === 'video') {
		const { width, height, frames, fps } = video;
		const wide = paintScenery(key, words, width * 2, height);
		const views = Array.from({ length: frames }, (_, index) =>
			stamp(crop(wide, Math.round((index / (frames - 1)) * width), 0, width, height), ['SANDBOX']),
		);
		return encodeMp4(views, fps);
	}
	const { width, height } = size;
	const place = paintScenery(key, words, width, height);
	if (kind === 'picture') return encodePng([stamp(place, ['SANDBOX'])]);
	const snow = paintScenery(key, `${words}, snow, winter`, width, height);
	return encodePng([stamp(mixPictures(place, snow, 0.8), ['SANDBOX'])]);
}
