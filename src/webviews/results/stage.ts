import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '../shared/pair.ts';
import '../shared/media/picture.ts';
import '../shared/media/player.ts';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { describeBytes } from '../../core/base/bytes.ts';
import type { ResultsItem } from '../../core/runs/results/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import { LinkedView } from '../shared/media/linkedView.ts';
import type { EaselPicture } from '../shared/media/picture.ts';
import { type PictureSide, pictureFace } from '../shared/media/pictureSide.ts';
import type { Thumbnails } from '../shared/media/thumbnails.ts';
import type { Zoom } from '../shared/media/zoom.ts';
import type { EaselPair } from '../shared/pair.ts';
import { tellItemMenu } from './itemMenu.ts';
import type { RunHost } from './runHost.ts';

/** Shows the chosen result large: a picture, or two side by side, a player, a text, or a file to open elsewhere. */
export class EaselStage extends LitElement {
	@property({ attribute: false }) item!: ResultsItem;
	/** The picture to compare with, shown on the left. */
	@property({ attribute: false }) compared: ResultsItem | undefined;
	@property({ attribute: false }) host!: RunHost;
	/** True if the editor can open files in other programs. */
	@property({ attribute: false }) opensOutside!: boolean;
	@property({ attribute: false }) thumbnails!: Thumbnails;
	readonly #together = new LinkedView(this);

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: grid;
				grid-template: minmax(0, 1fr) / minmax(0, 1fr);
				min-width: 0;
				min-height: 0;
			}
			.lone {
				display: grid;
				min-width: 0;
				min-height: 0;
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
			.buttons {
				display: flex;
				flex-wrap: wrap;
				gap: 8px;
				justify-content: center;
			}
		`,
	];

	override willUpdate(): void {
		this.#together.lead(this.#side(this.item));
	}

	override render(): TemplateResult {
		const { item, compared } = this;
		if (item.state === 'waiting') return this.#card('cloud-download', l10n.t('Downloading {0}', item.name));
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
		const main = this.#side(item);
		if (this.#together.isUnreadable(main)) return this.#file(item);
		if (compared?.kind === 'image' && compared.src !== undefined && compared.id !== item.id) {
			return html`<easel-pair
				.left=${this.#side(compared)}
				.right=${main}
				.together=${this.#together}
			></easel-pair>`;
		}
		return html`<div class="lone" @contextmenu=${(event: MouseEvent) => main.onMenu?.(event)}>
			${pictureFace(main, main, this.#together, 'main')}
		</div>`;
	}

	#problem(item: ResultsItem): TemplateResult {
		return html`<div class="card">
			<vscode-icon class="quiet" name="warning" size="32"></vscode-icon>
			<p><strong>${item.name}</strong></p>
			<p>${item.problem}</p>
			<vscode-button secondary @click=${() => this.host.send('fetchAgain')}>${l10n.t('Download Again')}</vscode-button>
		</div>`;
	}

	#file(item: ResultsItem): TemplateResult {
		const size = item.bytes === undefined ? '' : `, ${describeBytes(item.bytes)}`;
		const why =
			item.kind === 'image'
				? l10n.t(
						'This picture cannot be shown. Its file may be damaged or missing from the folder of the run.',
					)
				: l10n.t('The editor has no viewer for this file.');
		return html`<div class="card">
			<vscode-icon class="quiet" name="file" size="32"></vscode-icon>
			<p><strong>${item.name}</strong>${size}</p>
			<p>${why}</p>
			<div class="buttons">
				${this.opensOutside ? html`<vscode-button @click=${() => this.host.send('openExternally', { id: item.id })}>${l10n.t('Open Externally')}</vscode-button>` : nothing}
				<vscode-button secondary @click=${() => this.host.send('save', { id: item.id })}>${l10n.t('Save')}</vscode-button>
			</div>
		</div>`;
	}

	#card(icon: string, text: string): TemplateResult {
		return html`<div class="card">
			<vscode-icon class="quiet" name=${icon} size="32"></vscode-icon>
			<p>${text}</p>
		</div>`;
	}

	/** Zooms the picture in view; without effect on anything else. */
	zoom(to: Zoom): void {
		this.renderRoot.querySelector<EaselPicture | EaselPair>('easel-picture, easel-pair')?.zoom(to);
	}

	override focus(): void {
		this.renderRoot
			.querySelector<HTMLElement>('easel-picture, easel-pair, pre, easel-player, vscode-button')
			?.focus();
	}

	#side(item: ResultsItem): PictureSide {
		const { src, name } = item;
		const thumbnail = src === undefined ? undefined : this.thumbnails.get(src);
		return {
			src,
			name,
			label: name,
			thumbnail: thumbnail === 'unreadable' ? undefined : thumbnail,
			onMenu: (event) => tellItemMenu(event, item),
		};
	}
}

customElements.define('easel-stage', EaselStage);
