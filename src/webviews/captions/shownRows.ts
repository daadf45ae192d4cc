import type { CaptionText } from '../../core/captions/edits.ts';
import { type CaptionFilter, rowTest } from '../../core/captions/filter.ts';
import type { CaptionRow } from '../../core/captions/row.ts';

/** The rows that match the filter. A row that was just changed stays until the filter is applied again. */
export class ShownRows {
	#ids: ReadonlySet<string> = new Set();
	#filtered: readonly CaptionRow[] = [];
	#rows: readonly CaptionRow[] = [];
	#captions: readonly CaptionText[] = [];

	get rows(): readonly CaptionRow[] {
		return this.#rows;
	}

	/** The captions that the tools may change: those that match the filter and are unchanged on disk. */
	get captions(): readonly CaptionText[] {
		return this.#captions;
	}

	/**
	 * Applies the filter to these rows.
	 * @param stays returns whether a visible row always stays.
	 */
	ask(
		rows: readonly CaptionRow[],
		filter: CaptionFilter,
		stays: (id: string) => boolean = () => false,
	): void {
		const fits = rowTest(filter);
		const before = this.#ids;
		const ids = rows.filter((row) => fits(row) || (before.has(row.id) && stays(row.id))).map(({ id }) => id);
		this.#ids = new Set(ids);
	}

	take(rows: readonly CaptionRow[]): void {
		this.#filtered = rows.filter(({ id }) => this.#ids.has(id));
		this.#captions = this.#filtered.flatMap(({ id, caption, unsaved }) =>
			caption.kind === 'text' && unsaved === undefined ? [{ id, text: caption.text }] : [],
		);
	}

	/** Narrows the rows to the filter. @param plan changes that a tool previews; then only their rows are shown. */
	narrow(plan: ReadonlyMap<string, unknown> | undefined): void {
		this.#rows = plan === undefined ? this.#filtered : this.#filtered.filter(({ id }) => plan.has(id));
	}
}
