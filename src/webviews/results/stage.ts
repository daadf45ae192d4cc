import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '../shared/picture.ts';
import '../shared/player.ts';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { describeBytes } from '../../core/base/bytes.ts';
import type { ResultsItem, ResultsProtocol } from '../../core/runs/resultsMessages.ts';
import { sharedStyle } from '../shared/base.ts';
import type { Host } from '../shared/host.ts';
import type { EaselPicture, PictureEvents } from '../shared/picture.ts';
import type { Thumbnails } from '../shared/thumbnails.ts';
import { fitView, type Size, type View, viewForOther } from '../shared/zoom.ts';
import { tellItemMenu } from './itemMenu.ts';

/** Shows the chosen result large: a picture, or two side by side, a player, a text, or a file to open elsewhere. */
export class EaselStage extends LitElement {
	static override properties = {
		item: { attribute: false },
		pinned: { attribute: false },
		host: { attribute: false },
		opensOutside: { attribute: false },
		thumbnails: { attribute: false },
		view: { state: true },
		sizes: { state: true },
	};
	declare item: ResultsItem;
	/** The picture to compare with, shown on the left. */
	declare pinned: ResultsItem | undefined;
	declare host: Host<ResultsProtocol>;
	/** Whether the editor can open files in other programs. */
	declare opensOutside: boolean;
	declare thumbnails: Thumbnails;
	/** The look at `item`; a pinned picture follows it. */
	declare protected view: View;
	/** By item id. */
	declare protected sizes: ReadonlyMap<string, Size | 'unreadable'>;

	#last: Size | undefined;

	constructor() {
		super();
		this.view = fitView;
		this.sizes = new Map();
	}

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: grid;
				grid-auto-columns: minmax(0, 1fr);
				grid-auto-flow: column;
				min-width: 0;
				min-height: 0;
				container-type: size;
			}
			.side {
				display: grid;
				position: relative;
				min-width: 0;
				min-height: 0;
			}
			.side + .side {
				border-left: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
			}
			.caption {
				position: absolute;
				left: 8px;
				top: 8px;
				max-width: calc(100% - 16px);
				padding: 1px 8px;
				overflow: hidden;
				border: 1px solid var(--vscode-contrastBorder, transparent);
				border-radius: 9px;
				background: var(--vscode-badge-background);
				color: var(--vscode-badge-foreground);
				font-size: 11px;
				line-height: 16px;
				text-overflow: ellipsis;
				white-space: nowrap;
				pointer-events: none;
			}
			pre {
				margin: 0;
				padding: 12px 16px;
				overflow: auto;
				font-family: var(--vscode-editor-font-family);
				font-size: var(--vscode-editor-font-size);
				line-height: 1.5;
				white-space: pre-wrap;
				overflow-wrap: anywhere;
			}
			.card {
				display: grid;
				gap: 12px;
				justify-items: center;
				align-content: center;
				min-width: 0;
				max-width: 48ch;
				margin: auto;
				padding: 16px;
				text-align: center;
				text-wrap: balance;
				overflow-wrap: anywhere;
			}
			.card p {
				margin: 0;
				line-height: 1.5;
			}
			.card vscode-icon {
				color: var(--vscode-descriptionForeground);
			}
			.buttons {
				display: flex;
				flex-wrap: wrap;
				gap: 8px;
				justify-content: center;
			}
			@container (max-aspect-ratio: 1/1) {
				.side + .side {
					grid-row: 2;
					border-left: none;
					border-top: 1px solid var(--vscode-contrastBorder, var(--vscode-panel-border, currentColor));
				}
				.side:first-child:not(:last-child) {
					grid-row: 1;
				}
			}
		`,
	];

	override willUpdate(changed: PropertyValues<this>): void {
		if (changed.has('item') && changed.get('item')?.id !== this.item.id)
			this.#keepViewFor(this.#sizeOf(this.item));
	}

	override render(): TemplateResult {
		const { item, pinned } = this;
		if (item.state === 'waiting') return this.#card('cloud-download', `Downloading ${item.name}`);
		if (item.state === 'problem') return this.#problem(item);
		if (item.kind === 'text') {
			return html`<pre tabindex="0" role="region" aria-label=${item.name}>${item.text}</pre>`;
		}
		if (item.src === undefined || item.kind === 'file') return this.#file(item);
		if (item.kind !== 'image') {
			return html`<easel-player
				kind=${item.kind}
				src=${item.src}
				label=${item.name}
				.opensOutside=${this.opensOutside}
				@open-externally=${() => this.host.send('openExternally', { id: item.id })}
			></easel-player>`;
		}
		if (this.sizes.get(item.id) === 'unreadable') return this.#file(item);
		const compared =
			pinned?.kind === 'image' && pinned.src !== undefined && pinned.id !== item.id ? pinned : undefined;
		return html`${compared === undefined ? nothing : this.#side(compared, true)}${this.#side(item, compared !== undefined)}`;
	}

	#side(item: ResultsItem, captioned: boolean): TemplateResult {
		const other = item.id !== this.item.id;
		const mine = this.#sizeOf(this.item);
		const its = this.#sizeOf(item);
		const view =
			other && mine !== undefined && its !== undefined ? viewForOther(this.view, mine, its) : this.view;
		const thumbnail = item.src === undefined ? undefined : this.thumbnails.get(item.src);
		return html`<div class="side" @contextmenu=${(event: MouseEvent) => tellItemMenu(event, item)}>
			<easel-picture
				class=${other ? 'other' : 'main'}
				src=${item.src ?? ''}
				label=${item.name}
				.thumbnail=${thumbnail === 'unreadable' ? undefined : thumbnail}
				.view=${view}
				@picture-view=${(event: PictureEvents['picture-view']) => this.#onView(item, event.detail)}
				@picture-size=${(event: PictureEvents['picture-size']) => this.#onSize(item, event.detail)}
				@picture-scale=${(event: Event) => other && event.stopPropagation()}
			></easel-picture>
			${captioned ? html`<span class="caption" aria-hidden="true">${item.name}</span>` : nothing}
		</div>`;
	}

	#problem(item: ResultsItem): TemplateResult {
		return html`<div class="card">
			<vscode-icon name="warning" size="32"></vscode-icon>
			<p><strong>${item.name}</strong></p>
			<p>${item.problem}</p>
			<vscode-button secondary @click=${() => this.host.send('fetchAgain')}>Download Again</vscode-button>
		</div>`;
	}

	#file(item: ResultsItem): TemplateResult {
		const size = item.bytes === undefined ? '' : `, ${describeBytes(item.bytes)}`;
		const why =
			item.kind === 'image'
				? 'This picture cannot be shown. Its file may be damaged or was removed from the folder of the run.'
				: 'The editor has no viewer for this file.';
		return html`<div class="card">
			<vscode-icon name="file" size="32"></vscode-icon>
			<p><strong>${item.name}</strong>${size}</p>
			<p>${why}</p>
			<div class="buttons">
				${this.opensOutside ? html`<vscode-button @click=${() => this.host.send('openExternally', { id: item.id })}>Open Externally</vscode-button>` : nothing}
				<vscode-button secondary @click=${() => this.host.send('save', { id: item.id })}>Save</vscode-button>
			</div>
		</div>`;
	}

	#card(icon: string, text: string): TemplateResult {
		return html`<div class="card">
			<vscode-icon name=${icon} size="32"></vscode-icon>
			<p>${text}</p>
		</div>`;
	}

	/** Zooms the picture in view; without effect on anything else. */
	zoom(to: Parameters<EaselPicture['zoom']>[0]): void {
		this.renderRoot.querySelector<EaselPicture>('easel-picture.main')?.zoom(to);
	}

	override focus(): void {
		this.renderRoot
			.querySelector<HTMLElement>('easel-picture.main, pre, easel-player, vscode-button')
			?.focus();
	}

	#sizeOf(item: ResultsItem): Size | undefined {
		const known = this.sizes.get(item.id);
		if (known !== undefined) return known === 'unreadable' ? undefined : known;
		const thumbnail = item.src === undefined ? undefined : this.thumbnails.get(item.src);
		return thumbnail === 'unreadable' ? undefined : thumbnail;
	}

	/** Paging through variants keeps the look at the same spot; a picture of another size is fitted again. */
	#keepViewFor(size: Size | undefined): void {
		if (size === undefined) return;
		if (this.#last?.width !== size.width || this.#last.height !== size.height) this.view = fitView;
		this.#last = size;
	}

	#onView(item: ResultsItem, view: View): void {
		const from = this.#sizeOf(item);
		const to = this.#sizeOf(this.item);
		this.view =
			item.id === this.item.id || from === undefined || to === undefined
				? view
				: viewForOther(view, from, to);
	}

	#onSize(item: ResultsItem, size: Size | 'unreadable'): void {
		this.sizes = new Map(this.sizes).set(item.id, size);
		if (item.id === this.item.id && size !== 'unreadable') this.#keepViewFor(size);
	}
}

customElements.define('easel-stage', EaselStage);
