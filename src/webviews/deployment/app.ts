import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import type { Failure } from '../../core/base/failure.ts';
import { type FieldErrors, type FormValues, placeFailure } from '../../core/base/panel/formFields.ts';
import { deploymentFormErrors, settingsOfForm } from '../../core/deployments/deploymentForm.ts';
import {
	type ChangeRow,
	type DeploymentFormProtocol,
	type DeploymentFormState,
	deploymentFormProtocol,
} from '../../core/deployments/deploymentFormMessages.ts';
import { standingCost } from '../../core/deployments/settings.ts';
import { EaselForm } from '../shared/form.ts';
import type { Host } from '../shared/host.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { appStyle } from './appStyle.ts';

/** The changes to send, as shown before. */
interface Review {
	readonly changes: readonly ChangeRow[];
	readonly elsewhere: readonly ChangeRow[];
	readonly values: FormValues;
	readonly now: FormValues;
	readonly cost?: string;
}

/** The form of a new deployment, or of one that is edited. */
class EaselDeployment extends PanelApp<DeploymentFormProtocol> {
	/** The typed values, over the initial ones of the form. */
	@state() protected values: FormValues = {};
	@state() protected review: Review | undefined;
	@state() protected busy = false;
	/** Refusals of the service that belong to no field. */
	@state() protected trouble: readonly string[] = [];

	static override styles = [...panelAppStyle, appStyle];

	readonly #host: Host<DeploymentFormProtocol>;
	readonly #form = new EaselForm();
	/** The values of the fields before anything was typed; undefined until something was. */
	#base: FormValues | undefined;
	/** Fields with typed text, which show their faults immediately. */
	readonly #typed = new Set<string>();

	constructor() {
		super();
		this.#host = this.connect(deploymentFormProtocol, {});
		const memory = this.#host.recall();
		if (memory !== undefined) {
			this.values = memory.values;
			this.#base = memory.base;
		}
		this.#form.addEventListener('form-change', (event) => {
			const { path, values } = (event as CustomEvent<{ path: string; values: FormValues }>).detail;
			this.#onTyped(path, values);
		});
	}

	protected override render(): unknown {
		const { state, review } = this;
		if (state === undefined) return nothing;
		return html`<main aria-busy=${this.busy ? 'true' : 'false'}>
			<header>
				<h1>${state.mode === 'new' ? l10n.t('New deployment') : l10n.t('Edit "{0}"', state.title)}</h1>
				${state.connection === undefined ? nothing : html`<p class="where">${l10n.t('At {0}', state.connection)}</p>`}
			</header>
			${state.trouble === undefined ? nothing : this.#troubleOf(state.trouble)}
			${this.trouble.map((sentence) => html`<p class="trouble" role="alert">${sentence}</p>`)}
			${state.reading ? html`<p role="status">${l10n.t('Reading the deployment...')}</p>` : nothing}
			${review === undefined ? this.#fields(state) : this.#summary(review, state.mode === 'new')}
		</main>`;
	}

	protected override updated(): void {
		const { state } = this;
		if (state === undefined) return;
		this.#form.fields = state.fields;
		this.#form.values = this.values;
		this.#form.disabled = this.busy;
	}

	#troubleOf(sentence: string): TemplateResult {
		return html`<div class="trouble" role="alert">
			<span>${sentence}</span>
			<vscode-button secondary @click=${() => this.#host.send('readAgain')}>${l10n.t('Try Again')}</vscode-button>
		</div>`;
	}

	#fields(state: DeploymentFormState): TemplateResult {
		const cost = standingCost(settingsOfForm(state.mode, this.values));
		const canSend = !this.busy && !state.reading && state.trouble === undefined;
		return html`
			${state.templates.length === 0 ? nothing : this.#template(state)}
			${this.#form}
			<footer>
				<div role="status">${cost === undefined ? nothing : html`<p class="cost">${cost}</p>`}</div>
				<vscode-button
					?disabled=${!canSend}
					@click=${() => this.#review()}
					>${state.mode === 'new' ? l10n.t('Review...') : l10n.t('Review Changes...')}</vscode-button
				>
				<vscode-button secondary @click=${() => this.#host.send('close')}>${l10n.t('Cancel')}</vscode-button>
			</footer>
		`;
	}

	#template({ templates }: DeploymentFormState): TemplateResult {
		const label = l10n.t('Start from');
		const description = l10n.t(
			'Uses the workflow and settings of an existing deployment. Each can be changed below.',
		);
		return html`<div class="template">
			<div class="label" aria-hidden="true">${label}</div>
			<vscode-single-select
				data-path="template"
				.label=${`${label}. ${description}`}
				?disabled=${this.busy}
				@change=${(event: Event) => this.#begin((event.target as HTMLSelectElement).value)}
			>
				<vscode-option value="" selected>${l10n.t('Default settings')}</vscode-option>
				${templates.map(({ id, name }) => html`<vscode-option value=${id}>${name}</vscode-option>`)}
			</vscode-single-select>
			<p class="description">${description}</p>
		</div>`;
	}

	#summary({ changes, elsewhere, cost }: Review, isNew: boolean): TemplateResult {
		const title = isNew
			? l10n.t('Settings of the new deployment')
			: changes.length === 0
				? l10n.t('Nothing would change')
				: l10n.t('Changed settings');
		return html`
			<section aria-label=${title} tabindex="-1"><h2>${title}</h2></section>
			${
				elsewhere.length === 0
					? nothing
					: html`<div class="elsewhere" role="status">
						<p>${l10n.t('Someone else has changed this deployment since you opened the form:')}</p>
						<ul>
							${elsewhere.map(
								({ label, before, after }) =>
									html`<li>${label}: ${before ?? l10n.t('not known')} → ${after}</li>`,
							)}
						</ul>
					</div>`
			}
			<dl class="changes">
				${changes.map(
					({ label, before, after }) => html`
						<dt>${label}</dt>
						<dd>
							${
								isNew
									? nothing
									: html`<span class="from">${before ?? l10n.t('not known')}</span
											><span class="arrow" role="img" aria-label=${l10n.t('becomes')}>→</span>`
							}<strong>${after}</strong>
						</dd>
					`,
				)}
			</dl>
			${cost === undefined ? nothing : html`<p class="cost">${cost}</p>`}
			<footer>
				<vscode-button
					data-path="save"
					?disabled=${this.busy || changes.length === 0}
					@click=${() => (isNew ? this.#create() : this.#save())}
					>${isNew ? l10n.t('Create') : l10n.t('Save Changes')}</vscode-button
				>
				<vscode-button secondary ?disabled=${this.busy} @click=${() => this.#back()}>${l10n.t('Back')}</vscode-button>
			</footer>
		`;
	}

	protected override onState(state: DeploymentFormState): void {
		// Typed values stay, whatever the service reports in the meantime.
		this.values = this.#base === undefined ? state.values : { ...state.values, ...this.values };
		// Typing can begin before the deployment is read, when the form has no values yet.
		if (this.#base !== undefined) this.#base = { ...state.values, ...this.#base };
		this.state = state;
	}

	#onTyped(path: string, values: FormValues): void {
		this.#typed.add(path);
		this.#keep(values);
		this.#form.errors = this.#shownErrors();
	}

	#keep(values: FormValues): void {
		this.#base ??= this.state?.values ?? {};
		this.values = values;
		this.#host.remember({ values, base: this.#base });
	}

	/**
	 * Returns the faults of the fields with typed text. A fault of two fields together is shown once one of them has
	 * some.
	 */
	#shownErrors(): FieldErrors {
		const shown = new Set(this.#typed);
		if (shown.has('min_instances')) shown.add('max_instances');
		return Object.fromEntries(Object.entries(this.#errors()).filter(([path]) => shown.has(path)));
	}

	#errors(): FieldErrors {
		const { state } = this;
		return state === undefined ? {} : deploymentFormErrors(state.mode, state.fields, this.values);
	}

	#begin(id: string): void {
		const { state } = this;
		if (state === undefined) return;
		const values = state.templates.find((each) => each.id === id)?.values ?? state.values;
		const name = this.values.name ?? '';
		this.#keep({ ...values, name });
		this.#form.errors = {};
	}

	/** Returns whether every field can be sent; shows the problems and goes to the first. */
	async #check(): Promise<boolean> {
		this.trouble = [];
		return (await this.#form.check()) && this.#form.showErrors(this.#errors());
	}

	async #create(): Promise<void> {
		await this.#while(async () => {
			const answer = await this.#host.request('create', { values: this.values });
			if (!answer.ok) await this.#refused(answer.failure);
		});
	}

	async #review(): Promise<void> {
		if (!(await this.#check())) return;
		await this.#while(async () => {
			const base = this.#base ?? this.state?.values ?? {};
			const answer = await this.#host.request('review', { values: this.values, base });
			if (!answer.ok) return this.#refused(answer.failure);
			this.review = answer.value;
			this.#base = answer.value.now;
			this.#keep(answer.value.values);
		});
		await this.updateComplete;
		this.renderRoot.querySelector<HTMLElement>('section')?.focus();
	}

	async #save(): Promise<void> {
		const { review } = this;
		if (review === undefined) return;
		await this.#while(async () => {
			const answer = await this.#host.request('save', { values: review.values, now: review.now });
			if (!answer.ok) await this.#refused(answer.failure);
		});
	}

	async #back(): Promise<void> {
		this.review = undefined;
		this.trouble = [];
		await this.updateComplete;
		this.renderRoot.querySelector<HTMLElement>('footer vscode-button')?.focus();
	}

	async #while(work: () => Promise<void>): Promise<void> {
		this.busy = true;
		await work();
		this.busy = false;
	}

	async #refused(failure: Failure): Promise<void> {
		const placed = placeFailure(failure, this.state?.fields ?? []);
		this.review = undefined;
		this.trouble = placed.form;
		this.busy = false;
		await this.updateComplete;
		await this.#form.showErrors(placed.fields);
	}
}
showPanel('easel-deployment', EaselDeployment);
