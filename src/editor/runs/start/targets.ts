import * as vscode from 'vscode';
import type { SignedIn } from '../../../core/account/session.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import { documentPlace } from '../../../core/deployments/documentPath.ts';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import type { RunTargetId } from '../../../core/runs/run.ts';
import type { Lacks } from '../../../core/workflow/lacks.ts';
import { deploymentScheme } from '../../deployments/scheme.ts';
import { warn } from '../../shell/messages.ts';
import type { LastDeployments } from './lastDeployments.ts';
import { type Elsewhere, type OtherConnections, pickTarget, type TargetChoice } from './pickTarget.ts';
import type { SavedWorkflows } from './savedWorkflows.ts';
import { TargetLacks } from './targetLacks.ts';
import type { WorkflowSource } from './workflowSource.ts';

export interface RunTargetsDeps {
	readonly store: DeploymentStore;
	readonly memory: LastDeployments;
	readonly savedWorkflows: SavedWorkflows;
	readonly connections: OtherConnections;
}

/** What is said of the target when a run is asked for. */
export interface TargetWish {
	/** Ask for the deployment even when one is remembered. */
	readonly choose?: boolean;
	/** Run on this. */
	readonly target?: RunTargetId;
}

/** The review is not delayed by more, in milliseconds, where the node info of a target is slow to come. */
const lacksPatienceMs = 1500;

/** Where documents run: where they ran last, where they were saved, or where the person chooses. */
export class RunTargets {
	readonly #deps: RunTargetsDeps;
	readonly #lacks = new TargetLacks();

	constructor(deps: RunTargetsDeps) {
		this.#deps = deps;
	}

	/** The target that is meant, or the one that the person chooses. */
	async of(
		session: SignedIn,
		source: WorkflowSource,
		wish: TargetWish,
	): Promise<Deployment | Elsewhere | undefined> {
		return (await this.known(session, source, wish)) ?? (await this.pick(session, source));
	}

	/** The deployment that is meant without asking; undefined where someone must choose. */
	async known(session: SignedIn, source: WorkflowSource, wish: TargetWish): Promise<Deployment | undefined> {
		const { store } = this.#deps;
		if (store.state.kind !== 'ready') await store.refresh();
		// An engine is the only one of its connection.
		if (session.connection.engine) return wish.choose ? undefined : store.items[0];
		if (wish.target?.kind === 'deployment') {
			const known = store.byId(wish.target.id);
			if (known) return known;
			// While the list cannot be read, this is unknown; then the choice below says why.
			if (store.state.kind === 'ready') {
				void warn(
					vscode.l10n.t('The deployment of this run is no longer in your account. Choose another one.'),
				);
			}
		}
		// Where a certain one is meant, no other one takes its place.
		if (wish.target !== undefined) return undefined;
		const known = this.#lastUsed(session, source)[0] ?? savedWith(session, source.uri);
		return known === undefined || wish.choose ? undefined : store.byId(known);
	}

	/** Lets the person choose among all targets and connections. */
	pick(session: SignedIn, source: WorkflowSource): Promise<Deployment | Elsewhere | undefined> {
		return pickTarget({ ...this.#choice(session, source), connections: this.#deps.connections });
	}

	/** Lets the person choose among the deployments of the connection in use. */
	async pickDeployment(session: SignedIn, source: WorkflowSource): Promise<Deployment | undefined> {
		const chosen = await pickTarget(this.#choice(session, source));
		return chosen === undefined || 'elsewhere' in chosen ? undefined : chosen;
	}

	#choice(session: SignedIn, source: WorkflowSource): TargetChoice {
		const { store, savedWorkflows } = this.#deps;
		return {
			session,
			store,
			savedWorkflows,
			lacks: this.#lacks,
			title: vscode.l10n.t('Run {0} On', source.name),
			document: source.document,
			first: this.#lastUsed(session, source),
		};
	}

	/** What a target lacks for the document; nothing is waited for long. */
	async lacksOf(session: SignedIn, source: WorkflowSource, target: Deployment): Promise<Lacks | undefined> {
		const known = this.#deps.savedWorkflows
			.nodeInfoOf(session, target)
			.then(this.#lacks.for(source.document), () => undefined);
		const patience = new Promise<undefined>((resolve) => setTimeout(resolve, lacksPatienceMs, undefined));
		return Promise.race([known, patience]);
	}

	/** Whether a document ran on a deployment before. */
	hasRunOn(session: SignedIn, source: WorkflowSource, { id }: Deployment): boolean {
		return this.#lastUsed(session, source).includes(id);
	}

	#lastUsed(session: SignedIn, source: WorkflowSource): readonly string[] {
		return this.#deps.memory.deploymentsFor(source.uri, session.connection.id);
	}
}

/** The deployment whose saved workflow a document is. */
export function savedWith(session: SignedIn, uri: vscode.Uri): string | undefined {
	const place = uri.scheme === deploymentScheme ? documentPlace(uri.path) : undefined;
	return place?.connectionId === session.connection.id ? place.deploymentId : undefined;
}
