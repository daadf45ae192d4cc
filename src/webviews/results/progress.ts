import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { describeDuration } from '../../core/base/ages.ts';
import { describeNodeProgress, describeStep, shareDone } from '../../core/base/nodeProgress.ts';
import type { ResultsProgress, ResultsRun } from '../../core/runs/results/messages.ts';
import { sharedStyle } from '../shared/base.ts';

/** The view in place of the results while an engine makes them: the picture so far, the current node and the progress. */
class EaselRunProgress extends LitElement {
	@property({ attribute: false }) run!: ResultsRun;
	@property({ attribute: false }) progress!: ResultsProgress;
	/** Milliseconds since 1970. */
	@property({ attribute: false }) now!: number;

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: grid;
				flex: 1 1 0;
				grid-template: minmax(0, 1fr) auto / minmax(0, 1fr);
				gap: 8px;
				min-height: 0;
				padding: 12px 16px;
			}
			:host(:not([pictured])) {
				align-content: center;
				grid-template-rows: auto;
			}
			img {
				width: 100%;
				height: 100%;
				min-height: 0;
				object-fit: contain;
			}
			.text {
				display: grid;
				gap: 6px;
				justify-self: center;
				width: min(100%, 60ch);
				text-align: center;
			}
			.time {
				font-size: 28px;
				font-weight: 300;
				line-height: 1.2;
			}
			p {
				margin: 0;
				line-height: 1.4;
				overflow-wrap: anywhere;
			}
			vscode-progress-bar {
				background: var(--vscode-editorWidget-background);
			}
		`,
	];

	#bytes: Uint8Array | undefined;
	#src: string | undefined;

	override disconnectedCallback(): void {
		super.disconnectedCallback();
		this.#forget();
	}

	override willUpdate(): void {
		const { preview } = this.progress;
		if (preview === undefined || preview.bytes === this.#bytes) return;
		const last = this.#src;
		this.#bytes = preview.bytes;
		this.#src = URL.createObjectURL(
			new Blob([preview.bytes as BlobPart], { type: imageType(preview.mediaType) }),
		);
		// The picture before stays until this one is drawn.
		if (last !== undefined) void this.updateComplete.then(() => URL.revokeObjectURL(last));
	}

	override updated(_: PropertyValues): void {
		this.toggleAttribute('pictured', this.#src !== undefined);
	}

	override render(): TemplateResult {
		const { nodes } = this.progress;
		const step = describeStep(nodes);
		return html`
			${
				this.#src === undefined
					? nothing
					: html`<img src=${this.#src} alt=${step === '' ? l10n.t('Preview of the result') : l10n.t('Preview of the result, {0}', step)} />`
			}
			<div class="text figures">
				${this.#src === undefined ? html`<span class="time">${describeDuration(Math.max(0, this.now - (this.run.startedAt ?? this.run.submittedAt)))}</span>` : nothing}
				<p>${describeNodeProgress(nodes)}</p>
				<vscode-progress-bar aria-label=${l10n.t('Nodes done')} .value=${Math.round(shareDone(nodes) * 100)} .max=${100}></vscode-progress-bar>
				${this.#src === undefined ? html`<p class="quiet">${l10n.t('Results appear here when it has finished.')}</p>` : html`<p class="quiet">${l10n.t('A preview: the result may differ.')}</p>`}
			</div>
		`;
	}

	#forget(): void {
		if (this.#src !== undefined) URL.revokeObjectURL(this.#src);
		this.#src = undefined;
		this.#bytes = undefined;
	}
}

/** Returns the type of a picture; `image/jpeg` in place of any other type. */
function imageType(mediaType: string): string {
	return /^image\/(?:jpeg|png|webp|gif)$/.test(mediaType) ? mediaType : 'image/jpeg';
}

customElements.define('easel-run-progress', EaselRunProgress);
