import * as l10n from '@vscode/l10n';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { numberText } from '../../core/base/language.ts';
import type { GridAxes, SheetRun } from '../../core/runs/sheet/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import { controlStyle } from '../shared/controls.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import {
	type AxesGrid,
	type Axis,
	axesGrid,
	axesOf,
	chosenAxes,
	type Line,
	nextTile,
	sweptRuns,
} from './axes.ts';
import { drawGrid } from './axesPicture.ts';
import { axesStyle } from './axesStyle.ts';
import { emptyText, keptText, lineText } from './axesTexts.ts';
import type { Choice } from './choice.ts';
import { gridStyle } from './gridStyle.ts';
import { actOnKey, type GridActions, gridTile, keysOf, want } from './gridTile.ts';
import type { Tile } from './tiles.ts';
import { addressOf } from './tileView.ts';

interface AxesActions extends GridActions {
	setAxes(axes: GridAxes): void;
	saveGrid(picture: Promise<Blob>): Promise<void>;
}

/** The pictures of sweeps in rows and columns by two of their values; a cell shows its first picture. */
class EaselSheetAxes extends LitElement {
	@property({ attribute: false }) runs!: ReadonlyMap<string, SheetRun>;
	/** The address of the folder of all runs. */
	@property() folder!: string;
	/** Edge of a tile in pixels. */
	@property({ attribute: false }) tile!: number;
	@property({ attribute: false }) starredOnly!: boolean;
	@property({ attribute: false }) chosen!: GridAxes;
	@property({ attribute: false }) choice!: Choice;
	/** The reasons why pictures that have a copy cannot be shown, by tile. */
	@property({ attribute: false }) faults!: ReadonlyMap<string, string>;
	@property({ attribute: false }) thumbnails!: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	@property({ attribute: false }) revision!: number;
	@property({ attribute: false }) actions!: AxesActions;
	@state() protected drawing = false;

	static override styles = [sharedStyle, controlStyle, gridStyle, axesStyle];

	#axes: readonly Axis[] = [];
	#shown: ReturnType<typeof chosenAxes> = { rows: undefined, columns: undefined };
	#grid: AxesGrid = { rows: [], columns: [], cells: [], left: { rows: 0, columns: 0 } };
	#wish = false;

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('runs') && !changed.has('chosen') && !changed.has('starredOnly')) return;
		const runs = sweptRuns(this.runs.values());
		this.#axes = axesOf(runs);
		this.#shown = chosenAxes(this.#axes, runs, this.chosen);
		this.#grid = axesGrid(runs, this.#shown, this.starredOnly);
	}

	override render(): TemplateResult {
		const { rows, columns } = this.#shown;
		const { left } = this.#grid;
		const isCut = left.rows + left.columns > 0;
		return html`<div class="bar">
				${this.#select(l10n.t('Rows'), rows, (name) => ({ ...this.#names(), rows: name }))}
				${this.#select(l10n.t('Columns'), columns, (name) => ({ ...this.#names(), columns: name }))}
				<button class="plain" type="button" ?disabled=${this.drawing} @click=${this.#export}>
					${l10n.t('Export as One PNG...')}
				</button>
				${
					isCut
						? html`<span role="status">${l10n.t('{0} more rows and {1} more columns are not shown.', numberText(left.rows), numberText(left.columns))}</span>`
						: nothing
				}
			</div>
			<div class="axes" role="grid" aria-label=${l10n.t('Pictures by their values')} @keydown=${this.#onKey}>
				<div class="line" role="row" .style=${`grid-template-columns: ${this.#template()}`}>
					<div class="corner quiet" role="columnheader">
						<span>${columns === undefined ? '' : `${columns.name} →`}</span><span>${rows === undefined ? '' : `${rows.name} ↓`}</span>
					</div>
					${this.#grid.columns.map((line) => this.#heading(columns, line, 'columnheader'))}
				</div>
				${this.#grid.rows.map((line, at) => this.#row(line, at))}
			</div>`;
	}

	/** Returns the names of the shown axes; an empty name for none. */
	#names(order?: 'swapped'): GridAxes {
		const [rows, columns] = [this.#shown.rows?.name ?? '', this.#shown.columns?.name ?? ''];
		return order === 'swapped' ? { rows: columns, columns: rows } : { rows, columns };
	}

	#template(): string {
		const heading = this.#shown.rows === undefined ? '72px' : 'minmax(96px, 160px)';
		return `${heading} repeat(${this.#grid.columns.length}, ${this.tile}px)`;
	}

	#select(label: string, shown: Axis | undefined, axesFor: (name: string) => GridAxes): TemplateResult {
		const name = shown?.name ?? '';
		const option = (value: string, text: string) =>
			html`<option value=${value} ?selected=${value === name}>${text}</option>`;
		return html`<label>${label}
			<select
				.value=${name}
				@change=${(event: Event) => {
					const { value } = event.target as HTMLSelectElement;
					const axes = axesFor(value);
					const other = axes.rows === axes.columns && value !== '';
					// An axis that moves to the other side replaces the one that was there.
					this.actions.setAxes(other ? this.#names('swapped') : axes);
				}}
			>
				${this.#axes.map((axis) => option(axis.name, axis.name))} ${option('', l10n.t('None'))}
			</select>
		</label>`;
	}

	#heading(axis: Axis | undefined, line: Line, role: 'columnheader' | 'rowheader'): TemplateResult {
		const text = lineText(axis, line);
		const kept = keptText(line.runs);
		return html`<div class="heading ${role}" role=${role} title=${text}>
			<span class="value">${text}</span>${kept === '' ? nothing : html`<span class="kept quiet">${kept}</span>`}
		</div>`;
	}

	#row(line: Line, at: number): TemplateResult {
		const cells = this.#grid.cells[at] ?? [];
		return html`<div class="line" role="row" .style=${`grid-template-columns: ${this.#template()}; grid-auto-rows: ${this.tile + 24}px`}>
			${this.#heading(this.#shown.rows, line, 'rowheader')}
			${cells.map((cell, column) => {
				const [first] = cell.tiles;
				return first === undefined
					? html`<div class="cell empty" role="gridcell" aria-colindex=${column + 2}>
							<div class="face"><span class="fault quiet">${emptyText(cell, this.starredOnly)}</span></div>
						</div>`
					: gridTile(this, first, {
							column: column + 1,
							count: cell.tiles.length,
							isStop: first.id === this.#stop(),
						});
			})}
		</div>`;
	}

	async #export(): Promise<void> {
		const { rows, columns, cells } = this.#grid;
		const shown = this.#shown;
		const textOf = (axis: Axis | undefined) => (line: Line) =>
			[lineText(axis, line), keptText(line.runs)].filter((text) => text !== '').join('\n');
		this.drawing = true;
		await this.actions.saveGrid(
			drawGrid({
				columnsOf: shown.columns?.name ?? '',
				rowsOf: shown.rows?.name ?? '',
				columns: columns.map(textOf(shown.columns)),
				rows: rows.map(textOf(shown.rows)),
				cells: cells.map((row) =>
					row.map((cell) => {
						const [first] = cell.tiles;
						const address = first && addressOf(this.folder, first);
						return {
							text: emptyText(cell, this.starredOnly),
							count: cell.tiles.length,
							...(first && address ? { picture: { address, kind: first.picture.kind } } : {}),
						};
					}),
				),
			}),
		);
		this.drawing = false;
	}

	/** Returns the first pictures of the cells. */
	#tiles(): readonly (readonly (Tile | undefined)[])[] {
		return this.#grid.cells.map((row) => row.map(({ tiles: [first] }) => first));
	}

	/** Returns the tile that the Tab key focuses. */
	#stop(): string | undefined {
		const all = this.#tiles()
			.flat()
			.flatMap((tile) => tile?.id ?? []);
		const { current } = this.choice;
		return current !== undefined && all.includes(current) ? current : all[0];
	}

	override updated(): void {
		if (this.#wish) {
			this.#wish = false;
			this.renderRoot.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus();
		}
		const tiles = this.#tiles().flatMap((row) => row.filter((tile) => tile !== undefined));
		want(this, tiles, tiles);
	}

	#onKey(event: KeyboardEvent): void {
		const tiles = this.#tiles();
		const stop = this.#stop();
		const row = tiles.findIndex((each) => each.some((tile) => tile?.id === stop));
		const column = tiles[row]?.findIndex((tile) => tile?.id === stop) ?? -1;
		const tile = tiles[row]?.[column];
		if (tile === undefined || event.altKey) return;
		const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
		if (step !== undefined) {
			const next = nextTile(tiles, { row, column }, step);
			if (next !== undefined) {
				this.#wish = true;
				this.actions.choose(next, 'move', keysOf(event));
			}
		} else if (!actOnKey(event, tile, this.actions)) return;
		event.preventDefault();
		event.stopPropagation();
	}
}

/** Rows down and columns across. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [0, -1],
	ArrowRight: [0, 1],
	ArrowUp: [-1, 0],
	ArrowDown: [1, 0],
};

customElements.define('easel-sheet-axes', EaselSheetAxes);
