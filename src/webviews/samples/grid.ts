import * as l10n from '@vscode/l10n';
import { numberText } from '../../core/base/language.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ShownSample } from '../../core/jobs/samples/messages.ts';
import { dispatcherOf, sharedStyle, wantsStillness } from '../shared/base.ts';
import type { GridAxes, GridPlace } from '../shared/list/gridAxis.ts';
import { VirtualGrid } from '../shared/list/virtualGrid.ts';
import { mediaCellStyle } from '../shared/media/mediaCell.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import { gridCell } from './gridCell.ts';
import { type GridSizes, gridSizes, usualCell } from './gridLayout.ts';
import { gridStyle } from './gridStyle.ts';
import { type GridRow, type JobView, promptTitle, type Spot, sampleAt } from './model.ts';

export interface VisibleSample {
	readonly view: JobView;
	readonly sample: ShownSample;
}

interface SpotMenu {
	readonly spot: Spot;
	/** A point of the window, in pixels. */
	readonly x: number;
	readonly y: number;
	readonly from: HTMLElement;
}

export interface GridEvents {
	/** A cell became the current one. */
	'spot-choose': CustomEvent<Spot>;
	/** Fires when a sample is to be enlarged. */
	'spot-open': CustomEvent<Spot>;
	'spot-menu': CustomEvent<SpotMenu>;
	/** The visible samples, those nearest to the middle first. */
	'samples-visible': CustomEvent<readonly VisibleSample[]>;
	/** A copy could not be loaded. */
	'sample-unreadable': CustomEvent<VisibleSample>;
}

/** The samples of a job, or of two: steps across, prompts down. */
export class EaselSampleGrid extends VirtualGrid {
	@property({ attribute: false }) rows: readonly GridRow[] = [];
	@property({ attribute: false }) steps: readonly number[] = [];
	/** Edge of a cell, in pixels. */
	@property({ attribute: false }) cell = usualCell;
	/** The current cell; by default the latest step of the first prompt. */
	@property({ attribute: false }) spot: Spot | undefined;
	@property({ attribute: false }) thumbnails!: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	@property({ attribute: false }) revision = 0;
	@state() protected hovered: string | undefined;

	#visible = '';
	readonly #dispatch = dispatcherOf<GridEvents>(this);

	static override styles = [sharedStyle, mediaCellStyle, gridStyle];

	override render(): unknown {
		const sizes = this.#sizes();
		const columns = this.drawn('x', sizes.pitch);
		const current = this.#current();
		const width = sizes.head + this.steps.length * sizes.pitch;
		const height = sizes.top + this.rows.length * sizes.pitch;
		return this.inScroller(html`<div
			role="grid"
			aria-label=${l10n.t('Samples, steps across and prompts down')}
			aria-rowcount=${this.rows.length + 1}
			aria-colcount=${this.steps.length + 1}
			.style=${`width: ${width}px; height: ${height}px`}
			@keydown=${this.onKey}
			@focusin=${() => this.requestUpdate()}
			@focusout=${() => this.requestUpdate()}
		>
			<div class="steps quiet" role="row" aria-rowindex="1" .style=${`height: ${sizes.top}px`}>
				<div class="corner" role="columnheader" aria-colindex="1" .style=${`width: ${sizes.head}px`}>${l10n.t('Prompt')}</div>
				${columns.map(
					(column) => html`<div
						class="step cut figures"
						role="columnheader"
						aria-colindex=${column + 2}
						.style=${`left: ${sizes.head + column * sizes.pitch}px; width: ${sizes.cell}px`}
					>${numberText(this.steps[column] ?? 0)}</div>`,
				)}
			</div>
			${repeat(
				this.drawn('y', sizes.pitch),
				(row) => row,
				(row) => this.#row(row, columns, sizes, current),
			)}
		</div>`);
	}

	#row(
		at: number,
		columns: readonly number[],
		sizes: GridSizes,
		current: GridPlace,
	): TemplateResult | typeof nothing {
		const row = this.rows[at];
		if (row === undefined) return nothing;
		const { view, index } = row;
		const title = promptTitle(view, index);
		const seed = view.job.prompts[index]?.seed;
		return html`<div
			class="row ${row.second ? 'second' : ''}"
			role="row"
			aria-rowindex=${at + 2}
			.style=${`top: ${sizes.top + at * sizes.pitch}px; height: ${sizes.pitch}px`}
		>
			<div class="head" role="rowheader" aria-colindex="1" title=${title} .style=${`width: ${sizes.head}px; height: ${sizes.cell}px`}>
				${row.second ? html`<span class="job quiet cut">${view.job.name}</span>` : nothing}
				<span class="prompt">${title}</span>
				${seed === undefined ? nothing : html`<span class="seed quiet cut figures">${l10n.t('Seed {0}', seed)}</span>`}
			</div>
			${repeat(
				columns,
				(column) => column,
				(column) => this.#cell({ row: at, column }, sizes, current),
			)}
		</div>`;
	}

	#cell(place: GridPlace, sizes: GridSizes, current: GridPlace): TemplateResult | typeof nothing {
		const spot = this.#spotAt(place);
		if (spot === undefined) return nothing;
		const sample = sampleAt(spot);
		const isCurrent = place.row === current.row && place.column === current.column;
		const key = `${place.row}:${place.column}`;
		const focused = isCurrent && this.shadowRoot?.activeElement?.getAttribute('data-cell') === key;
		return gridCell({
			spot,
			sample,
			place,
			key,
			sizes,
			isCurrent,
			plays: (this.hovered === undefined ? focused : this.hovered === key) && !wantsStillness(),
			thumbnails: this.thumbnails,
			actions: {
				open: () => this.#open(place),
				menu: (event) => this.#onMenu(event, spot, sample),
				enter: () => {
					this.hovered = key;
				},
				leave: () => {
					if (this.hovered === key) this.hovered = undefined;
				},
				unreadable: (unreadable) =>
					this.#dispatch('sample-unreadable', { view: spot.view, sample: unreadable }),
			},
		});
	}

	override willUpdate(changed: PropertyValues<this>): void {
		// If the latest step is in view, the next one is scrolled into view.
		const before = changed.get('steps');
		if (before === undefined || before.length === 0 || before.length === this.steps.length) return;
		const sizes = this.#sizes();
		const end = sizes.head + before.length * sizes.pitch - this.room.x;
		if (end > 0 && this.scrolled.x >= end - sizes.pitch / 2) {
			const left = this.scrolled.x + (this.steps.length - before.length) * sizes.pitch;
			void this.updateComplete.then(() => this.scroller?.scrollTo({ left }));
		}
	}

	override updated(changed: PropertyValues<this>): void {
		super.updated(changed);
		const isMoved = this.spot !== undefined && (changed.has('spot') || changed.has('cell'));
		const isFilled = changed.get('rows')?.length === 0 || changed.get('steps')?.length === 0;
		// Begins with the latest step, unless a cell was chosen before.
		if (isMoved || isFilled) this.reveal();
		this.#reportVisible();
	}

	#sizes(): GridSizes {
		return gridSizes(this.cell, this.room.x);
	}

	protected axes(): GridAxes {
		const { head, top, pitch } = this.#sizes();
		const { row, column } = this.#current();
		return {
			x: { count: this.steps.length, at: column, length: pitch, head },
			y: { count: this.rows.length, at: row, length: pitch, head: top },
		};
	}

	#current(): GridPlace {
		const { spot } = this;
		const row = this.rows.findIndex(
			({ view, index }) => view.job.id === spot?.view.job.id && index === spot.index,
		);
		const column = spot === undefined ? -1 : this.steps.indexOf(spot.step);
		return { row: Math.max(0, row), column: column < 0 ? Math.max(0, this.steps.length - 1) : column };
	}

	#spotAt({ row, column }: GridPlace): Spot | undefined {
		const line = this.rows[row];
		const step = this.steps[column];
		return line === undefined || step === undefined
			? undefined
			: { view: line.view, index: line.index, step };
	}

	#reportVisible(): void {
		if (this.room.x === 0) return;
		const visible = this.drawn('y', 0).flatMap((row) =>
			this.drawn('x', 0).flatMap((column): VisibleSample[] => {
				const spot = this.#spotAt({ row, column });
				const sample = spot && sampleAt(spot);
				return spot === undefined || sample === undefined ? [] : [{ view: spot.view, sample }];
			}),
		);
		const key = visible
			.map(({ view, sample }) => `${view.job.id} ${sample.name} ${sample.file ?? ''}`)
			.join('\n');
		if (key === this.#visible) return;
		this.#visible = key;
		this.#dispatch('samples-visible', visible);
	}

	#open(place: GridPlace): void {
		const spot = this.#spotAt(place);
		if (spot === undefined) return;
		this.#dispatch('spot-choose', spot);
		if (sampleAt(spot) !== undefined) this.#dispatch('spot-open', spot);
	}

	#onMenu(event: MouseEvent, spot: Spot, sample: ShownSample | undefined): void {
		event.preventDefault();
		if (sample === undefined) return;
		this.#dispatch('spot-choose', spot);
		const from = event.currentTarget as HTMLElement;
		this.#dispatch('spot-menu', { spot, x: event.clientX, y: event.clientY, from });
	}

	protected move(place: GridPlace): void {
		const spot = this.#spotAt(place);
		if (spot !== undefined) this.#dispatch('spot-choose', spot);
	}

	protected press(event: KeyboardEvent): boolean {
		if (event.metaKey) return false;
		if (event.key !== 'Enter' && event.key !== ' ') return this.moveBy(event, event.ctrlKey ? Infinity : 1);
		this.#open(this.#current());
		return true;
	}
}

customElements.define('easel-sample-grid', EaselSampleGrid);
