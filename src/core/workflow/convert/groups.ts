import { getOrMake } from '../../base/lazy.ts';
import type { Tint } from '../graph/families.ts';
import { canvasScope, innerScope, type Scope } from './scope.ts';
import type { UiDocument, UiGroup, UiNode } from './uiDocument.ts';

/** Nodes that belong together: a group of the canvas, or the inside of a subgraph. */
export interface WorkflowGroup {
	readonly title: string;
	readonly tint: Tint;
	/** Ids in the API document, including those of groups inside; at least one. */
	readonly nodeIds: readonly string[];
}

/** The most groups that are looked at; a document with more was not made by hand. */
const mostGroups = 400;

/**
 * Returns the groups and subgraphs of a UI document, outer ones before those inside. Groups that share only some of
 * their nodes are left out, since no box could contain one of them without a part of the other.
 * @param ids those of the nodes in the converted API document
 */
export function groupsOf(document: UiDocument, ids: Iterable<string>): readonly WorkflowGroup[] {
	const found: WorkflowGroup[] = [];
	collect(canvasScope(document), byPrefix(ids), found);
	const groups = found
		.toSorted((one, other) => other.nodeIds.length - one.nodeIds.length)
		.slice(0, mostGroups)
		.map((group) => ({ group, ids: new Set(group.nodeIds) }));
	return groups
		.filter(({ ids: own }) => groups.every(({ ids: other }) => !overlap(own, other)))
		.map(({ group }) => group);
}

/** Returns whether two sets share members and neither contains the other. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
	const [small, large] = one.size <= other.size ? [one, other] : [other, one];
	let shared = 0;
	for (const id of small) if (large.has(id)) shared++;
	return shared > 0 && shared < small.size;
}

/** Returns the ids by all prefixes that end at a colon, which are those of subgraph instances, and each alone. */
function byPrefix(ids: Iterable<string>): ReadonlyMap<string, readonly string[]> {
	const found = new Map<string, string[]>();
	const idsOf = (prefix: string) => getOrMake(found, prefix, (): string[] => []);
	for (const id of ids) {
		idsOf(id).push(id);
		for (let at = id.indexOf(':'); at >= 0; at = id.indexOf(':', at + 1)) idsOf(id.slice(0, at + 1)).push(id);
	}
	return found;
}

function collect(scope: Scope, idsOf: ReadonlyMap<string, readonly string[]>, found: WorkflowGroup[]): void {
	const { graph, document, prefix } = scope;
	const placed = [...graph.nodes.values()].map((node) => {
		const isInstance = document.subgraphs.has(node.type);
		return { node, isInstance, nodeIds: idsOf.get(`${prefix}${node.id}${isInstance ? ':' : ''}`) ?? [] };
	});
	for (const group of graph.groups) {
		const nodeIds = placed.flatMap(({ node, nodeIds: own }) => (isWithin(node.center, group) ? own : []));
		if (nodeIds.length > 0) found.push({ title: group.title, tint: tintOf(group.color), nodeIds });
	}
	for (const { node, isInstance, nodeIds } of placed) {
		const inner = isInstance && nodeIds.length > 0 ? innerScope(scope, node) : undefined;
		if (inner === undefined) continue;
		const title = node.title ?? document.subgraphs.get(node.type)?.name ?? node.id;
		found.push({ title, tint: 'plain', nodeIds });
		collect(inner, idsOf, found);
	}
}

function isWithin(center: UiNode['center'], group: UiGroup): boolean {
	if (center === undefined) return false;
	const [x, y] = [center.x - group.corner.x, center.y - group.corner.y];
	return x >= 0 && y >= 0 && x <= group.size.x && y <= group.size.y;
}

/** The beginning of each tint on the circle of colors, in degrees; red is at its beginning and its end. */
const hues: readonly (readonly [from: number, tint: Tint])[] = [
	[330, 'red'],
	[255, 'purple'],
	[165, 'blue'],
	[75, 'green'],
	[45, 'yellow'],
	[18, 'orange'],
	[0, 'red'],
];

/** Returns the nearest color of the theme to `#rgb` or `#rrggbb`. */
function tintOf(color: string): Tint {
	const digits = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(color) ? color.slice(1) : '000';
	const width = digits.length / 3;
	const [red = 0, green = 0, blue = 0] = [0, 1, 2].map(
		(at) => Number.parseInt(digits.slice(at * width, (at + 1) * width), 16) / (16 ** width - 1),
	);
	const most = Math.max(red, green, blue);
	const range = most - Math.min(red, green, blue);
	if (range < 0.08) return 'plain';
	const sixths =
		most === red
			? (green - blue) / range
			: most === green
				? 2 + (blue - red) / range
				: 4 + (red - green) / range;
	const hue = (sixths * 60 + 360) % 360;
	return hues.find(([from]) => hue >= from)?.[1] ?? 'plain';
}
