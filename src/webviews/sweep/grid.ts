import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import type { TableState } from '../../core/workflow/sweep/tableMessages.ts';
import { sharedStyle } from '../shared/base.ts';
import { RowScroller, rowScrollerStyle } from '../shared/list/rowScroller.ts';
import { gridStyle } from './gridStyle.ts';
import { resultText } from './resultText.ts';

/** A cell by the number of its row, that of the titles is 1, and its place there. */
export interface CellAt {
	readonly row: number;
	readonly column: number;
}

export interface GridActions {
	edit(change: {
		readonly row: number;
		readonly place: number;
		readonly before: string;
		readonly cell: string;
	}): void;
	moved(at: CellAt): void;
	openResult(run: string): void;
}

/** Height of a row in pixels. */
const rowHeight = 28;

/** The rows of a table, with an empty one below them in which the next one begins. Only visible rows have elements, and the focused one. */
export class EaselSweepGrid extends LitElement {
	@property({ attribute: false }) table!: TableState;
	@property({ attribute: false }) at!: CellAt;
	@property({ attribute: false }) actions!: GridActions;
	/** The text of the cell that is being edited. */
	@state() protected typed: string | undefined;

	static override styles = [sharedStyle, rowScrollerStyle, gridStyle];

	readonly #scroller = new RowScroller(this);
	/** Texts that the host has not confirmed yet, by their cells. */
	readonly #sent = new Map<string, string>();
	#problems = new Map<string, TableState['problems'][number]>();
	#wish: 'cell' | 'field' | undefined;

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('table')) return;
		this.#sent.clear();
		this.#problems = new Map(
			this.table.problems.map((problem) => [
				keyOf({ row: problem.row, column: problem.place ?? -1 }),
				problem,
			]),
		);
	}

	override render(): TemplateResult {
		const { columns, rows } = this.table;
		const hasResults = rows.some(({ result }) => result !== undefined);
		const drawn = this.#scroller.drawn(rowHeight, rows.length + 1, this.at.row - 2);
		const width = `--columns: ${columns.length}`;
		return html`<div class=${hasResults ? 'scroller results' : 'scroller'} @scroll=${this.#scroller.onScroll}>
			<div
				class="table"
				role="grid"
				aria-label=${this.table.name}
				aria-rowcount=${rows.length + 2}
				aria-colcount=${columns.length + (hasResults ? 2 : 1)}
				.style=${width}
				@keydown=${this.#onKey}
				@focusin=${this.#onFocus}
				@dblclick=${this.#onDoubleClick}
			>
				<div class="cells head" role="row" aria-rowindex="1">
					<span class="number" role="columnheader" aria-label=${l10n.t('Row Number')}></span>
					${columns.map((_, column) => this.#cell({ row: 1, column }))}
					${hasResults ? html`<span class="cell" role="columnheader">${l10n.t('Result')}</span>` : nothing}
				</div>
				<div class="track" role="rowgroup" .style=${`height: ${(rows.length + 1) * rowHeight}px`}>
					${repeat(
						drawn.filter((index) => index >= 0),
						(index) => index,
						(index) => this.#row(index, hasResults),
					)}
				</div>
			</div>
		</div>`;
	}

	#row(index: number, hasResults: boolean): TemplateResult {
		const { columns, rows } = this.table;
		const row = index + 2;
		const problem = this.#problems.get(keyOf({ row, column: -1 }));
		const result = rows[index]?.result;
		return html`<div
			class=${`row cells ${problem?.severity ?? ''}`}
			role="row"
			aria-rowindex=${row}
			.style=${`transform: translateY(${index * rowHeight}px); height: ${rowHeight}px`}
		>
			<span class="number" role="rowheader" title=${ifDefined(problem?.message)}>${index < rows.length ? row : '+'}</span>
			${columns.map((_, column) => this.#cell({ row, column }))}
			${
				hasResults
					? html`<span class="cell result" role="gridcell" aria-colindex=${columns.length + 2}>
							${
								result === undefined
									? nothing
									: html`<button
											class="link"
											type="button"
											tabindex="-1"
											title=${resultText(result)}
											@click=${() => this.actions.openResult(result.run)}
										>${resultText(result)}</button>`
							}
						</span>`
					: nothing
			}
		</div>`;
	}

	#cell(at: CellAt): TemplateResult {
		const { row, column } = at;
		const isCurrent = row === this.at.row && column === this.at.column;
		const isHead = row === 1;
		const problem = this.#problems.get(keyOf(at));
		const about = isHead ? (this.table.columns[column]?.about ?? []) : [];
		const title = [...(problem === undefined ? [] : [problem.message]), ...about].join('\n');
		const isEdited = isCurrent && this.typed !== undefined;
		return html`<span
			class=${`cell ${problem?.severity ?? ''}`}
			role=${isHead ? 'columnheader' : 'gridcell'}
			aria-colindex=${column + 2}
			aria-invalid=${ifDefined(problem?.severity === 'error' ? 'true' : undefined)}
			data-row=${row}
			data-column=${column}
			title=${ifDefined(title === '' ? undefined : title)}
			tabindex=${isCurrent && !isEdited ? 0 : -1}
			>${
				isEdited
					? this.#field(column, isHead)
					: html`<span class="text">${this.#textOf(at)}</span>${
							problem === undefined ? nothing : html`<span class="visually-hidden">${problem.message}</span>`
						}`
			}</span
		>`;
	}

	#field(column: number, isHead: boolean): TemplateResult {
		const { title = '', cells = [], isText = false } = this.table.columns[column] ?? {};
		const label = isHead ? l10n.t('Title') : title;
		const onInput = (event: Event) => {
			this.typed = (event.target as HTMLInputElement | HTMLTextAreaElement).value;
		};
		if (isText && !isHead)
			return html`<textarea class="field" rows="1" aria-label=${label} .value=${this.typed ?? ''} @input=${onInput} @blur=${this.#commit}></textarea>`;
		return html`<input class="field" type="text" list="cells" autocomplete="off" aria-label=${label} .value=${this.typed ?? ''} @input=${onInput} @blur=${this.#commit} />
			<datalist id="cells">${isHead ? nothing : cells.map((cell) => html`<option value=${cell}></option>`)}</datalist>`;
	}

	override updated(changed: PropertyValues): void {
		if (this.#wish === undefined) {
			if (changed.has('table') && !changed.get('table')) this.#reveal();
			return;
		}
		const cell = this.renderRoot.querySelector<HTMLElement>(
			`[data-row="${this.at.row}"][data-column="${this.at.column}"]`,
		);
		const field = cell?.querySelector<HTMLInputElement | HTMLTextAreaElement>('.field');
		(this.#wish === 'field' ? field : cell)?.focus();
		if (this.#wish === 'field') field?.setSelectionRange(field.value.length, field.value.length);
		this.#wish = undefined;
	}

	override focus(): void {
		this.#wish = 'cell';
		this.requestUpdate();
	}

	#textOf(at: CellAt): string {
		const sent = this.#sent.get(keyOf(at));
		if (sent !== undefined) return sent;
		const { columns, rows } = this.table;
		if (at.row === 1) return columns[at.column]?.title ?? '';
		return rows[at.row - 2]?.cells[at.column] ?? '';
	}

	#reveal(): void {
		if (this.at.row > 1) this.#scroller.reveal(this.at.row - 2, rowHeight, rowHeight);
	}

	#onFocus(event: Event): void {
		const cell = (event.target as Element).closest<HTMLElement>('[data-row]');
		if (cell === null) return;
		const at = { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
		if (at.row !== this.at.row || at.column !== this.at.column) this.actions.moved(at);
	}

	#onDoubleClick(event: Event): void {
		if ((event.target as Element).closest('[data-row]') !== null) this.#enter();
	}

	/** Begins to edit the cell with the focus, with its text or another one. */
	#enter(text = this.#textOf(this.at)): void {
		this.typed = text;
		this.#wish = 'field';
	}

	readonly #commit = (): void => {
		const { typed, at } = this;
		this.typed = undefined;
		const before = this.#textOf(at);
		if (typed === undefined || typed === before) return;
		this.#sent.set(keyOf(at), typed);
		this.actions.edit({ row: at.row, place: at.column, before, cell: typed });
	};

	#move(rows: number, columns: number): void {
		const last = this.table.rows.length + 2;
		const row = Math.min(last, Math.max(1, this.at.row + rows));
		const column = Math.min(this.table.columns.length - 1, Math.max(0, this.at.column + columns));
		this.actions.moved({ row, column });
		this.#wish = 'cell';
		this.at = { row, column };
		this.#reveal();
		this.requestUpdate();
	}

	#onKey(event: KeyboardEvent): void {
		if (event.isComposing) return;
		const isField = (event.composedPath()[0] as Element).classList.contains('field');
		if (!(isField ? this.#fieldKey(event) : this.#cellKey(event))) return;
		event.preventDefault();
		event.stopPropagation();
	}

	/** Handles keys while a cell is edited: Enter and Tab keep the text and move on, Escape discards it. */
	#fieldKey({ key, shiftKey, altKey, target }: KeyboardEvent): boolean {
		if (key === 'Escape') {
			this.typed = undefined;
			this.focus();
			return true;
		}
		if (key === 'Enter' && !(altKey || shiftKey)) {
			this.#commit();
			this.#move(1, 0);
			return true;
		}
		if (key === 'Enter' && target !== null) return false;
		if (key !== 'Tab') return false;
		this.#commit();
		this.#move(0, shiftKey ? -1 : 1);
		return true;
	}

	#cellKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
		const whole = ctrlKey || metaKey;
		const page = Math.max(1, Math.floor(this.#scroller.size.height / rowHeight) - 2);
		const moves: Readonly<Record<string, readonly [number, number]>> = {
			ArrowDown: [1, 0],
			ArrowUp: [-1, 0],
			ArrowRight: [0, 1],
			ArrowLeft: [0, -1],
			PageDown: [page, 0],
			PageUp: [-page, 0],
			Home: [whole ? -Infinity : 0, -Infinity],
			End: [whole ? Infinity : 0, Infinity],
		};
		const move = moves[key];
		if (altKey || (whole && key !== 'Home' && key !== 'End')) return false;
		if (move !== undefined) this.#move(...move);
		else if (key === 'Enter' || key === 'F2') this.#enter();
		else if (key === 'Delete' || key === 'Backspace') {
			this.typed = '';
			this.#commit();
		} else if (key.length === 1 && !(key === ' ' && shiftKey)) this.#enter(key);
		else return false;
		return true;
	}
}

function keyOf({ row, column }: CellAt): string {
	return `${row},${column}`;
}

customElements.define('easel-sweep-grid', EaselSweepGrid);
