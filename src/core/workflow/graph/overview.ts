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
	const blocks = (className: string, wanted: (node: GraphNode) => boolean): Shape =>
		path(className, model.nodes.map((node, index) => (wanted(node) ? block(index, node) : '')).join(''));
	const severities = ['info', 'warning', 'error'] as const;
	return [
		...families.map((family) => blocks(`far-card f-${family}`, (node) => node.family === family)),
		...severities.map((severity) => blocks(`far-mark s-${severity}`, (node) => node.severity === severity)),
		blocks('far-change', ({ change, severity }) => change !== undefined && severity === undefined),
	].filter(({ attributes }) => attributes.d !== '');
}

/** Returns all links: one path for each family. */
export function overviewEdges(model: GraphModel, layout: GraphLayout): readonly Shape[] {
	const routes = Map.groupBy(model.edges.entries(), ([, { family }]) => family);
	return Array.from(routes, ([family, edges]) =>
		path(`far-edge f-${family}`, edges.map(([index]) => straightPath(layout.edges[index] ?? [])).join('')),
	);
}
