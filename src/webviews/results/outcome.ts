import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { describeDuration } from '../../core/base/ages.ts';
import type { ResultsRun } from '../../core/runs/results/messages.ts';
import { sharedStyle } from '../shared/base.ts';
import type { RunHost } from './runHost.ts';
import { documentButton, leadsToDocument, stateMark, stateTextOf } from './wording.ts';

type RunError = NonNullable<ResultsRun['error']>;

function errorAsText(error: RunError): string {
	const name =
		error.errorCode === undefined ? error.error : l10n.t('{0} (code {1})', error.error, error.errorCode);
	return [name, error.details, error.debugInfo].filter((part) => part !== '').join('\n\n');
}

/** The view in place of pictures: progress, failure, or the reason why there are no pictures. */
class EaselOutcome extends LitElement {
	@property({ attribute: false }) run!: ResultsRun;
	@property({ attribute: false }) host!: RunHost;
	@property({ attribute: false }) now!: number;

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: grid;
				overflow: auto;
				padding: 24px 16px;
			}
			.card {
				display: grid;
				gap: 8px;
				justify-items: center;
				align-content: center;
				min-width: 0;
				max-width: 60ch;
				margin: auto;
				text-align: center;
				text-wrap: balance;
			}
			.card.failed {
				width: 100%;
				justify-items: start;
				text-align: start;
				text-wrap: wrap;
			}
			vscode-icon {
				color: var(--vscode-descriptionForeground);
			}
			vscode-icon.bad {
				color: var(--vscode-errorForeground);
			}
			h2 {
				margin: 4px 0 0;
				font-size: 16px;
				font-weight: 600;
				line-height: 1.3;
				overflow-wrap: anywhere;
			}
			p {
				margin: 0;
				line-height: 1.5;
				overflow-wrap: anywhere;
			}
			.mono {
				font-family: var(--vscode-editor-font-family);
				font-size: 12px;
			}
			.time {
				font-size: 28px;
				font-weight: 300;
				line-height: 1.2;
			}
			.said {
				width: 100%;
				padding: 8px 12px;
				border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder, transparent));
				border-radius: 4px;
				background: var(--vscode-inputValidation-errorBackground, transparent);
				color: var(--vscode-inputValidation-errorForeground, var(--vscode-foreground));
				white-space: pre-wrap;
			}
			details {
				width: 100%;
			}
			summary {
				width: max-content;
				padding: 2px 4px;
				cursor: pointer;
			}
			pre {
				max-height: 40vh;
				margin: 4px 0 0;
				padding: 8px 12px;
				overflow: auto;
				border: 1px solid var(--vscode-contrastBorder, transparent);
				border-radius: 4px;
				background: var(--vscode-textCodeBlock-background);
				font-family: var(--vscode-editor-font-family);
				font-size: 12px;
				line-height: 1.45;
				white-space: pre-wrap;
				overflow-wrap: anywhere;
			}
			.buttons {
				display: flex;
				flex-wrap: wrap;
				gap: 8px;
				margin-top: 8px;
			}
		`,
	];

	override render(): TemplateResult {
		const { run } = this;
		return run.error === undefined ? this.#stateText() : this.#failure(run.error);
	}

	#stateText(): TemplateResult {
		const { run } = this;
		const stateText = stateTextOf(run);
		return html`<div class="card">
			<vscode-icon class=${stateMark(run).tone} name=${stateText.icon} size="32"></vscode-icon>
			${stateText.busy ? html`<span class="time figures">${describeDuration(this.#soFar())}</span>` : nothing}
			<h2>${stateText.title}</h2>
			<p class=${run.notice === undefined ? 'quiet' : ''}>${run.notice ?? stateText.text}</p>
			${leadsToDocument(run) ? html`<div class="buttons">${this.#toDocument()}</div>` : nothing}
		</div>`;
	}

	#toDocument(): TemplateResult | typeof nothing {
		const { run, host } = this;
		return leadsToDocument(run)
			? html`<vscode-button @click=${() => host.send('openDocument')}>${documentButton(run)}</vscode-button>`
			: nothing;
	}

	/** Returns the duration of the current state: once it runs, without the time in the queue. */
	#soFar(): number {
		const { run } = this;
		return Math.max(
			0,
			this.now - (run.state === 'running' ? (run.startedAt ?? run.submittedAt) : run.submittedAt),
		);
	}

	#failure(error: RunError): TemplateResult {
		const name = [error.error, error.errorCode === undefined ? '' : l10n.t('code {0}', error.errorCode)];
		const words = name.filter((part) => part !== '').join(', ');
		return html`<div class="card failed">
			<vscode-icon class="bad" name="error" size="32"></vscode-icon>
			<h2>${l10n.t('The run failed')}</h2>
			${error.details === '' ? nothing : html`<p class="said">${error.details}</p>`}
			${words === '' ? nothing : html`<p class="mono quiet">${words}</p>`}
			${this.run.notice === undefined ? nothing : html`<p>${this.run.notice}</p>`}
			${
				error.debugInfo === ''
					? nothing
					: html`<details>
							<summary>${this.run.target.kind === 'engine' ? l10n.t('Debug text of the engine') : l10n.t('Debug text of the service')}</summary>
							<pre tabindex="0" role="region" aria-label=${l10n.t('Debug text')}>${error.debugInfo}</pre>
						</details>`
			}
			<div class="buttons">
				${this.#toDocument()}
				<vscode-button
					secondary
					icon="copy"
					@click=${() => this.host.copyText(errorAsText(error), 'error')}
				>${l10n.t('Copy Error')}</vscode-button>
			</div>
		</div>`;
	}
}

customElements.define('easel-outcome', EaselOutcome);
