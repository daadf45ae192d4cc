import * as vscode from 'vscode';
import type { SessionSource, SignedIn } from '../../../core/account/session.ts';
import type { Log } from '../../../core/base/log.ts';
import type { Connection } from '../../../core/connection/connection.ts';
import { updateDeployment } from '../../../core/deployments/client.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import type { PlanMode, RunPlan } from '../../../core/runs/plan/plan.ts';
import type { Run } from '../../../core/runs/run.ts';
import { targetOf } from '../../deployments/tree.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { showFailure } from '../../shell/failures.ts';
import { confirm, warn } from '../../shell/messages.ts';
import { withPatience } from '../../shell/patience.ts';
import { labelText } from '../../shell/plainText.ts';
import { signedIn } from '../../shell/signedIn.ts';
import type { LazyRunService } from '../lazyRunService.ts';
import { revealInput, revealRange } from '../reveal.ts';
import { despiteErrors, onceMore, sayRefused, sayTakesInputs, showProblem } from './dialogs.ts';
import { knownErrors } from './knownErrors.ts';
import type { Elsewhere } from './pickTarget.ts';
import { balanceSuffices, type Preparation, planFor, prepare, readableBody } from './preparation.ts';
import type { RequestBodies } from './requestBodies.ts';
import { type ReviewLooks, reviewPlan } from './review.ts';
import { RunTargets, type RunTargetsDeps, savedWith, type TargetWish } from './targets.ts';
import type { WorkflowSource } from './workflowSource.ts';

export interface RunnerDeps extends RunTargetsDeps {
	readonly log: Log;
	readonly session: SessionSource;
	readonly signIn: () => Promise<boolean>;
	readonly history: LazyRunService;
	readonly partnerKey: (connection: Connection) => PromiseLike<string | undefined>;
	readonly workflows: WorkflowDocuments;
	readonly requestBodies: RequestBodies;
	/** Shows a run that has just begun. `further`: one of several at once, of which the first is shown. */
	readonly onStarted: (run: Run, source: WorkflowSource, further: boolean) => void;
}

/** How a run is asked for. Where the person is to choose the target, the plan is shown, too. */
export interface RunWish extends TargetWish {
	/** Show the plan in any case: the document comes from somewhere else. */
	readonly review?: boolean;
	/**
	 * The person has asked for this run again: the plan is not shown where it goes to the target of that run, in its account, and is
	 * shown in any case where it goes elsewhere.
	 */
	readonly again?: Pick<Run, 'connectionId' | 'accountId' | 'target'>;
	/** The form in which it is sent; as fits the document without one. */
	readonly mode?: PlanMode | 'auto';
	/** The several runs that were asked for at once, of which this is one; the same object for each. */
	readonly batch?: RunBatch;
}

/** What was asked, shown and gathered before the first of several runs holds for all of them: they differ in their seeds only. */
export interface RunBatch {
	/** Set by the first. */
	first?: {
		readonly session: SignedIn;
		readonly preparation: Preparation;
		readonly mode: PlanMode | 'auto';
	};
}

/** How an attempt ended when no run began and there is something to say about it. */
export interface Refused {
	readonly say: () => Promise<unknown>;
}

/** Takes a document to a run: deployment, plan, review, balance, submission. */
export class Runner {
	readonly #deps: RunnerDeps;
	/** Documents on their way to a run; a second click on Run belongs to the first. */
	readonly #sending = new Set<string>();
	readonly #targets: RunTargets;

	constructor(deps: RunnerDeps) {
		this.#deps = deps;
		this.#targets = new RunTargets(deps);
	}

	/** The run that began, or undefined when the person stopped or it was refused, which was shown. */
	async run(source: WorkflowSource, wish: RunWish = {}): Promise<Run | undefined> {
		const outcome = await this.send(source, wish);
		// A message stays until it is closed; the document can be sent again before that.
		if (outcome === undefined || !('say' in outcome)) return outcome;
		await outcome.say();
		return undefined;
	}

	/** The deployment that a document runs on: the one it ran on last, or the one that the person chooses. */
	async deploymentFor(source: WorkflowSource): Promise<Deployment | undefined> {
		const session = await signedIn(this.#deps);
		const { store } = this.#deps;
		if (session === undefined) return undefined;
		const known = await this.#targets.known(session, source, {});
		if (known !== undefined) return known;
		if (session.connection.engine) {
			if (store.state.kind === 'failed') await showFailure(this.#deps.log, store.state.failure);
			return undefined;
		}
		return this.#targets.pickDeployment(session, source);
	}

	/** Like `run`, for callers that say themselves what came of it. */
	async send(source: WorkflowSource, wish: RunWish = {}): Promise<Run | Refused | undefined> {
		const session = wish.batch?.first?.session ?? (await signedIn(this.#deps));
		const key = source.uri.toString();
		if (!session || this.#sending.has(key)) return undefined;
		this.#sending.add(key);
		let outcome: Run | Refused | Elsewhere | undefined;
		try {
			outcome = await this.#attempt(session, source, wish);
		} finally {
			this.#sending.delete(key);
		}
		if (outcome === undefined || !('elsewhere' in outcome)) return outcome;
		const { elsewhere } = outcome;
		if (!(await this.#deps.connections.switchTo(elsewhere))) return undefined;
		const batch = wish.batch === undefined ? {} : { batch: wish.batch };
		return this.send(source, { review: true, choose: !elsewhere.engine, ...batch });
	}

	async #attempt(
		session: SignedIn,
		source: WorkflowSource,
		wish: RunWish,
	): Promise<Run | Refused | Elsewhere | undefined> {
		const { log, partnerKey: keyOf } = this.#deps;
		const first = wish.batch?.first;
		let chosen = await this.#targets.of(session, source, wish);
		let mode = first?.mode ?? wish.mode ?? 'auto';
		let preparation = first?.preparation;
		while (chosen) {
			if ('elsewhere' in chosen) return chosen;
			const target: Deployment = chosen;
			if (!(await this.#enabled(session, target))) return undefined;
			preparation ??= await this.#prepare(session, source, target);
			if (preparation === undefined) return undefined;
			if (preparation.takesInputs) return { say: () => sayTakesInputs(target) };
			const partnerKey = await keyOf(session.connection);
			const planned = planFor(session, source, preparation, mode, partnerKey);
			if (!planned.ok) return { say: () => showFailure(log, planned.failure, showProblem(source)) };
			const plan = planned.value;
			const errors = knownErrors(source);
			const reviewed = first === undefined && this.#mustShow(session, source, target, plan, wish);
			const choice = reviewed
				? await reviewPlan({
						plan,
						errors,
						title:
							savedWith(session, source.uri) === target.id
								? vscode.l10n.t('Run the Saved Workflow of "{0}"', target.name)
								: vscode.l10n.t('Run {0} on {1}', source.name, target.name),
						deploymentName: target.name,
						isEngine: session.connection.engine === true,
						lacks: await this.#targets.lacksOf(session, source, target),
						looks: this.#looks(source, plan, partnerKey),
					})
				: ({ kind: 'run' } as const);
			switch (choice?.kind) {
				case undefined:
					return undefined;
				case 'mode':
					mode = choice.mode;
					break;
				case 'deployment':
					chosen = (await this.#targets.pick(session, source)) ?? target;
					preparation = undefined;
					mode = 'auto';
					break;
				case 'run':
					if (first === undefined) {
						if (!reviewed && errors.length > 0 && !(await despiteErrors(source.name, errors)))
							return undefined;
						if (!(await onceMore(this.#deps.history, target.id, plan))) return undefined;
						if (!(await balanceSuffices(session, preparation.balance))) return undefined;
					}
					if (wish.batch) wish.batch.first ??= { session, preparation, mode };
					return this.#start(session, source, target, plan, mode, first !== undefined);
			}
		}
		return undefined;
	}

	/** Undefined where the person did not want to wait for it. */
	#prepare(session: SignedIn, source: WorkflowSource, target: Deployment): Promise<Preparation | undefined> {
		const { savedWorkflows, workflows } = this.#deps;
		return withPatience(vscode.l10n.t('Easel: preparing {0}', source.name), (signal, report) =>
			prepare(session, source, target, savedWorkflows, workflows, {
				signal,
				onFile: (name) => report(vscode.l10n.t('reading {0}', name)),
			}),
		);
	}

	/** What the rows of the review show behind it. */
	#looks(source: WorkflowSource, plan: RunPlan, partnerKey: string | undefined): ReviewLooks {
		return {
			input: (nodeId, input) => revealInput(this.#deps.workflows, source.uri, { nodeId, input }, true),
			error: async ({ range }) =>
				revealRange(await vscode.workspace.openTextDocument(source.uri), range, true),
			file: async (path) => {
				const options = { preserveFocus: true, preview: true };
				await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path), options);
			},
			body: () => this.#deps.requestBodies.show(source.name, readableBody(plan, partnerKey)),
		};
	}

	/** The plan is read before the first run of a document on a deployment, and whenever it carries a warning. */
	#mustShow(
		session: SignedIn,
		source: WorkflowSource,
		deployment: Deployment,
		plan: RunPlan,
		wish: RunWish,
	): boolean {
		if (wish.choose || wish.review) return true;
		if (wish.again !== undefined) return !isWhereItRan(wish.again, session, deployment);
		return plan.warnings.length > 0 || !this.#targets.hasRunOn(session, source, deployment);
	}

	async #enabled(session: SignedIn, deployment: Deployment): Promise<boolean> {
		if (deployment.enabled !== false) return true;
		const sure = await confirm(vscode.l10n.t('"{0}" is disabled.', labelText(deployment.name)), {
			detail: vscode.l10n.t(
				'Enabling it costs nothing until an instance runs, unless it keeps instances warm.',
			),
			action: vscode.l10n.t('Enable and Run'),
		});
		if (!sure) return false;
		const result = await updateDeployment(session.service, deployment.id, {
			name: deployment.name,
			enabled: true,
		});
		if (!result.ok) {
			await showFailure(this.#deps.log, result.failure);
			return false;
		}
		this.#deps.store.replace({ ...deployment, enabled: true });
		return true;
	}

	async #start(
		session: SignedIn,
		source: WorkflowSource,
		deployment: Deployment,
		plan: RunPlan,
		mode: PlanMode | 'auto',
		further: boolean,
	): Promise<Run | Refused> {
		const { history, memory, onStarted, session: current } = this.#deps;
		if (current.current !== session) {
			const text = vscode.l10n.t('Nothing was sent, because the account has changed. Press Run again.');
			return { say: () => warn(text) };
		}
		const runService = await history.open();
		const target = { ...targetOf(deployment), name: deployment.name };
		const started = await runService.start(plan, {
			target,
			documentUri: source.uri.toString(),
			documentName: source.name,
		});
		if (!started.ok) {
			const { connection, account } = session;
			const again = { connectionId: connection.id, accountId: account.id, target };
			const repeat = () => this.run(source, { target, again, mode });
			return { say: () => sayRefused(this.#deps, connection.name, source, started.failure, repeat) };
		}
		await memory.remember(source.uri, session.connection.id, deployment.id);
		onStarted(started.value, source, further);
		return started.value;
	}
}

/** Whether a run goes to the target that it went to before, in the same account. */
function isWhereItRan(
	{ connectionId, accountId, target }: NonNullable<RunWish['again']>,
	{ connection, account }: SignedIn,
	deployment: Deployment,
): boolean {
	const { kind, id } = targetOf(deployment);
	return (
		connectionId === connection.id && accountId === account.id && target.kind === kind && target.id === id
	);
}
