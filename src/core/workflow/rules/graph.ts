import type { WorkflowNode } from '../document.ts';
import type { NodeFacts } from './factTypes.ts';

/** A node among its neighbors. */
export interface GraphNode {
	readonly node: WorkflowNode;
	readonly facts: NodeFacts;
}

/** The nodes by number instead of id, which makes walking them cheap. */
export interface Wiring {
	readonly nodes: readonly GraphNode[];
	/** For each node the numbers of the nodes that feed it; links to nowhere are left out. */
	readonly feeders: readonly (readonly number[])[];
}

export function wiringOf(graph: ReadonlyMap<string, GraphNode>): Wiring {
	const numbers = new Map<string, number>();
	const nodes = [...graph.values()];
	for (const [index, { node }] of nodes.entries()) numbers.set(node.id, index);
	const feeders = nodes.map(({ facts }) => {
		const found: number[] = [];
		for (const link of facts.links) {
			const index = numbers.get(link.nodeId);
			if (index !== undefined) found.push(index);
		}
		return found;
	});
	return { nodes, feeders };
}

/**
 * For each node 1 if an output is fed from it or it is one itself, else 0. A node of unknown class may be an output.
 */
export function reached({ nodes, feeders }: Wiring): Uint8Array {
	const seen = new Uint8Array(nodes.length);
	const waiting: number[] = [];
	for (const [index, { facts }] of nodes.entries()) {
		if (!facts.nodeClass || facts.nodeClass.outputNode) waiting.push(index);
	}
	for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
		if (seen[index]) continue;
		seen[index] = 1;
		for (const feeder of feeders[index] ?? []) if (!seen[feeder]) waiting.push(feeder);
	}
	return seen;
}

/**
 * The groups of nodes that feed themselves (Tarjan's strongly connected components, without recursion): each
 * circle as the numbers of its nodes.
 */
export function cycles({ nodes, feeders }: Wiring): readonly (readonly number[])[] {
	const found: (readonly number[])[] = [];
	/** The order in which nodes were met, from 1; 0 for those not met. */
	const order = new Uint32Array(nodes.length);
	const low = new Uint32Array(nodes.length);
	const open = new Uint8Array(nodes.length);
	const next = new Uint32Array(nodes.length);
	const stack: number[] = [];
	let met = 0;
	for (let root = 0; root < nodes.length; root++) {
		if (order[root]) continue;
		const path: number[] = [root];
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
}
