import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-textarea/index.js';
import type { VscodeTextarea } from '@vscode-elements/elements/dist/vscode-textarea/vscode-textarea.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { JsonMistake } from '../../core/requests/inputValues.ts';
import { sharedStyle } from '../shared/base.ts';
import { plainButton } from '../shared/panelStyles.ts';

const mostComplaints = 8;

/** The inputs as JSON text, with the place of the first mistake. Fires `json-change` with the text. */
export class EaselJsonInputs extends LitElement {
	@property() text = '';
	@property({ attribute: false }) mistake: JsonMistake | undefined;
	/** Problems of the inputs, one sentence each, if the text is valid JSON. */
	@property({ attribute: false }) complaints: readonly string[] = [];
	@property({ type: Boolean }) disabled = false;

	static override styles = [
		sharedStyle,
		css`
			:host {
				display: grid;
				grid-template-rows: minmax(160px, 1fr) auto;
				gap: 8px;
				height: 100%;
			}
			vscode-textarea {
				width: 100%;
				height: 100%;
				/* The color of a field, not of the page. */
				--vscode-editor-background: var(--vscode-settings-textInputBackground);
				--vscode-editor-foreground: var(--vscode-settings-textInputForeground);
			}
			.wrong {
				display: grid;
				gap: 4px;
				min-height: 1.5em;
				max-height: 8em;
				overflow: auto;
				color: var(--vscode-errorForeground);
				line-height: 1.5;
				overflow-wrap: anywhere;
			}
			.wrong p {
				margin: 0;
				unicode-bidi: plaintext;
			}
			button {
				${plainButton}
				text-align: start;
				text-decoration: underline;
			}
		`,
	];

	goToMistake(): void {
		const area = this.renderRoot.querySelector<VscodeTextarea>('vscode-textarea');
		const { mistake } = this;
		if (area === null || mistake === undefined) return;
		area.focus();
		area.wrappedElement.setSelectionRange(mistake.at, Math.min(mistake.at + 1, this.text.length));
	}

	override render(): TemplateResult {
		const { mistake, complaints } = this;
		const words =
			mistake && l10n.t('Line {0}, column {1}: {2}', mistake.line, mistake.column, mistake.message);
		return html`
			<vscode-textarea
				monospace
				resize="none"
				.label=${[l10n.t('Inputs as JSON'), words ?? ''].filter((part) => part !== '').join('. ')}
				.value=${this.text}
				.invalid=${mistake !== undefined}
				.spellcheck=${false}
				?disabled=${this.disabled}
				@input=${(event: Event) => this.#change((event.target as HTMLTextAreaElement).value)}
			></vscode-textarea>
			<div class="wrong" role="status">
				${words === undefined ? nothing : html`<p><button type="button" @click=${() => this.goToMistake()}>${words}</button></p>`}
				${complaints.slice(0, mostComplaints).map((sentence) => html`<p>${sentence}</p>`)}
				${complaints.length > mostComplaints ? html`<p>${l10n.t('{0} more.', complaints.length - mostComplaints)}</p>` : nothing}
			</div>
		`;
	}

	#change(text: string): void {
		this.text = text;
		this.dispatchEvent(new CustomEvent('json-change', { detail: text }));
	}
}

customElements.define('easel-json-inputs', EaselJsonInputs);
