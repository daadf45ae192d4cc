import * as vscode from 'vscode';
import type { SessionSource, SignedIn } from '../../core/account/session.ts';
import type { Log } from '../../core/base/log.ts';
import type { Connection } from '../../core/connection/connection.ts';
import { updateDeployment } from '../../core/deployments/client.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import { submissionNotice } from '../../core/runs/notices.ts';
import type { PlanMode, RunPlan } from '../../core/runs/plan.ts';
import type { Run, RunTargetId } from '../../core/runs/run.ts';
import { surelyNotSubmitted } from '../../core/runs/transitions.ts';
import { pickDeployment } from '../deployments/commands.ts';
import { runCommand } from '../shell/commands.ts';
import { showFailure } from '../shell/failures.ts';
import { confirm, warn } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import type { RunHistory } from './history.ts';
import type { RunMemory } from './memory.ts';
import { balanceSuffices, type Preparation, planFor, prepare, readableBody } from './prepare.ts';
import { reviewPlan } from './review.ts';
import type { SavedWorkflows } from './savedWorkflows.ts';
import type { WorkflowSource } from './source.ts';

export interface RunnerDeps {
	readonly log: Log;
	readonly session: SessionSource;
	readonly signIn: () => Promise<boolean>;
	readonly store: DeploymentStore;
	readonly history: RunHistory;
	readonly memory: RunMemory;
	readonly partnerKey: (connection: Connection) => PromiseLike<string | undefined>;
	readonly savedWorkflows: SavedWorkflows;
	/** Shows a run that has just begun. */
	readonly onStarted: (run: Run, source: WorkflowSource) => void;
}

export interface RunWish {
	/** Ask for the deployment even when one is remembered, and show the plan. */
	readonly choose?: boolean;
	/** Run on this. */
	readonly target?: RunTargetId;
	/** Do not show the plan: the person has just asked for the same run again. */
	readonly unseen?: boolean;
}

/** Takes a document to a run: deployment, plan, review, balance, submission. */
export class Runner {
	readonly #deps: RunnerDeps;

	constructor(deps: RunnerDeps) {
		this.#deps = deps;
	}

	/** The run that began, or undefined when the person stopped or it was refused (and was told so). */
	async run(source: WorkflowSource, wish: RunWish = {}): Promise<Run | undefined> {
		if (!(await isTrusted())) return undefined;
		const session = await this.#signedIn();
		if (!session) return undefined;
		let deployment = await this.#deployment(session, source, wish);
		let mode: PlanMode | 'auto' = 'auto';
		let preparation: Preparation | undefined;
		while (deployment) {
			const target: Deployment = deployment;
			if (!(await this.#enabled(session, target))) return undefined;
			preparation ??= await vscode.window.withProgress(
				{ location: vscode.ProgressLocation.Window, title: `Easel: preparing ${source.name}` },
				() => prepare(session, source, target, this.#deps.savedWorkflows),
			);
			const partnerKey = await this.#deps.partnerKey(session.connection);
			const planned = planFor(session, source, preparation, mode, partnerKey);
			if (!planned.ok) return void (await showFailure(this.#deps.log, planned.failure));
			const plan = planned.value;
			const choice = this.#mustShow(session, source, target, plan, wish)
				? await reviewPlan(plan, source.name, target.name)
				: ({ kind: 'run' } as const);
			switch (choice?.kind) {
				case undefined:
					return undefined;
				case 'mode':
					mode = choice.mode;
					break;
				case 'deployment':
					deployment =
						(await pickDeployment(
							this.#deps.store,
							`Run ${source.name} on`,
							this.#lastUsed(session, source),
						)) ?? deployment;
					preparation = undefined;
					mode = 'auto';
					break;
				case 'body': {
					const content = readableBody(plan, partnerKey);
					await vscode.window.showTextDocument(
						await vscode.workspace.openTextDocument({ language: 'json', content }),
					);
					return undefined;
				}
				case 'run':
					if (!(await balanceSuffices(preparation.balance))) return undefined;
					return this.#start(session, source, target, plan);
			}
		}
		return undefined;
	}

	async #signedIn(): Promise<SignedIn | undefined> {
		const { session, signIn } = this.#deps;
		if (session.current.state === 'signedOut') await signIn();
		return session.current.state === 'signedIn' ? session.current : undefined;
	}

	async #deployment(
		session: SignedIn,
		source: WorkflowSource,
		wish: RunWish,
	): Promise<Deployment | undefined> {
		const { store } = this.#deps;
		if (store.state.kind !== 'ready') await store.refresh();
		if (wish.target?.kind === 'deployment') {
			const known = store.byId(wish.target.id);
			if (known) return known;
			// While the list could not be read, nobody knows; then the choice below says why.
			if (store.state.kind === 'ready') {
				await warn('The deployment of this run is not in your account any more. Choose another one.');
			}
		}
		const last = this.#lastUsed(session, source);
		const remembered = last[0] === undefined ? undefined : store.byId(last[0]);
		if (remembered && !wish.choose) return remembered;
		return pickDeployment(store, `Run ${source.name} on`, last);
	}

	#lastUsed(session: SignedIn, source: WorkflowSource): readonly string[] {
		return this.#deps.memory.deploymentsFor(source.uri, session.connection.id);
	}

	/** The plan is read before the first run of a document on a deployment, and whenever it carries a warning. */
	#mustShow(
		session: SignedIn,
		source: WorkflowSource,
		deployment: Deployment,
		plan: RunPlan,
		wish: RunWish,
	): boolean {
		if (wish.choose) return true;
		if (plan.warnings.length > 0 && !wish.unseen) return true;
		return !wish.unseen && !this.#lastUsed(session, source).includes(deployment.id);
	}

	async #enabled(session: SignedIn, deployment: Deployment): Promise<boolean> {
		if (deployment.enabled !== false) return true;
		const sure = await confirm(`${labelText(deployment.name)} is disabled, so it takes no runs.`, {
			detail: 'Enabling it costs nothing until an instance runs, unless it keeps instances warm.',
			action: 'Enable and Go On',
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
	): Promise<Run | undefined> {
		const { history, memory, log, onStarted, session: current } = this.#deps;
		if (current.current !== session) {
			await warn('You changed the account meanwhile, so nothing was sent. Press Run again.');
			return undefined;
		}
		const tracker = await history.open();
		const started = await tracker.start(plan, {
			target: { kind: 'deployment', id: deployment.id, name: deployment.name },
			documentUri: source.uri.toString(),
			documentName: source.name,
		});
		if (!started.ok) {
			const { failure } = started;
			const again = {
				title: 'Run Again',
				run: () => runCommand('easel.run', source.uri),
			};
			// What may be running already is not offered to be sent again with one click.
			const mayRepeat = surelyNotSubmitted(failure) && failure.kind !== 'balance';
			const answer = { ...failure, message: submissionNotice(failure), nextStep: '' };
			await showFailure(log, answer, mayRepeat ? [again] : []);
			return undefined;
		}
		await memory.remember(source.uri, session.connection.id, deployment.id);
		onStarted(started.value, source);
		return started.value;
	}
}

/** A document of somebody else may name any file of this machine, so nothing is sent from an untrusted workspace. */
async function isTrusted(): Promise<boolean> {
	if (vscode.workspace.isTrusted) return true;
	const manage = 'Manage Workspace Trust';
	const choice = await warn(
		'You have not said that you trust this workspace, so Easel sends nothing from it. A document can name files of your machine, which would go along.',
		manage,
	);
	if (choice === manage) await vscode.commands.executeCommand('workbench.trust.manage');
	return false;
}
