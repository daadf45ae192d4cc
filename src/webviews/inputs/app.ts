import '../shared/language.ts';

import * as l10n from '@vscode/l10n';
import '../shared/button.ts';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '../shared/form.ts';
import './jsonInputs.ts';
import './runView.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import {
	type FieldErrors,
	type FieldSpec,
	type FormValues,
	formErrors,
	namesOf,
	placeFailure,
} from '../../core/base/panel/formFields.ts';
import {
	bodyOfInputs,
	type InputValues,
	type JsonMistake,
	mistakeOf,
	readInputs,
	shownFields,
} from '../../core/requests/inputValues.ts';
import {
	type InputFormContents,
	type InputFormProtocol,
	type InputFormState,
	inputFormProtocol,
} from '../../core/runs/inputs/messages.ts';
import { isSeedName } from '../../core/runs/plan/summary.ts';
import { announcement, stopButton } from '../results/wording.ts';
import type { EaselForm, FormEvents } from '../shared/form.ts';
import type { Host } from '../shared/host.ts';
import { PanelKeys } from '../shared/keys.ts';
import { PanelApp, panelAppStyle, showPanel } from '../shared/panelApp.ts';
import { randomSeed } from '../shared/randomSeed.ts';
import { toolbarStyle } from '../shared/toolbar.ts';
import { appStyle } from './appStyle.ts';
import { documentButtons, placeLinks } from './documentParts.ts';
import { formHeader } from './header.ts';
import type { EaselJsonInputs } from './jsonInputs.ts';
import { triggerOffer } from './triggerOffer.ts';

const localFileWords = l10n.t(
	'The service cannot read files on this computer. Upload the file to a public place, such as object storage or a web server, and paste its address here.',
);

/** The form of the inputs of one target, and its latest run. */
class EaselInputs extends PanelApp<InputFormProtocol> {
	@state() protected inputs: InputValues = { values: {} };
	@state() protected view: InputFormContents['view'] = 'form';
	/** The text of the JSON, as it was laid out or typed. */
	@state() protected json = '';
	@state() protected mistake: JsonMistake | undefined;
	/** Refusals of the service, by path. */
	@state() protected errors: FieldErrors = {};
	/** Sentences that belong to no field. */
	@state() protected above: readonly string[] = [];

	static override styles = [...panelAppStyle, toolbarStyle, appStyle];

	readonly #host: Host<InputFormProtocol>;
	#revision: number | undefined;
	#attempt = 0;

	constructor() {
		super();
		this.#host = this.connect(inputFormProtocol, {});
		new PanelKeys(this, (event) => this.#press(event));
	}

	override render(): unknown {
		const { state } = this;
		if (state === undefined) return nothing;
		return html`
			<div class="app ${state.run === undefined ? '' : 'ran'}">
				${formHeader(state, {
					view: this.view,
					hasMistake: this.mistake !== undefined,
					show: (view) => this.#show(view),
					openCopyMenu: () => this.#openCopyMenu(),
					host: this.#host,
				})}
				<div class="body">
					<main>
						<div class="scroll">${this.#problem(state)} ${state.notes.map((note) => html`<p class="quiet">${note}</p>`)} ${this.#content(state)}</div>
						${state.phase === 'ready' ? this.#footer(state) : nothing}
					</main>
					${
						state.run === undefined
							? nothing
							: html`<section class="run" aria-label=${l10n.t('Latest Run')}>
									<easel-input-run
										.run=${state.run}
										.now=${state.now}
										.opensOutside=${state.opensOutside}
										.host=${this.#host}
									></easel-input-run>
								</section>`
					}
				</div>
			</div>
			${this.overlays()}
		`;
	}

	#problem({ problem }: InputFormState): TemplateResult | typeof nothing {
		if (problem === undefined) return nothing;
		const words = { signIn: l10n.t('Sign In or Switch'), reload: l10n.t('Try Again') }[problem.action];
		const send = () => this.#host.send(problem.action);
		return html`<div class="problem" role="alert">
			<p>${problem.message} ${problem.nextStep}</p>
			<vscode-button secondary @click=${send}>${words}</vscode-button>
		</div>`;
	}

	#content(state: InputFormState): TemplateResult | typeof nothing {
		const { phase, fields, sending, triggerWords: words, places } = state;
		if (phase === 'failed') return nothing;
		if (phase === 'loading') {
			return html`<p class="quiet">${l10n.t('Reading the inputs...')}</p>
				<vscode-progress-bar aria-label=${l10n.t('The inputs are being read')} indeterminate></vscode-progress-bar>`;
		}
		const shown = shownFields(fields, this.inputs);
		if (this.view === 'json') {
			return html`<easel-json-inputs
				.text=${this.json}
				.mistake=${this.mistake}
				.complaints=${this.#complaints(shown)}
				?disabled=${sending}
				@json-change=${(event: CustomEvent<string>) => this.#onJson(event.detail)}
			></easel-json-inputs>`;
		}
		const { inputs } = this;
		const rest = inputs.others;
		const insert = (values: FormValues) => this.#onForm(values);
		return html`
			<easel-form
				.fields=${shown}
				.values=${this.inputs.values as FormValues}
				.errors=${this.errors}
				?disabled=${sending}
				@form-change=${(event: FormEvents['form-change']) => this.#onForm(event.detail.values)}
				.ofDocument=${places !== undefined}
				@form-choose-file=${(event: FormEvents['form-choose-file']) => this.#chooseFile(event.detail.path)}
				@form-choose-checkpoint=${(event: FormEvents['form-choose-checkpoint']) => this.#host.send('chooseCheckpoint', event.detail)}
			>${triggerOffer({ fields, inputs, words, disabled: sending, insert })} ${placeLinks(state, this.#host)}</easel-form>
			${rest === undefined ? nothing : html`<p class="quiet">${places === undefined ? l10n.t('Other properties from JSON, which are also sent:') : l10n.t('Kept, but not sent, because the document has no such input:')} <code>${rest.slice(0, 300)}</code></p>`}
		`;
	}

	#footer(state: InputFormState): TemplateResult {
		const { run, sending, problem } = state;
		const canRun = !sending && problem?.action !== 'signIn';
		return html`<footer>
			<div role="alert">${this.above.map((sentence) => html`<p class="refused">${sentence}</p>`)}</div>
			<div class="buttons">
				<vscode-button ?disabled=${!canRun} title=${l10n.t('Run (Ctrl+Enter)')} @click=${() => void this.#run()}>${sending ? l10n.t('Sending') : l10n.t('Run')}</vscode-button>
				${
					this.#seeds(state).length === 0
						? nothing
						: html`<vscode-button secondary ?disabled=${!canRun} title=${l10n.t('Draw a new seed and run')} @click=${() => void this.#run(true)}>${l10n.t('Run with New Seed')}</vscode-button>`
				}
				${
					state.places === undefined
						? nothing
						: documentButtons({
								isReady: canRun,
								send: (kind) => void this.#checked(() => this.#host.send(kind)),
							})
				}
				${
					run === undefined || run.ended
						? nothing
						: html`<vscode-button
								secondary
								?disabled=${stopButton(run).disabled}
								title=${stopButton(run).title}
								@click=${() => this.#host.send('cancel', { run: run.id })}
							>${stopButton(run).label}</vscode-button>`
				}
			</div>
		</footer>`;
	}

	/** Returns the problems of fields as text, if the fields are not drawn. */
	#complaints(shown: readonly FieldSpec[]): readonly string[] {
		if (this.mistake !== undefined) return [];
		const own = formErrors(shown, this.inputs.values);
		return shown.flatMap(({ path, label }) => {
			const words = own[path] ?? this.errors[path];
			return words === undefined ? [] : [`${label}: ${words}`];
		});
	}

	#seeds({ fields }: InputFormState): readonly Extract<FieldSpec, { kind: 'number' }>[] {
		return shownFields(fields, this.inputs).filter(
			(field) =>
				field.kind === 'number' &&
				field.integer === true &&
				(field.seed === true || isSeedName(namesOf(field.path).at(-1) ?? '')),
		) as Extract<FieldSpec, { kind: 'number' }>[];
	}

	protected override onState(state: InputFormState): void {
		const before = this.state?.run;
		this.state = state;
		if (state.revision !== this.#revision) {
			this.#revision = state.revision;
			const { inputs, view, draft } = state.contents;
			this.inputs = inputs;
			this.view = view;
			this.json = draft ?? bodyOfInputs(state.fields, inputs, 2);
			this.mistake = draft === undefined ? undefined : mistakeOf(state.fields, draft);
			this.errors = {};
			this.above = [];
		}
		const { refusal, run } = state;
		if (refusal !== undefined && refusal.attempt > this.#attempt) {
			this.#attempt = refusal.attempt;
			const shown = shownFields(state.fields, this.inputs);
			const placed = placeFailure({ kind: 'input', fixer: 'you', ...refusal }, shown);
			this.above = placed.form;
			this.errors = placed.fields;
			void this.updateComplete.then(() => this.#form()?.showErrors(placed.fields));
		}
		if (run !== undefined && before !== undefined && before.stateText !== run.stateText)
			this.announced = announcement(run, state.now);
	}

	#form(): EaselForm | null {
		return this.renderRoot.querySelector('easel-form');
	}

	#onForm(values: FormValues): void {
		this.inputs = { ...this.inputs, values: { ...values } };
		this.#edited();
	}

	#onJson(text: string): void {
		this.json = text;
		const reading = readInputs(this.state?.fields ?? [], text);
		this.mistake = 'mistake' in reading ? reading.mistake : undefined;
		if ('inputs' in reading) this.inputs = reading.inputs;
		this.errors = {};
		this.#edited();
	}

	#contents(): InputFormContents {
		const { inputs, view } = this;
		return { inputs, view, ...(this.mistake === undefined ? {} : { draft: this.json }) };
	}

	#edited(): void {
		this.above = [];
		this.#host.send('edited', this.#contents());
	}

	/** Shows one of the two views of the inputs; invalid JSON has to be fixed first. */
	#show(view: InputFormContents['view']): void {
		if (view === this.view) return;
		if (this.mistake !== undefined) {
			this.#goToMistake();
			return;
		}
		this.view = view;
		if (view === 'json') this.json = bodyOfInputs(this.state?.fields ?? [], this.inputs, 2);
		this.#host.send('edited', this.#contents());
	}

	/** Opens the menu below its button; the host has the inputs and copies the code to the clipboard. */
	#openCopyMenu(): void {
		const from = this.renderRoot.querySelector<HTMLElement>('.tool:has(> [name="code"])');
		if (from === null) return;
		const tools = (['curl', 'python', 'typescript'] as const).map((language) => ({
			label: l10n.t('Copy as {0}', { curl: 'cURL', python: 'Python', typescript: 'TypeScript' }[language]),
			run: () => this.#host.send('copyAs', { language }),
		}));
		this.openMenuBelow(tools, from, 'left');
	}

	#goToMistake(): void {
		this.renderRoot.querySelector<EaselJsonInputs>('easel-json-inputs')?.goToMistake();
	}

	async #run(newSeed = false): Promise<void> {
		const { state } = this;
		if (state?.phase !== 'ready' || state.sending || state.problem?.action === 'signIn') return;
		if (newSeed && this.mistake === undefined) this.#drawSeeds(state);
		await this.#checked(() => this.#host.send('run', this.#contents()));
	}

	/** Acts on the values if they are valid; otherwise goes to the first invalid one. */
	async #checked(act: () => void): Promise<void> {
		const { state } = this;
		if (state === undefined) return;
		if (this.mistake !== undefined) {
			this.#goToMistake();
			return;
		}
		this.errors = {};
		this.above = [];
		await this.updateComplete;
		const form = this.#form();
		const shown = shownFields(state.fields, this.inputs);
		const errors = formErrors(shown, this.inputs.values);
		if (form !== null ? !(await form.check()) : Object.keys(errors).length > 0) return;
		act();
	}

	#chooseFile(path: string): void {
		if (this.state?.places === undefined)
			void this.#form()?.showErrors({ ...this.errors, [path]: localFileWords });
		else this.#host.send('chooseFile', { path });
	}

	#drawSeeds(state: InputFormState): void {
		const values = { ...this.inputs.values };
		for (const field of this.#seeds(state)) values[field.path] = randomSeed(field);
		this.inputs = { ...this.inputs, values };
		if (this.view === 'json') this.json = bodyOfInputs(state.fields, this.inputs, 2);
	}

	#press(event: KeyboardEvent): boolean {
		if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return false;
		void this.#run();
		return true;
	}
}

showPanel('easel-inputs', EaselInputs);
