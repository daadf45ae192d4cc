import * as l10n from '@vscode/l10n';
import { withRoomForGroups } from './groupBoxes.ts';
import { laneLayout, lanesOf } from './lanes.ts';
import { type GraphLayout, type LayoutReply, layoutRequest, readLayout } from './layout.ts';
import type { GraphModel } from './model.ts';
import { simpleLayout } from './simpleLayout.ts';

/** An engine that arranges graphs. It may refuse one, and may take arbitrarily long. */
export interface LayoutEngine {
	layout(request: unknown): Promise<unknown>;
	/** Ends the work in progress; the engine is not used again. */
	terminateWorker(): void;
}

/** A graph that is not arranged within this time, in milliseconds, gets the simple layout: people do not wait longer for a picture. */
const patience = 5000;

/**
 * A graph with fewer nodes and links is arranged in well under a second. If it was late, the computer was busy, so it
 * is tried again.
 */
const neverTooLarge = 400;

export interface Arrangement {
	readonly layout: GraphLayout;
	/** The reason why a part of it has the simple layout, as a sentence for the person; absent if none has. */
	readonly note?: string;
	/** True if the computer was busy, so that a later attempt for the same graph may produce the good layout. */
	readonly isForNow?: boolean;
}

/** Arranges graphs one after the other. A part that the engine cannot arrange, or not in time, gets the simple layout, and only that part. */
export class Arranger {
	readonly #start: () => LayoutEngine;
	#engine: LayoutEngine | undefined;
	/** The size of the smallest part that was too much; one as large is not tried again, so that typing in it stays quick. */
	#tooLarge = Number.POSITIVE_INFINITY;
	#why = '';

	/** @param start starts an engine, with the first part and after one that was too much */
	constructor(start: () => LayoutEngine) {
		this.#start = start;
	}

	async arrange(model: GraphModel): Promise<Arrangement> {
		const deadline = new Deadline();
		const simple: number[] = [];
		const part = async (own: GraphModel): Promise<GraphLayout> => {
			const size = own.nodes.length + own.edges.length;
			const layout = size < this.#tooLarge ? await this.#try(own, deadline) : undefined;
			if (layout === undefined) simple.push(size);
			return layout ?? simpleLayout(own);
		};
		try {
			const lanes = lanesOf(model);
			const arranged = await (lanes === undefined ? part(model) : laneLayout(model, lanes, part));
			const layout = withRoomForGroups(model, arranged);
			if (simple.length === 0) return { layout };
			return { layout, note: this.#why, isForNow: simple.some((size) => size < neverTooLarge) };
		} finally {
			deadline.end();
		}
	}

	async #try(model: GraphModel, deadline: Deadline): Promise<GraphLayout | undefined> {
		if (deadline.isOver) return undefined;
		try {
			this.#engine ??= this.#start();
			const reply = await Promise.race([this.#engine.layout(layoutRequest(model)), deadline.over]);
			if (reply !== 'late') return readLayout(model, reply as LayoutReply);
			this.#why = l10n.t(
				'Simple layout, because the detailed one takes longer than {0} seconds for this graph.',
				patience / 1000,
			);
		} catch {
			// Its recursion fails at long chains, with a message that means nothing to a person.
			this.#why = l10n.t('Simple layout, because the layout engine cannot arrange this graph.');
		}
		const size = model.nodes.length + model.edges.length;
		if (size >= neverTooLarge) this.#tooLarge = Math.min(this.#tooLarge, size);
		this.#engine?.terminateWorker();
		this.#engine = undefined;
		return undefined;
	}
}

/** The time after which the result is no longer awaited. */
class Deadline {
	isOver = false;
	readonly over: Promise<'late'>;
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor() {
		this.over = new Promise((resolve) => {
			this.#timer = setTimeout(() => {
				this.isOver = true;
				resolve('late');
			}, patience);
		});
	}

	end(): void {
		clearTimeout(this.#timer);
	}
}
