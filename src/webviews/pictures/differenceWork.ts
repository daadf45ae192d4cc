import source from 'worker:./differenceWorker.ts';
import type { CompareFrame, PixelDifference } from '../../core/runs/pictures/pixelDifference.ts';
import { startWorker } from '../shared/startWorker.ts';

export interface DifferenceQuestion {
	readonly left: ImageBitmap;
	readonly right: ImageBitmap;
	/** The factor by which the difference is drawn brighter than it is. */
	readonly gain: number;
}

export type DifferenceAnswer =
	| {
			readonly ok: true;
			readonly picture: Blob;
			readonly frame: CompareFrame;
			readonly found: PixelDifference;
	  }
	| { readonly ok: false };

export interface MadeDifference {
	/** The address that the view loads the drawing of the difference from. */
	readonly src: string;
	readonly frame: CompareFrame;
	readonly found: PixelDifference;
	/** The sizes of the pictures themselves. */
	readonly left: { readonly width: number; readonly height: number };
	readonly right: { readonly width: number; readonly height: number };
}

/**
 * Computes how two pictures differ, in a worker.
 * @param signal ends the work; the answer is then undefined, and also if one of them cannot be read.
 */
export async function differenceOf(
	left: string,
	right: string,
	gain: number,
	signal: AbortSignal,
): Promise<MadeDifference | undefined> {
	const pictures = await Promise.all([decoded(left, signal), decoded(right, signal)]).catch(() => undefined);
	if (pictures === undefined || signal.aborted) return undefined;
	const [one, other] = pictures;
	const sizes = {
		left: { width: one.width, height: one.height },
		right: { width: other.width, height: other.height },
	};
	const worker = startWorker(source);
	try {
		const answer = await new Promise<DifferenceAnswer>((resolve) => {
			const failed = (): void => resolve({ ok: false });
			worker.addEventListener('message', ({ data }: MessageEvent<DifferenceAnswer>) => resolve(data));
			worker.addEventListener('error', failed);
			signal.addEventListener('abort', failed);
			const question: DifferenceQuestion = { left: one, right: other, gain };
			worker.postMessage(question, [one, other]);
		});
		if (!answer.ok || signal.aborted) return undefined;
		const { picture, frame, found } = answer;
		return { src: URL.createObjectURL(picture), frame, found, ...sizes };
	} finally {
		worker.terminate();
	}
}

async function decoded(src: string, signal: AbortSignal): Promise<ImageBitmap> {
	const reply = await fetch(src, { signal });
	if (!reply.ok) throw new Error(`The picture could not be read (${reply.status}).`);
	return createImageBitmap(await reply.blob());
}
