import type * as vscode from 'vscode';
import type { SessionSource, SignedIn } from '../../core/account/session.ts';
import type { Log } from '../../core/base/log.ts';
import type { Deployment } from '../../core/deployments/deployment.ts';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { LastDeployments } from './lastDeployments.ts';

const lifetimeMs = 30_000;
/** Real descriptions with many node packs take a few megabytes. */
const largestNodeInfo = 64 * 1024 * 1024;

/**
 * What deployments have saved, and which deployment a document belongs to: the one it ran on last. Each payload is
 * read at most every half minute, each description of node classes once.
 */
export class SavedWorkflows {
	readonly #deployments = new Map<string, { at: number; deployment: Promise<Deployment | undefined> }>();
	readonly #nodeInfos = new Map<string, Promise<string | undefined>>();
	readonly #deps: { log: Log; session: SessionSource; store: DeploymentStore; memory: LastDeployments };

	constructor(deps: { log: Log; session: SessionSource; store: DeploymentStore; memory: LastDeployments }) {
		this.#deps = deps;
	}

	/** JSON text of the workflow saved with a deployment; undefined when the service does not say it. */
	async of(session: SignedIn, deploymentId: string): Promise<string | undefined> {
		return (await this.#deployment(session, deploymentId))?.payload?.workflowText;
	}

	/** Whether a deployment takes inputs of its own instead of a workflow. */
	async takesInputs(session: SignedIn, deploymentId: string): Promise<boolean> {
		return (await this.#deployment(session, deploymentId))?.takesInputs === true;
	}

	/** The saved workflow of the deployment that a document ran on last. */
	async forDocument(uri: vscode.Uri): Promise<{ name: string; text: string } | undefined> {
		const linked = this.#linked(uri);
		const text = linked && (await this.of(linked.session, linked.deployment.id));
		return linked && text !== undefined ? { name: linked.deployment.name, text } : undefined;
	}

	/** The description of node classes of the deployment that a document ran on last. */
	async nodeInfoFor(uri: vscode.Uri): Promise<{ label: string; text: string } | undefined> {
		const linked = this.#linked(uri);
		const address =
			linked && (await this.#deployment(linked.session, linked.deployment.id))?.payload?.objectInfoUrl;
		if (!linked || address === undefined) return undefined;
		const known = this.#nodeInfos.get(address);
		const reading = known ?? this.#readNodeInfo(linked.session, address);
		this.#nodeInfos.set(address, reading);
		const text = await reading;
		if (text === undefined) this.#nodeInfos.delete(address);
		return text === undefined ? undefined : { label: linked.deployment.name, text };
	}

	#linked(uri: vscode.Uri): { session: SignedIn; deployment: Deployment } | undefined {
		const { current } = this.#deps.session;
		if (current.state === 'signedOut') return undefined;
		const [id] = this.#deps.memory.deploymentsFor(uri, current.connection.id);
		const deployment = id === undefined ? undefined : this.#deps.store.byId(id);
		return deployment && { session: current, deployment };
	}

	#deployment(session: SignedIn, deploymentId: string): Promise<Deployment | undefined> {
		const key = `${session.connection.id}/${session.account.id}/${deploymentId}`;
		const known = this.#deployments.get(key);
		if (known && Date.now() - known.at < lifetimeMs) return known.deployment;
		const deployment = this.#read(session, deploymentId);
		this.#deployments.set(key, { at: Date.now(), deployment });
		void deployment.then((found) => {
			if (found === undefined) this.#deployments.delete(key);
		});
		return deployment;
	}

	async #read(session: SignedIn, deploymentId: string): Promise<Deployment | undefined> {
		const { getDeployment } = await import('../signedIn.ts');
		const result = await getDeployment(session.service, deploymentId, { includes: ['payload'] });
		if (result.ok) return result.value;
		this.#deps.log.warn(`The saved workflow could not be read: ${result.failure.message}`);
		return undefined;
	}

	async #readNodeInfo(session: SignedIn, address: string): Promise<string | undefined> {
		const reply = await session.service.transport.stream({ method: 'GET', url: address });
		if (!reply.ok) {
			this.#deps.log.warn(
				`The description of the deployment's nodes could not be read: ${reply.failure.message}`,
			);
			return undefined;
		}
		const parts: Uint8Array[] = [];
		let bytes = 0;
		try {
			for await (const part of reply.value.body) {
				bytes += part.byteLength;
				if (bytes > largestNodeInfo) throw new Error('it is larger than 64 MB');
				parts.push(part);
			}
		} catch (cause) {
			this.#deps.log.warn("The description of the deployment's nodes could not be read", cause);
			return undefined;
		}
		return Buffer.concat(parts).toString('utf8');
	}
}
