import ELK from 'elkjs/lib/elk-api.js';
import workerSource from 'elkjs/lib/elk-worker.min.js';
import { type Arrangement, Arranger, type LayoutEngine } from '../../core/workflow/graph/arranger.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';

/**
 * Arranges graphs in a worker, one at a time: while one is in progress only the newest of the following ones is kept,
 * so that typing never builds up a queue.
 */
export class LayoutClient {
	readonly #arranger = new Arranger(startElk);
	#busy = false;
	#waiting: (() => void) | undefined;
	#dropped: (() => void) | undefined;

	/** Arranges a model; returns undefined if a newer one replaced it. */
	async arrange(model: GraphModel): Promise<Arrangement | undefined> {
		if (this.#busy && !(await this.#turn())) return undefined;
		this.#busy = true;
		try {
			return await this.#arranger.arrange(model);
		} finally {
			this.#busy = false;
			const next = this.#waiting;
			this.#waiting = undefined;
			next?.();
		}
	}

	/** Resolves with true when it is this caller's turn, with false if a newer one came. */
	#turn(): Promise<boolean> {
		this.#dropped?.();
		return new Promise((resolve) => {
			this.#waiting = () => {
				this.#dropped = undefined;
				resolve(true);
			};
			this.#dropped = () => resolve(false);
		});
	}
}

/** Starts the worker from a blob, since the policy of the page allows no others; its source is part of the bundle. */
function startElk(): LayoutEngine {
	const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
	const elk = new ELK({ workerFactory: () => new Worker(url), algorithms: ['layered'] });
	return elk as unknown as LayoutEngine;
}
