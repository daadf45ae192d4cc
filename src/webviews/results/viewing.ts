import { compact } from '../../core/base/compact.ts';
import type { ResultsItem, ResultsMemory, ResultsRun } from '../../core/runs/results/messages.ts';
import { wideFrom } from './layout.ts';
import { isPicture, itemBeside, pictureBeside, selectedItem } from './selection.ts';

/**
 * The selection in the panel: the item of the run, the one it is compared with, and the open parts of the panel. From run to run of a
 * document the same output stays selected, so that one sees the changes.
 */
export class Viewing {
	readonly #changed: () => void;
	#run: ResultsRun | undefined;
	/** The selected item; until then the first available one. */
	#chosen: string | undefined;
	#compared: string | undefined;
	#details: boolean | undefined;
	#alone = false;

	/** @param changed is called after each change that a person made. */
	constructor(memory: ResultsMemory | undefined, changed: () => void) {
		this.#chosen = memory?.selected;
		this.#details = memory?.details;
		this.#changed = changed;
	}

	/** Sets the run to its current state, or another one. */
	take(run: ResultsRun | undefined): void {
		if (run?.id !== this.#run?.id) this.#compared = undefined;
		this.#run = run;
	}

	get items(): readonly ResultsItem[] {
		return this.#run?.groups.flatMap((group) => group.items) ?? [];
	}

	get item(): ResultsItem | undefined {
		return selectedItem(this.items, this.#chosen);
	}

	/** The picture next to it. */
	get compared(): ResultsItem | undefined {
		return this.items.find((candidate) => candidate.id === this.#compared);
	}

	get comparable(): boolean {
		return this.items.filter(isPicture).length > 1;
	}

	/** True if only the picture is shown. */
	get alone(): boolean {
		return this.#alone;
	}

	/** Returns whether the details are open: before the first choice, if they take no room from a picture. @param width in pixels. */
	detailsOpen(width: number): boolean {
		return !this.#alone && (this.#details ?? (width >= wideFrom || this.item === undefined));
	}

	/** Returns the part of the state that is kept while the panel is hidden and across reloads. */
	get memory(): Pick<ResultsMemory, 'selected' | 'details'> {
		return compact({ selected: this.#chosen, details: this.#details });
	}

	choose(id: string): void {
		this.#chosen = id;
		this.#changed();
	}

	step(by: number): void {
		const next = itemBeside(this.items, this.item, by);
		if (next !== undefined) this.choose(next.id);
	}

	toggleDetails(width: number): void {
		this.#details = !this.detailsOpen(width);
		this.#changed();
	}

	setAlone(alone: boolean): void {
		this.#alone = alone;
		this.#changed();
	}

	/** Switches the comparison. The shown picture stays on the left; the next one appears next to it immediately. */
	toggleCompare(): void {
		const { item } = this;
		const beside = item === undefined ? undefined : pictureBeside(this.items, item);
		if (this.#compared !== undefined || beside === undefined) this.endCompare();
		else this.compareWith(beside.id);
	}

	compareWith(id: string): void {
		this.#compared = this.item?.id;
		this.choose(id);
	}

	endCompare(): void {
		this.#compared = undefined;
		this.#changed();
	}
}
