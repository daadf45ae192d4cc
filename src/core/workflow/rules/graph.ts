import { onceFor } from '../../base/lazy.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import { entryOf } from '../model.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import type { NodeFacts } from './factTypes.ts';
import { factsOf } from './nodeFacts.ts';

/** The nodes by number instead of id, which makes walking them cheap. */
export interface Wiring {
	readonly nodes: readonly WorkflowNode[];
	readonly facts: readonly NodeFacts[];
	/** The number of the node at the far end of each link (`facts.links`) of each node; -1 for a link to nowhere. */
	readonly feeders: Edges;
	/** The same object while neither the class of a node nor its inputs change. */
	readonly shape: object;
}

interface Wired {
	readonly nodeInfo: NodeInfo | undefined;
	readonly wiring: Wiring;
}

const wired = new WeakMap<readonly WorkflowNode[], Wired>();

/** Returns a function that works something out once for the same classes and links: most keys that are typed change neither. */
export function perShape<T>(workOut: (wiring: Wiring) => T): (wiring: Wiring) => T {
	return onceFor(workOut, ({ shape }) => shape);
}

/**
 * Returns the nodes of a document with their inputs; computed once for each version, and for a node once for each of
 * its texts.
 */
export function wiringOf(document: WorkflowDocument, nodeInfo: NodeInfo | undefined): Wiring {
	const { nodes, change } = document;
	const known = wired.get(nodes);
	if (known && known.nodeInfo === nodeInfo) return known.wiring;
	const before = change && wired.get(change.before);
	const wiring =
		before && before.nodeInfo === nodeInfo
			? rewired(document, nodeInfo, before.wiring, change.index)
			: wire(document, nodeInfo);
	wired.set(nodes, { nodeInfo, wiring });
	return wiring;
}

function wire(document: WorkflowDocument, nodeInfo: NodeInfo | undefined): Wiring {
	const { nodes, nodeById } = document;
	const facts: NodeFacts[] = [];
	const feeders: (readonly number[])[] = [];
	for (const node of nodes) {
		const known = factsOf(node.body, () => entryOf(document, node), nodeInfo, nodeById.numbers);
		facts.push(known.facts);
		feeders.push(known.feeders);
	}
	return { nodes, facts, feeders, shape: {} };
}

function rewired(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	before: Wiring,
	index: number,
): Wiring {
	const { nodes, nodeById } = document;
	const node = nodes[index];
	const oldFeeders = before.feeders[index];
	if (!node || !oldFeeders) return wire(document, nodeInfo);
	const known = factsOf(node.body, () => entryOf(document, node), nodeInfo, nodeById.numbers);
	const facts = before.facts.with(index, known.facts);
	const isFedAlike =
		known.feeders.length === oldFeeders.length &&
		known.feeders.every((feeder, at) => feeder === oldFeeders[at]);
	if (!isFedAlike) return { nodes, facts, feeders: before.feeders.with(index, known.feeders), shape: {} };
	const isOfSameClass = known.facts.nodeClass === before.facts[index]?.nodeClass;
	return { nodes, facts, feeders: before.feeders, shape: isOfSameClass ? before.shape : {} };
}

/** The numbers of the nodes that save or show something. */
export const outputsOf = perShape(({ facts }): readonly number[] =>
	facts.flatMap(({ nodeClass }, index) => (nodeClass?.outputNode ? [index] : [])),
);

/** For each node the numbers of others. */
export type Edges = readonly (readonly number[])[];

/** Returns the same edges in the other direction. */
export function turned(edges: Edges): Edges {
	const back: number[][] = edges.map(() => []);
	for (const [index, each] of edges.entries()) for (const parent of new Set(each)) back[parent]?.push(index);
	return back;
}

/** Returns the nodes reachable from some of them; those in `stops` are reached, but not passed. */
export function reachedFrom(start: Iterable<number>, edges: Edges, stops?: ReadonlySet<number>): Set<number> {
	const found = new Set<number>();
	const waiting = [...start];
	for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
		if (found.has(node)) continue;
		found.add(node);
		if (!stops?.has(node)) waiting.push(...(edges[node] ?? []));
	}
	return found;
}

/** Marks with 1 each node that feeds an output or is one itself, others with 0. A node of unknown class may be an output. */
export const reached = perShape(({ facts, feeders }): Uint8Array => {
	const seen = new Uint8Array(facts.length);
	const waiting: number[] = [];
	let number = 0;
	for (const { nodeClass } of facts) {
		if (!nodeClass || nodeClass.outputNode) waiting.push(number);
		number++;
	}
	for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
		if (seen[index]) continue;
		seen[index] = 1;
		for (const feeder of feeders[index] ?? []) if (feeder >= 0 && !seen[feeder]) waiting.push(feeder);
	}
	return seen;
});

/**
 * The groups of nodes that feed themselves (Tarjan's strongly connected components, without recursion): each
 * circle as the numbers of its nodes.
 */
export const cycles = perShape(({ nodes, feeders }): readonly (readonly number[])[] => {
	const found: (readonly number[])[] = [];
	/** The order in which nodes were met, from 1; 0 for those not met. */
	const order = new Uint32Array(nodes.length);
	const low = new Uint32Array(nodes.length);
	const open = new Uint8Array(nodes.length);
	const next = new Uint32Array(nodes.length);
	const stack: number[] = [];
	const path: number[] = [];
	let met = 0;
	for (let root = 0; root < nodes.length; root++) {
		if (order[root]) continue;
		path.push(root);
		for (let index = path.at(-1); index !== undefined; index = path.at(-1)) {
			if (!order[index]) {
				met++;
				order[index] = met;
				low[index] = met;
				open[index] = 1;
				stack.push(index);
			}
			const step = next[index] ?? 0;
			const feeder = feeders[index]?.[step];
			next[index] = step + 1;
			if (feeder !== undefined) {
				if (feeder < 0) continue;
				if (!order[feeder]) path.push(feeder);
				else if (open[feeder]) low[index] = Math.min(low[index] ?? 0, order[feeder] ?? 0);
				continue;
			}
			path.pop();
			const parent = path.at(-1);
			if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[index] ?? 0);
			if (low[index] !== order[index]) continue;
			const group: number[] = [];
			for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
				open[member] = 0;
				group.push(member);
				if (member === index) break;
			}
			if (group.length === 1 && !feeders[index]?.includes(index)) continue;
			found.push(group.reverse());
		}
	}
	return found;
});
