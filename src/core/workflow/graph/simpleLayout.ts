import { endsOf, type GraphLayout, type Point } from './layout.ts';
import { aspect, cardWidth } from './metrics.ts';
import type { GraphEdge, GraphModel } from './model.ts';

const columnGap = 96;
const cardGap = 28;
/** Room left of the first and right of the last column, for edges that turn there. */
const sideRoom = 48;
/** Room below a band of columns for the edges that lead past other columns. */
const bandGap = 84;
/** Edges that turn at the same place are separated by this number of lanes. */
const lanes = 8;
/** Columns up to this height are not folded. */
const smallestColumn = 1200;

/** A node's place: column within its band, both counted from 0. */
interface Cell {
	readonly band: number;
	readonly column: number;
}

/**
 * Returns a plain layered layout from left to right, for graphs that the layout engine cannot arrange: senders left of
 * receivers, long chains folded into bands and large layers into several columns, for a compact picture. Its cost is
 * linear in nodes and edges, and nothing recurses, so it arranges any graph that can be shown.
 */
export function simpleLayout(model: GraphModel): GraphLayout {
	if (model.nodes.length === 0) return { nodes: [], edges: [], width: 0, height: 0 };
	const columns = columnsOf(model, orderedLayers(model));
	const area = model.nodes.reduce((sum, node) => sum + (cardWidth + columnGap) * (node.height + cardGap), 0);
	const fitting = Math.max(4, Math.ceil(Math.sqrt(area * aspect) / (cardWidth + columnGap)));
	// A few extra columns are harmless; a band of a few columns is not.
	const perBand = columns.length < fitting * 1.6 ? columns.length : fitting;
	const places: Point[] = model.nodes.map(() => ({ x: 0, y: 0 }));
	const cells: Cell[] = model.nodes.map(() => ({ band: 0, column: 0 }));
	/** For each band the lower edge of its tallest column. */
	const floors: number[] = [];
	let top = 0;
	for (let band = 0; band * perBand < columns.length; band++) {
		const inBand = columns.slice(band * perBand, (band + 1) * perBand);
		const heights = inBand.map((column) => heightOf(model, column));
		const height = heights.reduce((most, one) => Math.max(most, one), 0);
		for (const [at, column] of inBand.entries()) {
			let y = top + (height - (heights[at] ?? 0)) / 2;
			for (const index of column) {
				places[index] = { x: sideRoom + at * (cardWidth + columnGap), y };
				cells[index] = { band, column: at };
				y += (model.nodes[index]?.height ?? 0) + cardGap;
			}
		}
		floors.push(top + height);
		top += height + bandGap;
	}
	return {
		nodes: places,
		edges: model.edges.map((edge, index) => routeOf(edge, index % lanes, places, cells, floors)),
		width: Math.min(perBand, columns.length) * (cardWidth + columnGap) - columnGap + 2 * sideRoom,
		height: top,
	};
}

/** Routes from port to port: straight into the next column, otherwise below the band, where no card is in the way. */
function routeOf(
	edge: GraphEdge,
	lane: number,
	places: readonly Point[],
	cells: readonly Cell[],
	floors: readonly number[],
): readonly Point[] {
	const [start, end] = endsOf(edge, places);
	const [sender, receiver] = [cells[edge.from], cells[edge.to]];
	const out = start.x + 12 + lane * 4;
	const next = sender?.band === receiver?.band && receiver?.column === (sender?.column ?? 0) + 1;
	if (next) return [start, { x: out, y: start.y }, { x: out, y: end.y }, end];
	const below = (floors[sender?.band ?? 0] ?? 0) + 16 + lane * 6;
	const into = end.x - 12 - lane * 4;
	return [
		start,
		{ x: out, y: start.y },
		{ x: out, y: below },
		{ x: into, y: below },
		{ x: into, y: end.y },
		end,
	];
}

/** Layers as columns; one that is too tall becomes several. */
function columnsOf(
	model: GraphModel,
	layers: readonly (readonly number[])[],
): readonly (readonly number[])[] {
	const area = layers.reduce((sum, layer) => sum + (cardWidth + columnGap) * heightOf(model, layer), 0);
	const tallest = Math.max(smallestColumn, Math.sqrt(area / aspect));
	const columns: number[][] = [];
	for (const layer of layers) {
		let height = Number.POSITIVE_INFINITY;
		for (const index of layer) {
			const own = (model.nodes[index]?.height ?? 0) + cardGap;
			if (height + own > tallest) {
				columns.push([]);
				height = 0;
			}
			columns.at(-1)?.push(index);
			height += own;
		}
	}
	return columns;
}

function heightOf(model: GraphModel, column: readonly number[]): number {
	return column.reduce((sum, index) => sum + (model.nodes[index]?.height ?? 0) + cardGap, -cardGap);
}

/** Returns the nodes by layer, in an order with few crossings. */
function orderedLayers(model: GraphModel): readonly (readonly number[])[] {
	const layerOf = assignLayers(model);
	const byLayer = Map.groupBy(layerOf.keys(), (index) => layerOf[index] ?? 0);
	const layers = [...byLayer].sort(([a], [b]) => a - b).map(([, members]) => members);
	const feeders: number[][] = model.nodes.map(() => []);
	const users: number[][] = model.nodes.map(() => []);
	for (const { from, to } of model.edges) {
		if ((layerOf[from] ?? 0) >= (layerOf[to] ?? 0)) continue;
		feeders[to]?.push(from);
		users[from]?.push(to);
	}
	for (let round = 0; round < 2; round++) {
		sweep(layers, feeders);
		sweep(layers.toReversed(), users);
	}
	return layers;
}

/** Sorts each layer by the mean place of its neighbors in the preceding layers. */
function sweep(layers: readonly number[][], neighbors: readonly (readonly number[])[]): void {
	const place = new Map<number, number>();
	for (const layer of layers) {
		const wanted = new Map(
			layer.map((index, at) => {
				const others = neighbors[index] ?? [];
				const sum = others.reduce((total, other) => total + (place.get(other) ?? 0), 0);
				return [index, others.length === 0 ? at / layer.length : sum / others.length];
			}),
		);
		layer.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
		for (const [at, index] of layer.entries()) place.set(index, at / layer.length);
	}
}

/**
 * Assigns each node the length of the longest path to it; edges that close a cycle are ignored. A node without inputs
 * is placed right before the first that needs it.
 */
function assignLayers({ nodes, edges }: GraphModel): readonly number[] {
	const users: number[][] = nodes.map(() => []);
	const open = nodes.map(() => 0);
	for (const { from, to } of edges) {
		if (from === to) continue;
		users[from]?.push(to);
		open[to] = (open[to] ?? 0) + 1;
	}
	const fed = open.map((count) => count > 0);
	const layers = nodes.map(() => 0);
	const done = nodes.map(() => false);
	const order: number[] = [];
	const ready = nodes.flatMap((_, index) => (open[index] === 0 ? [index] : []));
	let oldest = 0;
	for (let at = 0; order.length < nodes.length; at++) {
		let index = ready[at];
		if (index === undefined) {
			// Only circles are left: the first node in the text begins.
			while (done[oldest]) oldest++;
			index = oldest;
			ready.push(index);
		}
		if (done[index]) continue;
		done[index] = true;
		order.push(index);
		for (const user of users[index] ?? []) {
			if (done[user]) continue;
			layers[user] = Math.max(layers[user] ?? 0, (layers[index] ?? 0) + 1);
			open[user] = (open[user] ?? 0) - 1;
			if (open[user] === 0) ready.push(user);
		}
	}
	for (const index of order) {
		const own = users[index] ?? [];
		if (fed[index] || own.length === 0) continue;
		layers[index] = own.reduce((least, user) => Math.min(least, layers[user] ?? 0), Infinity) - 1;
	}
	return layers;
}
