import * as l10n from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { describeMoment } from '../../core/base/ages.ts';
import type { ShownSample } from '../../core/jobs/samples/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import { promptTitle, type Spot } from './model.ts';

/** The prompt of a sample with its flags, and the origin of the sample. */
class EaselSampleDetails extends LitElement {
	@property({ attribute: false }) spot!: Spot;
	@property({ attribute: false }) sample: ShownSample | undefined;
	/** The index of the visible sample among several of this step; if absent, none can be chosen. */
	@property({ attribute: false }) take: number | undefined;

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: block;
				padding: 10px 12px;
				font-size: 12px;
				line-height: 18px;
				overflow-wrap: anywhere;
			}
			p {
				margin: 0 0 10px;
				white-space: pre-wrap;
			}
			dl {
				display: grid;
				grid-template-columns: minmax(0, auto) minmax(0, 1fr);
				gap: 2px 12px;
				margin: 0;
			}
			dd {
				margin: 0;
			}
			fieldset {
				margin: 12px 0 0;
				padding: 0;
				border: none;
			}
			legend {
				padding: 0;
			}
			label {
				display: flex;
				gap: 6px;
				min-height: 24px;
				align-items: center;
			}
			input {
				accent-color: var(--vscode-button-background);
			}
		`,
	];

	override render(): TemplateResult {
		const { spot, sample } = this;
		const prompt = spot.view.job.prompts[spot.index];
		const rows = [
			...(prompt?.seed === undefined ? [] : [{ label: l10n.t('Seed'), value: prompt.seed }]),
			...(prompt?.settings ?? []),
			{ label: l10n.t('Job'), value: spot.view.job.name },
			...(sample === undefined
				? []
				: [
						{ label: l10n.t('Made'), value: made(sample) },
						{ label: l10n.t('File'), value: sample.name },
					]),
		];
		return html`
			<p>${promptTitle(spot.view, spot.index)}</p>
			<dl class="figures">${rows.map(({ label, value }) => html`<dt class="quiet">${label}</dt><dd>${value}</dd>`)}</dl>
			${this.#takes()}
		`;
	}

	/** Renders the choice of a sample: a resumed job has sampled some steps again. */
	#takes(): TemplateResult | typeof nothing {
		const takes = this.spot.view.grid.takes(this.spot);
		if (takes.length < 2 || this.take === undefined) return nothing;
		return html`<fieldset>
			<legend class="quiet">${l10n.t('Sampled {0} times at this step', takes.length)}</legend>
			${takes.map(
				(sample, index) => html`<label>
					<input
						type="radio"
						name="take"
						.checked=${index === this.take}
						@change=${() => this.dispatchEvent(new CustomEvent('take-choose', { detail: index }))}
					/>
					${index === 0 ? l10n.t('Latest') : l10n.t('Earlier')}, ${made(sample)}
				</label>`,
			)}
		</fieldset>`;
	}
}

function made({ at }: ShownSample): string {
	return describeMoment(at, Date.now());
}

customElements.define('easel-sample-details', EaselSampleDetails);
