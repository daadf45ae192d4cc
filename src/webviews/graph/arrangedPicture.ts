import ELK from 'elkjs/lib/elk-api.js';
import workerSource from 'elkjs/lib/elk-worker.min.js';
import { type Arrangement, Arranger, type LayoutEngine } from '../../core/workflow/graph/arranger.ts';
import { type GraphLayout, shapeKey } from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import { startWorker } from '../shared/startWorker.ts';

/** A model with its places. */
export interface Picture {
	readonly model: GraphModel;
	readonly layout: GraphLayout;
	/** The reason why a part of it has a simple layout. */
	readonly note?: string;
}

/** The picture of a changing model: equally arranged parts keep their places. */
export class ArrangedPicture {
	readonly #layouts = new LayoutClient();
	#shown: Picture | undefined;
	#shape: string | undefined;
	/** Counts the models, so that a slow layout never replaces a newer one. */
	#turn = 0;

	/** Returns the picture if nothing must be arranged for it. */
	atOnce(model: GraphModel): Picture | undefined {
		this.#turn++;
		const shape = shapeKey(model);
		if (model.nodes.length === 0)
			return this.#show({ model, layout: { nodes: [], edges: [], width: 0, height: 0 } }, shape);
		return this.#shown !== undefined && shape === this.#shape
			? this.#show({ ...this.#shown, model }, shape)
			: undefined;
	}

	/** Arranges the picture; returns undefined if a newer one is in progress or already shown. */
	async arrange(model: GraphModel): Promise<Picture | undefined> {
		const turn = ++this.#turn;
		const arranged = await this.#layouts.arrange(model);
		if (arranged === undefined || turn !== this.#turn) return undefined;
		const { isForNow, ...rest } = arranged;
		return this.#show({ model, ...rest }, isForNow === true ? undefined : shapeKey(model));
	}

	#show(picture: Picture, shape: string | undefined): Picture {
		this.#shown = picture;
		this.#shape = shape;
		return picture;
	}
}

/**
 * Arranges graphs in a worker, one at a time: while one is in progress only the newest of the following ones is kept,
 * so that typing never builds up a queue.
 */
class LayoutClient {
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

function startElk(): LayoutEngine {
	const elk = new ELK({ workerFactory: () => startWorker(workerSource), algorithms: ['layered'] });
	return elk as unknown as LayoutEngine;
}
