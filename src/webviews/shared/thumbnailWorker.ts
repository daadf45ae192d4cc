import type { ScaleAnswer, ScaleQuestion } from './workerThumbnails.ts';

/* Decodes and scales pictures beside the thread that scrolls. */

self.addEventListener('message', async ({ data }: MessageEvent<ScaleQuestion>) => {
	const { id } = data;
	let answer: ScaleAnswer = { id };
	try {
		answer = { id, small: await scaled(data) };
	} catch {
		// No picture that the browser knows.
	}
	self.postMessage(answer);
});

async function scaled({ picture, side }: ScaleQuestion): Promise<Blob> {
	const whole = picture instanceof ImageBitmap ? picture : await createImageBitmap(picture);
	const scale = Math.min(1, side / Math.max(whole.width, whole.height));
	const width = Math.max(1, Math.round(whole.width * scale));
	const height = Math.max(1, Math.round(whole.height * scale));
	const small = await createImageBitmap(whole, {
		resizeWidth: width,
		resizeHeight: height,
		resizeQuality: 'medium',
	});
	whole.close();
	const canvas = new OffscreenCanvas(width, height);
	canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(small);
	return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}
