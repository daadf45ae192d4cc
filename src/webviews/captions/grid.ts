import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CaptionEdit } from '../../core/captions/edits.ts';
import { shownMedium } from '../../core/captions/pairs.ts';
import type { CaptionRow } from '../../core/captions/row.ts';
import { sharedStyle } from '../shared/base.ts';
import type { GridAxes, GridPlace } from '../shared/list/gridAxis.ts';
import { currentCell, VirtualGrid, virtualRowStyle } from '../shared/list/virtualGrid.ts';
import type { Thumbnails, WantedThumbnail } from '../shared/media/thumbnails.ts';
import { gridStyle } from './gridStyle.ts';
import { type Column, isReadOnly, type RowActions, rowView } from './rowView.ts';

export interface GridActions extends RowActions {
	/** Called when the person gave up the typed text. */
	givenUp(id: string): void;
	/** Called when another row became the current one. */
	moved(id: string): void;
}

const columns: readonly Column[] = ['medium', 'caption'];

/** All pairs of a folder, one below the other. */
export class EaselCaptionGrid extends VirtualGrid {
	@property({ attribute: false }) rows: readonly CaptionRow[] = [];
	/** The texts that are being typed, by row. */
	@property({ attribute: false }) drafts: ReadonlyMap<string, string> = new Map();
	/** Set while a tool shows its changes. */
	@property({ attribute: false }) previews: ReadonlyMap<string, CaptionEdit> | undefined;
	/** The address of the folder. */
	@property() address = '';
	/** Height of a row in pixels. */
	@property({ attribute: false }) rowHeight = 136;
	@property({ attribute: false }) thumbnails!: Thumbnails;
	/** Changes whenever a thumbnail was made or something was typed. */
	@property({ attribute: false }) revision = 0;
	@property({ attribute: false }) actions!: GridActions;
	/** The row that the Tab key finds; the first one if it is not shown. */
	@property() current: string | undefined;

	#column: Column = 'caption';
	#at = 0;

	static override styles = [sharedStyle, virtualRowStyle, gridStyle];

	override willUpdate(changed: PropertyValues): void {
		if (changed.has('rows') || changed.has('current'))
			this.#at = Math.max(
				0,
				this.rows.findIndex(({ id }) => id === this.current),
			);
	}

	override render(): TemplateResult {
		return this.inScroller(html`<div
			class="track"
			role="grid"
			aria-label=${l10n.t('Captions')}
			aria-rowcount=${this.rows.length}
			aria-colcount="2"
			.style=${`height: ${this.rows.length * this.rowHeight}px`}
			@keydown=${this.onKey}
			@focusin=${this.#onFocus}
		>
			${repeat(
				this.drawn('y'),
				(index) => this.rows[index]?.id,
				(index) => this.#row(index),
			)}
		</div>`);
	}

	#row(index: number): unknown {
		const row = this.rows[index];
		if (row === undefined) return undefined;
		const medium = shownMedium(row.media);
		return rowView({
			row,
			index,
			height: this.rowHeight,
			stop: index === this.#at ? this.#column : undefined,
			draft: this.drafts.get(row.id),
			preview: this.previews?.get(row.id),
			thumbnail: medium && this.thumbnails.get(addressOf(this.address, medium)),
			actions: this.actions,
		});
	}

	override updated(changed: PropertyValues): void {
		if (changed.has('rowHeight')) this.reveal();
		super.updated(changed);
		this.#want();
	}

	protected axes(): GridAxes {
		return {
			x: { count: columns.length, at: columns.indexOf(this.#column) },
			y: { count: this.rows.length, at: this.#at, length: this.rowHeight },
		};
	}

	goTo(id: string, focus: boolean): void {
		const index = this.rows.findIndex((row) => row.id === id);
		if (index === -1) return;
		this.#go(index);
		if (focus) this.focusCurrent();
	}

	#want(): void {
		const wanted = ({ media }: CaptionRow): WantedThumbnail[] => {
			const medium = shownMedium(media);
			return medium === undefined ? [] : [{ address: addressOf(this.address, medium), kind: medium.kind }];
		};
		this.thumbnails.want(
			this.wanted().flatMap(({ start, end }) => this.rows.slice(start, end).flatMap(wanted)),
		);
	}

	#onFocus(event: Event): void {
		const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
		const id = cell?.closest<HTMLElement>('.row')?.dataset.id;
		if (cell === null || id === undefined) return;
		this.#column = cell.dataset.column as Column;
		if (id !== this.current) this.actions.moved(id);
		this.requestUpdate();
	}

	protected press(event: KeyboardEvent): boolean {
		const target = event.composedPath()[0];
		if (target instanceof HTMLTextAreaElement) return this.#pressInField(event);
		if (!(target instanceof HTMLButtonElement)) return this.#pressInCell(event);
		if (event.key !== 'Escape') return false;
		this.focusCurrent();
		return true;
	}

	/**
	 * Handles keys while a caption is edited: Escape discards, Tab goes to the next caption, all others belong to the
	 * text.
	 */
	#pressInField(event: KeyboardEvent): boolean {
		const id = this.rows[this.#at]?.id;
		if (id === undefined) return false;
		if (event.key === 'Escape') this.actions.givenUp(id);
		else if (event.key === 'Tab') {
			const next = this.#at + (event.shiftKey ? -1 : 1);
			// At either end the key leaves the grid, as usual.
			if (next < 0 || next >= this.rows.length) return false;
			this.#edit(next);
			return true;
		} else if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false;
		this.focusCurrent();
		return true;
	}

	#pressInCell(event: KeyboardEvent): boolean {
		const { key } = event;
		if ((event.ctrlKey || event.metaKey) && key !== 'Home' && key !== 'End') return false;
		if (key === 'Enter' || key === 'F2') this.#enter();
		else return this.moveBy(event);
		return true;
	}

	#enter(): void {
		const row = this.rows[this.#at];
		if (row === undefined || this.previews !== undefined) return;
		if (this.#column === 'medium') this.actions.open(row.media[0]?.path ?? row.id);
		else if (!isReadOnly(row)) this.#edit(this.#at);
	}

	#edit(index: number): void {
		this.#column = 'caption';
		this.#go(index);
		this.focusCurrent(`${currentCell} textarea`);
	}

	protected move({ row, column }: GridPlace): void {
		this.#column = columns[column] ?? this.#column;
		this.#go(row);
	}

	#go(index: number): void {
		const row = this.rows[index];
		if (row === undefined) return;
		this.#at = index;
		if (row.id !== this.current) this.actions.moved(row.id);
		this.reveal();
		this.requestUpdate();
	}
}

/** Returns the address of a file, a new one when the file has changed; its name may contain any character. */
function addressOf(folder: string, { path, version }: CaptionRow['media'][number]): string {
	const address = `${folder}/${path.split('/').map(encodeURIComponent).join('/')}`;
	return version === undefined ? address : `${address}?${encodeURIComponent(version)}`;
}

customElements.define('easel-caption-grid', EaselCaptionGrid);
