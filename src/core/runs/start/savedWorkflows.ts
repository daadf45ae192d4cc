import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionSource, SignedIn } from '../../account/session.ts';
import type { Clock } from '../../base/clock.ts';
import { makeFolder } from '../../base/disk/makeFolder.ts';
import { replaceFile } from '../../base/disk/replaceFile.ts';
import type { Result } from '../../base/failure.ts';
import { getOrMake } from '../../base/lazy.ts';
import type { Log } from '../../base/log.ts';
import type { Connection } from '../../connection/connection.ts';
import { getDeployment } from '../../deployments/client.ts';
import type { Deployment } from '../../deployments/deployment.ts';
import type { DeploymentStore } from '../../deployments/store.ts';
import { type EngineNodeInfo, NodeInfoStore } from '../../engine/nodeInfoStore.ts';
import { readNodeInfo } from '../../workflow/nodeInfo.ts';
import type { DocumentFacts } from '../documentFacts.ts';
import type { RunTargetId } from '../run.ts';
import type { RunDestination } from './runSource.ts';
import { deploymentTarget } from './runTargets.ts';

const lifetimeMs = 30_000;
/** Real descriptions with many node packs take a few megabytes. */
const largestNodeInfo = 64 * 1024 * 1024;

interface SavedWorkflowsDeps {
	readonly log: Log;
	readonly clock: Clock;
	readonly session: SessionSource;
	readonly store: Pick<DeploymentStore, 'byId'>;
	readonly documents: () => Promise<Pick<DocumentFacts, 'deploymentsFor'>>;
	/** The folder with node class descriptions from instances. */
	readonly nodeInfoFolder: string;
	/** Called when the node info that documents are checked with may have changed. */
	readonly onNodeInfo: () => void;
}

/** The description of the node classes of a deployment or an engine. */
export interface TargetNodeInfo {
	readonly kind: 'deployment' | 'engine';
	/** The name that a person knows it by. */
	readonly label: string;
	/** The text of its `object_info.json`. The same text object means the same description. */
	readonly text: string;
	/** The version of the engine, if known. */
	readonly version?: string;
}

/**
 * Caches the saved workflows of deployments, and the deployment of each document: the one it ran on last. Each payload is read at most
 * every half minute, each description of node classes once.
 */
export class SavedWorkflows {
	readonly #deployments = new Map<string, { at: number; deployment: Promise<Deployment | undefined> }>();
	/** The latest description of each deployment, with its address. */
	readonly #nodeInfos = new Map<
		string,
		{ readonly place: string; readonly reading: Promise<string | undefined> }
	>();
	readonly #kept = new Map<string, Promise<string | undefined>>();
	readonly #deps: SavedWorkflowsDeps;
	readonly #engines: NodeInfoStore;

	constructor(deps: SavedWorkflowsDeps) {
		this.#deps = deps;
		const { log, clock, nodeInfoFolder, onNodeInfo } = deps;
		this.#engines = new NodeInfoStore({ log, folder: nodeInfoFolder, clock });
		this.#engines.onDidChange(onNodeInfo);
	}

	/**
	 * Returns the JSON text of the workflow saved with a deployment; undefined if the service does not return it, and for other targets.
	 */
	async of(session: SignedIn, target: RunTargetId): Promise<string | undefined> {
		return (await this.#saved(session, target))?.payload?.workflowText;
	}

	/** Returns whether a target takes inputs of its own instead of a workflow. */
	async takesInputs(session: SignedIn, target: RunTargetId): Promise<boolean> {
		return (await this.#saved(session, target))?.takesInputs === true;
	}

	/** Returns the saved workflow of the deployment that a document ran on last. */
	async forDocument(documentUri: string): Promise<{ name: string; text: string } | undefined> {
		const linked = await this.#linked(documentUri);
		const text = linked && (await this.of(linked.session, linked.target));
		return linked && text !== undefined ? { name: linked.target.name, text } : undefined;
	}

	/**
	 * Returns the description of node classes for a document: that of the engine in use, or of the last deployment of
	 * the document.
	 */
	async nodeInfoFor(documentUri: string): Promise<TargetNodeInfo | undefined> {
		const { current } = this.#deps.session;
		if (current.state === 'signedIn' && current.connection.capabilities.engineRoutes)
			return this.#ofEngine(current);
		const linked = await this.#linked(documentUri);
		return linked && this.nodeInfoOf(linked.session, linked.target);
	}

	/** Returns the description of node classes of a target, of the connection in use. */
	async nodeInfoOf(session: SignedIn, target: RunDestination): Promise<TargetNodeInfo | undefined> {
		if (session.connection.capabilities.engineRoutes) return this.#ofEngine(session);
		const found = { kind: 'deployment', label: target.name } as const;
		const kept = await this.#keptFor(session, target);
		if (kept !== undefined) return { ...found, text: kept };
		const address = (await this.#saved(session, target))?.payload?.objectInfoUrl;
		if (address === undefined) return undefined;
		const text = await this.#nodeInfoAt(session, target, address);
		return text === undefined ? undefined : { ...found, text };
	}

	/** Addresses that differ only in their signature lead to the same description. */
	async #nodeInfoAt(
		session: SignedIn,
		deployment: Pick<Deployment, 'id' | 'workflowVersion'>,
		address: string,
	): Promise<string | undefined> {
		const key = keyOf(session, { id: deployment.id });
		const { origin, pathname } = URL.parse(address) ?? { origin: '', pathname: address };
		const place = JSON.stringify([deployment.workflowVersion, origin, pathname]);
		const known = this.#nodeInfos.get(key);
		const reading = known?.place === place ? known.reading : this.#readNodeInfo(session, address);
		this.#nodeInfos.set(key, { place, reading });
		const text = await reading;
		if (text === undefined && this.#nodeInfos.get(key)?.reading === reading) this.#nodeInfos.delete(key);
		return text;
	}

	/** Asks the engine in use again for its description. */
	refreshEngine(session: SignedIn): Promise<Result<EngineNodeInfo>> {
		return this.#engines.refresh(session.service);
	}

	/** Returns the kept node info of an engine that is not in use, without a request. */
	async keptOfEngine({ name, baseUrl }: Connection): Promise<TargetNodeInfo | undefined> {
		const found = await this.#engines.kept(baseUrl);
		return found && { kind: 'engine', label: name, ...found };
	}

	async #ofEngine({ service, connection }: SignedIn): Promise<TargetNodeInfo | undefined> {
		const found = await this.#engines.of(service);
		return found && { kind: 'engine', label: connection.name, ...found };
	}

	/**
	 * Keeps an instance's description of its node classes, for the checks of documents that run on the deployment,
	 * until its workflow version changes. Returns false if the text is not such a description.
	 */
	async keepNodeInfo(session: SignedIn, deploymentId: string, text: string): Promise<boolean> {
		const { nodeInfoFolder, store } = this.#deps;
		const key = keyOf(session, store.byId(deploymentId) ?? { id: deploymentId });
		if (!readNodeInfo(text, { kind: 'deployment', label: '' })) return false;
		await makeFolder(nodeInfoFolder);
		await replaceFile(pathOf(nodeInfoFolder, key), text);
		this.#kept.set(key, Promise.resolve(text));
		return true;
	}

	#keptFor(
		session: SignedIn,
		deployment: Pick<Deployment, 'id' | 'workflowVersion'>,
	): Promise<string | undefined> {
		const key = keyOf(session, deployment);
		const path = pathOf(this.#deps.nodeInfoFolder, key);
		return getOrMake(this.#kept, key, () => readFile(path, 'utf8').catch(() => undefined));
	}

	async #linked(
		documentUri: string,
	): Promise<{ readonly session: SignedIn; readonly target: RunDestination } | undefined> {
		const { current } = this.#deps.session;
		if (current.state === 'signedOut') return undefined;
		const [id] = (await this.#deps.documents()).deploymentsFor(documentUri, current.connection.id);
		const deployment = id === undefined ? undefined : this.#deps.store.byId(id);
		return deployment && { session: current, target: deploymentTarget(deployment) };
	}

	/** Requests the saved data of a deployment; other targets have none. */
	async #saved(session: SignedIn, { kind, id: deploymentId }: RunTargetId): Promise<Deployment | undefined> {
		if (kind !== 'deployment') return undefined;
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

function keyOf(
	{ connection, account }: SignedIn,
	{ id, workflowVersion }: Pick<Deployment, 'id' | 'workflowVersion'>,
) {
	return JSON.stringify([connection.id, account.id, id, workflowVersion]);
}

function pathOf(folder: string, key: string): string {
	return join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
}
