import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import { compact } from '../../../core/base/compact.ts';
import { failed, type Result, success } from '../../../core/base/failure.ts';
import type { Batch } from '../../../core/batches/batch.ts';
import { unknownBatchFailure } from '../../../core/batches/notices.ts';
import type { Connection } from '../../../core/connection/connection.ts';
import { runBatch } from '../../../core/operations/batches.ts';
import type { DocumentChanges } from '../../../core/operations/documentInput.ts';
import { runStart } from '../../../core/operations/runs/start.ts';
import { unknownRunFailure } from '../../../core/runs/failures.ts';
import type { Run, RunTarget } from '../../../core/runs/run.ts';
import { fileReader } from '../../../core/runs/start/mediaFiles.ts';
import type { NoRun, RefusedRun } from '../../../core/runs/start/outcomes.ts';
import type { OpenWorkflow, RunRequest, RunStart } from '../../../core/runs/start/runRequest.ts';
import { TargetRequirements } from '../../../core/runs/start/targetRequirements.ts';
import { knownTarget, lastUsed } from '../../../core/runs/start/targets.ts';
import type { ActOptions } from '../../shell/acts/acts.ts';
import { withCancelableProgress } from '../../shell/cancelableProgress.ts';
import { showFailure } from '../../shell/failures.ts';
import { warn } from '../../shell/messages.ts';
import type { WindowRunBatches } from '../batches/windowRunBatches.ts';
import type { RunServices } from '../services.ts';
import { offerInputForm, showProblem, showRefusal } from './dialogs.ts';
import { knownErrors } from './knownErrors.ts';
import { pickTarget } from './pickTarget.ts';
import { type RunQuestionsDeps, runQuestions, targetChoice } from './runQuestions.ts';
import { runSourceOf } from './runSource.ts';
import type { WorkflowSource } from './workflowSource.ts';

export interface RunnerDeps
	extends Omit<RunQuestionsDeps, 'lacks'>,
		Pick<RunServices, 'acts' | 'clock' | 'log' | 'session' | 'signedIn' | 'windowRuns'> {
	readonly batches: Pick<WindowRunBatches, 'open'>;
	readonly documents: RunStart['facts']['documents'];
	readonly partnerKey: (connection: Connection) => PromiseLike<string | undefined>;
	readonly onStarted: (run: Run) => void;
}

export type RunRequestOptions = Omit<RunRequest, 'source'>;

/** The values with which a document is run; it is not changed itself. */
type ValueChanges = Pick<DocumentChanges, 'preset' | 'overrides'>;

interface StartedRun {
	readonly kind: 'started';
	readonly run: Run;
}

interface StartedBatch {
	readonly kind: 'started';
	readonly batch: Batch;
}

/** Starts a batch with the answers and the document of a window. */
type BeginBatch = (
	options: ActOptions,
) => Promise<Result<{ readonly batch?: { readonly id: string } | undefined }>>;

/** The outcome of an attempt that started no run, with a message about it. */
interface Refused {
	readonly say: () => Promise<unknown>;
}

/** Runs documents: one at a time of each, with dialogs for the decisions, and shows the outcome. */
export class Runner {
	readonly #deps: RunnerDeps & RunQuestionsDeps;
	/** Documents being submitted; a second click on Run belongs to the first. */
	readonly #sending = new Set<string>();
	readonly #start: OpenWorkflow['start'];

	constructor(deps: RunnerDeps) {
		const lacks = new TargetRequirements();
		const { clock, session, targets, savedWorkflows, workflows, windowRuns, documents, partnerKey } = deps;
		this.#deps = { ...deps, lacks };
		this.#start = {
			services: {
				clock,
				session,
				targets,
				savedWorkflows,
				lacks,
				files: fileReader,
				parse: (text) => workflows.ofText(text),
				runs: () => windowRuns.open(),
			},
			facts: {
				documents,
				knownErrors,
				partnerKey,
				preparing: (name, work) =>
					withCancelableProgress(vscode.l10n.t('Easel: preparing {0}', name), (signal, report) =>
						work({ signal, onFile: (file) => report(vscode.l10n.t('reading {0}', file)) }),
					),
			},
		};
	}

	/**
	 * Runs a document. `onStarted` shows the run in place of the usual view. Returns the started run; undefined if the person
	 * canceled or it was refused, which was shown.
	 */
	async run(
		source: WorkflowSource,
		wish: RunRequestOptions = {},
		changes: ValueChanges = {},
		onStarted?: (run: Run) => void,
	): Promise<Run | undefined> {
		const outcome = await this.send(source, wish, changes, onStarted);
		// A message stays until it is closed; the document can be sent again before that.
		if (outcome === undefined || !('say' in outcome)) return outcome?.run;
		await outcome.say();
		return undefined;
	}

	/** Returns the target of a document: its last one, or the one that the person chooses. */
	async targetFor(source: WorkflowSource): Promise<RunTarget | undefined> {
		const session = await this.#deps.signedIn();
		const { targets, documents, log } = this.#deps;
		if (session === undefined) return undefined;
		const from = runSourceOf(source);
		const known = await knownTarget({ targets, documents }, session, from);
		if (known !== undefined && known !== 'gone') return known;
		if (!session.connection.capabilities.deployments) {
			if (targets.state.kind === 'failed') await showFailure(log, targets.state.failure);
			return undefined;
		}
		const { name: documentName, document } = source;
		const first = lastUsed(documents, session, from);
		const chosen = await pickTarget(targetChoice(this.#deps, session, { documentName, document, first }));
		return chosen === undefined || 'elsewhere' in chosen ? undefined : chosen;
	}

	/** Starts runs that differ in their seeds; the answers apply to all of them. */
	sendBatch(
		source: WorkflowSource,
		seeds: number,
		wish: RunRequestOptions = {},
	): Promise<StartedBatch | Refused | undefined> {
		return this.sendRows(source, (options) => this.#deps.acts.run(runBatch, { seeds }, options), wish);
	}

	/** Starts runs that differ in their values; the answers apply to all of them. */
	async sendRows(
		source: WorkflowSource,
		begin: BeginBatch,
		wish: RunRequestOptions = {},
	): Promise<StartedBatch | Refused | undefined> {
		return this.#sent(source, wish, { isRepeatable: false }, async (options) => {
			const begun = await begin(options);
			if (!begun.ok) return begun;
			const batch = (await this.#deps.batches.open()).get(begun.value.batch?.id ?? '');
			return batch === undefined
				? failed(unknownBatchFailure)
				: success<StartedBatch>({ kind: 'started', batch });
		});
	}

	/** Runs a document like `run`, for callers that report the outcome themselves. */
	async send(
		source: WorkflowSource,
		wish: RunRequestOptions = {},
		changes: ValueChanges = {},
		onStarted = this.#deps.onStarted,
	): Promise<StartedRun | Refused | undefined> {
		const sent = await this.#sent(source, wish, { isRepeatable: true }, async (options) => {
			const begun = await this.#deps.acts.run(runStart, changes, options);
			if (!begun.ok) return begun;
			const run = (await this.#deps.windowRuns.open()).get(begun.value.run?.id ?? '');
			return run === undefined ? failed(unknownRunFailure) : success<StartedRun>({ kind: 'started', run });
		});
		if (sent !== undefined && 'run' in sent) onStarted(sent.run);
		return sent;
	}

	/** Starts something once, on request on another connection. A refused batch cannot be repeated as a run. */
	async #sent<Started extends StartedRun | StartedBatch>(
		source: WorkflowSource,
		wish: RunRequestOptions,
		kind: { readonly isRepeatable: boolean },
		begin: (options: ActOptions) => Promise<Result<Started>>,
	): Promise<Started | Refused | undefined> {
		const session = await this.#deps.signedIn();
		if (session === undefined) return undefined;
		const outcome: Started | NoRun | undefined = await this.#once(source, () =>
			this.#act(session, source, wish, begin),
		);
		if (outcome === undefined || outcome.kind === 'started') return outcome;
		if (outcome.kind === 'unwanted') return undefined;
		if (outcome.kind === 'refused')
			return {
				say: () =>
					outcome.stage === 'submit' && !kind.isRepeatable
						? showFailure(this.#deps.log, outcome.failure)
						: this.#showRefused(session, source, outcome),
			};
		const { elsewhere } = outcome;
		if (!(await this.#deps.connections.switchTo(elsewhere))) return undefined;
		const choose = elsewhere.capabilities.deployments;
		return this.#sent(source, { review: true, choose, ...compact({ now: wish.now }) }, kind, begin);
	}

	/** Runs an act on a document that is open here. Returns the started run, or the reason why none was started. */
	async #act<Started>(
		session: SignedIn,
		source: WorkflowSource,
		wish: RunRequestOptions,
		act: (options: ActOptions) => Promise<Result<Started>>,
	): Promise<Started | NoRun | undefined> {
		let stopped: NoRun | undefined;
		const openWorkflow: OpenWorkflow = {
			start: this.#start,
			request: { ...wish, source: runSourceOf(source) },
			stopped(outcome) {
				stopped = outcome;
			},
		};
		const answers = runQuestions(this.#deps, session, source);
		const ended = await act({ answers, services: { openWorkflow } });
		if (ended.ok) return ended.value;
		if (stopped === undefined) await showFailure(this.#deps.log, ended.failure);
		return stopped;
	}

	/** Does the work, unless the document is already being sent. */
	async #once<T>(source: WorkflowSource, work: () => Promise<T>): Promise<T | undefined> {
		const key = source.uri.toString();
		if (this.#sending.has(key)) return undefined;
		this.#sending.add(key);
		try {
			return await work();
		} finally {
			this.#sending.delete(key);
		}
	}

	async #showRefused(
		{ connection, account }: SignedIn,
		asked: WorkflowSource,
		{ stage, failure, target, mode, source: refused }: RefusedRun,
	): Promise<unknown> {
		// It may be another version, or have another seed, than requested.
		const { drawn: _, ...place } = asked;
		const { document, drawn } = refused;
		const source = { ...place, document, ...compact({ drawn }) };
		if (stage === 'session')
			return warn(vscode.l10n.t('Nothing was sent, because the account has changed. Press Run again.'));
		if (stage === 'inputs' && target) return offerInputForm(target);
		if (stage !== 'submit' || !target)
			return showFailure(this.#deps.log, failure, stage === 'plan' ? showProblem(source) : []);
		const again = { connectionId: connection.id, accountId: account.id, target };
		const repeat = () => this.run(source, { target, again, mode });
		return showRefusal(this.#deps, connection.name, source, failure, repeat);
	}
}
