import source from 'worker:./formWorker.ts';
import { inParallel } from '../../core/base/parallel.ts';
import { startWorker } from '../shared/startWorker.ts';
import { withTimeout } from '../shared/timeout.ts';
import type { FormAnswer, FormQuestion } from './formWorker.ts';

interface PictureForm {
	readonly id: string;
	/** Absent for an unreadable picture, or one without a form. */
	readonly form?: readonly number[];
}

/** Pictures that are decoded at the same time: each takes tens of megabytes. */
const atOnce = 4;
/** Milliseconds after which a picture counts as unreadable. */
const patience = 60_000;

/** Computes the forms of pictures in a worker, off the thread that draws. */
export class PictureForms {
	readonly #worker = startWorker(source);
	readonly #answers = new Map<number, (form: readonly number[] | undefined) => void>();
	#last = 0;

	constructor() {
		this.#worker.addEventListener('message', ({ data }: MessageEvent<FormAnswer>) => {
			this.#answers.get(data.id)?.(data.form);
			this.#answers.delete(data.id);
		});
	}

	/**
	 * @param done is called after each picture.
	 * @param signal ends the work; pictures that are left are missing in the result.
	 */
	async of(
		pictures: readonly { readonly id: string; readonly address: string }[],
		done: () => void,
		signal: AbortSignal,
	): Promise<readonly PictureForm[]> {
		const compared: PictureForm[] = [];
		await inParallel(pictures, atOnce, async ({ id, address }) => {
			if (signal.aborted) return;
			const made = withTimeout(this.#formOf(address, signal), patience, '');
			const form = await made.catch(() => undefined);
			if (signal.aborted) return;
			compared.push(form === undefined ? { id } : { id, form });
			done();
		});
		return compared;
	}

	dispose(): void {
		this.#worker.terminate();
	}

	async #formOf(address: string, signal: AbortSignal): Promise<readonly number[] | undefined> {
		const reply = await fetch(address, { signal });
		if (!reply.ok) return undefined;
		const picture = await reply.blob();
		const id = ++this.#last;
		return new Promise((resolve) => {
			this.#answers.set(id, resolve);
			const question: FormQuestion = { id, picture };
			this.#worker.postMessage(question);
		});
	}
}
