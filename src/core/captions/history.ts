import type { CaptionContent } from './content.ts';

/** One file in a step: its whole content before and after, so that undo restores every byte. */
export interface HistoryChange {
	readonly id: string;
	readonly before: CaptionContent;
	readonly after: CaptionContent;
}

/** Changes that were made together, of one file or many; they are undone together. */
export type HistoryStep = readonly HistoryChange[];

/** Maximum size of all steps in UTF-16 units; beyond it, the oldest are forgotten. */
const mostText = 50_000_000;

export type Direction = 'undo' | 'redo';

/** The steps that can be undone and redone, across files. */
export class History {
	readonly #stacks: Readonly<Record<Direction, HistoryStep[]>> = { undo: [], redo: [] };

	/** Returns the step that undo or redo would take; `before` and `after` are as it was done first. */
	next(direction: Direction): HistoryStep | undefined {
		return this.#stacks[direction].at(-1);
	}

	/** Adds the step that was just done. Undone steps are forgotten. */
	push(step: HistoryStep): void {
		if (step.length === 0) return;
		this.#stacks.redo.length = 0;
		this.#stacks.undo.push(step);
		this.#forgetOldest();
	}

	/**
	 * Moves the next step to the other side: `done` of it succeeded, `failed` can be retried, and the rest no longer
	 * applies because the files have changed.
	 */
	settle(direction: Direction, done: HistoryStep, failed: HistoryStep): void {
		this.#stacks[direction].pop();
		if (failed.length > 0) this.#stacks[direction].push(failed);
		if (done.length > 0) this.#stacks[direction === 'undo' ? 'redo' : 'undo'].push(done);
	}

	#forgetOldest(): void {
		const { undo } = this.#stacks;
		let text = 0;
		for (let index = undo.length - 1; index >= 0; index--) {
			text += sizeOf(undo[index] ?? []);
			if (text <= mostText || index === undo.length - 1) continue;
			undo.splice(0, index + 1);
			return;
		}
	}
}

function sizeOf(step: HistoryStep): number {
	let size = 0;
	for (const { before, after } of step) size += lengthOf(before) + lengthOf(after);
	return size;
}

function lengthOf(content: CaptionContent): number {
	if (content.kind === 'text') return content.raw.length;
	return content.kind === 'foreign' ? content.bytes.length : 0;
}
