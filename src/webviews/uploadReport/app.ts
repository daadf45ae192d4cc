import type { Result } from '../../core/base/failure.ts';
import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import './finding.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { numberText } from '../../core/base/language.ts';
import {
	type FindingView,
	type UploadReportProtocol,
	type UploadReportState,
	uploadReportProtocol,
} from '../../core/datasets/report/messages.ts';
import type { Host } from '../shared/host.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { appStyle } from './appStyle.ts';
import { Comparison } from './comparison.ts';
import { choice, fieldStyle, textLine } from './fields.ts';
import type { FindingEvents } from './finding.ts';
import { drawProgress, type ProgressActions, progressStyle, uploadProgress } from './progress.ts';

/** Milliseconds without typing after which the host is called. */
const typingPause = 150;

/** The panel "Upload to ...": the report on a selection, then its upload. */
class EaselUploadReport extends PanelApp<UploadReportProtocol> {
	/** The kind of finding with visible files. */
	@state() protected opened: string | undefined;
	@state() protected filter!: string;
	/** The name being typed, until the host has it. */
	@state() protected typed: string | undefined;
	@state() protected busy = false;

	static override styles = [...panelAppStyle, fieldStyle, progressStyle, appStyle];

	readonly #host: Host<UploadReportProtocol>;
	readonly #comparison: Comparison;
	readonly #actions: ProgressActions = {
		cancel: () => this.#host.send('cancel'),
		retry: () => this.#host.send('retry'),
		backToReport: () => this.#host.send('backToReport'),
		insert: () => this.#host.send('insert'),
		newConfiguration: () => this.#host.send('newConfiguration'),
	};
	#nameTimer: number | undefined;
	/** The model to train that the person chose. */
	#family: string | undefined;
	/** The first error is opened once, until the person opens and closes others. */
	#hasOpened = false;
	#hasFixed = false;
	/** The row of safe fixes stays after the last one: everything below would jump. */
	#hadSafeFixes = false;

	constructor() {
		super();
		this.#host = this.connect(uploadReportProtocol, {});
		this.#comparison = new Comparison(this.#host, {
			changed: () => this.requestUpdate(),
			say: (text) => this.toast.show(text),
			found: (kind) => this.#open(kind),
		});
		const memory = this.#host.recall();
		this.opened = memory?.open;
		this.#hasOpened = memory !== undefined;
		this.filter = memory?.filter ?? '';
		this.typed = memory?.name;
		this.#family = memory?.family;
	}

	protected override render(): unknown {
		const { state } = this;
		if (state === undefined) return nothing;
		const title =
			state.name.value === ''
				? l10n.t('Upload "{0}"', state.selection)
				: l10n.t('Upload to "{0}"', state.name.value);
		return html`<main>
			<header>
				<h1>${title}</h1>
				<p class="selection">
					${state.connection === undefined ? l10n.t('From "{0}"', state.selection) : l10n.t('From "{0}", to {1}', state.selection, state.connection)}
				</p>
			</header>
			${state.progress === undefined ? this.#report(state) : uploadProgress(state.progress, this.#actions)}
		</main>
		${this.overlays()}`;
	}

	protected override updated(): void {
		drawProgress(this.renderRoot, this.state?.progress?.fraction ?? 0);
		this.#keepFocus();
	}

	/** Moves the focus to Undo once it is enabled: a button loses the focus when it is disabled, or removed by its fix. */
	#keepFocus(): void {
		const root = this.renderRoot as ShadowRoot;
		if (!this.#hasFixed || this.busy || this.state?.undo === undefined) return;
		if (root.activeElement !== null || !document.hasFocus()) return;
		this.#hasFixed = false;
		root.querySelector<HTMLElement>('#undo')?.focus({ preventScroll: true });
	}

	#report(state: UploadReportState): TemplateResult {
		return html`
			${this.#fields(state)}
			${state.trouble === undefined ? nothing : html`<p class="trouble" role="alert">${state.trouble}</p>`}
			${state.scanning === undefined ? nothing : this.#scanning(state.scanning)}
			${state.summary === undefined ? nothing : this.#findings(state, state.summary)}
			<footer>
				<vscode-button
					?secondary=${state.findings.some(({ severity }) => severity === 'error')}
					?disabled=${!state.upload.enabled}
					@click=${() => this.#upload()}>${state.upload.label}</vscode-button>
				<span class="reason" role="status">${state.upload.reason ?? nothing}</span>
			</footer>
		`;
	}

	#fields(state: UploadReportState): TemplateResult {
		const { name, controls } = state;
		const value = this.typed ?? name.value;
		const isCurrent = this.typed === undefined || this.typed === name.value;
		return html`<div class="fields">
			${textLine({
				id: 'name',
				label: l10n.t('Dataset name'),
				value,
				disabled: name.fixed,
				problem: isCurrent ? name.problem : undefined,
				note: isCurrent ? name.note : undefined,
				onInput: (typed) => this.#onName(typed),
			})}
			${choice({
				id: 'family',
				label: l10n.t('Model to train'),
				value: state.family,
				options: state.families,
				note: l10n.t('For models that need control images or JSON prompts.'),
				onChange: (family) => {
					this.#family = family;
					this.#remember();
					this.#host.send('setFamily', { family });
				},
			})}
			${
				controls === undefined
					? nothing
					: html`<div class="controls">
						${choice({
							id: 'controls',
							label: l10n.t('Control images'),
							value: controls.value,
							options: controls.options,
							onChange: (chosen) => this.#host.send('setControls', { controls: chosen }),
						})}
						<vscode-button secondary @click=${() => this.#host.send('chooseControls')}>${l10n.t('Choose Folder...')}</vscode-button>
					</div>`
			}
		</div>`;
	}

	#scanning({ done, found }: NonNullable<UploadReportState['scanning']>): TemplateResult {
		const words =
			found === 0
				? l10n.t('Looking for files...')
				: l10n.t('{0} of {1} files were read', numberText(done), numberText(found));
		return html`<div class="scanning">
			<vscode-progress-bar aria-label=${l10n.t('Reading the selection')} indeterminate></vscode-progress-bar>
			<p class="counts figures">${words}</p>
		</div>`;
	}

	#findings(state: UploadReportState, summary: string): TemplateResult {
		const words = this.filter.trim().toLowerCase();
		const plan: FindingView = {
			kind: 'plan',
			severity: 'info',
			title: l10n.t('Files of this upload'),
			explanation: l10n.t(
				'Files to upload, in this order and under these names. Press Enter to open a file.',
			),
			count: state.fileCount ?? 0,
			fixes: [],
		};
		const all = [...state.findings, plan];
		return html`
			<div class="bar1">
				<div>
					<p class="summary figures" role="status">${summary}</p>
					${state.sizes === undefined ? nothing : html`<p class="sizes">${state.sizes}</p>`}
				</div>
				<div class="tools">
					<vscode-button
						id="undo"
						secondary
						?disabled=${state.undo === undefined || this.busy}
						title=${state.undo ?? nothing}
						aria-label=${state.undo === undefined ? nothing : l10n.t('Undo: {0}', state.undo)}
						@click=${() => this.#change(this.#host.request('undo'))}
						>${l10n.t('Undo')}</vscode-button
					>
					${this.#comparison.button(state.toCompare)}
					<vscode-button secondary @click=${() => this.#host.send('editCaptions')}>${l10n.t('Edit Captions')}</vscode-button>
					<vscode-button secondary @click=${() => this.#host.send('scanAgain')}>${l10n.t('Read Again')}</vscode-button>
				</div>
			</div>
			${this.#safeFixes(state.safeFixes)}
			<div class="filter">
				<label class="visually-hidden" for="filter">${l10n.t('Filter files')}</label>
				<input
					id="filter"
					type="text"
					placeholder=${l10n.t('Filter the files by name or remark')}
					.value=${this.filter}
					@input=${(event: Event) => this.#setFilter((event.target as HTMLInputElement).value)}
				/>
			</div>
			<h2 class="visually-hidden">${l10n.t('Findings')}</h2>
			${state.findings.length === 0 ? html`<p class="sound">${l10n.t('No problems found in these files.')}</p>` : nothing}
			<div class="findings">
				${repeat(
					all,
					({ kind }) => kind,
					(finding) => html`<easel-finding
						.finding=${finding}
						.open=${this.opened === finding.kind}
						.busy=${this.busy}
						.query=${words}
						.version=${`${state.revision}:${finding.kind}:${words}`}
						.load=${(from: number, count: number) => this.#load(finding.kind, from, count)}
						@finding-toggle=${() => this.#toggle(finding.kind)}
						@finding-fix=${(event: FindingEvents['finding-fix']) => this.#change(this.#host.request('fix', { kind: finding.kind, ...event.detail }))}
						@finding-controls=${() => this.#host.send('uploadControls')}
						@file-open=${(event: CustomEvent<{ id: string }>) => this.#host.send('showFile', event.detail)}
					></easel-finding>`,
				)}
			</div>
		`;
	}

	#safeFixes(does: string | undefined): TemplateResult | typeof nothing {
		this.#hadSafeFixes ||= does !== undefined;
		if (!this.#hadSafeFixes) return nothing;
		return html`<div class="safe">
			<vscode-button
				secondary
				?disabled=${this.busy || does === undefined}
				aria-describedby="safe"
				@click=${() => this.#change(this.#host.request('fixAllThatIsSafe'))}
				>${l10n.t('Apply All Safe Fixes')}</vscode-button
			>
			<p id="safe" class="reason">${does ?? l10n.t('No safe fixes are left.')}</p>
		</div>`;
	}

	async #load(kind: string, from: number, count: number) {
		const answer = await this.#host.request('files', { kind, filter: this.filter.trim(), from, count });
		if (answer.ok) return answer.value;
		this.toast.show(answer.failure.message);
		return undefined;
	}

	/** Waits for a change of the files, and shows its outcome. */
	async #change(asked: Promise<Result<{ readonly sentence: string }>>): Promise<void> {
		this.busy = true;
		this.#hasFixed = true;
		const answer = await asked;
		this.busy = false;
		this.toast.show(answer.ok ? answer.value.sentence : answer.failure.message);
	}

	#upload(): void {
		if (this.state?.upload.enabled !== true) return;
		this.#sendName();
		this.#host.send('upload');
	}

	protected override onState(state: UploadReportState): void {
		const first = this.state === undefined;
		this.state = state;
		if (first) this.#sendName();
		if (first && this.#family !== undefined && this.#family !== state.family)
			this.#host.send('setFamily', { family: this.#family });
		if (!this.#hasOpened && state.summary !== undefined) {
			this.#hasOpened = true;
			this.opened = state.findings.find(({ severity }) => severity === 'error')?.kind;
		}
		if (this.typed === state.name.value) this.typed = undefined;
	}

	#onName(typed: string): void {
		this.typed = typed;
		this.#remember();
		clearTimeout(this.#nameTimer);
		this.#nameTimer = window.setTimeout(() => this.#sendName(), typingPause);
	}

	#sendName(): void {
		clearTimeout(this.#nameTimer);
		if (this.typed !== undefined && this.typed !== this.state?.name.value)
			this.#host.send('setName', { name: this.typed });
	}

	#setFilter(filter: string): void {
		this.filter = filter;
		this.#remember();
	}

	#toggle(kind: string): void {
		this.#open(this.opened === kind ? undefined : kind);
	}

	#open(kind: string | undefined): void {
		this.#hasOpened = true;
		this.opened = kind;
		this.#remember();
	}

	#remember(): void {
		const { opened, filter, typed, state } = this;
		this.#host.remember({
			...compact({ open: opened, name: typed ?? state?.name.value, family: this.#family }),
			...(filter === '' ? {} : { filter }),
		});
	}
}
showPanel('easel-upload-report', EaselUploadReport);
