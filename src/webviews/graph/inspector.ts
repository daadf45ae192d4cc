import * as l10n from '@vscode/l10n';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { type GraphInput, type GraphNode, inputTitle } from '../../core/workflow/graph/model.ts';
import { severityWords } from '../../core/workflow/graph/wording.ts';
import { sharedStyle } from '../shared/base.ts';
import { toolButton, toolbarStyle } from '../shared/toolbar.ts';

/** An input that gets a name or loses it. */
export interface NamingDetail {
	readonly input: string;
	readonly isOn: boolean;
}

const icons = { error: 'error', warning: 'warning', info: 'info', hint: 'lightbulb' } as const;

/** The details of the chosen node: its problems in full, and the differences from the saved workflow. */
export class EaselInspector extends LitElement {
	@property({ attribute: false }) node: GraphNode | undefined;
	/** The titles of its groups; empty without any. */
	@property({ attribute: false }) group!: string;
	@property({ attribute: false }) savedName: string | undefined;
	@property({ attribute: false }) canName!: boolean;

	static override styles = [
		sharedStyle,
		toolbarStyle,
		css`
			:host {
				position: absolute;
				left: 10px;
				bottom: 10px;
				width: min(400px, calc(100% - 20px));
				max-height: min(46%, 320px);
				overflow: auto;
				padding: 8px 8px 8px 12px;
				border: 1px solid var(--vscode-widget-border, var(--vscode-editorWidget-border));
				border-radius: 6px;
				color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
				background: var(--vscode-editorWidget-background);
				box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
			}
			.top {
				display: flex;
				align-items: flex-start;
				gap: 4px;
			}
			h2 {
				flex: 1;
				min-width: 0;
				margin: 2px 0 0;
				overflow-wrap: anywhere;
				font-size: inherit;
				font-weight: 600;
			}
			h2 span {
				color: var(--vscode-descriptionForeground);
				font-weight: 400;
			}
			p {
				margin: 2px 0 0;
				overflow-wrap: anywhere;
				color: var(--vscode-descriptionForeground);
			}
			ul {
				display: grid;
				gap: 4px;
				margin: 6px 0 0;
				padding: 0;
				list-style: none;
			}
			li {
				display: flex;
				gap: 6px;
				overflow-wrap: anywhere;
			}
			li vscode-icon {
				flex: none;
			}
			.error vscode-icon {
				color: var(--vscode-editorError-foreground);
			}
			.warning vscode-icon {
				color: var(--vscode-editorWarning-foreground);
			}
			.info vscode-icon {
				color: var(--vscode-editorInfo-foreground);
			}
			.changed vscode-icon {
				color: var(--vscode-gitDecoration-modifiedResourceForeground);
			}
			code {
				font-family: var(--vscode-editor-font-family);
				font-size: 0.92em;
			}
			.inputs li {
				align-items: center;
			}
			.inputs li span {
				flex: 1;
				min-width: 0;
			}
		`,
	];

	override render(): unknown {
		const { node } = this;
		if (node === undefined) return nothing;
		const changes = [...node.values, ...node.ports].filter((input) => input.before !== undefined);
		const saved = this.savedName ?? l10n.t('the saved workflow');
		return html`
			<div class="top">
				<h2>${node.title} <span>${node.title === node.classType ? '' : node.classType} #${node.id}</span></h2>
				${toolButton({ icon: 'go-to-file', label: l10n.t('Show in Text'), key: l10n.t('Enter'), run: () => this.#dispatch('inspector-open') })}
				${toolButton({ icon: 'close', label: l10n.t('Close'), key: l10n.t('Escape'), run: () => this.#dispatch('inspector-close') })}
			</div>
			${this.group === '' ? nothing : html`<p>${l10n.t('In group {0}', this.group)}</p>`}
			${
				node.problems.length === 0 && node.change === undefined
					? nothing
					: html`<ul>
							${node.problems.map((problem) => this.#problem(problem.severity, problem.text))}
							${node.change === 'added' ? this.#line('changed', 'add', html`${l10n.t('New: {0} has no such node.', saved)}`) : nothing}
							${changes.map((input) => this.#line('changed', 'edit', html`<span>${input.name}: <del class="quiet">${input.before === '' ? l10n.t('not set') : input.before}</del> → ${'text' in input ? html`<code>${input.text}</code>` : l10n.t('another link')}</span>`))}
							${node.change === 'changed' && changes.length === 0 ? this.#line('changed', 'edit', html`${l10n.t('Differs from {0}.', saved)}`) : nothing}
						</ul>`
			}
			${this.#inputs(node)}
		`;
	}

	/** Renders the inputs with values of their own, and the controls for their names. */
	#inputs({ values, rest }: GraphNode): unknown {
		const inputs = [...values, ...rest];
		if (!this.canName || inputs.length === 0) return nothing;
		return html`<ul class="inputs" aria-label=${l10n.t('Inputs')}>
			${inputs.map(
				(input) => html`<li>
					<span>${inputTitle(input)}</span>
					${toolButton({
						icon: 'tag',
						label: input.isOfApp
							? l10n.t('{0} is named in App Mode', input.named ?? input.name)
							: l10n.t('Name Input {0}', input.name),
						pressed: input.named !== undefined,
						disabled: input.isOfApp === true,
						run: () => this.#name(input),
					})}
				</li>`,
			)}
		</ul>`;
	}

	#name({ name, named }: GraphInput): void {
		this.dispatchEvent(
			new CustomEvent<NamingDetail>('inspector-name', { detail: { input: name, isOn: named === undefined } }),
		);
	}

	/** Moves the focus to the first input that can be named. */
	override focus(): void {
		this.renderRoot.querySelector<HTMLElement>('.inputs .tool:not(:disabled)')?.focus();
	}

	#problem(severity: keyof typeof icons, text: string): TemplateResult {
		return this.#line(
			severity,
			icons[severity],
			html`<span><span class="visually-hidden">${severityWords[severity]}: </span>${text}</span>`,
		);
	}

	#line(className: string, icon: string, content: TemplateResult): TemplateResult {
		return html`<li class=${className}><vscode-icon name=${icon}></vscode-icon>${content}</li>`;
	}

	#dispatch(name: string): void {
		this.dispatchEvent(new CustomEvent(name));
	}
}
customElements.define('easel-inspector', EaselInspector);
