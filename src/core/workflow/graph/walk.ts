import type { GraphLayout } from './layout.ts';
import type { GraphEdge, GraphModel } from './model.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** One linked input or one output of a node, by its index. */
export interface ChosenPort {
	readonly side: 'input' | 'output';
	readonly index: number;
}

/**
 * Returns the node that an arrow key leads to: left and right follow links (to the source or the target of a value), up
 * and down go to the neighbor in the same column. Undefined if no node is in that direction.
 * @param port left and right follow only the links of this port, if it is on that side
 */
export function walk(
	model: GraphModel,
	layout: GraphLayout,
	from: number,
	direction: Direction,
	port?: ChosenPort,
): number | undefined {
	const along = (side: ChosenPort['side'], near: 'from' | 'to', far: 'from' | 'to') => {
		const own = model.edges.filter((edge) => edge[near] === from);
		const wanted = port?.side === side ? own.filter((edge) => isAt(edge, side, port)) : own;
		return nearest(
			layout,
			from,
			wanted.map((edge) => edge[far]),
		);
	};
	switch (direction) {
		case 'left':
			return along('input', 'to', 'from');
		case 'right':
			return along('output', 'from', 'to');
		default:
			return inColumn(layout, from, direction === 'up' ? -1 : 1);
	}
}

/** A node, or one input or output of it, with its dependencies and its dependents, by indexes in the lists of the model. */
interface Trace {
	readonly nodes: ReadonlySet<number>;
	readonly edges: ReadonlySet<number>;
}

/**
 * Returns the nodes and links that a node depends on, and those that depend on it.
 * @param port only the dependencies of this input, or the dependents of this output
 */
export function traceOf({ nodes, edges }: GraphModel, index: number, port?: ChosenPort): Trace {
	const found = { nodes: new Set<number>(), edges: new Set<number>() };
	if (nodes[index] === undefined) return found;
	for (const side of ['input', 'output'] as const) {
		const [near, far] = side === 'input' ? (['to', 'from'] as const) : (['from', 'to'] as const);
		const links = Map.groupBy(edges.entries(), ([, edge]) => edge[near]);
		const reached = new Set([index]);
		for (const each of reached)
			for (const [at, edge] of links.get(each) ?? []) {
				if (each === index && port !== undefined && !isAt(edge, side, port)) continue;
				found.edges.add(at);
				reached.add(edge[far]);
			}
		for (const each of reached) found.nodes.add(each);
	}
	return found;
}

function isAt(edge: GraphEdge, side: ChosenPort['side'], port: ChosenPort): boolean {
	return port.side === side && port.index === (side === 'input' ? edge.port : edge.output);
}

function nearest(layout: GraphLayout, from: number, candidates: readonly number[]): number | undefined {
	const y = layout.nodes[from]?.y ?? 0;
	let best: number | undefined;
	for (const candidate of candidates) {
		if (candidate === from) continue;
		if (best === undefined || Math.abs(yOf(layout, candidate) - y) < Math.abs(yOf(layout, best) - y))
			best = candidate;
	}
	return best;
}

function inColumn(layout: GraphLayout, from: number, sign: number): number | undefined {
	const start = layout.nodes[from];
	if (start === undefined) return undefined;
	let best: number | undefined;
	let bestCost = Number.POSITIVE_INFINITY;
	for (const [index, at] of layout.nodes.entries()) {
		const ahead = (at.y - start.y) * sign;
		if (index === from || ahead <= 0) continue;
		// A little further down in the same column beats far to the side.
		const cost = ahead + Math.abs(at.x - start.x) * 3;
		if (cost < bestCost) {
			best = index;
			bestCost = cost;
		}
	}
	return best;
}

function yOf(layout: GraphLayout, index: number): number {
	return layout.nodes[index]?.y ?? 0;
}

/** Returns the nodes in reading order of the drawing: column by column. */
export function readingOrder(layout: GraphLayout): readonly number[] {
	return layout.nodes
		.map((at, index) => ({ at, index }))
		.sort((a, b) => a.at.x - b.at.x || a.at.y - b.at.y)
		.map(({ index }) => index);
}

/**
 * Returns the nodes with every word of the query in their id, title, class or values, ignoring case. None for an empty
 * query.
 */
export function searchNodes(model: GraphModel, query: string): readonly number[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	return model.nodes.flatMap((node, index) => {
		const values = node.values.map((value) => `${value.name} ${value.text}`);
		const text = [`#${node.id}`, node.title, node.classType, ...values].join('\n').toLowerCase();
		return words.every((word) => text.includes(word)) ? [index] : [];
	});
}
