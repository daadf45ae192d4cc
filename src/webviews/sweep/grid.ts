import * as l10n from '@vscode/l10n';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ifDefined } from 'lit/directives/if-defined.js';
import { repeat } from 'lit/directives/repeat.js';
import { numberText } from '../../core/base/language.ts';
import type { RowResult, TableState } from '../../core/workflow/sweep/tableMessages.ts';
import { sharedStyle } from '../shared/base.ts';
import type { GridAxes, GridPlace } from '../shared/list/gridAxis.ts';
import { VirtualGrid, virtualRowStyle } from '../shared/list/virtualGrid.ts';
import { gridStyle } from './gridStyle.ts';

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
	save(): void;
}

/** Height of a row in pixels. */
const rowHeight = 28;

/** The rows of a table, with an empty one below them in which the next one begins. */
export class EaselSweepGrid extends VirtualGrid {
	@property({ attribute: false }) table!: TableState;
	@property({ attribute: false }) at!: CellAt;
	@property({ attribute: false }) actions!: GridActions;
	/** The text of the cell that is being edited. */
	@state() protected typed: string | undefined;

	static override styles = [sharedStyle, virtualRowStyle, gridStyle];

	/** Texts that the host has not confirmed yet, by their cells. */
	readonly #sent = new Map<string, string>();
	#problems = new Map<string, TableState['problems'][number]>();
	/** The text of the cell when its change began: the host must not change another one. */
	#before = '';

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
		return this.inScroller(
			html`<div
				class="table"
				role="grid"
				aria-label=${this.table.name}
				aria-rowcount=${rows.length + 2}
				aria-colcount=${columns.length + (hasResults ? 2 : 1)}
				.style=${`--columns: ${columns.length}`}
				@keydown=${this.onKey}
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
						this.drawn('y'),
						(index) => index,
						(index) => this.#row(index, hasResults),
					)}
				</div>
			</div>`,
			hasResults ? 'scroller results' : 'scroller',
		);
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
					: html`<span class="text cut">${this.#textOf(at)}</span>${
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

	protected axes(): GridAxes {
		const { columns, rows } = this.table;
		const { row, column } = this.at;
		return {
			x: { count: columns.length, at: column },
			y: { count: rows.length + 1, at: row - 2, lowest: -1, length: rowHeight, head: rowHeight },
		};
	}

	override focus(): void {
		this.focusCurrent();
	}

	#textOf(at: CellAt): string {
		const sent = this.#sent.get(keyOf(at));
		if (sent !== undefined) return sent;
		const { columns, rows } = this.table;
		if (at.row === 1) return columns[at.column]?.title ?? '';
		return rows[at.row - 2]?.cells[at.column] ?? '';
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
		this.#before = this.#textOf(this.at);
		this.typed = text;
		this.focusCurrent('.field');
	}

	readonly #commit = (): void => {
		const { typed, at } = this;
		const before = this.#before;
		this.typed = undefined;
		if (typed === undefined || typed === before) return;
		this.#sent.set(keyOf(at), typed);
		this.actions.edit({ row: at.row, place: at.column, before, cell: typed });
	};

	protected move({ row, column }: GridPlace): void {
		this.at = { row: row + 2, column };
		this.actions.moved(this.at);
	}

	protected press(event: KeyboardEvent): boolean {
		const isField = (event.composedPath()[0] as Element).classList.contains('field');
		return isField ? this.#pressInField(event) : this.#pressInCell(event);
	}

	/**
	 * Handles keys while a cell is edited: Enter and Tab keep the text and move on, Escape discards it, Ctrl+S saves it
	 * with the table, Ctrl+Z undoes the typing.
	 */
	#pressInField(event: KeyboardEvent): boolean {
		const { key, shiftKey } = event;
		const isCtrl = event.ctrlKey || event.metaKey;
		// The editor would undo a change of another cell.
		if (isCtrl && /^[zy]$/i.test(key) && this.typed !== this.#before) event.stopPropagation();
		if (isCtrl && !shiftKey && /^s$/i.test(key)) {
			this.#commit();
			this.actions.save();
			this.focusCurrent();
			return true;
		}
		if (key === 'Escape') {
			this.typed = undefined;
			this.focus();
			return true;
		}
		if (key !== 'Tab' && (key !== 'Enter' || shiftKey)) return false;
		this.#commit();
		const sideways = shiftKey ? 'ArrowLeft' : 'ArrowRight';
		const held = { ctrlKey: false, metaKey: false, shiftKey: false };
		return this.moveBy({ ...held, key: key === 'Tab' ? sideways : 'ArrowDown' });
	}

	#pressInCell(event: KeyboardEvent): boolean {
		const { key, ctrlKey, metaKey, shiftKey } = event;
		if ((ctrlKey || metaKey) && key !== 'Home' && key !== 'End') return false;
		if (this.moveBy(event)) return true;
		if (key === 'Enter' || key === 'F2') this.#enter();
		else if (key === 'Delete' || key === 'Backspace') {
			this.#before = this.#textOf(this.at);
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

/** Returns the results of a row in a few words: states, seconds, cost and stars. */
function resultText({ states, seconds, usd, stars }: RowResult): string {
	const alone = states.length === 1 && states[0]?.count === 1;
	const parts = states.map(({ state, count }) => (alone ? state : `${numberText(count)} ${state}`));
	if (seconds !== undefined) parts.push(l10n.t('{0} s', numberText(seconds)));
	if (usd !== undefined) parts.push(l10n.t('{0} USD', numberText(usd, { maximumFractionDigits: 6 })));
	if (stars > 0) parts.push(`★ ${numberText(stars)}`);
	return parts.join(' · ');
}

customElements.define('easel-sweep-grid', EaselSweepGrid);
