import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { ResultsGroup, ResultsItem } from '../../core/runs/results/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import { CellStrip, cellStripStyle } from '../shared/list/cellStrip.ts';
import type { StripSizes } from '../shared/list/strip.ts';
import { kindIcons, mediaCellStyle } from '../shared/media/mediaCell.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import { borderLine } from '../shared/panelStyles.ts';
import { tellItemMenu } from './itemMenu.ts';

const filmstripStyle = css`
	:host {
		border-top: ${borderLine};
	}
	.scroller {
		height: 118px;
	}
	.track {
		height: 104px;
	}
	.group {
		position: absolute;
		top: 0;
		height: 24px;
		pointer-events: none;
	}
	.title {
		position: sticky;
		left: 12px;
		display: inline-block;
		max-width: 100%;
		padding-top: 6px;
		font-size: 11px;
		line-height: 16px;
	}
	.cell {
		top: 26px;
		width: 76px;
		height: 76px;
	}
	.cell .excerpt {
		width: 100%;
		height: 100%;
		padding: 6px;
		overflow: hidden;
		font-family: var(--vscode-editor-font-family);
		font-size: 9px;
		line-height: 12px;
		overflow-wrap: anywhere;
	}
	.cell.compared {
		outline: 2px dashed var(--vscode-foreground);
		outline-offset: 1px;
	}
	:host([small]) .scroller {
		height: 60px;
	}
	:host([small]) .track {
		height: 50px;
	}
	:host([small]) .group {
		display: none;
	}
	:host([small]) .cell {
		top: 5px;
		width: 40px;
		height: 40px;
	}
	:host([small]) .cell .excerpt {
		padding: 2px;
	}
`;

const large: StripSizes = { cell: 76, gap: 6, groupGap: 18, margin: 12 };
const small: StripSizes = { cell: 40, gap: 4, groupGap: 12, margin: 8 };
/** Returns the beginning of a text, shown in the strip and read aloud there. */
function excerptOf(item: ResultsItem): string {
	return (item.text ?? '').slice(0, 80).replace(/\s+/g, ' ').trim();
}

/** All results of a run in one row, by output node. */
export class EaselFilmstrip extends CellStrip {
	@property({ attribute: false }) groups: readonly ResultsGroup[] = [];
	@property() selected: string | undefined;
	/** The other picture of a comparison. */
	@property() compared: string | undefined;
	@property({ attribute: false }) thumbnails!: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	@property({ attribute: false }) revision = 0;
	/** True to show small cells without titles, for lack of height. */
	@property({ type: Boolean, reflect: true }) small = false;

	protected readonly label = l10n.t('Results');
	#items: readonly ResultsItem[] = [];

	static override styles = [sharedStyle, cellStripStyle, mediaCellStyle, filmstripStyle];

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('groups') && !changed.has('small')) return;
		this.#items = this.groups.flatMap((group) => group.items);
		this.lay(
			this.groups.map((group) => group.items.length),
			this.small ? small : large,
		);
	}

	protected get at(): number {
		return this.#items.findIndex((item) => item.id === this.selected);
	}

	protected keyOf(index: number): unknown {
		return this.#items[index]?.id;
	}

	protected override titles(): unknown {
		return this.layout.groups.map(
			(group, index) => html`<div
				class="group"
				aria-hidden="true"
				.style=${`left: ${group.x}px; width: ${group.width}px`}
			><span class="title quiet cut">${this.groups[index]?.title}${group.count > 1 ? ` (${group.count})` : ''}</span></div>`,
		);
	}

	protected cell(index: number): TemplateResult | typeof nothing {
		const item = this.#items[index];
		if (item === undefined) return nothing;
		const group = this.groups.find((candidate) => candidate.items.includes(item));
		const name = item.kind === 'text' ? excerptOf(item) : item.name;
		const words = [name, group?.title, item.state === 'waiting' ? l10n.t('downloading') : item.problem];
		return html`<div
			class="cell ${item.kind} ${item.state} ${item.id === this.compared ? 'compared' : ''}"
			role="option"
			tabindex=${item.id === this.selected ? 0 : -1}
			aria-selected=${item.id === this.selected}
			aria-setsize=${this.#items.length}
			aria-posinset=${index + 1}
			aria-label=${words.filter((word) => word !== undefined).join(', ')}
			title=${item.name}
			.style=${`transform: translateX(${this.xOf(index)}px)`}
			@click=${() => this.select(index)}
			@contextmenu=${(event: MouseEvent) => tellItemMenu(event, item)}
			@dblclick=${() => this.enter()}
		>${this.#face(item)}</div>`;
	}

	/** Renders the picture over the icon, which stays visible without a picture. */
	#face(item: ResultsItem): TemplateResult {
		if (item.kind === 'text') return html`<span class="excerpt">${excerptOf(item)}</span>`;
		const icon = item.state === 'problem' ? 'warning' : kindIcons[item.kind];
		return html`<vscode-icon name=${icon} size="20"></vscode-icon>${this.#small(item)}`;
	}

	#small(item: ResultsItem): TemplateResult | typeof nothing {
		const hide = (event: Event) => {
			(event.target as HTMLElement).hidden = true;
		};
		if (item.src === undefined) return nothing;
		if (item.kind === 'video') {
			return html`<video muted preload="metadata" tabindex="-1" src=${`${item.src}#t=0.1`} @error=${hide}></video>`;
		}
		const made = item.kind === 'image' ? this.thumbnails.get(item.src) : undefined;
		if (made === undefined) return nothing;
		return html`<img alt="" draggable="false" src=${made === 'unreadable' ? item.src : made.url} @error=${hide} />`;
	}

	override updated(changed: PropertyValues): void {
		super.updated(changed);
		this.settle(['selected', 'groups', 'small', 'room'].some((name) => changed.has(name)));
	}

	protected seen(start: number, end: number): void {
		const wanted = this.#items.slice(start, end);
		const chosen = this.#items[this.at];
		if (chosen !== undefined) wanted.unshift(chosen);
		this.thumbnails.want(
			wanted.flatMap((item) =>
				item.kind === 'image' && item.src !== undefined ? [{ address: item.src, kind: item.kind }] : [],
			),
			this,
		);
	}

	protected select(index: number): void {
		const item = this.#items[index];
		if (item !== undefined) this.dispatchEvent(new CustomEvent('strip-select', { detail: item.id }));
	}

	protected enter(): void {
		this.dispatchEvent(new CustomEvent('strip-enter'));
	}
}

customElements.define('easel-filmstrip', EaselFilmstrip);
