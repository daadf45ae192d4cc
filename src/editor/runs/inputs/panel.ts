import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import type { Failure } from '../../../core/base/failure.ts';
import type { Handlers } from '../../../core/base/panel/protocol.ts';
import type { DocumentFacts } from '../../../core/runs/documentFacts.ts';
import { FormContents, type WantedAdapter } from '../../../core/runs/inputs/contents.ts';
import {
	type InputFormIdentity,
	type InputFormProtocol,
	type InputFormState,
	inputFormProtocol,
} from '../../../core/runs/inputs/messages.ts';
import { resultsState } from '../../../core/runs/results/view.ts';
import type { InputSet } from '../../../core/workflow/inputSet.ts';
import { runCommand } from '../../shell/commands.ts';
import { failureText } from '../../shell/failures.ts';
import { confirm } from '../../shell/messages.ts';
import { PanelOwner, type PanelPlace } from '../../shell/panels/panelRegistry.ts';
import { createPanel, identityReader, type Panel } from '../../shell/panels/webviewPanel.ts';
import { labelText } from '../../shell/plainText.ts';
import { opensOutside, runViewHandlers } from '../results/actions.ts';
import { chooseCheckpoint } from './checkpoints.ts';
import { type InputFormsOptions, inputFormKey } from './formOptions.ts';
import { refusalOf } from './problem.ts';
import type { FormOwner, FormSubject, LoadedForm } from './subject.ts';
import { TargetSubject } from './targetSubject.ts';
import { FormTriggers } from './triggers.ts';
import { WorkflowSubject } from './workflowSubject.ts';

interface InputFormParts extends Omit<InputFormsOptions, 'facts'> {
	/** Keeps the contents of forms. */
	readonly memory: Pick<DocumentFacts, 'inputsFor' | 'noteInputs'>;
	readonly target: InputFormIdentity;
	readonly place: PanelPlace;
}

/** Reads the state of a panel from before the window was reloaded. */
export const savedInputForm = identityReader(inputFormProtocol);

function tooLargeText(): string {
	return vscode.l10n.t(
		'Your input is too large to save. It is lost when this form is closed or the window is reloaded.',
	);
}

function subjectOf(parts: InputFormParts, owner: FormOwner): FormSubject {
	const { kind, ...target } = parts.target;
	return kind === 'workflow'
		? new WorkflowSubject(parts, vscode.Uri.parse(target.id), owner)
		: new TargetSubject(parts, { ...target, kind }, owner);
}

/** The form of one target or document: its content is kept here, so that it survives hiding and reloading the view. */
export class InputFormPanel extends PanelOwner {
	readonly #parts: InputFormParts;
	protected readonly panel: Panel<InputFormProtocol>;
	readonly #contents: FormContents;
	readonly #subject: FormSubject;
	readonly #triggers: FormTriggers;
	readonly #gone = new AbortController();
	#loaded: LoadedForm | undefined;
	#loading: AbortController | undefined;
	#failure: Failure | undefined;
	#sending = false;
	#attempt = 0;
	#refusal: InputFormState['refusal'];
	/** True after the session was restored; until then it is not mentioned. */
	#restored = false;

	constructor(parts: InputFormParts) {
		super();
		this.#parts = parts;
		const { context, log, memory, target, place, windowRuns } = parts;
		this.#triggers = new FormTriggers(parts.jobs, log, () => this.panel.refresh());
		this.#contents = new FormContents(memory, inputFormKey(target), {
			onFits: (fits) => {
				if (!fits) this.panel.post('notify', { text: tooLargeText() });
				this.panel.refresh();
			},
			mayReplace: () =>
				confirm(vscode.l10n.t('Replace the inputs of "{0}"?', labelText(target.name, 60)), {
					detail: vscode.l10n.t('The form contains other inputs. The inputs of the run replace them.'),
					action: vscode.l10n.t('Replace'),
				}),
			onReplaced: () => this.panel.refresh(),
			followsDefaults: target.kind === 'workflow',
		});
		this.#subject = subjectOf(parts, {
			contents: this.#contents,
			notify: (text) => this.panel.post('notify', { text }),
			reload: () => this.#load(),
			refresh: () => this.panel.refresh(),
		});
		this.panel = createPanel({
			viewType: 'easel.inputs',
			protocol: inputFormProtocol,
			extensionUri: context.extensionUri,
			log,
			title: () => this.#title(),
			identity: target,
			// The files of results are shown here, no matter to which run they belong.
			roots: [windowRuns.archive],
			state: () => this.#state(),
			handlers: (panel) => this.#handlers(panel),
			requests: () => ({}),
			onHide: () => void this.#contents.keep(),
			...place,
		});
		this.panel.onDidDispose(() => {
			this.#gone.abort();
			this.#loading?.abort();
			this.#subject.dispose();
			void this.#contents.keep();
		});
		void this.#begin();
	}

	get runId(): string | undefined {
		return this.#contents.runId;
	}

	/** Handles a run that has changed, or left the history. */
	onRun(runId: string): void {
		if (runId === this.runId) this.panel.refresh();
	}

	onSession(): void {
		if (this.#loaded === undefined) void this.#load();
		this.panel.refresh();
	}

	/** Puts an adapter into the first field that takes one, immediately or as soon as the fields are known. */
	useAdapter(adapter: string): void {
		this.#useAdapter({ adapter });
	}

	/** Fills in the form, immediately or as soon as the fields are known. */
	fill(inputs: InputSet): void {
		this.#refusal = undefined;
		this.#contents.fill(inputs);
		this.panel.refresh();
	}

	async loadPreset(name: string): Promise<void> {
		await this.#subject.loadPreset?.(name);
	}

	/** Shows a run that was started elsewhere with inputs of this target. */
	showRun(runId: string): void {
		this.#contents.showRun(runId);
		this.panel.refresh();
	}

	#useAdapter(wanted: WantedAdapter): void {
		if (!this.#contents.useAdapter(wanted)) this.#sayNoPlace();
		this.panel.refresh();
	}

	#sayNoPlace(): void {
		this.panel.post('notify', { text: vscode.l10n.t('"{0}" has no input for a LoRA.', this.#title()) });
	}

	#title(): string {
		const { kind, name: given, id } = this.#parts.target;
		const name = labelText(this.#loaded?.name ?? given) || id;
		return kind === 'workflow' ? vscode.l10n.t('{0} (Form)', name) : name;
	}

	async #begin(): Promise<void> {
		await this.#parts.ready();
		this.#restored = true;
		// The latest run can be shown as soon as the history is open.
		const opening = this.#parts.windowRuns.open().then(
			() => this.panel.refresh(),
			(cause) => this.#parts.log.warn('The history of runs could not be opened', cause),
		);
		await Promise.all([opening, this.#load()]);
	}

	async #load(): Promise<void> {
		this.#loading?.abort();
		const loading = new AbortController();
		const load = this.#subject.load(loading.signal);
		if (load === undefined) return this.panel.refresh();
		this.#loading = loading;
		this.#failure = undefined;
		this.panel.refresh();
		const reply = await load;
		if (this.#loading !== loading || this.#gone.signal.aborted) return;
		this.#loading = undefined;
		if (reply.ok) {
			this.#loaded = reply.value;
			this.#contents.follow(reply.value.form.fields);
			if (!this.#contents.putAdapters()) this.#sayNoPlace();
		} else {
			this.#failure = reply.failure;
			this.#parts.log.warn(
				`The inputs of ${this.#parts.target.id} could not be read: ${reply.failure.message}`,
			);
		}
		this.panel.refresh();
	}

	#state(): InputFormState {
		const { target, windowRuns } = this.#parts;
		const loaded = this.#loaded;
		const { runId } = this;
		const run = runId === undefined ? undefined : windowRuns.opened?.get(runId);
		const unwatched = run && this.#restored ? windowRuns.opened?.whyUnwatched(run) : undefined;
		const noted = run && unwatched !== undefined ? { ...run, notice: unwatched } : run;
		const folder = vscode.Uri.joinPath(windowRuns.archive, runId ?? '');
		const shown = resultsState(
			noted,
			(archivedAs) => this.panel.uriFor(vscode.Uri.joinPath(folder, archivedAs)),
			Date.now(),
			opensOutside(),
		);
		const problem = this.#restored ? this.#subject.problem(this.#failure) : undefined;
		return {
			now: shown.now,
			opensOutside: shown.opensOutside,
			target: { kind: target.kind, id: target.id, name: loaded?.name ?? target.name },
			...compact({ description: loaded?.description }),
			...compact({ price: loaded && this.#subject.price(loaded) }),
			hasPage: loaded?.page !== undefined,
			phase: loaded !== undefined ? 'ready' : problem === undefined ? 'loading' : 'failed',
			...compact({ problem }),
			fields: [...(loaded?.form.fields ?? [])],
			notes: [...(this.#contents.fits ? [] : [tooLargeText()]), ...(loaded?.form.notes ?? [])],
			contents: this.#contents.current,
			...compact({ places: loaded?.places }),
			triggerWords: this.#triggers.of(loaded?.form.fields ?? [], this.#contents.current.inputs),
			revision: this.#contents.revision,
			sending: this.#sending,
			...compact({ refusal: this.#refusal, run: shown.run }),
		};
	}

	#handlers(panel: Panel<InputFormProtocol>): Handlers<InputFormProtocol['toHost']> {
		const { acts, context, log, windowRuns, ready, showResult } = this.#parts;
		return {
			...runViewHandlers({
				acts,
				context,
				log,
				runs: () => windowRuns.open(),
				ready,
				panel,
				notify: (text) => panel.post('notify', { text }),
			}),
			edited: (contents) => this.#contents.edited(contents),
			run: (contents) => {
				this.#contents.edited(contents);
				return this.#run();
			},
			reset: () => {
				this.#refusal = undefined;
				this.#contents.reset();
				this.panel.refresh();
			},
			signIn: () => {
				const { session, target, signedIn } = this.#parts;
				const isElsewhere = session.current.connection.id !== target.connectionId;
				return isElsewhere ? runCommand('easel.switchConnection') : signedIn();
			},
			reload: () => this.#load(),
			...this.#subject.handlers,
			chooseCheckpoint: async ({ path }) => {
				const adapter = await chooseCheckpoint(this.#parts.jobs);
				if (adapter !== undefined) this.#useAdapter({ adapter, path });
			},
			openPage: () => {
				const { page } = this.#loaded ?? {};
				return page === undefined ? undefined : vscode.env.openExternal(vscode.Uri.parse(page));
			},
			showResult: () => {
				if (this.runId !== undefined) showResult(this.runId);
			},
		};
	}

	async #run(): Promise<void> {
		const loaded = this.#loaded;
		// A second press belongs to the first.
		if (this.#sending || loaded === undefined) return;
		const { log } = this.#parts;
		const { inputs } = this.#contents.current;
		this.#sending = true;
		this.#refusal = undefined;
		this.panel.refresh();
		void this.#contents.keep();
		try {
			const outcome = await this.#subject.run(loaded, inputs);
			if (outcome === undefined) return;
			if (outcome.ok) this.#contents.showRun(outcome.value.id);
			else this.#refuse(outcome.failure);
		} catch (cause) {
			log.error('A run of inputs could not be started', cause);
			const message = vscode.l10n.t('The run could not be started.');
			this.#refuse({
				kind: 'protocol',
				message,
				nextStep: vscode.l10n.t('See the log for the reason.'),
				fixer: 'nobody',
			});
		} finally {
			this.#sending = false;
			this.panel.refresh();
		}
	}

	#refuse(failure: Failure): void {
		this.#attempt++;
		this.#refusal = refusalOf(failure, this.#attempt);
		this.#parts.log.warn(`Inputs of ${this.#parts.target.id} were not accepted: ${failureText(failure)}`);
	}
}
