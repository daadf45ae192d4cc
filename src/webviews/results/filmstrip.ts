import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ResultsGroup, ResultsItem } from '../../core/runs/resultsMessages.ts';
import { sharedStyle } from '../shared/base.ts';
import { cellsInSight, layStrip, type StripLayout, type StripSizes, scrollToCell } from './strip.ts';
import type { Thumbnails } from './thumbnails.ts';

const sizes: StripSizes = { cell: 76, gap: 6, groupGap: 18, margin: 12 };
const icons: Record<ResultsItem['kind'], string> = {
	image: 'file-media',
	video: 'device-camera-video',
	audio: 'unmute',
	text: 'symbol-string',
	file: 'file',
};

/** The beginning of a text: seen in the strip and read aloud there. */
function excerptOf(item: ResultsItem): string {
	return (item.text ?? '').slice(0, 80).replace(/\s+/g, ' ').trim();
}

/** All results of a run in one row, by output node. Only what is in sight has elements. */
export class EaselFilmstrip extends LitElement {
	static override properties = {
		groups: { attribute: false },
		selected: {},
		pinned: {},
		thumbnails: { attribute: false },
		revision: { attribute: false },
		scrolled: { state: true },
		room: { state: true },
	};
	declare groups: readonly ResultsGroup[];
	declare selected: string | undefined;
	/** The other picture of a comparison. */
	declare pinned: string | undefined;
	declare thumbnails: Thumbnails;
	/** Changes whenever a thumbnail was made. */
	declare revision: number;
	declare protected scrolled: number;
	declare protected room: number;

	#layout: StripLayout = { cells: [], groups: [], width: 0 };
	#items: readonly ResultsItem[] = [];
	#focusSelected = false;
	readonly #resize = new ResizeObserver(() => {
		this.room = this.clientWidth;
	});

	constructor() {
		super();
		this.groups = [];
		this.revision = 0;
		this.scrolled = 0;
		this.room = 0;
	}

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: block;
				min-width: 0;
				border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
			}
			.scroller {
				height: 118px;
				overflow-x: auto;
				overflow-y: hidden;
				scrollbar-width: thin;
				scrollbar-color: var(--vscode-scrollbarSlider-background) transparent;
			}
			.track {
				position: relative;
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
				overflow: hidden;
				color: var(--vscode-descriptionForeground);
				font-size: 11px;
				line-height: 16px;
				text-overflow: ellipsis;
				white-space: nowrap;
			}
			.cell {
				position: absolute;
				top: 26px;
				left: 0;
				display: grid;
				grid-template: minmax(0, 1fr) / minmax(0, 1fr);
				place-items: center;
				width: 76px;
				height: 76px;
				overflow: hidden;
				border: 1px solid var(--vscode-contrastBorder, transparent);
				border-radius: 4px;
				background: color-mix(in srgb, var(--vscode-foreground) 7%, transparent);
				color: var(--vscode-descriptionForeground);
				cursor: pointer;
			}
			.cell img,
			.cell video {
				grid-area: 1 / 1;
				width: 100%;
				height: 100%;
				object-fit: cover;
				pointer-events: none;
			}
			.cell vscode-icon {
				grid-area: 1 / 1;
				color: inherit;
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
			.cell.video::after {
				content: '';
				grid-area: 1 / 1;
				border-style: solid;
				border-width: 8px 0 8px 13px;
				border-color: transparent transparent transparent var(--vscode-button-foreground);
				filter: drop-shadow(0 0 3px var(--vscode-button-background));
			}
			.cell:hover {
				outline: 1px solid var(--vscode-contrastActiveBorder, var(--vscode-list-hoverBackground));
				outline-offset: 1px;
			}
			.cell[aria-selected='true'] {
				outline: 2px solid var(--vscode-contrastActiveBorder, var(--vscode-focusBorder));
				outline-offset: 1px;
			}
			.cell:focus-visible {
				outline: 2px solid var(--vscode-focusBorder);
				outline-offset: 2px;
			}
			.cell.pinned {
				outline: 2px dashed var(--vscode-foreground);
				outline-offset: 1px;
			}
			.cell.waiting {
				animation: breathe 1.6s ease-in-out infinite alternate;
			}
			.cell.problem {
				color: var(--vscode-errorForeground);
			}
			@keyframes breathe {
				to {
					opacity: 0.45;
				}
			}
		`,
	];

	override connectedCallback(): void {
		super.connectedCallback();
		this.#resize.observe(this);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#resize.disconnect();
	}

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('groups')) return;
		this.#items = this.groups.flatMap((group) => group.items);
		this.#layout = layStrip(
			this.groups.map((group) => group.items.length),
			sizes,
		);
	}

	override render(): unknown {
		const { start, end } = cellsInSight(
			this.#layout,
			sizes,
			this.scrolled,
			this.room,
			this.room / 2 + sizes.cell,
		);
		const chosen = this.#items.findIndex((item) => item.id === this.selected);
		// The selected one always stands, so that the Tab key finds it even when it was scrolled out of sight.
		const indexes = Array.from({ length: end - start }, (_, offset) => start + offset);
		if (chosen !== -1 && (chosen < start || chosen >= end)) indexes.push(chosen);
		return html`<div class="scroller" @scroll=${this.#onScroll} @wheel=${this.#onWheel}>
			<div
				class="track"
				role="listbox"
				aria-label="Results"
				aria-orientation="horizontal"
				.style=${`width: ${this.#layout.width}px`}
				@keydown=${this.#onKey}
			>
				${this.#layout.groups.map(
					(group, index) => html`<div
						class="group"
						aria-hidden="true"
						.style=${`left: ${group.x}px; width: ${group.width}px`}
					><span class="title">${this.groups[index]?.title}${group.count > 1 ? ` (${group.count})` : ''}</span></div>`,
				)}
				${repeat(
					indexes,
					(index) => this.#items[index]?.id,
					(index) => this.#cell(index),
				)}
			</div>
		</div>`;
	}

	#cell(index: number): TemplateResult | typeof nothing {
		const item = this.#items[index];
		if (item === undefined) return nothing;
		const group = this.groups.find((candidate) => candidate.items.includes(item));
		const name = item.kind === 'text' ? excerptOf(item) : item.name;
		const words = [name, group?.title, item.state === 'waiting' ? 'downloading' : item.problem];
		return html`<div
			class="cell ${item.kind} ${item.state} ${item.id === this.pinned ? 'pinned' : ''}"
			role="option"
			tabindex=${item.id === this.selected ? 0 : -1}
			aria-selected=${item.id === this.selected}
			aria-setsize=${this.#items.length}
			aria-posinset=${index + 1}
			aria-label=${words.filter((word) => word !== undefined).join(', ')}
			title=${item.name}
			.style=${`transform: translateX(${this.#layout.cells[index] ?? 0}px)`}
			@click=${() => this.#select(index, false)}
			@dblclick=${() => this.dispatchEvent(new CustomEvent('strip-enter'))}
		>${this.#face(item)}</div>`;
	}

	/** The icon stands behind the picture, and so in its place where there is none. */
	#face(item: ResultsItem): TemplateResult {
		if (item.kind === 'text') return html`<span class="excerpt">${excerptOf(item)}</span>`;
		const icon = item.state === 'problem' ? 'warning' : icons[item.kind];
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
		if (changed.has('selected') || changed.has('groups') || (changed.has('room') && this.room > 0))
			this.#reveal();
		if (this.#focusSelected) {
			this.#focusSelected = false;
			this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
		}
		const { start, end } = cellsInSight(this.#layout, sizes, this.scrolled, this.room, sizes.cell);
		const wanted = this.#items.slice(start, end);
		const chosen = this.#items.find((item) => item.id === this.selected);
		if (chosen !== undefined) wanted.unshift(chosen);
		this.thumbnails.want(
			wanted.flatMap((item) => (item.kind === 'image' && item.src !== undefined ? [item.src] : [])),
		);
	}

	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
	}

	#scroller(): HTMLElement | null {
		return this.renderRoot.querySelector('.scroller');
	}

	#reveal(): void {
		const scroller = this.#scroller();
		const index = this.#items.findIndex((item) => item.id === this.selected);
		if (scroller === null || index === -1 || this.room === 0) return;
		scroller.scrollLeft = scrollToCell(this.#layout, sizes, index, scroller.scrollLeft, this.room);
		this.scrolled = scroller.scrollLeft;
	}

	#onScroll(): void {
		this.scrolled = this.#scroller()?.scrollLeft ?? 0;
	}

	#onWheel(event: WheelEvent): void {
		const scroller = this.#scroller();
		if (scroller === null || event.ctrlKey || Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
		event.preventDefault();
		scroller.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 40 : 1);
	}

	#onKey(event: KeyboardEvent): void {
		if (event.ctrlKey || event.metaKey || event.altKey) return;
		const at = this.#items.findIndex((item) => item.id === this.selected);
		const page = Math.max(1, Math.floor(this.room / (sizes.cell + sizes.gap)) - 1);
		const last = this.#items.length - 1;
		const next = {
			ArrowRight: at + 1,
			ArrowLeft: at - 1,
			PageDown: at + page,
			PageUp: at - page,
			Home: 0,
			End: last,
		}[event.key];
		if (event.key === 'Enter') this.dispatchEvent(new CustomEvent('strip-enter'));
		else if (next === undefined) return;
		else this.#select(Math.min(last, Math.max(0, next)), true);
		event.preventDefault();
		event.stopPropagation();
	}

	#select(index: number, keepFocus: boolean): void {
		const item = this.#items[index];
		if (item === undefined) return;
		this.#focusSelected = keepFocus;
		this.dispatchEvent(new CustomEvent('strip-select', { detail: item.id }));
	}
}

customElements.define('easel-filmstrip', EaselFilmstrip);
