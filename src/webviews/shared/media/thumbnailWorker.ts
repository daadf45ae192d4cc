/* Decodes and scales pictures outside the thread that scrolls. */

/** A picture to be reduced: the longest side in pixels. */
export interface ScaleQuestion {
	readonly id: number;
	readonly picture: Blob | ImageBitmap;
	readonly side: number;
}

/** The small copy, and how large the picture itself is. Without `made` the picture cannot be read. */
export interface ScaleAnswer {
	readonly id: number;
	readonly made?: { readonly small: Blob; readonly width: number; readonly height: number };
}

self.addEventListener('message', async ({ data }: MessageEvent<ScaleQuestion>) => {
	const { id } = data;
	let answer: ScaleAnswer = { id };
	try {
		answer = { id, made: await scaled(data) };
	} catch {
		// No picture that the browser knows.
	}
	self.postMessage(answer);
});

async function scaled({ picture, side }: ScaleQuestion): Promise<NonNullable<ScaleAnswer['made']>> {
	const whole = picture instanceof ImageBitmap ? picture : await createImageBitmap(picture);
	const { width, height } = whole;
	const scale = Math.min(1, side / Math.max(width, height));
	const size = {
		width: Math.max(1, Math.round(width * scale)),
		height: Math.max(1, Math.round(height * scale)),
	};
	const small = await createImageBitmap(whole, {
		resizeWidth: size.width,
		resizeHeight: size.height,
		resizeQuality: 'medium',
	});
	whole.close();
	const canvas = new OffscreenCanvas(size.width, size.height);
	canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(small);
	return { small: await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 }), width, height };
}
