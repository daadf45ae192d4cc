import type { WorkflowNode } from '../document.ts';
import type { NodeFacts } from './facts.ts';

/** A node among its neighbours. */
export interface GraphNode {
	readonly node: WorkflowNode;
	readonly facts: NodeFacts;
}

/** All nodes from which an output is fed, the outputs themselves included. A node of unknown class may be an output. */
export function reached(graph: ReadonlyMap<string, GraphNode>): ReadonlySet<string> {
	const seen = new Set<string>();
	const waiting: string[] = [];
	for (const [id, { facts }] of graph) {
		if (!facts.nodeClass || facts.nodeClass.outputNode) waiting.push(id);
	}
	for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
		if (seen.has(id)) continue;
		seen.add(id);
		for (const link of graph.get(id)?.facts.links ?? [])
			if (graph.has(link.nodeId) && !seen.has(link.nodeId)) waiting.push(link.nodeId);
	}
	return seen;
}

/**
 * The groups of nodes that feed themselves, by node id (Tarjan's strongly connected components, without recursion).
 * Every node of a cycle maps to the ids of its group.
 */
export function cycles(graph: ReadonlyMap<string, GraphNode>): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, readonly string[]>();
	const order = new Map<string, number>();
	const low = new Map<string, number>();
	const open = new Set<string>();
	const stack: string[] = [];
	for (const root of graph.keys()) {
		if (order.has(root)) continue;
		const work: { readonly id: string; next: number }[] = [{ id: root, next: 0 }];
		for (let frame = work.at(-1); frame; frame = work.at(-1)) {
			const { id } = frame;
			if (frame.next === 0) {
				order.set(id, order.size);
				low.set(id, order.size - 1);
				stack.push(id);
				open.add(id);
			}
			const links = graph.get(id)?.facts.links ?? [];
			const target = links[frame.next]?.nodeId;
			frame.next++;
			if (target !== undefined) {
				if (!graph.has(target)) continue;
				if (!order.has(target)) work.push({ id: target, next: 0 });
				else if (open.has(target)) low.set(id, Math.min(low.get(id) ?? 0, order.get(target) ?? 0));
				continue;
			}
			work.pop();
			const parent = work.at(-1);
			if (parent) low.set(parent.id, Math.min(low.get(parent.id) ?? 0, low.get(id) ?? 0));
			if (low.get(id) !== order.get(id)) continue;
			const group: string[] = [];
			for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
				open.delete(member);
				group.push(member);
				if (member === id) break;
			}
			group.reverse();
			if (group.length > 1 || links.some((link) => link.nodeId === id))
				for (const member of group) found.set(member, group);
		}
	}
	return found;
}
