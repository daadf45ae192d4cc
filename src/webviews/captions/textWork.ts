import source from 'worker:./textWorker.ts';
import type { CaptionEdit, CaptionText, Operation } from '../../core/captions/edits.ts';
import type { Frequency, FrequencyUnit } from '../../core/captions/frequency.ts';
import { startWorker } from '../shared/startWorker.ts';
import { withTimeout } from '../shared/timeout.ts';

export type TextQuestion =
	| { readonly kind: 'plan'; readonly operation: Operation; readonly captions: readonly CaptionText[] }
	| { readonly kind: 'words'; readonly unit: FrequencyUnit; readonly captions: readonly CaptionText[] };

export type TextAnswer =
	| { readonly kind: 'plan'; readonly ok: true; readonly edits: readonly CaptionEdit[] }
	| { readonly kind: 'plan'; readonly ok: false }
	| { readonly kind: 'words'; readonly found: readonly Frequency[] };

/** Longer than this, in milliseconds, no question may take. */
const patience = 3000;

/** Asks one question at a time of a worker. A newer question takes the place of an older one, and a slow one is ended. */
export class TextWork {
	#worker: Worker | undefined;
	#end: ((answer: TextAnswer | undefined) => void) | undefined;

	/** Returns the answer; undefined if a newer question was asked in the meantime, or `late` if it took too long. */
	async ask(question: TextQuestion): Promise<TextAnswer | 'late' | undefined> {
		this.stop();
		const worker = startWorker(source);
		this.#worker = worker;
		const answered = new Promise<TextAnswer | undefined>((resolve) => {
			this.#end = resolve;
			worker.addEventListener('message', ({ data }: MessageEvent<TextAnswer>) => resolve(data));
		});
		worker.postMessage(question);
		const answer = await withTimeout(answered, patience, '').catch(() => 'late' as const);
		worker.terminate();
		return answer;
	}

	/** Ends the work in progress; its answer is undefined. */
	stop(): void {
		this.#worker?.terminate();
		this.#end?.(undefined);
	}
}
