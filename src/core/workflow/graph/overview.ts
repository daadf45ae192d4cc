import { straightPath } from './edges.ts';
import { type Family, families } from './families.ts';
import type { GraphLayout } from './layout.ts';
import { cardWidth } from './metrics.ts';
import type { GraphModel, GraphNode } from './model.ts';
import { path, type Shape } from './shape.ts';
import { letterSizes, type Measure } from './textFit.ts';

/** All cards as blocks: one path for each family, then one for each sort of mark. */
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

/** Between two titles, in pixels of the screen. */
const titleGap = 6;
/** Titles on the screen at the same time, and the longest. */
const mostTitles = 120;
const longestTitle = 26;

/**
 * Titles of the nodes that say what the graph does, in letters that can be read however small the cards are: outputs first, then loaders,
 * then samplers. Where two would cover each other, the first one stays.
 * @param zoom of the drawing
 */
export function overviewTitles(
	model: GraphModel,
	layout: GraphLayout,
	zoom: number,
	measure: Measure,
): readonly Shape[] {
	const rows = new Map<number, { readonly from: number; readonly to: number }[]>();
	const high = letterSizes.small + titleGap;
	const shapes: Shape[] = [];
	for (const index of byImportance(model)) {
		const node = model.nodes[index];
		const at = layout.nodes[index];
		if (node === undefined || at === undefined || shapes.length >= mostTitles) continue;
		const text =
			node.title.length > longestTitle
				? `${node.title.slice(0, longestTitle - 1).toWellFormed()}…`
				: node.title;
		const [from, row] = [at.x * zoom, Math.floor((at.y * zoom) / high)];
		const to = from + measure(text, 'small') + titleGap;
		const near = [row - 1, row, row + 1].flatMap((each) => rows.get(each) ?? []);
		if (near.some((other) => from < other.to && other.from < to)) continue;
		rows.set(row, [...(rows.get(row) ?? []), { from, to }]);
		shapes.push({
			tag: 'text',
			attributes: {
				class: `far-title f-${node.family}`,
				x: at.x,
				y: at.y - 3 / zoom,
				'font-size': letterSizes.small / zoom,
				'stroke-width': 3 / zoom,
			},
			text,
		});
	}
	return shapes;
}

/** Outputs, loaders and samplers, in this order; each in the order of the text. */
function byImportance({ nodes }: GraphModel): readonly number[] {
	const rank = ({ isOutput, classType, ports, outputs }: GraphNode): number => {
		if (isOutput) return 0;
		if (ports.length === 0 && outputs.length > 0 && /load/i.test(classType)) return 1;
		return /sampler/i.test(classType) ? 2 : 3;
	};
	return [...nodes.keys()]
		.map((index) => ({ index, rank: rank(nodes[index] as GraphNode) }))
		.filter((each) => each.rank < 3)
		.sort((one, other) => one.rank - other.rank || one.index - other.index)
		.map(({ index }) => index);
}

/** All links: one path for each family. */
export function overviewEdges(model: GraphModel, layout: GraphLayout): readonly Shape[] {
	const routes = new Map<Family, string[]>();
	for (const [index, edge] of model.edges.entries()) {
		const list = routes.get(edge.family) ?? [];
		list.push(straightPath(layout.edges[index] ?? []));
		routes.set(edge.family, list);
	}
	return [...routes].map(([family, paths]) => path(`far-edge f-${family}`, paths.join('')));
}
