import { compact } from '../../base/compact.ts';
import type { Disposable } from '../../base/emitter.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { DeploymentStore, DeploymentsState } from '../../deployments/store.ts';
import type { EngineList, OwnEngine } from '../../engine/ownEngine.ts';
import type { RunDestination } from './runSource.ts';

/** The targets on which documents can run with the connection in use: its deployments, or the engine that it leads to. */
export class RunTargets {
	readonly #deployments: DeploymentStore;
	readonly #engines: EngineList;

	constructor(deployments: DeploymentStore, engines: EngineList) {
		this.#deployments = deployments;
		this.#engines = engines;
	}

	get state(): DeploymentsState | EngineList['state'] {
		return this.#engines.state.kind === 'signedOut' ? this.#deployments.state : this.#engines.state;
	}

	/** The known ones; empty while nothing is known. */
	get items(): readonly RunDestination[] {
		return [...this.#engines.items.map(engineTarget), ...this.#deployments.items.map(deploymentTarget)];
	}

	byId(id: string): RunDestination | undefined {
		const [engine, deployment] = [this.#engines.byId(id), this.#deployments.byId(id)];
		return engine ? engineTarget(engine) : deployment && deploymentTarget(deployment);
	}

	/** Requests the targets of the connection again. Never rejects. */
	async refresh(): Promise<void> {
		await Promise.all([this.#engines.refresh(), this.#deployments.refresh()]);
	}

	onDidChange(listener: (state: RunTargets['state']) => void): Disposable {
		const changed = () => listener(this.state);
		const watches = [this.#engines.onDidChange(changed), this.#deployments.onDidChange(changed)];
		return { dispose: () => watches.forEach((watch) => void watch.dispose()) };
	}
}

/** Returns a deployment as the target of a run. */
export function deploymentTarget(deployment: Deployment): RunDestination {
	const { id, name, enabled, workflowVersion, minInstances, hardware } = deployment;
	return { kind: 'deployment', id, name, ...compact({ enabled, workflowVersion, minInstances, hardware }) };
}

function engineTarget({ id, name, keeps }: OwnEngine): RunDestination {
	return { kind: 'engine', id, name, ...compact({ keeps }) };
}
