import ELK from 'elkjs/lib/elk-api.js';
import workerSource from 'elkjs/lib/elk-worker.min.js';
import {
	type GraphLayout,
	type LayoutReply,
	layoutRequest,
	readLayout,
} from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';

interface Elk {
	layout(graph: unknown): Promise<unknown>;
}

/**
 * Arranges graphs in a worker, one at a time: while one is under way only the newest of those that follow is kept,
 * so that typing never builds a queue.
 */
export class LayoutClient {
	#elk: Elk | undefined;
	#busy = false;
	#waiting: (() => void) | undefined;

	/** The layout, or undefined when a newer model took its place. Rejects when the engine fails. */
	async arrange(model: GraphModel): Promise<GraphLayout | undefined> {
		if (this.#busy && !(await this.#turn())) return undefined;
		this.#busy = true;
		try {
			this.#elk ??= startElk();
			return readLayout(model, (await this.#elk.layout(layoutRequest(model))) as LayoutReply);
		} finally {
			this.#busy = false;
			const next = this.#waiting;
			this.#waiting = undefined;
			next?.();
		}
	}

	/** True when it is this caller's turn, false when a newer one came. */
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
	#dropped: (() => void) | undefined;
}

/** The policy of the page allows workers from blobs only; their source is part of the bundle. */
function startElk(): Elk {
	const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
	const elk = new ELK({ workerFactory: () => new Worker(url), algorithms: ['layered'] });
	return elk as unknown as Elk;
}
