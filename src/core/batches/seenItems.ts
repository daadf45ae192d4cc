import type { Batch } from './batch.ts';
import { itemIds } from './items.ts';
import { type ItemsSeen, sumOf } from './transitions.ts';
import type { BatchWork, ItemState } from './work.ts';

/** Items that are looked at before others may run. */
const atOnce = 200;

/** Keeps the state of the items of one batch as seen by a window: each is read once, and again after a change. */
export class SeenItems {
	readonly #work: Pick<BatchWork, 'stateOf'>;
	readonly #ids: readonly string[];
	readonly #numbers: ReadonlyMap<string, number>;
	readonly #states = new Map<number, ItemState>();
	/** Items to check: initially all. */
	readonly #stale: Set<number>;

	constructor(batch: Batch, work: Pick<BatchWork, 'stateOf'>) {
		this.#work = work;
		this.#ids = itemIds(batch);
		this.#numbers = new Map(this.#ids.map((each, item) => [each, item]));
		this.#stale = new Set(this.#ids.keys());
	}

	/** Returns whether an id is one of these items, and marks the item to be checked again. */
	changed(id: string): boolean {
		const item = this.#numbers.get(id);
		if (item !== undefined) this.#stale.add(item);
		return item !== undefined;
	}

	/** Checks the items that may have changed. */
	async look(): Promise<void> {
		for (const [item, { state }] of this.#states) if (state === 'moving') this.#stale.add(item);
		let looked = 0;
		for (const item of [...this.#stale]) {
			this.#stale.delete(item);
			const state = this.#work.stateOf(this.#ids[item] ?? '');
			if (state === undefined) this.#states.delete(item);
			else this.#states.set(item, state);
			if (++looked % atOnce === 0) await new Promise((resolve) => setImmediate(resolve));
		}
	}

	sum(refused: readonly number[]): ItemsSeen {
		return sumOf(this.#states.values(), refused.length);
	}

	moving(): readonly string[] {
		return [...this.#states].flatMap(([item, { state }]) =>
			state === 'moving' ? (this.#ids[item] ?? []) : [],
		);
	}

	movingBeside(others: ReadonlySet<number>): number {
		let count = 0;
		for (const [item, { state }] of this.#states) if (state === 'moving' && !others.has(item)) count++;
		return count;
	}

	/** Returns the first items still to be handed over, at most `limit`. */
	waiting(limit: number, refused: readonly number[], inTheAir: ReadonlySet<number>): readonly number[] {
		const found: number[] = [];
		const not = new Set(refused);
		for (let item = 0; item < this.#ids.length && found.length < limit; item++) {
			const state = this.#states.get(item)?.state;
			if ((state === undefined || state === 'unsent') && !not.has(item) && !inTheAir.has(item))
				found.push(item);
		}
		return found;
	}
}
