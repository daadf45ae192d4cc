import { sha256 } from '../../base/files/sha256.ts';
import { getOrMake } from '../../base/lazy.ts';
import { canonicalJson } from '../../json/canonical.ts';
import { jsonOf, type WorkflowDocument, type WorkflowNode } from '../../workflow/document.ts';
import type { NodeClass, NodeInfo } from '../../workflow/nodeInfo.ts';
import { mediaDigest, mediaKey } from './engineMedia.ts';
import type { MediaFile } from './media.ts';
import { titleOf, usedNodes } from './summary.ts';

/** A node with results that a run shows, and the facts by which an engine recognizes them. */
export interface PlannedOutput {
	readonly nodeId: string;
	readonly title: string;
	/** Equal for two runs if an engine reuses the results of the first for the second. */
	readonly signature: string;
	/** All that it depends on is known: classes of the engine's own, and files by their bytes. */
	readonly isSure: boolean;
}

/** Limits of nodes and outputs for signatures; each output is followed through all its dependencies. */
const [mostNodes, mostOutputs] = [5000, 100] as const;

/**
 * Returns the signatures of the results that an engine may have in its cache: of each output its class, its inputs by
 * name, and the same of all its dependencies. Ids and titles of nodes are ignored, except for classes that ask for
 * their id, and perhaps those of packs. Files are identified by their bytes.
 */
export async function plannedOutputs(
	document: WorkflowDocument,
	files: readonly MediaFile[],
	core: NodeInfo,
): Promise<readonly PlannedOutput[]> {
	if (document.nodes.length > mostNodes) return [];
	const used = usedNodes(document);
	const outputs = document.nodes.filter(
		({ id, classType }) => core.get(classType ?? '')?.outputNode ?? !used.has(id),
	);
	if (outputs.length > mostOutputs) return [];
	const bytesOf = new Map<string, string>();
	for (const file of files)
		bytesOf.set(mediaKey(file.nodeId, file.input), await mediaDigest(file, file.dataUri));
	// Media that are written into the document count by their bytes, too: otherwise they would be in the text of each output that depends
	// on them.
	for (const { id, inputs } of document.nodes) {
		for (const { name, value } of inputs) {
			const key = mediaKey(id, name);
			if (value.type === 'string' && value.value.startsWith('data:') && !bytesOf.has(key))
				bytesOf.set(key, `inline ${await mediaDigest(value, value.value)}`);
		}
	}
	const known = new Map<string, NodeFacts>();
	return Promise.all(
		outputs.map(async (node) => {
			const ancestors = ancestorsOf(document, node);
			const facts = [node.id, ...ancestors.keys()].map((id) =>
				getOrMake(known, id, () => factsOf(document, document.nodeById.get(id), core, bytesOf)),
			);
			const parts = facts.map(({ head, inputs }) => [
				...head,
				...inputs.map(([name, value]) => [
					name,
					typeof value === 'string' ? value : [ancestors.get(value.nodeId) ?? -1, value.slot],
				]),
			]);
			return {
				nodeId: node.id,
				title: titleOf(node),
				signature: (await sha256(JSON.stringify(parts))).slice(0, 32),
				isSure: facts.every(({ isSure }) => isSure),
			};
		}),
	);
}

/** The facts that a node contributes alone. */
interface NodeFacts {
	readonly head: readonly string[];
	/** By name: a value, or the node and the output that it takes from. */
	readonly inputs: readonly (readonly [
		string,
		string | { readonly nodeId: string; readonly slot: number },
	])[];
	readonly isSure: boolean;
}

function factsOf(
	document: WorkflowDocument,
	node: WorkflowNode | undefined,
	core: NodeInfo,
	bytesOf: ReadonlyMap<string, string>,
): NodeFacts {
	// A link that leads nowhere is always new to the engine.
	if (node === undefined) return { head: [], inputs: [], isSure: false };
	const nodeClass = core.get(node.classType ?? '');
	// The engine also ships with a node of a pack, which is new to it each time.
	let isSure = nodeClass?.core === true;
	const inputs = sorted(node).map(({ name, value, range }) => {
		if (value.type === 'link') return [name, { nodeId: value.nodeId, slot: value.slot }] as const;
		const bytes = bytesOf.get(mediaKey(node.id, name));
		if (nodeClass?.rules.file === name && bytes === undefined) isSure = false;
		return [name, bytes ?? canonicalJson(jsonOf(document, range))] as const;
	});
	return { head: [node.classType ?? '', ...(asksForId(nodeClass) ? [node.id] : [])], inputs, isSure };
}

/** Returns whether the id of a node is part of its signature. An unknown class may ask for it. */
function asksForId(nodeClass: NodeClass | undefined): boolean {
	if (nodeClass === undefined) return true;
	return [nodeClass, ...(nodeClass.otherShapes ?? [])].some(({ hidden }) => hidden.includes('unique_id'));
}

/** Returns everything that a node depends on, in the order of its inputs by name, each with its place in that order. */
function ancestorsOf(document: WorkflowDocument, node: WorkflowNode): ReadonlyMap<string, number> {
	const places = new Map<string, number>();
	const open = [sourcesOf(node)];
	for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
		const id = level.shift();
		if (id === undefined) open.pop();
		else if (!places.has(id)) {
			places.set(id, places.size);
			const source = document.nodeById.get(id);
			if (source) open.push(sourcesOf(source));
		}
	}
	return places;
}

function sourcesOf(node: WorkflowNode): string[] {
	return sorted(node).flatMap(({ value }) => (value.type === 'link' ? [value.nodeId] : []));
}

function sorted({ inputs }: WorkflowNode): WorkflowNode['inputs'] {
	return inputs.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
