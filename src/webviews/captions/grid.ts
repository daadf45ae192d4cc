import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { CaptionEdit } from '../../core/captions/edits.ts';
import { shownMedium } from '../../core/captions/pairs.ts';
import type { CaptionRow } from '../../core/captions/row.ts';
import { sharedStyle } from '../shared/base.ts';
import { RowScroller, rowScrollerStyle } from '../shared/list/rowScroller.ts';
import type { Thumbnails, WantedThumbnail } from '../shared/media/thumbnails.ts';
import { gridStyle } from './gridStyle.ts';
import { type Column, isReadOnly, type RowActions, rowView } from './rowView.ts';

/** The actions of a grid that its view carries out. */
export interface GridActions extends RowActions {
	/** Called when the person gave up the typed text. */
	givenUp(id: string): void;
	/** Called when another row became the current one. */
	moved(id: string): void;
}

/** All pairs of a folder, one below the other. Only visible rows have elements, and the focused one. */
export class EaselCaptionGrid extends LitElement {
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
	#wish: 'cell' | 'field' | undefined;
	#at = 0;
	#wasShown = false;
	readonly #scroller = new RowScroller(this);

	static override styles = [sharedStyle, rowScrollerStyle, gridStyle];

	override willUpdate(changed: PropertyValues): void {
		if (changed.has('rows') || changed.has('current'))
			this.#at = Math.max(
				0,
				this.rows.findIndex(({ id }) => id === this.current),
			);
	}

	override render(): TemplateResult {
		const indexes = this.#scroller.drawn(this.rowHeight, this.rows.length, this.#at);
		return html`<div class="scroller" @scroll=${this.#scroller.onScroll}>
			<div
				class="track"
				role="grid"
				aria-label=${l10n.t('Captions')}
				aria-rowcount=${this.rows.length}
				aria-colcount="2"
				.style=${`height: ${this.rows.length * this.rowHeight}px`}
				@keydown=${this.#onKey}
				@focusin=${this.#onFocus}
			>
				${repeat(
					indexes,
					(index) => this.rows[index]?.id,
					(index) => this.#row(index),
				)}
			</div>
		</div>`;
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
		const shown = !this.#wasShown && this.#scroller.size.height > 0;
		this.#wasShown ||= shown;
		if (changed.has('rowHeight') || shown) this.#reveal();
		if (this.#wish !== undefined) {
			const row = this.renderRoot.querySelector(`[data-id="${CSS.escape(this.rows[this.#at]?.id ?? '')}"]`);
			const field = this.#wish === 'field' ? row?.querySelector<HTMLTextAreaElement>('textarea') : undefined;
			const cell = row?.querySelector<HTMLElement>(`[data-column="${this.#column}"]`);
			(field ?? cell)?.focus({ preventScroll: true });
			field?.setSelectionRange(field.value.length, field.value.length);
			this.#wish = undefined;
		}
		this.#want();
	}

	/** Shows a row, and gives it the focus on request. */
	goTo(id: string, focus: boolean): void {
		const index = this.rows.findIndex((row) => row.id === id);
		if (index !== -1) this.#move(index, focus ? 'cell' : undefined);
	}

	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
	}

	#want(): void {
		const wanted = ({ media }: CaptionRow): WantedThumbnail[] => {
			const medium = shownMedium(media);
			return medium === undefined ? [] : [{ address: addressOf(this.address, medium), kind: medium.kind }];
		};
		const ranges = this.#scroller.wanted(this.rowHeight, this.rows.length);
		this.thumbnails.want(ranges.flatMap(([from, to]) => this.rows.slice(from, to).flatMap(wanted)));
	}

	#reveal(): void {
		this.#scroller.reveal(this.#at, this.rowHeight);
	}

	#onFocus(event: Event): void {
		const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
		const id = cell?.closest<HTMLElement>('.row')?.dataset.id;
		if (cell === null || id === undefined) return;
		this.#column = cell.dataset.column as Column;
		if (id !== this.current) this.actions.moved(id);
		this.requestUpdate();
	}

	#onKey(event: KeyboardEvent): void {
		const target = event.composedPath()[0];
		if (event.altKey) return;
		if (target instanceof HTMLTextAreaElement) this.#onFieldKey(event);
		else if (target instanceof HTMLButtonElement) {
			if (event.key === 'Escape') this.#move(this.#at, 'cell');
		} else this.#onCellKey(event);
	}

	/**
	 * Handles keys while a caption is edited: Escape discards, Tab goes to the next caption, all others belong to the
	 * text.
	 */
	#onFieldKey(event: KeyboardEvent): void {
		const id = this.rows[this.#at]?.id;
		if (event.isComposing || id === undefined) return;
		if (event.key === 'Escape') {
			this.actions.givenUp(id);
			this.#move(this.#at, 'cell');
		} else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.#move(this.#at, 'cell');
		else if (event.key === 'Tab') {
			const next = this.#at + (event.shiftKey ? -1 : 1);
			// At either end the key leaves the grid, as usual.
			if (next < 0 || next >= this.rows.length) return;
			this.#move(next, 'field');
		} else return;
		event.preventDefault();
		event.stopPropagation();
	}

	#onCellKey(event: KeyboardEvent): void {
		const last = this.rows.length - 1;
		const page = Math.max(1, Math.floor(this.#scroller.size.height / this.rowHeight) - 1);
		const whole = event.ctrlKey || event.metaKey;
		const rows: Readonly<Record<string, number>> = {
			ArrowDown: this.#at + 1,
			ArrowUp: this.#at - 1,
			PageDown: this.#at + page,
			PageUp: this.#at - page,
			Home: whole ? 0 : this.#at,
			End: whole ? last : this.#at,
		};
		const columns: Readonly<Record<string, Column>> = {
			ArrowLeft: 'medium',
			ArrowRight: 'caption',
			Home: 'medium',
			End: 'caption',
		};
		const { key } = event;
		if (whole && key !== 'Home' && key !== 'End') return;
		if (Object.hasOwn(rows, key) || Object.hasOwn(columns, key)) {
			this.#column = columns[key] ?? this.#column;
			this.#move(Math.min(last, Math.max(0, rows[key] ?? this.#at)), 'cell');
		} else if (key === 'Enter' || key === 'F2') this.#enter();
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	#enter(): void {
		const row = this.rows[this.#at];
		if (row === undefined || this.previews !== undefined) return;
		if (this.#column === 'medium') this.actions.open(row.media[0]?.path ?? row.id);
		else if (!isReadOnly(row)) this.#move(this.#at, 'field');
	}

	#move(index: number, wish: 'cell' | 'field' | undefined): void {
		const row = this.rows[index];
		if (row === undefined) return;
		this.#at = index;
		if (wish === 'field') this.#column = 'caption';
		if (row.id !== this.current) this.actions.moved(row.id);
		this.#wish = wish;
		this.#reveal();
		this.requestUpdate();
	}
}

/** Returns the address of a file, a new one when the file has changed; its name may contain any character. */
function addressOf(folder: string, { path, version }: CaptionRow['media'][number]): string {
	const address = `${folder}/${path.split('/').map(encodeURIComponent).join('/')}`;
	return version === undefined ? address : `${address}?${encodeURIComponent(version)}`;
}

customElements.define('easel-caption-grid', EaselCaptionGrid);
