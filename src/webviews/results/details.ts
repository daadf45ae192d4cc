import * as l10n from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { describeDuration, describeMoment } from '../../core/base/ages.ts';
import { capitalized } from '../../core/base/language.ts';
import { exactUsd } from '../../core/base/money.ts';
import type { ResultsRun } from '../../core/runs/results/messages.ts';
import { noteLimit } from '../../core/runs/run.ts';
import { sharedStyle } from '../shared/base.ts';
import { factsStyle, inputBox } from '../shared/panelStyles.ts';
import { toolButton, toolbarStyle } from '../shared/toolbar.ts';
import type { RunHost } from './runHost.ts';
import { describeExpiry } from './wording.ts';

/** Texts longer than this are cut until they are expanded, in characters. */
const longText = 280;

const targetNames: Readonly<Record<ResultsRun['target']['kind'], string>> = {
	deployment: l10n.t('Deployment'),
	model: l10n.t('Model'),
	engine: l10n.t('Engine'),
};

const copyLabels = {
	prompt: l10n.t('Copy prompt'),
	seed: l10n.t('Copy seed'),
	requestId: l10n.t('Copy request ID'),
	instance: l10n.t('Copy instance'),
} as const;

/** The description of a run's request, if no single input of a workflow was changed. */
const sentWithoutChanges: Readonly<Record<ResultsRun['mode'], string>> = {
	overrides: l10n.t('None: the workflow as saved in the deployment.'),
	inline: l10n.t('The whole document.'),
	inputs: l10n.t('The values of a form.'),
};

/** Prompt, seed, changed inputs, and the facts of the request. */
class EaselRunDetails extends LitElement {
	@property({ attribute: false }) run!: ResultsRun;
	@property({ attribute: false }) host!: RunHost;
	@property({ attribute: false }) now!: number;
	/** The expanded long texts. */
	@state() protected opened: ReadonlySet<string> = new Set();

	static override styles = [
		sharedStyle,
		toolbarStyle,
		factsStyle,
		css`
			section {
				padding-top: 12px;
			}
			.heading {
				display: flex;
				align-items: center;
				justify-content: space-between;
				min-height: 24px;
			}
			.prose {
				line-height: 1.5;
				overflow-wrap: anywhere;
				white-space: pre-wrap;
			}
			.mono,
			dd,
			del,
			ins {
				font-family: var(--vscode-editor-font-family);
				font-size: 12px;
				overflow-wrap: anywhere;
			}
			textarea {
				display: block;
				width: 100%;
				min-height: 44px;
				padding: 4px 6px;
				${inputBox}
				line-height: 1.4;
				resize: vertical;
			}
			.node + .node {
				margin-top: 8px;
			}
			.change {
				padding: 2px 0 2px 8px;
				border-left: 2px solid var(--vscode-contrastBorder, var(--vscode-panel-border, transparent));
				line-height: 1.45;
			}
			.input {
				margin-right: 4px;
			}
			del {
				color: var(--vscode-descriptionForeground);
				text-decoration-color: var(--vscode-disabledForeground);
			}
			ins {
				text-decoration: none;
			}
			dl {
				align-items: baseline;
			}
			dd {
				display: flex;
				align-items: center;
				justify-content: space-between;
				min-height: 20px;
				font-variant-numeric: tabular-nums;
			}
			dd.plain {
				font-family: inherit;
				font-size: inherit;
			}
		`,
	];

	override render(): TemplateResult {
		const { run } = this;
		return html`
			${run.prompt === undefined ? nothing : this.#section(l10n.t('Prompt'), html`<p class="prose">${this.#text('prompt', run.prompt)}</p>`, this.#copyButton('prompt', run.prompt))}
			${run.seed === undefined ? nothing : this.#section(l10n.t('Seed'), html`<p class="mono">${run.seed}</p>`, this.#copyButton('seed', run.seed))}
			${this.#section(run.mode === 'overrides' ? l10n.t('Changed inputs') : l10n.t('Sent'), this.#changes())}
			${run.drawn === undefined ? nothing : this.#section(l10n.t('Dynamic prompts'), this.#listed('drawn', run.drawn))}
			${this.#section(l10n.t('Note'), this.#note())}
			${this.#section(l10n.t('Request'), this.#facts())}
		`;
	}

	#section(title: string, content: TemplateResult, copyButton?: TemplateResult): TemplateResult {
		return html`<section>
			<div class="heading">
				<h2>${title}</h2>
				${copyButton ?? nothing}
			</div>
			${content}
		</section>`;
	}

	#copyButton(what: keyof typeof copyLabels, text: string): TemplateResult {
		return toolButton({
			icon: 'copy',
			label: copyLabels[what],
			run: () => this.host.copyText(text, what),
		});
	}

	#text(key: string, text: string): TemplateResult {
		if (text.length <= longText) return html`${text}`;
		const open = this.opened.has(key);
		const toggle = () => {
			const next = new Set(this.opened);
			if (!next.delete(key)) next.add(key);
			this.opened = next;
		};
		return html`${open ? text : `${text.slice(0, longText - 40)}…`}
			<button class="link" type="button" aria-expanded=${open} @click=${toggle}>${open ? l10n.t('Show less') : l10n.t('Show all')}</button>`;
	}

	#changes(): TemplateResult {
		const { run } = this;
		if (run.changed.length === 0) {
			return html`<p>${sentWithoutChanges[run.mode]}</p>`;
		}
		return this.#listed('changed', run.changed);
	}

	#listed(what: string, inputs: ResultsRun['changed']): TemplateResult {
		const nodes = Map.groupBy(inputs, (change) => change.nodeId);
		return html`<ul>
			${[...nodes].map(
				([nodeId, changes]) => html`<li class="node">
					<span title=${l10n.t('Node {0}', nodeId)}>${changes[0]?.nodeTitle}</span>
					<ul>
						${changes.map(
							(change) => html`<li class="change">
								<span class="input quiet">${change.input}</span>
								<del>${this.#text(`${what} from ${nodeId} ${change.input}`, change.from)}</del>
								<span aria-hidden="true">→</span>
								<ins>${this.#text(`${what} to ${nodeId} ${change.input}`, change.to)}</ins>
							</li>`,
						)}
					</ul>
				</li>`,
			)}
		</ul>`;
	}

	/**
	 * Renders the note, which is sent when the field loses focus; drawn again for each run, so that no note moves to
	 * another one.
	 */
	#note(): TemplateResult {
		const { run, host } = this;
		return html`${keyed(
			run.id,
			html`<textarea
				rows="2"
				maxlength=${noteLimit}
				aria-label=${l10n.t('Note')}
				placeholder=${l10n.t('About this run')}
				.value=${run.note}
				@change=${(event: Event) => host.send('note', { text: (event.target as HTMLTextAreaElement).value })}
			></textarea>`,
		)}`;
	}

	#facts(): TemplateResult {
		const { run, now } = this;
		const fact = (term: string, text: string | undefined, copied?: keyof typeof copyLabels) =>
			text === undefined
				? nothing
				: html`<dt>${term}</dt>
						<dd class=${copied ? '' : 'plain'}><span>${text}</span>${copied ? this.#copyButton(copied, text) : nothing}</dd>`;
		const moment = (time: number | undefined) => (time === undefined ? undefined : describeMoment(time, now));
		const between = (from: number | undefined, to: number | undefined) =>
			from === undefined || to === undefined ? undefined : describeDuration(to - from);
		const copied = run.groups.every(({ items }) => items.every(({ state }) => state === 'ready'));
		return html`<dl>
			${
				run.hasDocument
					? html`<dt>${l10n.t('Document')}</dt>
							<dd class="plain"><button class="link" type="button" @click=${() => this.host.send('openDocument')}>${run.documentName}</button></dd>`
					: fact(l10n.t('Document'), run.documentName)
			}
			${fact(targetNames[run.target.kind], run.target.name)} ${fact(l10n.t('Request ID'), run.requestId, 'requestId')}
			${fact(l10n.t('State'), capitalized(run.stateText))} ${fact(l10n.t('Submitted'), moment(run.submittedAt))}
			${fact(l10n.t('Started by'), run.startedBy)}
			${fact(l10n.t('Waited'), between(run.submittedAt, run.startedAt))} ${fact(l10n.t('Started'), moment(run.startedAt))}
			${fact(l10n.t('Ended'), moment(run.endedAt))} ${fact(l10n.t('Ran'), between(run.startedAt, run.endedAt))}
			${fact(l10n.t('Cost'), run.costMicrodollars === undefined ? undefined : exactUsd(run.costMicrodollars))}
			${fact(l10n.t('Instance'), run.instanceId, 'instance')}
			${fact(l10n.t('Files expire'), run.expiresAt === undefined ? undefined : describeExpiry(run.expiresAt, now, copied))}
		</dl>`;
	}
}

customElements.define('easel-run-details', EaselRunDetails);
