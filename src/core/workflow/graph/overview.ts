import { straightPath } from './edges.ts';
import { families } from './families.ts';
import type { GraphLayout } from './layout.ts';
import { cardWidth } from './metrics.ts';
import type { GraphModel, GraphNode } from './model.ts';
import { path, type Shape } from './shape.ts';

/** Returns all cards as blocks: one path for each family, then one for each sort of mark. */
export function overviewCards(model: GraphModel, layout: GraphLayout): readonly Shape[] {
	const block = (index: number, node: GraphNode): string => {
		const at = layout.nodes[index] ?? { x: 0, y: 0 };
		return `M${Math.round(at.x)} ${Math.round(at.y)}h${cardWidth}v${node.height}h${-cardWidth}z`;
	};
	const blocksOf = (wanted: (node: GraphNode) => boolean): string =>
		model.nodes.map((node, index) => (wanted(node) ? block(index, node) : '')).join('');
	const shapes = families.map((family) =>
		path(
			`far-card f-${family}`,
			blocksOf((node) => node.family === family),
		),
	);
	for (const severity of ['info', 'warning', 'error'] as const) {
		shapes.push(
			path(
				`far-mark s-${severity}`,
				blocksOf((node) => node.severity === severity),
			),
		);
	}
	shapes.push(
		path(
			'far-change',
			blocksOf((node) => node.change !== undefined && node.severity === undefined),
		),
	);
	return shapes.filter((shape) => shape.attributes.d !== '');
}

/** Returns all links: one path for each family. */
export function overviewEdges(model: GraphModel, layout: GraphLayout): readonly Shape[] {
	const routes = Map.groupBy(model.edges.entries(), ([, { family }]) => family);
	return Array.from(routes, ([family, edges]) =>
		path(`far-edge f-${family}`, edges.map(([index]) => straightPath(layout.edges[index] ?? [])).join('')),
	);
}
