import {
	type CompareFrame,
	compareFrame,
	pixelDifference,
} from '../../core/runs/pictures/pixelDifference.ts';
import type { DifferenceAnswer, DifferenceQuestion } from './differenceWork.ts';

/* Runs in a separate worker: two large pictures would block the view for seconds. */

type Place = CompareFrame['left'];

function pixelsOf(picture: ImageBitmap, { width, height }: CompareFrame, place: Place): Uint8ClampedArray {
	const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
	if (context === null) throw new Error('There is no canvas.');
	context.imageSmoothingQuality = 'high';
	context.drawImage(picture, place.x, place.y, place.width, place.height);
	return context.getImageData(0, 0, width, height).data;
}

async function answer({ left, right, gain }: DifferenceQuestion): Promise<DifferenceAnswer> {
	const frame = compareFrame(left, right);
	const out = new ImageData(frame.width, frame.height);
	const found = pixelDifference(
		frame,
		pixelsOf(left, frame, frame.left),
		pixelsOf(right, frame, frame.right),
		out.data,
		gain,
	);
	const canvas = new OffscreenCanvas(frame.width, frame.height);
	canvas.getContext('2d')?.putImageData(out, 0, 0);
	return { ok: true, picture: await canvas.convertToBlob({ type: 'image/png' }), frame, found };
}

self.addEventListener('message', ({ data }: MessageEvent<DifferenceQuestion>) => {
	answer(data).then(
		(made) => self.postMessage(made),
		() => self.postMessage({ ok: false } satisfies DifferenceAnswer),
	);
});
