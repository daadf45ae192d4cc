import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { describeMoment } from '../../core/base/ages.ts';
import type { ComparedSide, DifferingInput } from '../../core/runs/pictures/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import { factsStyle } from '../shared/panelStyles.ts';

/** The two runs, and their different inputs. */
class EaselPictureInputs extends LitElement {
	@property({ attribute: false }) left!: ComparedSide;
	@property({ attribute: false }) right!: ComparedSide;
	@property({ attribute: false }) inputs!: readonly DifferingInput[];
	@property() note: string | undefined;
	/** Milliseconds since 1970. */
	@property({ attribute: false }) now!: number;

	static override styles = [
		sharedStyle,
		factsStyle,
		css`
			h2 {
				margin: 12px 0 4px;
			}
			p {
				line-height: 1.45;
			}
			li {
				padding: 4px 0 4px 8px;
				border-left: 2px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
			}
			li + li {
				margin-top: 8px;
			}
			.write {
				display: block;
				min-height: 24px;
				margin-bottom: 6px;
			}
			.values {
				display: grid;
				grid-template-columns: max-content minmax(0, 1fr);
				gap: 2px 8px;
				margin-top: 2px;
			}
			.values > span:nth-child(odd) {
				color: var(--vscode-descriptionForeground);
				font-size: 11px;
			}
			.value {
				font-family: var(--vscode-editor-font-family);
				font-size: 12px;
				overflow-wrap: anywhere;
				white-space: pre-wrap;
			}
		`,
	];

	override render(): TemplateResult {
		const { inputs, note } = this;
		return html`
			<h2>${l10n.t('Inputs that differ')}</h2>
			${note === undefined ? nothing : html`<p>${note}</p>`}
			<ul>
				${inputs.map(
					({ node, input, left, right }) => html`<li>
						<div>${node} <span class="quiet">${input}</span></div>
						<div class="values">
							<span>${l10n.t('Left')}</span><span class="value">${left ?? l10n.t('none')}</span>
							<span>${l10n.t('Right')}</span><span class="value">${right ?? l10n.t('none')}</span>
						</div>
					</li>`,
				)}
			</ul>
			<h2>${l10n.t('Pictures')}</h2>
			<dl>${this.#side(l10n.t('Left'), this.left)}${this.#side(l10n.t('Right'), this.right)}</dl>
		`;
	}

	#side(word: string, { run, name, problem }: ComparedSide): TemplateResult {
		if (run === undefined) return html`<dt>${word}</dt><dd>${problem ?? name}</dd>`;
		const say = (event: string) => () => this.dispatchEvent(new CustomEvent(event, { detail: run.id }));
		const { seed } = run;
		return html`<dt>${word}</dt>
			<dd>
				<button class="link" type="button" title=${l10n.t('Show Run')} @click=${say('show-run')}>${run.documentName}, ${describeMoment(run.submittedAt, this.now)}</button>
				<div class="quiet">${[name, seed === undefined ? '' : l10n.t('seed {0}', seed), run.targetName].filter((word) => word !== '').join(' · ')}</div>
				${seed !== undefined && run.hasDocument ? html`<button class="link write" type="button" @click=${say('write-seed')}>${l10n.t('Write Seed into Document')}</button>` : nothing}
			</dd>`;
	}
}

customElements.define('easel-picture-inputs', EaselPictureInputs);
