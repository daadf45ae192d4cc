import * as l10n from '@vscode/l10n';
import { kindIcons } from './mediaCell.ts';
import '../button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { sharedStyle } from '../base.ts';
import type { Size } from './zoom.ts';

/** The facts about a video or sound that are known once it is opened. */
export interface MediaFacts {
	readonly seconds: number;
	readonly size: Size | undefined;
}

/** Plays a video or a sound; reports a missing codec, and offers another program. */
class EaselPlayer extends LitElement {
	@property() kind: 'video' | 'audio' = 'video';
	@property() src = '';
	@property() label = '';
	/** True if the editor can open files in other programs. */
	@property({ attribute: false }) opensOutside = false;
	@state() protected unplayable = false;

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: grid;
				place-items: center;
				min-width: 0;
				min-height: 0;
				padding: 12px;
			}
			/* Below this width the controls of the browser have no room. */
			video {
				min-width: min(320px, 100%);
				max-width: 100%;
				max-height: 100%;
				min-height: 0;
				object-fit: contain;
				border-radius: 4px;
			}
			audio {
				width: min(480px, 100%);
			}
			.unplayable {
				display: grid;
				gap: 12px;
				justify-items: center;
				max-width: 44ch;
				text-align: center;
				text-wrap: balance;
			}
			.unplayable vscode-icon {
				color: var(--vscode-descriptionForeground);
			}
			p {
				margin: 0;
			}
		`,
	];

	override willUpdate(changed: PropertyValues<this>): void {
		if (changed.has('src')) this.unplayable = false;
	}

	override render(): unknown {
		if (this.unplayable) {
			return html`<div class="unplayable">
				<vscode-icon name=${kindIcons[this.kind]} size="32"></vscode-icon>
				<p>${this.opensOutside ? l10n.t('The editor cannot play {0}, because it does not have the codec. Another program probably can.', this.label) : l10n.t('The editor cannot play {0}, because it does not have the codec. Save it and play it in another program.', this.label)}</p>
				${this.opensOutside ? html`<vscode-button @click=${this.#openExternally}>${l10n.t('Open Externally')}</vscode-button>` : nothing}
			</div>`;
		}
		const failed = () => {
			this.unplayable = true;
		};
		return this.kind === 'video'
			? html`<video controls loop playsinline preload="auto" src=${this.src} aria-label=${this.label} @error=${failed} @loadedmetadata=${this.#onMetadata}></video>`
			: html`<audio controls preload="auto" src=${this.src} aria-label=${this.label} @error=${failed} @loadedmetadata=${this.#onMetadata}></audio>`;
	}

	#onMetadata(event: Event): void {
		const media = event.target as HTMLMediaElement;
		const { videoWidth: width, videoHeight: height } = media as HTMLVideoElement;
		// Sound without picture means that only half of the file can be played.
		if (this.kind === 'video' && width === 0) this.unplayable = true;
		const size = this.kind === 'video' ? { width, height } : undefined;
		const detail: MediaFacts = { seconds: media.duration, size };
		this.dispatchEvent(new CustomEvent('media-known', { detail, bubbles: true, composed: true }));
	}

	#openExternally(): void {
		this.dispatchEvent(new CustomEvent('open-externally', { bubbles: true, composed: true }));
	}
}

customElements.define('easel-player', EaselPlayer);
