import { compact } from '../../base/compact.ts';
import { numberText } from '../../json/exact.ts';
import {
	isArray,
	isNumber,
	isObject,
	type Json,
	type JsonObject,
	member,
	stringOf,
} from '../../json/value.ts';

import { fits } from './slotTypes.ts';

/** Node and link ids are numbers in one schema version and strings in another. */
function idOf(value: Json | undefined): string | undefined {
	return stringOf(value) ?? numberText(value);
}

/** The modes of nodes that do not run; all others do. */
export const muted = 2;
export const bypassed = 4;

interface UiSlot {
	readonly name: string;
	readonly type: string;
}

export interface UiInput extends UiSlot {
	readonly linkId?: string;
	/** The widget that this socket represents. */
	readonly widget?: string;
}

/** An input or output of a subgraph; absent ids: the file does not say which links belong to it. */
interface UiPort extends UiSlot {
	readonly linkIds?: readonly string[];
}

/** A place on the canvas. */
interface UiPoint {
	readonly x: number;
	readonly y: number;
}

/** A titled frame on the canvas. */
export interface UiGroup {
	readonly title: string;
	readonly color: string;
	readonly corner: UiPoint;
	readonly size: UiPoint;
}

export interface UiNode {
	readonly id: string;
	/** The middle of its card on the canvas, where the file says it. */
	readonly center?: UiPoint;
	readonly type: string;
	readonly mode: number;
	readonly title?: string;
	readonly inputs: readonly UiInput[];
	readonly outputs: readonly UiSlot[];
	/** Positional for most nodes, by name for those of some packs. */
	readonly widgets: readonly Json[] | JsonObject | undefined;
	/** Widgets of inner nodes that a subgraph instance shows: inner node id (`-1`: an input of the subgraph) and name. */
	readonly promoted: readonly { readonly nodeId: string; readonly widget: string }[];
}

export interface UiLink {
	readonly from: string;
	readonly fromSlot: number;
	readonly to: string;
	readonly toSlot: number;
}

export interface UiGraph {
	readonly nodes: ReadonlyMap<string, UiNode>;
	readonly links: ReadonlyMap<string, UiLink>;
	readonly groups: readonly UiGroup[];
}

export interface UiSubgraph extends UiGraph {
	readonly id: string;
	readonly name: string;
	readonly inputs: readonly UiPort[];
	readonly outputs: readonly UiPort[];
}

export interface UiDocument extends UiGraph {
	readonly subgraphs: ReadonlyMap<string, UiSubgraph>;
}

/** Reads an already parsed UI document, or the `workflow` member of a metadata dump. Undefined: it is neither. */
export function readUiDocument(root: Json): UiDocument | undefined {
	const inner = member(root, 'workflow');
	const body = isArray(member(root, 'nodes')) ? root : isArray(member(inner, 'nodes')) ? inner : undefined;
	if (body === undefined) return undefined;
	const definitions = member(member(body, 'definitions'), 'subgraphs');
	const subgraphs = new Map<string, UiSubgraph>();
	for (const entry of isArray(definitions) ? definitions : []) {
		const id = idOf(member(entry, 'id'));
		if (id === undefined) continue;
		const inputs = list(entry, 'inputs').map(readPort);
		subgraphs.set(id, {
			...withoutStale(readGraph(entry), inputs),
			id,
			name: stringOf(member(entry, 'name')) ?? id,
			inputs,
			outputs: list(entry, 'outputs').map(readPort),
		});
	}
	return { ...readGraph(body), subgraphs };
}

function list(value: Json | undefined, key: string): readonly Json[] {
	const found = member(value, key);
	return isArray(found) ? found : [];
}

function readGraph(body: Json | undefined): UiGraph {
	const nodes = new Map<string, UiNode>();
	for (const entry of list(body, 'nodes')) {
		const node = readNode(entry);
		if (node !== undefined) nodes.set(node.id, node);
	}
	const links = new Map<string, UiLink>();
	for (const entry of list(body, 'links')) {
		const found = readLink(entry);
		if (found !== undefined) links.set(found.id, found.link);
	}
	return { nodes, links, groups: list(body, 'groups').flatMap((entry) => readGroup(entry) ?? []) };
}

function readGroup(entry: Json): UiGroup | undefined {
	const bounding = member(entry, 'bounding');
	const [corner, size] = [pairOf(bounding, 0), pairOf(bounding, 2)];
	if (corner === undefined || size === undefined) return undefined;
	const text = (key: string): string => stringOf(member(entry, key)) ?? '';
	return { title: text('title'), color: text('color'), corner, size };
}

/** Two numbers of a list, which some versions write as an object with the keys 0, 1 and so on. */
function pairOf(value: Json | undefined, first: number): UiPoint | undefined {
	const [x, y] = [first, first + 1].map((at) => {
		const one = isArray(value) ? value[at] : member(value, String(at));
		return isNumber(one) ? Number(idOf(one)) : Number.NaN;
	});
	return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : undefined;
}

/** The title of a card is above its place, and all that is left of one that is folded. */
const titleHeight = 30;
const foldedWidth = 140;

function centerOf(entry: Json): UiPoint | undefined {
	const at = pairOf(member(entry, 'pos'), 0);
	const size = pairOf(member(entry, 'size'), 0);
	if (at === undefined || size === undefined) return undefined;
	const isFolded = member(member(entry, 'flags'), 'collapsed') === true;
	const width = isFolded ? Math.min(foldedWidth, size.x) : size.x;
	return { x: at.x + width / 2, y: at.y + ((isFolded ? 0 : size.y) - titleHeight) / 2 };
}

/**
 * The inside of a subgraph without links that the node editor left behind: none of its inputs names such a link, and the one
 * that it comes from is of another type than what it leads to.
 */
function withoutStale(graph: UiGraph, inputs: readonly UiPort[]): UiGraph {
	const named = new Set(inputs.flatMap(({ linkIds }) => linkIds ?? []));
	if (named.size === 0) return graph;
	const stale = new Set<string>();
	for (const [id, link] of graph.links) {
		if (link.from !== '-10' || named.has(id)) continue;
		const from = inputs[link.fromSlot];
		const to = graph.nodes.get(link.to)?.inputs[link.toSlot];
		if (from !== undefined && to !== undefined && !fits(from.type, to.type)) stale.add(id);
	}
	if (stale.size === 0) return graph;
	const unlinked = ({ linkId, ...input }: UiInput): UiInput =>
		linkId === undefined || stale.has(linkId) ? input : { ...input, linkId };
	return {
		...graph,
		nodes: new Map(
			Array.from(graph.nodes, ([id, node]) => [id, { ...node, inputs: node.inputs.map(unlinked) }]),
		),
		links: new Map([...graph.links].filter(([id]) => !stale.has(id))),
	};
}

function readNode(entry: Json): UiNode | undefined {
	const id = idOf(member(entry, 'id'));
	const type = stringOf(member(entry, 'type'));
	if (id === undefined || type === undefined) return undefined;
	const mode = member(entry, 'mode');
	const title = stringOf(member(entry, 'title'));
	const widgets = member(entry, 'widgets_values');
	const center = centerOf(entry);
	return {
		id,
		type,
		mode: typeof mode === 'number' ? mode : 0,
		...compact({ title, center }),
		inputs: list(entry, 'inputs').map(readInput),
		outputs: list(entry, 'outputs').map(readSlot),
		widgets: isArray(widgets) || isObject(widgets) ? widgets : undefined,
		promoted: list(member(entry, 'properties'), 'proxyWidgets').flatMap((pair) => {
			const nodeId = isArray(pair) ? idOf(pair[0]) : undefined;
			const widget = isArray(pair) ? stringOf(pair[1]) : undefined;
			return nodeId === undefined || widget === undefined ? [] : [{ nodeId, widget }];
		}),
	};
}

function readSlot(entry: Json): UiSlot {
	return { name: stringOf(member(entry, 'name')) ?? '', type: typeName(member(entry, 'type')) };
}

function readInput(entry: Json): UiInput {
	const linkId = idOf(member(entry, 'link'));
	const widget = stringOf(member(member(entry, 'widget'), 'name'));
	return {
		...readSlot(entry),
		...compact({ linkId, widget }),
	};
}

function readPort(entry: Json): UiPort {
	const ids = member(entry, 'linkIds');
	if (!isArray(ids)) return readSlot(entry);
	return { ...readSlot(entry), linkIds: ids.flatMap((id) => idOf(id) ?? []) };
}

function typeName(value: Json | undefined): string {
	if (typeof value === 'string') return value;
	return isArray(value) ? 'COMBO' : '*';
}

/** Links are six-element arrays on the canvas and objects inside subgraphs (and in schema version 1). */
function readLink(entry: Json): { id: string; link: UiLink } | undefined {
	const [id, from, fromSlot, to, toSlot] = isArray(entry)
		? entry
		: ['id', 'origin_id', 'origin_slot', 'target_id', 'target_slot'].map((key) => member(entry, key));
	const ids = [idOf(id), idOf(from), idOf(to)];
	if (ids[0] === undefined || ids[1] === undefined || ids[2] === undefined) return undefined;
	return {
		id: ids[0],
		link: { from: ids[1], fromSlot: slotOf(fromSlot), to: ids[2], toSlot: slotOf(toSlot) },
	};
}

function slotOf(value: Json | undefined): number {
	return isNumber(value) ? Number(idOf(value)) : 0;
}
