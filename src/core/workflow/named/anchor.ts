import { compact } from '../../base/compact.ts';
import { getOrMake } from '../../base/lazy.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import { type InputPlace, inputAt } from '../inputSet.ts';
import type { NodeInfo } from '../nodeInfo.ts';

/** The facts that find an input in a later export of the workflow, after changes to ids, titles and other nodes. */
export interface InputAnchor {
	readonly node: string;
	readonly input: string;
	readonly class: string;
	/** The title, if a person gave it and no other node has it. */
	readonly title?: string;
	/** It is the only node of its class. */
	readonly only?: true;
	/** The nodes around it that no other node of its class has: `to KSampler.positive`. Empty if it cannot be distinguished. */
	readonly links: readonly string[];
}

type FoundAnchor =
	| { readonly kind: 'found'; readonly place: InputPlace }
	/** Several nodes may be meant; a person has to decide. */
	| { readonly kind: 'several'; readonly places: readonly InputPlace[] }
	| { readonly kind: 'missing' };

/** Returns the anchor of an input of a document; undefined without a node of a class. */
export function anchorOf(
	document: WorkflowDocument,
	{ nodeId, input }: InputPlace,
	nodeInfo?: NodeInfo,
): InputAnchor | undefined {
	const node = document.nodeById.get(nodeId);
	if (node?.classType === undefined) return undefined;
	const marks = new GraphMarks(document);
	const siblings = document.nodes.filter((each) => each.classType === node.classType && each !== node);
	const theirs = new Set(siblings.flatMap((each) => [...marks.of(each)]));
	const links = [...marks.of(node)].filter((mark) => !theirs.has(mark));
	const title = ownTitle(document, node, nodeInfo);
	return {
		node: nodeId,
		input,
		class: node.classType,
		...compact({ title, only: siblings.length === 0 ? (true as const) : undefined }),
		links: links.slice(0, mostLinks),
	};
}

/** The nearest ones; more do not improve the match. */
const mostLinks = 6;

/**
 * Finds inputs in a document by their titles and by the nodes around them. Of several equally likely nodes, the one
 * with the former id is chosen only if the ids of all other found inputs have stayed.
 */
export function findAnchors(
	document: WorkflowDocument,
	anchors: readonly InputAnchor[],
): readonly FoundAnchor[] {
	const marks = new GraphMarks(document);
	const found = anchors.map((anchor) => findByGraph(document, marks, anchor));
	const known = found.flatMap((each, at) =>
		each.kind === 'found' ? [each.place.nodeId === anchors[at]?.node] : [],
	);
	const keepsIds = known.length > 0 && known.every(Boolean);
	return found.map((each, at) => {
		if (each.kind !== 'several' || !keepsIds) return each;
		const place = each.places.find(({ nodeId }) => nodeId === anchors[at]?.node);
		return place === undefined ? each : { kind: 'found', place };
	});
}

function findByGraph(document: WorkflowDocument, marks: GraphMarks, anchor: InputAnchor): FoundAnchor {
	const { input, links, title } = anchor;
	const ofInput = document.nodes.filter((node) => holds(document, node, input));
	const titled = ofInput.filter((node) => title !== undefined && node.title === title);
	const candidates = titled.length > 1 ? titled : ofInput.filter((node) => node.classType === anchor.class);
	if (anchor.only && candidates.length === 1 && titled.length === 0) return outcome(candidates, input);
	const alike = links.length === 0 ? [] : mostLike(candidates, marks, links);
	const [named] = titled;
	// A title that has moved to another node than the links requires a question.
	if (named !== undefined && titled.length === 1)
		return outcome([named, ...alike.filter((node) => node !== named)], input);
	// It cannot be distinguished from another node of its class, so even a single candidate may be the wrong one.
	return outcome(links.length === 0 ? candidates : alike, input, links.length === 0);
}

/** Returns whether a node has a literal for an input. */
function holds(document: WorkflowDocument, { id }: WorkflowNode, input: string): boolean {
	const value = inputAt(document, { nodeId: id, input })?.value;
	return value !== undefined && value.type !== 'link';
}

/**
 * Returns the nodes with at least half of the links. Originally only one of their class had any, so a second one is a
 * copy.
 */
function mostLike(
	candidates: readonly WorkflowNode[],
	marks: GraphMarks,
	links: readonly string[],
): readonly WorkflowNode[] {
	return candidates.filter((node) => {
		const own = marks.of(node);
		return links.filter((link) => own.has(link)).length * 2 >= links.length;
	});
}

function outcome(nodes: readonly WorkflowNode[], input: string, isUnsure = false): FoundAnchor {
	const places = nodes.map(({ id }) => ({ nodeId: id, input }));
	const [place] = places;
	if (place === undefined) return { kind: 'missing' };
	return places.length === 1 && !isUnsure ? { kind: 'found', place } : { kind: 'several', places };
}

/** Returns the title of a node if a person gave it and no other node has it. */
function ownTitle(
	document: WorkflowDocument,
	{ title, classType }: WorkflowNode,
	nodeInfo: NodeInfo | undefined,
): string | undefined {
	if (title === undefined || classType === undefined || letters(title) === letters(classType))
		return undefined;
	if (title === nodeInfo?.get(classType)?.displayName) return undefined;
	return document.nodes.filter((each) => each.title === title).length === 1 ? title : undefined;
}

function letters(text: string): string {
	return text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** The number of links between a node and the farthest one that is considered. */
const farthest = 6;

interface Edge {
	/** The id of the node that feeds the input. */
	readonly from: string;
	readonly node: WorkflowNode;
	readonly input: string;
}

/** The surroundings of nodes, independent of ids and titles: the inputs that they reach, and the classes that feed them. */
class GraphMarks {
	readonly #document: WorkflowDocument;
	readonly #fed: ReadonlyMap<string, readonly Edge[]>;
	readonly #known = new Map<string, ReadonlySet<string>>();

	constructor(document: WorkflowDocument) {
		this.#document = document;
		const edges = document.nodes.flatMap((node) =>
			node.inputs.flatMap(({ name, value }) =>
				value.type === 'link' ? [{ from: value.nodeId, node, input: name }] : [],
			),
		);
		this.#fed = Map.groupBy(edges, ({ from }) => from);
	}

	/** Returns marks like `to KSampler.positive` and `latent_image from EmptyLatentImage`, the nearest of each direction first. */
	of(node: WorkflowNode): ReadonlySet<string> {
		return getOrMake(this.#known, node.id, () => {
			const marks = new Set<string>();
			this.#addBehind(node, marks);
			this.#addBefore(node, marks);
			return marks;
		});
	}

	#addBehind(start: WorkflowNode, marks: Set<string>): void {
		const seen = new Set([start.id]);
		let level: readonly WorkflowNode[] = [start];
		for (let distance = 0; distance < farthest && level.length > 0; distance++) {
			const next: WorkflowNode[] = [];
			for (const { node, input } of level.flatMap(({ id }) => this.#fed.get(id) ?? [])) {
				marks.add(`to ${node.classType}.${input}`);
				if (seen.has(node.id)) continue;
				seen.add(node.id);
				next.push(node);
			}
			level = next;
		}
	}

	#addBefore(start: WorkflowNode, marks: Set<string>): void {
		for (const { name, value } of start.inputs) {
			if (value.type !== 'link') continue;
			const seen = new Set<string>();
			let level: readonly string[] = [value.nodeId];
			for (let distance = 0; distance < farthest && level.length > 0; distance++) {
				const next: string[] = [];
				for (const id of level) {
					const node = this.#document.nodeById.get(id);
					if (node === undefined || seen.has(id)) continue;
					seen.add(id);
					marks.add(`${name} from ${node.classType}`);
					for (const { value: from } of node.inputs) if (from.type === 'link') next.push(from.nodeId);
				}
				level = next;
			}
		}
	}
}
