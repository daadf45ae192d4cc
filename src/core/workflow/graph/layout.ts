import type { Point, Size } from '../../base/panel/panZoom.ts';
import { aspect, cardWidth, groupPadding, portMiddle } from './metrics.ts';
import type { GraphEdge, GraphGroup, GraphModel } from './model.ts';

export type { Point } from '../../base/panel/panZoom.ts';

/** The places of everything drawn; lists are parallel to those of the model they were made for. */
export interface GraphLayout extends Size {
	/** Upper left corners. */
	readonly nodes: readonly Point[];
	/** From port to port, through the bends. */
	readonly edges: readonly (readonly Point[])[];
}

/** A node in a request to the layout engine: the part of its JSON format that we use. */
interface RequestNode {
	id: string;
	width?: number;
	height?: number;
	layoutOptions: Record<string, string>;
	ports?: {
		id: string;
		x: number;
		y: number;
		width: number;
		height: number;
		layoutOptions: Record<string, string>;
	}[];
	children?: RequestNode[];
}

interface LayoutRequest extends RequestNode {
	readonly edges: { id: string; sources: string[]; targets: string[] }[];
}

interface LaidOutEdge {
	readonly id: string;
	readonly sections?: readonly {
		readonly startPoint: Point;
		readonly endPoint: Point;
		readonly bendPoints?: readonly Point[];
	}[];
}

interface LaidOutNode extends Partial<Point> {
	readonly id: string;
	/** The nodes of a group, in coordinates of the whole graph. */
	readonly children?: readonly LaidOutNode[];
}

export interface LayoutReply extends Partial<Size> {
	readonly children?: readonly LaidOutNode[];
	readonly edges?: readonly LaidOutEdge[];
}

const groupOptions = {
	'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
	'elk.json.shapeCoords': 'ROOT',
	'elk.json.edgeCoords': 'ROOT',
};

/** The number of nodes above which the layout prefers speed to beauty. */
const largeGraph = 80;
/** The number of nodes above which only groups with adjacent nodes are shown, because the others would take too long. */
const mostGrouped = 1000;

/**
 * Returns the model as a layered graph from left to right: ports in fixed places, nodes in the order of the text if
 * that causes no crossing, so that typing moves little. Groups keep their nodes together.
 */
export function layoutRequest(model: GraphModel): LayoutRequest {
	const large = model.nodes.length > largeGraph;
	const groups = model.nodes.length > mostGrouped ? [] : (model.groups ?? []);
	return {
		id: 'root',
		layoutOptions: {
			'elk.algorithm': 'layered',
			'elk.direction': 'RIGHT',
			'elk.edgeRouting': 'ORTHOGONAL',
			'elk.aspectRatio': String(aspect),
			'elk.spacing.nodeNode': '28',
			'elk.spacing.edgeNode': '18',
			'elk.spacing.edgeEdge': '9',
			'elk.spacing.componentComponent': '64',
			'elk.layered.spacing.nodeNodeBetweenLayers': '44',
			'elk.layered.spacing.edgeNodeBetweenLayers': '18',
			'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
			'elk.layered.nodePlacement.strategy': large ? 'BRANDES_KOEPF' : 'NETWORK_SIMPLEX',
			'elk.layered.thoroughness': large ? '1' : '7',
			'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
			'elk.layered.considerModelOrder.crossingCounterNodeInfluence': '0.001',
			'elk.layered.unnecessaryBendpoints': 'false',
			...(groups.length === 0 ? {} : groupOptions),
		},
		children: inGroups(
			groups,
			model.nodes.map((node, index) => ({
				id: `n${index}`,
				width: cardWidth,
				height: node.height,
				layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
				ports: [
					...node.ports.map((_, port) => requestPort(`n${index}i${port}`, 'WEST', 0, portMiddle(port))),
					...node.outputs.map((_, port) =>
						requestPort(`n${index}o${port}`, 'EAST', cardWidth, portMiddle(port)),
					),
				],
			})),
		),
		edges: model.edges.map((edge, index) => ({
			id: `e${index}`,
			sources: [`n${edge.from}o${edge.output}`],
			targets: [`n${edge.to}i${edge.port}`],
		})),
	};
}

function inGroups(groups: readonly GraphGroup[], nodes: readonly RequestNode[]): RequestNode[] {
	const { top, side } = groupPadding;
	const boxes = groups.map((_, index) => ({
		id: `g${index}`,
		layoutOptions: { 'elk.padding': `[top=${top},left=${side},bottom=${side},right=${side}]` },
		children: [] as RequestNode[],
	}));
	const root: RequestNode[] = [];
	const innermost = new Map(groups.flatMap((group, index) => group.nodes.map((node) => [node, index])));
	for (const [index, { within }] of groups.entries()) {
		const box = boxes[index];
		if (box !== undefined) (boxes[within ?? -1]?.children ?? root).push(box);
	}
	for (const [index, node] of nodes.entries())
		(boxes[innermost.get(index) ?? -1]?.children ?? root).push(node);
	return root;
}

function requestPort(
	id: string,
	side: string,
	x: number,
	y: number,
): NonNullable<RequestNode['ports']>[number] {
	return { id, x, y, width: 0, height: 0, layoutOptions: { 'elk.port.side': side } };
}

/** Reads the engine's reply as places. An edge without a route in the reply is drawn straight. */
export function readLayout(model: GraphModel, reply: LayoutReply): GraphLayout {
	const children = new Map<string, LaidOutNode>();
	const open = [...(reply.children ?? [])];
	for (const child of open) {
		children.set(child.id, child);
		open.push(...(child.children ?? []));
	}
	const routes = new Map(reply.edges?.map((edge) => [edge.id, edge]));
	const nodes = model.nodes.map((_, index) => {
		const child = children.get(`n${index}`);
		return { x: child?.x ?? 0, y: child?.y ?? 0 };
	});
	const edges = model.edges.map((edge, index) => {
		const section = routes.get(`e${index}`)?.sections?.[0];
		if (section !== undefined) return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
		return endsOf(edge, nodes);
	});
	return { nodes, edges, width: reply.width ?? 0, height: reply.height ?? 0 };
}

/** Returns the ports that an edge links. */
export function endsOf(edge: GraphEdge, nodes: readonly Point[]): readonly [start: Point, end: Point] {
	const [from, to] = [nodes[edge.from] ?? { x: 0, y: 0 }, nodes[edge.to] ?? { x: 0, y: 0 }];
	return [
		{ x: from.x + cardWidth, y: from.y + portMiddle(edge.output) },
		{ x: to.x, y: to.y + portMiddle(edge.port) },
	];
}

/**
 * Returns a key that is equal for two models with the same arrangement, so that typing into a value moves nothing, and chains of one shape
 * are arranged once. Contains every card's height and ports, every link and the members of groups.
 */
export function shapeKey({ nodes, edges, groups = [] }: GraphModel): string {
	const cards = nodes.map(({ height, ports, outputs }) => `${height} ${ports.length} ${outputs.length}`);
	const links = edges.map(({ from, output, to, port }) => `${from}.${output}>${to}.${port}`);
	return [cards, links, groups.map((group) => group.nodes.join(' '))].map((each) => each.join(',')).join('|');
}
