import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ResultsGroup, ResultsItem } from '../../core/runs/resultsMessages.ts';
import { sharedStyle } from '../shared/base.ts';
import type { Thumbnails } from '../shared/thumbnails.ts';
import { filmstripStyle } from './filmstripStyle.ts';
import { tellItemMenu } from './itemMenu.ts';
import { cellsInSight, layStrip, type StripLayout, type StripSizes, scrollToCell } from './strip.ts';

const large: StripSizes = { cell: 76, gap: 6, groupGap: 18, margin: 12 };
const small: StripSizes = { cell: 40, gap: 4, groupGap: 12, margin: 8 };
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

/** All results of a run in one row, by output node. Only what is visible has elements. */
export class EaselFilmstrip extends LitElement {
	static override properties = {
		groups: { attribute: false },
		selected: {},
		pinned: {},
		thumbnails: { attribute: false },
		revision: { attribute: false },
		small: { type: Boolean, reflect: true },
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
	/** Without titles and with small cells, where height is scarce. */
	declare small: boolean;
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
		this.small = false;
		this.scrolled = 0;
		this.room = 0;
	}

	static override styles = [sharedStyle, filmstripStyle];

	override connectedCallback(): void {
		super.connectedCallback();
		this.#resize.observe(this);
	}

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#resize.disconnect();
	}

	override willUpdate(changed: PropertyValues): void {
		if (!changed.has('groups') && !changed.has('small')) return;
		this.#items = this.groups.flatMap((group) => group.items);
		this.#layout = layStrip(
			this.groups.map((group) => group.items.length),
			this.#sizes,
		);
	}

	get #sizes(): StripSizes {
		return this.small ? small : large;
	}

	override render(): unknown {
		const sizes = this.#sizes;
		const { start, end } = cellsInSight(
			this.#layout,
			sizes,
			this.scrolled,
			this.room,
			this.room / 2 + sizes.cell,
		);
		const chosen = this.#items.findIndex((item) => item.id === this.selected);
		// The selected cell always has an element, so that the Tab key finds it even when it was scrolled out of view.
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
			@contextmenu=${(event: MouseEvent) => tellItemMenu(event, item)}
			@dblclick=${() => this.dispatchEvent(new CustomEvent('strip-enter'))}
		>${this.#face(item)}</div>`;
	}

	/** The icon is behind the picture, and so in its place where there is none. */
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
		if (
			changed.has('selected') ||
			changed.has('groups') ||
			changed.has('small') ||
			(changed.has('room') && this.room > 0)
		)
			this.#reveal();
		if (this.#focusSelected) {
			this.#focusSelected = false;
			this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
		}
		const { start, end } = cellsInSight(
			this.#layout,
			this.#sizes,
			this.scrolled,
			this.room,
			this.#sizes.cell,
		);
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
		scroller.scrollLeft = scrollToCell(this.#layout, this.#sizes, index, scroller.scrollLeft, this.room);
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
		const page = Math.max(1, Math.floor(this.room / (this.#sizes.cell + this.#sizes.gap)) - 1);
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
