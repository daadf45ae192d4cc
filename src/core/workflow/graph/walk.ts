import type { GraphLayout } from './layout.ts';
import type { GraphModel } from './model.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * The node that an arrow key leads to: left and right walk along links (to where a value comes from, to where it
 * goes), up and down to the neighbor in the same column. Undefined: there is none in that direction.
 */
export function walk(
	model: GraphModel,
	layout: GraphLayout,
	from: number,
	direction: Direction,
): number | undefined {
	switch (direction) {
		case 'left':
			return nearest(
				layout,
				from,
				model.edges.filter((edge) => edge.to === from).map((edge) => edge.from),
			);
		case 'right':
			return nearest(
				layout,
				from,
				model.edges.filter((edge) => edge.from === from).map((edge) => edge.to),
			);
		default:
			return inColumn(layout, from, direction === 'up' ? -1 : 1);
	}
}

/** A node with what its values come from and what they go to, in the order in which they are reached. */
export function traceOf({ nodes, edges }: GraphModel, index: number): ReadonlySet<number> {
	const reached = (next: ReadonlyMap<number, readonly number[]>): ReadonlySet<number> => {
		const found = new Set([index]);
		for (const each of found) for (const other of next.get(each) ?? []) found.add(other);
		return found;
	};
	if (nodes[index] === undefined) return new Set();
	const feeders = Map.groupBy(edges, ({ to }) => to);
	const users = Map.groupBy(edges, ({ from }) => from);
	const back = new Map([...feeders].map(([to, some]) => [to, some.map(({ from }) => from)]));
	const on = new Map([...users].map(([from, some]) => [from, some.map(({ to }) => to)]));
	return new Set([...reached(back), ...reached(on)]);
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
		// A little further down in the same column beats what is far to the side.
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

/** Nodes in reading order of the drawing: column by column. */
export function readingOrder(layout: GraphLayout): readonly number[] {
	return layout.nodes
		.map((at, index) => ({ at, index }))
		.sort((a, b) => a.at.x - b.at.x || a.at.y - b.at.y)
		.map(({ index }) => index);
}

/** Nodes whose id, title, class or values contain every word of the query, in any case. Empty query: none. */
export function searchNodes(model: GraphModel, query: string): readonly number[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	if (words.length === 0) return [];
	return model.nodes.flatMap((node, index) => {
		const values = node.values.map((value) => `${value.name} ${value.text}`);
		const text = [`#${node.id}`, node.title, node.classType, ...values].join('\n').toLowerCase();
		return words.every((word) => text.includes(word)) ? [index] : [];
	});
}
