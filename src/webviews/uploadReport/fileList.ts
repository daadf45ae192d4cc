import * as l10n from '@vscode/l10n';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import type { FileRow } from '../../core/datasets/report/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import type { GridAxes, GridPlace } from '../shared/list/gridAxis.ts';
import { VirtualGrid } from '../shared/list/virtualGrid.ts';

/** Height of a row in pixels. */
const rowHeight = 24;
const pageRows = 100;

export type LoadRows = (
	from: number,
	count: number,
) => Promise<{ readonly total: number; readonly rows: readonly FileRow[] } | undefined>;

/**
 * A list of files of any length, which reports `file-open` with the id of a file: rows are requested when they scroll
 * into view. One stop of the Tab key; arrow keys move in it.
 */
class EaselFileList extends VirtualGrid {
	@property({ attribute: false }) load: LoadRows | undefined;
	/** Another value means that the rows are other ones. */
	@property({ attribute: false }) version = '';
	/** The text that the rows are filtered by; another one begins at the top. */
	@property({ attribute: false }) query = '';
	@property({ attribute: false }) label = '';
	@state() protected total: number | undefined;
	@state() protected active = 0;
	@state() protected revision = 0;
	readonly #rows = new Map<number, FileRow>();
	readonly #asked = new Set<number>();

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: block;
			}
			.list {
				position: relative;
				max-height: 288px;
				overflow: hidden auto;
				border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
				border-radius: 3px;
			}
			.space {
				position: relative;
			}
			.row {
				position: absolute;
				left: 0;
				right: 0;
				display: grid;
				grid-template-columns: minmax(0, 2fr) minmax(0, 3fr) 10ch;
				gap: 12px;
				align-items: center;
				height: 24px;
				padding: 0 8px;
				line-height: 24px;
				cursor: default;
			}
			.row > span {
				overflow: hidden;
				text-overflow: ellipsis;
				white-space: pre;
			}
			.row:hover {
				background: var(--vscode-list-hoverBackground);
				color: var(--vscode-list-hoverForeground, inherit);
			}
			.row.active {
				outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
				outline-offset: -1px;
				background: var(--vscode-list-inactiveSelectionBackground);
				color: var(--vscode-list-inactiveSelectionForeground, inherit);
			}
			.list:focus-visible .row.active {
				background: var(--vscode-list-activeSelectionBackground);
				color: var(--vscode-list-activeSelectionForeground, inherit);
			}
			.size {
				text-align: right;
			}
			.empty {
				margin: 0;
				padding: 4px 8px;
			}
			@container (max-width: 420px) {
				.row {
					grid-template-columns: minmax(0, 1fr) 10ch;
				}
				.row .note {
					display: none;
				}
			}
			:host {
				container-type: inline-size;
			}
		`,
	];

	protected override willUpdate(changed: PropertyValues<this>): void {
		if (changed.has('query')) {
			this.active = 0;
			this.scrolled = { x: 0, y: 0 };
			this.scroller?.scrollTo(0, 0);
		}
		if (changed.has('version')) {
			this.#rows.clear();
			this.#asked.clear();
			void this.#ask(0);
		}
	}

	protected override render(): unknown {
		const { total } = this;
		if (total === 0) return html`<p class="empty quiet">${l10n.t('No file matches.')}</p>`;
		return html`<div
			class="list"
			role="listbox"
			tabindex="0"
			aria-label=${this.label}
			aria-activedescendant=${total === undefined ? nothing : `row-${this.active}`}
			${ref(this.observe)}
			@scroll=${this.onScroll}
			@keydown=${this.onKey}
		>
			<div class="space" role="presentation" .style=${`height: ${(total ?? 1) * rowHeight}px`}>
				${repeat(
					this.drawn('y'),
					(index) => index,
					(index) => this.#row(index),
				)}
			</div>
		</div>`;
	}

	protected axes(): GridAxes {
		return { y: { count: this.total ?? 0, at: this.active, length: rowHeight } };
	}

	#row(index: number): TemplateResult {
		const row = this.#rows.get(index);
		if (row === undefined) void this.#ask(Math.floor(index / pageRows));
		const words =
			row === undefined ? '' : [row.place, row.note, row.size].filter((part) => part !== '').join('\n');
		return html`<div
			id=${`row-${index}`}
			class=${index === this.active ? 'row active' : 'row'}
			role="option"
			.style=${`top: ${index * rowHeight}px`}
			aria-selected=${index === this.active}
			aria-setsize=${this.total ?? 0}
			aria-posinset=${index + 1}
			title=${words}
			@click=${() => {
				this.active = index;
			}}
			@dblclick=${() => this.#open(index)}
		>
			${row === undefined ? html`<span>…</span>` : html`<span class="place">${visible(row.place)}</span><span class="note">${row.note}</span><span class="size figures">${row.size}</span>`}
		</div>`;
	}

	async #ask(page: number): Promise<void> {
		if (this.#asked.has(page) || this.load === undefined) return;
		this.#asked.add(page);
		const { version } = this;
		const answer = await this.load(page * pageRows, pageRows);
		if (version !== this.version) return;
		if (answer === undefined) {
			this.#asked.delete(page);
			return;
		}
		for (const [offset, row] of answer.rows.entries()) this.#rows.set(page * pageRows + offset, row);
		this.total = answer.total;
		this.active = Math.min(this.active, Math.max(0, answer.total - 1));
		this.revision++;
	}

	protected move({ row }: GridPlace): void {
		this.active = row;
		this.reveal();
	}

	protected press(event: KeyboardEvent): boolean {
		if (event.key !== 'Enter') return this.moveBy(event);
		this.#open(this.active);
		return true;
	}

	#open(index: number): void {
		const row = this.#rows.get(index);
		if (row === undefined) return;
		// Through the finding that the list is in, to the panel.
		this.dispatchEvent(
			new CustomEvent('file-open', { detail: { id: row.id }, bubbles: true, composed: true }),
		);
	}
}

/** Characters that cannot be seen, or that turn the reading direction, as their numbers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters to show
const unseen = /[\u0000-\u001f\u007f-\u009f\u061c\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function visible(name: string): string {
	return name.replaceAll(
		unseen,
		(character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
	);
}
customElements.define('easel-file-list', EaselFileList);
