import * as l10n from '@vscode/l10n';
import ELK from 'elkjs/lib/elk-api.js';
import workerSource from 'elkjs/lib/elk-worker.min.js';
import { laneLayout, lanesOf } from '../../core/workflow/graph/lanes.ts';
import {
	type GraphLayout,
	type LayoutReply,
	layoutRequest,
	readLayout,
} from '../../core/workflow/graph/layout.ts';
import type { GraphModel } from '../../core/workflow/graph/model.ts';
import { simpleLayout } from '../../core/workflow/graph/simpleLayout.ts';

interface Elk {
	layout(graph: unknown): Promise<unknown>;
	terminateWorker(): void;
}

/** A graph that is not arranged within this time, in milliseconds, gets the simple layout: nobody waits longer for a picture. */
const patience = 5000;

/** A graph with fewer nodes and links takes well under a second: it was late because the computer was busy, so the next one is tried again. */
const neverTooLarge = 400;

interface Arrangement {
	readonly layout: GraphLayout;
	/** Why it is the simple layout, as a sentence for the person; absent for the good one. */
	readonly note?: string;
	/** Whether the same graph may get the good one the next time, since the computer was busy. */
	readonly isForNow?: boolean;
}

/**
 * Arranges graphs in a worker, one at a time: while one is under way only the newest of those that follow is kept,
 * so that typing never builds a queue. What the layout engine cannot arrange, or not in time, gets the simple layout.
 */
export class LayoutClient {
	#elk: Elk | undefined;
	#busy = false;
	#waiting: (() => void) | undefined;
	/** The size of the smallest graph that was too much; one as large is not tried again, so that typing in it stays quick. */
	#tooLarge = Number.POSITIVE_INFINITY;
	#why = '';

	/** The layout, or undefined when a newer model took its place. */
	async arrange(model: GraphModel): Promise<Arrangement | undefined> {
		if (this.#busy && !(await this.#turn())) return undefined;
		this.#busy = true;
		try {
			const size = model.nodes.length + model.edges.length;
			const layout = size < this.#tooLarge ? await this.#arrange(model) : undefined;
			if (layout !== undefined) return { layout };
			const isForNow = size < neverTooLarge;
			if (!isForNow) this.#tooLarge = Math.min(this.#tooLarge, size);
			return {
				layout: simpleLayout(model),
				note: this.#why,
				isForNow,
			};
		} finally {
			this.#busy = false;
			const next = this.#waiting;
			this.#waiting = undefined;
			next?.();
		}
	}

	async #arrange(model: GraphModel): Promise<GraphLayout | undefined> {
		let timer: number | undefined;
		const tooLong = new Promise<'late'>((resolve) => {
			timer = window.setTimeout(() => resolve('late'), patience);
		});
		try {
			this.#elk ??= startElk();
			const elk = this.#elk;
			const whole = async (part: GraphModel) => {
				const reply = await Promise.race([elk.layout(layoutRequest(part)), tooLong]);
				return reply === 'late' ? undefined : readLayout(part, reply as LayoutReply);
			};
			const lanes = lanesOf(model);
			const layout = await (lanes === undefined ? whole(model) : laneLayout(model, lanes, whole));
			if (layout !== undefined) return layout;
			this.#why = l10n.t(
				'Simple layout, because the detailed one takes longer than {0} seconds for this graph.',
				patience / 1000,
			);
		} catch {
			// Its recursion ends at long chains; what it says about that means nothing to a person.
			this.#why = l10n.t('Simple layout, because the layout engine cannot arrange this graph.');
		} finally {
			clearTimeout(timer);
		}
		this.#elk?.terminateWorker();
		this.#elk = undefined;
		return undefined;
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
