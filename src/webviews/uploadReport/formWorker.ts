import { formOf, formSide } from '../../core/datasets/likeness.ts';

/** A picture to reduce to its form. */
export interface FormQuestion {
	readonly id: number;
	readonly picture: Blob;
}

export interface FormAnswer {
	readonly id: number;
	/** Undefined if the picture cannot be read, or has no form. */
	readonly form?: readonly number[];
}

self.addEventListener('message', async ({ data }: MessageEvent<FormQuestion>) => {
	const { id, picture } = data;
	const form = await formOfPicture(picture).catch(() => undefined);
	const answer: FormAnswer = form === undefined ? { id } : { id, form };
	self.postMessage(answer);
});

async function formOfPicture(picture: Blob): Promise<readonly number[] | undefined> {
	const size = { resizeWidth: formSide, resizeHeight: formSide, resizeQuality: 'high' } as const;
	const small = await createImageBitmap(picture, size);
	const context = new OffscreenCanvas(formSide, formSide).getContext('2d');
	context?.drawImage(small, 0, 0);
	small.close();
	const pixels = context?.getImageData(0, 0, formSide, formSide).data ?? [];
	return formOf(
		Array.from({ length: formSide ** 2 }, (_, at) => {
			const [red = 0, green = 0, blue = 0] = pixels.slice(4 * at, 4 * at + 3);
			return 0.299 * red + 0.587 * green + 0.114 * blue;
		}),
	);
}
