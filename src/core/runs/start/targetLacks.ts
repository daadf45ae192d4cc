import type { WorkflowDocument } from '../../workflow/document.ts';
import { copyOf, type Lacks, lacksOf } from '../../workflow/lacks.ts';
import { type NodeInfo, readNodeInfoInSlices } from '../../workflow/nodeInfo.ts';
import type { TargetNodeInfo } from './savedWorkflows.ts';

/** Descriptions that were read and are kept, the latest ones. */
const keptInfos = 6;

/** What targets lack for a document, each by its own node info. */
export class TargetLacks {
	readonly #infos: { readonly text: string; readonly info: Promise<NodeInfo | undefined> }[] = [];

	/** Answers for one document. */
	for(document: WorkflowDocument): (info: TargetNodeInfo | undefined) => Promise<Lacks | undefined> {
		let own: WorkflowDocument | undefined;
		return async (described) => {
			const info = described && (await this.nodeInfo(described));
			if (info === undefined) return undefined;
			own ??= copyOf(document);
			return lacksOf(own, info);
		};
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
