import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import './fileList.ts';
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { counted, numberText } from '../../core/base/language.ts';
import { fillTemplate } from '../../core/datasets/report/captionTemplate.ts';
import type { FindingView } from '../../core/datasets/report/messages.ts';
import { dispatcherOf, sharedStyle } from '../shared/base.ts';
import { borderLine, plainButton } from '../shared/panelStyles.ts';
import { fieldStyle, textLine } from './fields.ts';
import type { LoadRows } from './fileList.ts';

export interface FindingEvents {
	'finding-toggle': CustomEvent<undefined>;
	'finding-fix': CustomEvent<{
		readonly fix: string;
		readonly onDisk: boolean;
		readonly template?: string;
		readonly trigger?: string;
	}>;
	/** Control images are to become a separate dataset. */
	'finding-controls': CustomEvent<undefined>;
}

const icons: Readonly<Record<FindingView['severity'], string>> = {
	error: 'error',
	warning: 'warning',
	info: 'info',
	hint: 'info',
};
const severityWords: Readonly<Record<FindingView['severity'], string>> = {
	error: l10n.t('Error'),
	warning: l10n.t('Warning'),
	info: l10n.t('Information'),
	hint: l10n.t('Information'),
};

/** One kind of finding: its meaning, its fixes, and its files when it is open. */
class EaselFinding extends LitElement {
	@property({ attribute: false }) finding!: FindingView;
	@property({ type: Boolean }) open = false;
	@property({ type: Boolean }) busy = false;
	@property({ attribute: false }) load: LoadRows | undefined;
	@property({ attribute: false }) version = '';
	@property({ attribute: false }) query = '';
	@state() protected onDisk = false;
	/** True while the template is being written. */
	@state() protected writing = false;
	@state() protected template = '{name}';
	@state() protected trigger = '';
	/** True if the template was typed. */
	#isOwnTemplate = false;
	readonly #dispatch = dispatcherOf<FindingEvents>(this);

	static override styles = [
		sharedStyle,
		fieldStyle,
		css`
			:host {
				display: block;
				border-top: ${borderLine};
			}
			h3 {
				margin: 0;
				font: inherit;
			}
			.head {
				${plainButton}
				display: flex;
				align-items: center;
				gap: 6px;
				width: 100%;
				padding: 6px 4px;
				text-align: left;
			}
			.head:hover {
				background: var(--vscode-list-hoverBackground);
			}
			.title {
				font-weight: 600;
			}
			.count {
				min-width: 20px;
				padding: 0 6px;
				border: 1px solid var(--vscode-contrastBorder, transparent);
				border-radius: 10px;
				color: var(--vscode-badge-foreground);
				background: var(--vscode-badge-background);
				text-align: center;
			}
			.error {
				color: var(--vscode-editorError-foreground, var(--vscode-errorForeground));
			}
			.warning {
				color: var(--vscode-editorWarning-foreground, var(--vscode-foreground));
			}
			.info {
				color: var(--vscode-editorInfo-foreground, var(--vscode-foreground));
			}
			.body {
				display: grid;
				gap: 8px;
				padding: 0 4px 10px 26px;
			}
			.explanation {
				margin: 0;
				max-width: 80ch;
				line-height: 1.4;
			}
			.fixes {
				display: flex;
				flex-wrap: wrap;
				gap: 6px 10px;
				align-items: center;
			}
			.check {
				display: inline-flex;
				align-items: center;
				gap: 6px;
				font-weight: inherit;
			}
			.check input {
				accent-color: var(--vscode-button-background);
			}
			.write {
				display: grid;
				gap: 8px;
				max-width: 640px;
			}
			.preview {
				margin: 0;
				line-height: 1.4;
				overflow-wrap: anywhere;
				white-space: pre-wrap;
			}
		`,
	];

	protected override willUpdate(changed: PropertyValues<this>): void {
		if (changed.has('finding') && changed.get('finding') === undefined)
			this.onDisk = this.finding.onDisk?.usual === true;
	}

	protected override render(): TemplateResult {
		const { kind, severity, title, count } = this.finding;
		return html`
			<h3>
				<button
					class="head"
					type="button"
					aria-expanded=${this.open ? 'true' : 'false'}
					@click=${() => this.#dispatch('finding-toggle', undefined)}
				>
					<vscode-icon name=${this.open ? 'chevron-down' : 'chevron-right'}></vscode-icon>
					<vscode-icon class=${severity} name=${kind === 'plan' ? 'files' : icons[severity]}></vscode-icon>
					${kind === 'plan' ? nothing : html`<span class="visually-hidden">${severityWords[severity]}:</span>`}
					<span class="title">${title}</span>
					${count === 0 ? nothing : html`<span class="count figures">${numberText(count)}</span>`}
				</button>
			</h3>
			${this.open ? this.#body() : nothing}
		`;
	}

	#body(): TemplateResult {
		const { kind, title, explanation, fixes, count, onDisk } = this.finding;
		return html`<div class="body">
			<p class="explanation quiet">${explanation}</p>
			${
				fixes.length === 0 && kind !== 'controlFolder'
					? nothing
					: html`<div class="fixes">
						${fixes.map(
							({ fix, label, template }) =>
								html`<vscode-button
									?secondary=${fix !== fixes[0]?.fix || (template && this.writing)}
									?disabled=${this.busy && !template}
									aria-expanded=${template ? (this.writing ? 'true' : 'false') : nothing}
									@click=${() => this.#press(fix, template)}
									>${label}</vscode-button
								>`,
						)}
						${
							kind === 'controlFolder'
								? html`<vscode-button secondary @click=${() => this.#dispatch('finding-controls', undefined)}
									>${l10n.t('Upload as a Separate Dataset...')}</vscode-button
								>`
								: nothing
						}
						${
							onDisk
								? html`<label class="check"
									><input
										type="checkbox"
										.checked=${this.onDisk}
										@change=${(event: Event) => {
											this.onDisk = (event.target as HTMLInputElement).checked;
										}}
									/>${onDisk.label}</label
								>`
								: nothing
						}
					</div>`
			}
			${this.writing ? this.#template() : nothing}
			${
				count === 0
					? nothing
					: html`<easel-file-list
						.load=${this.load}
						.version=${this.version}
						.query=${this.query}
						.label=${l10n.t('Files: {0}', title)}
					></easel-file-list>`
			}
		</div>`;
	}

	#template(): TemplateResult {
		const { example = 'photo_001', count } = this.finding;
		const sample = fillTemplate(this.template, { name: example, trigger: this.trigger });
		const empty = sample === '';
		return html`<div class="write">
			${textLine({
				id: 'template',
				label: l10n.t('Caption'),
				value: this.template,
				problem: empty ? l10n.t('The caption is empty.') : undefined,
				note: l10n.t(
					'{name} inserts the file name and {trigger} the trigger word. All other text is used as is.',
				),
				onInput: (value) => {
					this.template = value;
					this.#isOwnTemplate = true;
				},
			})}
			${textLine({
				id: 'trigger',
				label: l10n.t('Trigger word'),
				value: this.trigger,
				note:
					this.template.includes('{trigger}') || this.trigger === ''
						? undefined
						: l10n.t('The caption does not name {trigger}.'),
				onInput: (value) => {
					this.trigger = value;
					// A trigger word that is in no caption would change nothing.
					if (!this.#isOwnTemplate) this.template = value.trim() === '' ? '{name}' : '{trigger}';
				},
			})}
			<p class="preview" aria-live="polite">${example}.txt: ${sample}</p>
			<div class="fixes">
				<vscode-button
					?disabled=${empty || this.busy}
					@click=${() => this.#write()}>
					${counted(count, l10n.t('Write 1 Caption'), l10n.t('Write {0} Captions'))}
				</vscode-button>
			</div>
		</div>`;
	}

	#press(fix: string, template: boolean): void {
		if (!template) {
			this.#dispatch('finding-fix', { fix, onDisk: this.#isOnDisk(fix) });
			return;
		}
		this.writing = !this.writing;
		if (this.writing)
			void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('#template')?.focus());
	}

	#write(): void {
		const { template, trigger } = this;
		this.#dispatch('finding-fix', { fix: 'writeCaptions', onDisk: this.onDisk, template, trigger });
		this.writing = false;
	}

	#isOnDisk(fix: string): boolean {
		return this.onDisk && this.finding.fixes.some((each) => each.fix === fix && each.onDisk);
	}
}
customElements.define('easel-finding', EaselFinding);
