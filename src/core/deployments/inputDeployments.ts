import type { SessionSource } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import type { Disposable } from '../base/emitter.ts';
import type { Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import type { Deployment, DeploymentList } from './deployment.ts';
import type { DeploymentStore } from './store.ts';

/** Maximum number of deployments to request: a payload is a whole workflow, and people do not read more names than this. */
const mostAsked = 100;
const batchSize = 20;

interface InputDeploymentsOptions {
	readonly session: SessionSource;
	readonly store: DeploymentStore;
	readonly read: (
		service: Service,
		options: { readonly ids: readonly string[]; readonly includes: readonly ['payload'] },
	) => Promise<Result<DeploymentList>>;
}

/**
 * Marks the deployments of the store that take inputs instead of a workflow. Only the payload shows that, so the
 * payload of each version of a deployment is requested once.
 */
export class InputDeployments {
	readonly #options: InputDeploymentsOptions;
	/** By id: whether the requested version takes inputs. */
	readonly #known = new Map<string, Pick<Deployment, 'workflowVersion' | 'takesInputs'>>();
	readonly #watch: Disposable;
	#asking = false;

	constructor(options: InputDeploymentsOptions) {
		this.#options = options;
		this.#watch = options.store.onDidChange(() => this.#look());
		this.#look();
	}

	dispose(): void {
		this.#watch.dispose();
	}

	#look(): void {
		const { store } = this.#options;
		for (const deployment of store.items) {
			if (deployment.takesInputs || !this.#knownOf(deployment)?.takesInputs) continue;
			// The change triggers this method for the next one.
			store.replace({ ...deployment, takesInputs: true });
			return;
		}
		void this.#ask();
	}

	async #ask(): Promise<void> {
		const { session, store, read } = this.#options;
		const { current } = session;
		if (this.#asking || current.state !== 'signedIn') return;
		const unknown = store.items
			.slice(0, mostAsked)
			.filter((deployment) => this.#knownOf(deployment) === undefined);
		if (unknown.length === 0) return;
		this.#asking = true;
		try {
			for (let at = 0; at < unknown.length; at += batchSize) {
				const batch = unknown.slice(at, at + batchSize);
				const reply = await read(current.service, { ids: batch.map(({ id }) => id), includes: ['payload'] });
				if (session.current !== current || !reply.ok) return;
				const found = new Map(reply.value.deployments.map((each) => [each.id, each]));
				for (const { id, workflowVersion } of batch)
					this.#known.set(id, compact({ workflowVersion, takesInputs: found.get(id)?.takesInputs }));
			}
		} finally {
			this.#asking = false;
		}
		this.#look();
	}

	#knownOf({ id, workflowVersion }: Deployment) {
		const known = this.#known.get(id);
		return known?.workflowVersion === workflowVersion ? known : undefined;
	}
}
