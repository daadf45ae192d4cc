import { rowText } from '../../core/captions/filter.ts';
import type { CaptionDraft } from '../../core/captions/messages.ts';
import type { CaptionRow } from '../../core/captions/row.ts';

/**
 * The texts typed in this view that are not yet known to be on disk. They are part of the editor's state of the view,
 * so that a reload at any time loses nothing.
 */
export class Drafts {
	/** The texts of fields, by row: being typed, or sent without an answer yet. */
	readonly texts = new Map<string, string>();
	/** The text on disk when typing began. */
	readonly #bases = new Map<string, string>();
	/** The texts sent to be written. */
	readonly #sent = new Map<string, string>();
	#waiting: readonly CaptionDraft[] = [];

	typed(row: CaptionRow, text: string): void {
		if (!this.texts.has(row.id) && row.unsaved === undefined) this.#bases.set(row.id, rowText(row));
		this.texts.set(row.id, text);
		this.#sent.delete(row.id);
	}

	/** Returns the text to write after the field has lost the focus; undefined if nothing was typed since the last time. */
	take(id: string): string | undefined {
		const text = this.texts.get(id);
		if (text === undefined || this.#sent.get(id) === text) return undefined;
		this.#sent.set(id, text);
		return text;
	}

	drop(id: string): void {
		this.texts.delete(id);
		this.#sent.delete(id);
	}

	/**
	 * Discards a typed text at the person's request. Returns the row without it, even if the host had sent it back with
	 * the whole list; a text that waits for a choice stays.
	 */
	giveUp(row: CaptionRow): CaptionRow {
		this.drop(row.id);
		const { unsaved, ...rest } = row;
		if (unsaved !== undefined && unsaved.why !== 'typing') return row;
		this.#bases.delete(row.id);
		return rest;
	}

	/** Handles a row from the host: the sent text is now its own text, or kept there as unsaved. */
	answered(row: CaptionRow): void {
		if (this.#sent.has(row.id) && this.#sent.get(row.id) === this.texts.get(row.id)) this.drop(row.id);
		if (row.unsaved === undefined && !this.texts.has(row.id)) this.#bases.delete(row.id);
	}

	/** Returns the drafts that must survive a reload: texts of fields, and those that the host could not save. */
	kept(rows: readonly CaptionRow[]): CaptionDraft[] {
		const texts = new Map(this.texts);
		for (const { id, unsaved } of rows)
			if (unsaved !== undefined && !texts.has(id)) texts.set(id, unsaved.text);
		const own = [...texts].map(([id, text]) => {
			const base = this.#bases.get(id);
			return base === undefined ? { id, text } : { id, text, base };
		});
		return [...own, ...this.#waiting];
	}

	/** Takes the state of a view from before a reload. */
	recall(kept: readonly CaptionDraft[]): void {
		this.#waiting = kept;
	}

	/**
	 * Returns the restored drafts that the host does not know and receives now. One without a row, because its folder
	 * is currently unreadable, waits for it.
	 */
	lost(rows: readonly CaptionRow[]): CaptionDraft[] {
		const byId = new Map(rows.map((row) => [row.id, row]));
		const here = this.#waiting.filter(({ id }) => byId.has(id));
		this.#waiting = this.#waiting.filter(({ id }) => !byId.has(id));
		for (const { id, base } of here) if (base !== undefined) this.#bases.set(id, base);
		return here.filter(({ id, text }) => {
			const row = byId.get(id);
			return row !== undefined && row.unsaved === undefined && rowText(row) !== text;
		});
	}
}
