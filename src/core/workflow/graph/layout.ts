import { aspect, cardWidth, portMiddle } from './metrics.ts';
import type { GraphModel } from './model.ts';

export interface Point {
	readonly x: number;
	readonly y: number;
}

/** Where everything is drawn; lists are parallel to those of the model they were made for. */
export interface GraphLayout {
	/** Upper left corners. */
	readonly nodes: readonly Point[];
	/** From port to port, through the bends. */
	readonly edges: readonly (readonly Point[])[];
	readonly width: number;
	readonly height: number;
}

/** What the layout engine takes: its JSON format, as far as we use it. */
interface LayoutRequest {
	readonly id: string;
	readonly layoutOptions: Readonly<Record<string, string>>;
	readonly children: {
		id: string;
		width: number;
		height: number;
		layoutOptions: Record<string, string>;
		ports: {
			id: string;
			x: number;
			y: number;
			width: number;
			height: number;
			layoutOptions: Record<string, string>;
		}[];
	}[];
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

/** What the layout engine gives back. */
export interface LayoutReply {
	readonly width?: number;
	readonly height?: number;
	readonly children?: readonly { readonly id: string; readonly x?: number; readonly y?: number }[];
	readonly edges?: readonly LaidOutEdge[];
}

/** Above so many nodes the layout gives up some beauty for speed. */
const largeGraph = 80;

/**
 * The model as a layered graph from left to right: ports in fixed places, nodes kept in the order of the text where
 * that costs no crossing, so that typing moves little.
 */
export function layoutRequest(model: GraphModel): LayoutRequest {
	const large = model.nodes.length > largeGraph;
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
		},
		children: model.nodes.map((node, index) => ({
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
		edges: model.edges.map((edge, index) => ({
			id: `e${index}`,
			sources: [`n${edge.from}o${edge.output}`],
			targets: [`n${edge.to}i${edge.port}`],
		})),
	};
}

function requestPort(
	id: string,
	side: string,
	x: number,
	y: number,
): LayoutRequest['children'][number]['ports'][number] {
	return { id, x, y, width: 0, height: 0, layoutOptions: { 'elk.port.side': side } };
}

/** The engine's reply as places. An edge that came back without a route is drawn straight. */
export function readLayout(model: GraphModel, reply: LayoutReply): GraphLayout {
	const children = new Map(reply.children?.map((child) => [child.id, child]));
	const routes = new Map(reply.edges?.map((edge) => [edge.id, edge]));
	const nodes = model.nodes.map((_, index) => {
		const child = children.get(`n${index}`);
		return { x: child?.x ?? 0, y: child?.y ?? 0 };
	});
	const edges = model.edges.map((edge, index) => {
		const section = routes.get(`e${index}`)?.sections?.[0];
		if (section !== undefined) return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
		const from = nodes[edge.from] ?? { x: 0, y: 0 };
		const to = nodes[edge.to] ?? { x: 0, y: 0 };
		return [
			{ x: from.x + cardWidth, y: from.y + portMiddle(edge.output) },
			{ x: to.x, y: to.y + portMiddle(edge.port) },
		];
	});
	return { nodes, edges, width: reply.width ?? 0, height: reply.height ?? 0 };
}

/**
 * Equal for two models that are arranged alike, so that typing into a value moves nothing, and chains of one shape are arranged
 * once. Contains every card's height and ports and every link.
 */
export function shapeKey({ nodes, edges }: GraphModel): string {
	const cards = nodes.map(({ height, ports, outputs }) => `${height} ${ports.length} ${outputs.length}`);
	const links = edges.map(({ from, output, to, port }) => `${from}.${output}>${to}.${port}`);
	return `${cards.join(',')}|${links.join(',')}`;
}
