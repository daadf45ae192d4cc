import type { SignedIn } from '../../account/session.ts';
import { type Clock, soon } from '../../base/clock.ts';
import { loadCoreCatalog } from '../../workflow/catalog.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { copyOf, type MissingRequirements, missingRequirements } from '../../workflow/missingRequirements.ts';
import { type NodeInfo, readNodeInfoInSlices } from '../../workflow/nodeInfo.ts';
import type { RunDestination } from './runSource.ts';
import type { SavedWorkflows, TargetNodeInfo } from './savedWorkflows.ts';

/** Number of parsed descriptions in memory, the latest ones. */
const keptInfos = 6;

/** Milliseconds to wait for the node info of a target, which may be large: while a person waits, and for errors. */
export const nodeInfoMs = 1500;
const patienceMs = 10_000;

/** Where the node classes of targets come from. */
export interface TargetKnowledge {
	readonly clock: Clock;
	readonly savedWorkflows: Pick<SavedWorkflows, 'nodeInfoOf'>;
	readonly lacks: TargetRequirements;
}

/** Returns the node classes of a target; those of the engine itself if they are not available soon. */
export async function nodeClassesOf(
	{ clock, savedWorkflows, lacks }: TargetKnowledge,
	session: SignedIn,
	target: RunDestination,
): Promise<NodeInfo> {
	const info = await soon(clock, lacks.infoOf(savedWorkflows, session, target), patienceMs);
	return info ?? loadCoreCatalog();
}

/** Finds the requirements of a document that targets lack, each by the target's node info. */
export class TargetRequirements {
	readonly #infos: { readonly text: string; readonly info: Promise<NodeInfo | undefined> }[] = [];

	/** Answers for one document. */
	for(
		document: WorkflowDocument,
	): (info: TargetNodeInfo | undefined) => Promise<MissingRequirements | undefined> {
		let own: WorkflowDocument | undefined;
		return async (described) => {
			const info = described && (await this.nodeInfo(described));
			if (info === undefined) return undefined;
			own ??= copyOf(document);
			return missingRequirements(own, info);
		};
	}

	/** Finds the requirements of a document that a target lacks; undefined without its node info. */
	async of(
		savedWorkflows: Pick<SavedWorkflows, 'nodeInfoOf'>,
		session: SignedIn,
		target: RunDestination,
		document: WorkflowDocument,
	): Promise<MissingRequirements | undefined> {
		const info = await this.infoOf(savedWorkflows, session, target);
		return info && missingRequirements(copyOf(document), info);
	}

	/** Returns the node info of a target; undefined if it is unknown or unreadable. */
	async infoOf(
		savedWorkflows: Pick<SavedWorkflows, 'nodeInfoOf'>,
		session: SignedIn,
		target: RunDestination,
	): Promise<NodeInfo | undefined> {
		try {
			const described = await savedWorkflows.nodeInfoOf(session, target);
			return described && (await this.nodeInfo(described));
		} catch {
			return undefined;
		}
	}

	/** Reads a description of node classes, once while it is among the latest. */
	nodeInfo({ text, kind, label, version }: TargetNodeInfo): Promise<NodeInfo | undefined> {
		const known = this.#infos.find((one) => one.text === text);
		if (known !== undefined) return known.info;
		const info = readNodeInfoInSlices(text, { kind, label }, { engineVersion: version });
		this.#infos.push({ text, info });
		if (this.#infos.length > keptInfos) this.#infos.shift();
		return info;
	}
}
