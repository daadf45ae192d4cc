import { compact } from '../../base/compact.ts';
import type { Point } from '../../base/panel/panZoom.ts';
import { numberText } from '../../json/exact.ts';
import {
	isArray,
	isNumber,
	isObject,
	type Json,
	type JsonObject,
	listOf,
	member,
	stringOf,
} from '../../json/value.ts';
import { fits } from './slotTypes.ts';
import {
	type GroupNodeDefinition,
	socketKey,
	type UiDocument,
	type UiGraph,
	type UiGroup,
	type UiInput,
	type UiLink,
	type UiNode,
	type UiPort,
	type UiPromoted,
	type UiSlot,
	type UiSource,
	type UiSubgraph,
} from './uiDocument.ts';

/** Returns an id: node and link ids are numbers in one schema version and strings in another. */
export function idOf(value: Json | undefined): string | undefined {
	return stringOf(value) ?? numberText(value);
}

/** Reads an already parsed UI document, or the `workflow` member of a metadata dump. Undefined: it is neither. */
export function readUiDocument(root: Json): UiDocument | undefined {
	const inner = member(root, 'workflow');
	const body = isArray(member(root, 'nodes')) ? root : isArray(member(inner, 'nodes')) ? inner : undefined;
	if (body === undefined) return undefined;
	const subgraphs = new Map<string, UiSubgraph>();
	for (const entry of list(member(body, 'definitions'), 'subgraphs')) {
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
	const groupNodes = Object.entries(objectOf(member(member(body, 'extra'), 'groupNodes')) ?? {});
	return {
		...readGraph(body),
		subgraphs,
		groupNodes: new Map(groupNodes.map(([name, entry]) => [name, readGroupNode(entry)])),
	};
}

function readGroupNode(entry: Json): GroupNodeDefinition {
	const nodes = list(entry, 'nodes').map((node, place) => ({ ...(isObject(node) ? node : {}), id: place }));
	return {
		nodes: nodes.flatMap((node) => readNode(node) ?? []),
		links: list(entry, 'links').flatMap((link) => readGroupLink(link) ?? []),
		external: new Set(
			list(entry, 'external').map((each) => {
				const [node, slot] = isArray(each) ? each.map(placeOf) : [];
				return `${node} ${slot}`;
			}),
		),
		config: member(entry, 'config'),
	};
}

/** Reads a link from and to the places of its nodes; undefined for a link from outside. */
function readGroupLink(entry: Json): UiLink | undefined {
	const [from, fromSlot, to, toSlot] = isArray(entry) ? entry.map(placeOf) : [];
	if (from === undefined || fromSlot === undefined || to === undefined || toSlot === undefined)
		return undefined;
	return { from: String(from), fromSlot, to: String(to), toSlot };
}

/** Returns the place of a node, which some versions of the node editor write as the whole node. */
function placeOf(value: Json): number | undefined {
	const place = member(value, 'index') ?? value;
	return isNumber(place) ? Number(idOf(place)) : undefined;
}

function list(value: Json | undefined, key: string): readonly Json[] {
	return listOf(member(value, key));
}

function readGraph(body: Json | undefined): UiGraph {
	const nodes = list(body, 'nodes').flatMap((entry) => readNode(entry) ?? []);
	const links = list(body, 'links').flatMap((entry) => readLink(entry) ?? []);
	const broadcasts = new Map<string, UiSource>();
	for (const entry of list(member(body, 'extra'), 'ue_links')) {
		const [to, from] = [idOf(member(entry, 'downstream')), idOf(member(entry, 'upstream'))];
		if (to === undefined || from === undefined) continue;
		broadcasts.set(socketKey(to, slotOf(member(entry, 'downstream_slot'))), {
			from,
			fromSlot: slotOf(member(entry, 'upstream_slot')),
			...compact({ type: stringOf(member(entry, 'type')) }),
		});
	}
	const groups = list(body, 'groups').flatMap((entry) => readGroup(entry) ?? []);
	return {
		nodes: new Map(nodes.map((node) => [node.id, node])),
		links: new Map(links.map(({ id, link }) => [id, link])),
		groups,
		broadcasts,
	};
}

function readGroup(entry: Json): UiGroup | undefined {
	const bounding = member(entry, 'bounding');
	const [corner, size] = [pairOf(bounding, 0), pairOf(bounding, 2)];
	if (corner === undefined || size === undefined) return undefined;
	const text = (key: string): string => stringOf(member(entry, key)) ?? '';
	return { title: text('title'), color: text('color'), corner, size };
}

/** Returns two numbers of a list, which some versions write as an object with the keys 0, 1 and so on. */
function pairOf(value: Json | undefined, first: number): Point | undefined {
	const [x, y] = [first, first + 1].map((at) => {
		const one = isArray(value) ? value[at] : member(value, String(at));
		return isNumber(one) ? Number(idOf(one)) : Number.NaN;
	});
	return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : undefined;
}

/** The title of a card is above its place, and all that is left of one that is folded. */
const titleHeight = 30;
const foldedWidth = 140;

function centerOf(entry: Json): Point | undefined {
	const at = pairOf(member(entry, 'pos'), 0);
	const size = pairOf(member(entry, 'size'), 0);
	if (at === undefined || size === undefined) return undefined;
	const isFolded = member(member(entry, 'flags'), 'collapsed') === true;
	const width = isFolded ? Math.min(foldedWidth, size.x) : size.x;
	return { x: at.x + width / 2, y: at.y + ((isFolded ? 0 : size.y) - titleHeight) / 2 };
}

/**
 * Returns the inside of a subgraph without stale links of the node editor: none of its inputs names such a link, and
 * its source has another type than its target.
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
	const properties = member(entry, 'properties');
	const named = objectOf(member(entry, 'widgets_values_named'));
	const name = stringOf(member(properties, 'Node name for S&R'));
	const ownName = name === type ? undefined : name;
	const isSerialized = member(properties, 'has_serialized_properties') === true;
	const serialized = isSerialized ? objectOf(properties) : undefined;
	return {
		id,
		type,
		mode: typeof mode === 'number' ? mode : 0,
		...compact({ title, ownName, center, named, serialized }),
		inputs: list(entry, 'inputs').map(readInput),
		outputs: list(entry, 'outputs').map(readSlot),
		widgets: isArray(widgets) || isObject(widgets) ? widgets : undefined,
		promoted: list(properties, 'proxyWidgets').flatMap((tuple) => readPromoted(tuple) ?? []),
	};
}

/**
 * Reads a promoted widget. One version of the node editor puts the ids of nodes inside subgraphs before the name: `3:
 * 5: value`.
 */
function readPromoted(tuple: Json): UiPromoted | undefined {
	if (!isArray(tuple)) return undefined;
	const nodeId = idOf(tuple[0]);
	const name = stringOf(tuple[1]);
	if (nodeId === undefined || name === undefined) return undefined;
	const parts = name.split(':');
	let prefix: string | undefined;
	while (parts.length > 1 && /^\d+$/.test(parts[0]?.trim() ?? '')) prefix = parts.shift()?.trim();
	const widget = prefix === undefined ? name : parts.join(':').trim();
	const source = prefix !== undefined && prefix !== nodeId ? prefix : idOf(tuple[2]);
	return { nodeId, widget, ...compact({ source }) };
}

function objectOf(value: Json | undefined): JsonObject | undefined {
	return isObject(value) ? value : undefined;
}

function readSlot(entry: Json): UiSlot {
	return { name: stringOf(member(entry, 'name')) ?? '', type: typeName(member(entry, 'type')) };
}

function readInput(entry: Json): UiInput {
	const linkId = idOf(member(entry, 'link'));
	const widget = stringOf(member(member(entry, 'widget'), 'name'));
	const label = stringOf(member(entry, 'label'));
	return {
		...readSlot(entry),
		...compact({ linkId, widget, label }),
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
