import { endsOf, type GraphLayout, type Point, shapeKey } from './layout.ts';
import { aspect, cardWidth } from './metrics.ts';
import type { GraphEdge, GraphModel } from './model.ts';
import { simpleLayout } from './simpleLayout.ts';
import { type Box, cardBox } from './viewport.ts';

/** A graph with chains that meet only in nodes that feed them all, such as model loaders. Positions in the list of nodes. */
interface Lanes {
	/** The shared nodes, with their inputs. */
	readonly hubs: readonly number[];
	/** The chains, each in the order of the text. */
	readonly lanes: readonly (readonly number[])[];
}

/** A shared node feeds at least this many others, and at most this many nodes feed it. */
const leastUsers = 6;
const mostFeeders = 5;
/** Graphs with fewer chains, or fewer nodes, are arranged well as a whole. */
const leastLanes = 3;
const leastNodes = 40;

const laneGap = 56;
const columnGap = 150;
/** Room above the lanes for the links to lanes of other columns. */
const busRoom = 90;
/** Pixels between a straight link and the cards of shared nodes. */
const hubMargin = 8;
/** Links that turn at the same place are separated by this number of tracks. */
const tracks = 8;

/** Returns the chains of a graph; undefined if it is better arranged as a whole. */
export function lanesOf(model: GraphModel): Lanes | undefined {
	const { nodes, edges } = model;
	if (nodes.length < leastNodes) return undefined;
	const shared = sharedNodes(model);
	const lanes = componentsOf(
		nodes.length,
		edges.filter(({ from, to }) => !shared.has(from) && !shared.has(to)),
		shared,
	);
	// A node without links is not a chain, and if one piece is most of the graph, columns would not make it clearer.
	const linked = new Set(edges.flatMap(({ from, to }) => [from, to]));
	const chains = lanes.filter(([first = 0, ...rest]) => rest.length > 0 || linked.has(first));
	const largest = chains.reduce((most, { length }) => Math.max(most, length), 0);
	if (chains.length < leastLanes || largest > nodes.length / 2 || shared.size > nodes.length / 3)
		return undefined;
	// A link into a shared node comes from another one, by construction.
	return { hubs: [...shared].sort((one, other) => one - other), lanes };
}

/** Nodes that feed many others, with all that feeds them. */
function sharedNodes({ nodes, edges }: GraphModel): ReadonlySet<number> {
	const users = nodes.map(() => new Set<number>());
	const feeders = nodes.map(() => new Set<number>());
	for (const { from, to } of edges) {
		users[from]?.add(to);
		feeders[to]?.add(from);
	}
	const shared = new Set<number>();
	for (const index of nodes.keys()) {
		if ((users[index]?.size ?? 0) < leastUsers) continue;
		const above = new Set([index]);
		for (const each of above) {
			for (const feeder of feeders[each] ?? []) above.add(feeder);
			if (above.size > mostFeeders + 1) break;
		}
		if (above.size <= mostFeeders + 1) for (const each of above) shared.add(each);
	}
	return shared;
}

/** Returns the nodes connected by links in any direction, without those in `left`. */
function componentsOf(
	count: number,
	edges: readonly GraphEdge[],
	left: ReadonlySet<number>,
): readonly (readonly number[])[] {
	const parents = Array.from({ length: count }, (_, index) => index);
	const rootOf = (index: number): number => {
		let root = index;
		while (parents[root] !== root) {
			parents[root] = parents[parents[root] ?? root] ?? root;
			root = parents[root] ?? root;
		}
		return root;
	};
	for (const { from, to } of edges) parents[rootOf(to)] = rootOf(from);
	const members = [...parents.keys()].filter((index) => !left.has(index));
	return [...Map.groupBy(members, rootOf).values()];
}

/** A chain or the shared nodes, with their own links. */
interface Part {
	readonly model: GraphModel;
	readonly members: readonly number[];
	/** Positions of its links in the list of all. */
	readonly edges: readonly number[];
}

/**
 * Arranges the chains below each other in columns, with the shared nodes to their left. Chains of the same shape are
 * arranged once, small ones first, so that a large one does not use up their time.
 * @param arrange arranges a chain as a whole
 */
export async function laneLayout(
	model: GraphModel,
	{ hubs, lanes }: Lanes,
	arrange: (model: GraphModel) => Promise<GraphLayout>,
): Promise<GraphLayout> {
	const parts = partsOf(model, [hubs, ...lanes]).map((part, index) => ({
		...part,
		key: index === 0 ? 'hubs' : shapeKey(part.model),
	}));
	const known = new Map<string, GraphLayout>();
	for (const [index, { key, model: own }] of [...parts.entries()].sort(bySize)) {
		if (known.has(key)) continue;
		// In aligned columns the links from the hubs find their way between the cards.
		known.set(key, index === 0 ? simpleLayout(own) : await arrange(own));
	}
	return placed(
		model,
		parts,
		parts.flatMap(({ key }) => known.get(key) ?? []),
	);
}

function bySize([, one]: readonly [number, Part], [, other]: readonly [number, Part]): number {
	return one.members.length - other.members.length;
}

function partsOf(model: GraphModel, all: readonly (readonly number[])[]): readonly Part[] {
	const place = model.nodes.map(() => ({ part: 0, index: 0 }));
	for (const [part, members] of all.entries())
		for (const [index, member] of members.entries()) place[member] = { part, index };
	const edges: number[][] = all.map(() => []);
	for (const [index, { from, to }] of model.edges.entries()) {
		const part = place[from]?.part;
		if (part !== undefined && part === place[to]?.part) edges[part]?.push(index);
	}
	return all.map((members, part) => ({
		members,
		edges: edges[part] ?? [],
		model: {
			nodes: members.flatMap((member) => model.nodes[member] ?? []),
			edges: (edges[part] ?? []).flatMap((index) => {
				const edge = model.edges[index];
				if (edge === undefined) return [];
				return [{ ...edge, from: place[edge.from]?.index ?? 0, to: place[edge.to]?.index ?? 0 }];
			}),
		},
	}));
}

/** The place of a lane: its corner, and the start of the gap left of its column. */
interface LanePlace extends Point {
	readonly column: number;
}

function placed(model: GraphModel, parts: readonly Part[], layouts: readonly GraphLayout[]): GraphLayout {
	const [hubLayout, ...laneLayouts] = layouts;
	const left = (hubLayout?.width ?? 0) + ((hubLayout?.width ?? 0) > 0 ? columnGap : 0);
	const columns = columnsOf(laneLayouts, left);
	const places: LanePlace[] = [];
	let [x, height] = [left, 0];
	for (const [column, members] of columns.entries()) {
		let y = busRoom;
		for (const lane of members) {
			places[lane] = { x, y, column };
			y += (laneLayouts[lane]?.height ?? 0) + laneGap;
		}
		x += widthOf(laneLayouts, members) + columnGap;
		height = Math.max(height, y - laneGap);
	}
	const nodes: Point[] = model.nodes.map(() => ({ x: 0, y: 0 }));
	const edges: (readonly Point[])[] = model.edges.map(() => []);
	const laneOf = new Map<number, LanePlace>();
	for (const [index, part] of parts.entries()) {
		const layout = layouts[index];
		const at = index === 0 ? { x: 0, y: busRoom, column: -1 } : places[index - 1];
		if (layout === undefined || at === undefined) continue;
		const move = (point: Point): Point => ({ x: point.x + at.x, y: point.y + at.y });
		for (const [position, member] of part.members.entries()) {
			nodes[member] = move(layout.nodes[position] ?? { x: 0, y: 0 });
			if (index > 0) laneOf.set(member, at);
		}
		for (const [position, edge] of part.edges.entries())
			edges[edge] = (layout.edges[position] ?? []).map(move);
	}
	const hubs = (parts[0]?.members ?? []).map((hub) => cardBox(model, { nodes }, hub));
	for (const [index, edge] of model.edges.entries())
		if (edges[index]?.length === 0)
			edges[index] = routeInto(edge, index % tracks, nodes, hubs, laneOf.get(edge.to));
	return {
		nodes,
		edges,
		width: Math.max(x - columnGap, hubLayout?.width ?? 0),
		height: Math.max(height, busRoom + (hubLayout?.height ?? 0)),
	};
}

/**
 * Routes from a shared node into a chain: above the lanes to the gap left of its column, down to the lane, and along
 * its upper edge to the card. Goes straight into the first column if no shared node is in the way.
 */
function routeInto(
	edge: GraphEdge,
	track: number,
	nodes: readonly Point[],
	hubs: readonly Box[],
	lane: LanePlace | undefined,
): readonly Point[] {
	const [start, end] = endsOf(edge, nodes);
	const left = nodes[edge.from]?.x ?? 0;
	if (lane === undefined) return [start, end];
	// At most 34, so that it turns before the next card.
	const out = start.x + 6 + track * 4;
	const down = lane.x - 24 - track * 5;
	const into = end.x - 10 - track * 2;
	const above = lane.y - 16 - track * 4;
	const bus = 16 + track * 7;
	const isFree = !hubs.some(
		({ x, y, height }) => x > left && start.y > y - hubMargin && start.y < y + height + hubMargin,
	);
	const toColumn =
		lane.column === 0 && isFree
			? [{ x: down, y: start.y }]
			: [
					{ x: out, y: start.y },
					{ x: out, y: bus },
					{ x: down, y: bus },
				];
	// The first cards of a lane are at its edge, with nothing before them.
	const isFirst = end.x - lane.x < cardWidth;
	return isFirst
		? [start, ...toColumn, { x: down, y: end.y }, end]
		: [start, ...toColumn, { x: down, y: above }, { x: into, y: above }, { x: into, y: end.y }, end];
}

/** Returns the lanes of each column, in order, with a number of columns that results in a good shape of the drawing. */
function columnsOf(lanes: readonly GraphLayout[], left: number): readonly (readonly number[])[] {
	const whole = lanes.reduce((sum, { height }) => sum + height + laneGap, 0);
	let best: readonly (readonly number[])[] = [];
	let least = Number.POSITIVE_INFINITY;
	for (let count = 1; count <= Math.min(lanes.length, 60); count++) {
		const columns = filled(lanes, whole / count);
		const width = left + columns.reduce((sum, members) => sum + widthOf(lanes, members) + columnGap, 0);
		const height = Math.max(...columns.map((members) => heightOf(lanes, members)));
		const off = Math.abs(Math.log(width / height / aspect));
		if (off < least) [best, least] = [columns, off];
	}
	return best;
}

function filled(lanes: readonly GraphLayout[], wanted: number): readonly (readonly number[])[] {
	const columns: number[][] = [];
	let height = Number.POSITIVE_INFINITY;
	for (const [index, lane] of lanes.entries()) {
		const own = lane.height + laneGap;
		if (height + own / 2 > wanted) {
			columns.push([]);
			height = 0;
		}
		columns.at(-1)?.push(index);
		height += own;
	}
	return columns;
}

function widthOf(lanes: readonly GraphLayout[], members: readonly number[]): number {
	return Math.max(0, ...members.map((lane) => lanes[lane]?.width ?? 0));
}

function heightOf(lanes: readonly GraphLayout[], members: readonly number[]): number {
	return members.reduce((sum, lane) => sum + (lanes[lane]?.height ?? 0) + laneGap, -laneGap);
}
