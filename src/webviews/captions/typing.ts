import type { CaptionsProtocol, CaptionsState } from '../../core/captions/messages.ts';
import type { CaptionRow } from '../../core/captions/row.ts';
import type { Host } from '../shared/host.ts';
import { Drafts } from './drafts.ts';
import type { GridActions } from './grid.ts';

type TypingActions = Pick<GridActions, 'typed' | 'left' | 'givenUp' | 'takeTheirs' | 'keepMine'>;

/** Keeps typed texts from the first key until the host has written them: nothing is lost with the view. */
export class Typing implements TypingActions {
	readonly drafts = new Drafts();
	readonly #host: Host<CaptionsProtocol>;
	readonly #rowOf: (id: string) => CaptionRow | undefined;
	readonly #changed: (row?: CaptionRow) => void;

	/**
	 * @param rowOf finds a row by its id.
	 * @param changed called when the view has to be drawn and its state saved, with a row that replaces the one with
	 * its id.
	 */
	constructor(
		host: Host<CaptionsProtocol>,
		rowOf: (id: string) => CaptionRow | undefined,
		changed: (row?: CaptionRow) => void,
	) {
		this.#host = host;
		this.#rowOf = rowOf;
		this.#changed = changed;
	}

	typed(id: string, text: string): void {
		const row = this.#rowOf(id);
		if (row === undefined) return;
		this.drafts.typed(row, text);
		this.#host.send('draft', { id, text });
		this.#changed();
	}

	left(id: string): void {
		const text = this.drafts.take(id);
		if (text !== undefined) this.#host.send('commit', { id, text });
	}

	givenUp(id: string): void {
		const row = this.#rowOf(id);
		if (row === undefined) return;
		const left = this.drafts.giveUp(row);
		this.#host.send('draft', left.unsaved === undefined ? { id } : { id, text: left.unsaved.text });
		this.#changed(left);
	}

	takeTheirs(id: string): void {
		this.drafts.drop(id);
		this.#host.send('takeTheirs', { id });
	}

	keepMine(id: string): void {
		this.left(id);
		this.#host.send('keepMine', { id });
	}

	/** Writes the text that was being typed when the view was hidden or the window was closed. */
	recover({ rows }: CaptionsState, first: boolean): void {
		const drafts = this.drafts.lost(rows);
		if (drafts.length > 0) this.#host.send('restore', { drafts });
		if (!first) return;
		for (const { id, unsaved } of rows)
			if (unsaved?.why === 'typing') this.#host.send('commit', { id, text: unsaved.text });
	}
}
