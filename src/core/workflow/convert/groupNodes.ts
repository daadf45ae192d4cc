import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { isArray, type Json, member, stringOf } from '../../json/value.ts';
import type { DeclaredClass, DeclaredInput } from './declared.ts';
import { saysNothing } from './editorWidgets.ts';
import type {
	GroupNodeDefinition,
	UiDocument,
	UiGraph,
	UiLink,
	UiNode,
	UiSlot,
	UiSubgraph,
} from './uiDocument.ts';
import { virtualKinds } from './virtualNodes.ts';
import { nameWidgets } from './widgets.ts';

/** Returns the declaration of a class; undefined for a class that the node info does not know. */
type ClassOf = (type: string) => DeclaredClass | undefined;

/** Adds a warning about a group node to the report. */
type Tell = (nodeId: string, message: string) => void;

/** An inner widget that the group node shows. */
interface Shown {
	readonly nodeId: string;
	readonly input: DeclaredInput;
	/** The file, which names the other widgets of the node among its sockets, does not name this one. */
	readonly isNew: boolean;
}

/** A group node as a subgraph. */
interface Unfolded {
	readonly subgraph: UiSubgraph;
	/** In the order of the values of the group node; undefined if a class inside is unknown, so that no value has its place. */
	readonly shown: readonly Shown[] | undefined;
}

/**
 * Returns a document in which the group nodes of older node editors are instances of subgraphs. The values on a group
 * node override those of the nodes inside it.
 */
export function withGroupNodes(document: UiDocument, classOf: ClassOf, tell: Tell): UiDocument {
	if (document.groupNodes.size === 0) return document;
	const unfolded = new Map<string, Unfolded>();
	for (const [name, definition] of document.groupNodes)
		for (const type of [`workflow>${name}`, `workflow/${name}`])
			unfolded.set(type, unfold(type, name, definition, classOf));
	const withInstances = <T extends UiGraph>(graph: T): T => ({
		...graph,
		nodes: new Map(
			Array.from(graph.nodes, ([id, node]) => {
				const group = unfolded.get(node.type);
				return [id, group === undefined ? node : asInstance(node, group, tell)];
			}),
		),
	});
	const subgraphs = new Map(
		[...document.subgraphs, ...Array.from(unfolded, ([type, { subgraph }]) => [type, subgraph] as const)].map(
			([id, subgraph]) => [id, withInstances(subgraph)],
		),
	);
	return { ...withInstances(document), subgraphs };
}

function asInstance(node: UiNode, { subgraph, shown }: Unfolded, tell: Tell): UiNode {
	const ports = subgraph.inputs;
	const isNamed = ports.every(({ name }) => node.inputs.some((input) => input.name === name));
	const inputs = isNamed
		? node.inputs
		: node.inputs.map((input, index) => ({ ...input, name: ports[index]?.name ?? input.name }));
	const values = valuesOf(node, shown, tell);
	return {
		...node,
		inputs,
		promoted: values.map(([{ nodeId, input }]) => ({ nodeId, widget: input.name })),
		widgets: values.map(([, value]) => value),
	};
}

/** Returns the values of a group node, each with its widget. */
function valuesOf(
	node: UiNode,
	shown: readonly Shown[] | undefined,
	tell: Tell,
): readonly (readonly [Shown, Json])[] {
	if (shown === undefined) {
		tell(
			node.id,
			l10n.t(
				'A class inside this group node is not in the node info in use, so the saved values of the nodes inside it were used.',
			),
		);
		return [];
	}
	// A class may have got widgets after the file was saved.
	const readings = [shown, shown.filter(({ isNew }) => !isNew)].map((each) => reading(node, each));
	const found = readings.find(({ isExact }) => isExact) ?? readings[0];
	if (found?.fits !== true)
		tell(
			node.id,
			l10n.t(
				'The values of this group node do not match the nodes inside it. Compare them with the node editor.',
			),
		);
	return found?.values ?? [];
}

/** Assigns each widget its value by place, and reports whether all values fit. */
function reading(node: UiNode, shown: readonly Shown[]) {
	const inputs = shown.map((each, index) => ({ ...each.input, name: String(index) }));
	const named = nameWidgets({ ...node, inputs: [] }, { displayName: node.type, inputs, takesAll: false });
	const values = [...(named?.values ?? [])].flatMap(([name, value]): (readonly [Shown, Json])[] => {
		const one = shown[Number(name)];
		return one === undefined || named?.defaulted.includes(name) ? [] : [[one, value]];
	});
	const isRest = named?.leftOver.some(([, value]) => !saysNothing(value)) === true;
	const fits = !isRest && named?.doubtful.length === 0;
	return { values, fits, isExact: fits && named.defaulted.length === 0 };
}

interface Port extends UiSlot {
	readonly nodeId: string;
	readonly slot: number;
}

function unfold(type: string, name: string, definition: GroupNodeDefinition, classOf: ClassOf): Unfolded {
	const { nodes, links, external, config } = definition;
	const linkedTo = new Set(links.map(({ to, toSlot }) => `${to} ${toSlot}`));
	const linkedFrom = new Set(links.map(({ from, fromSlot }) => `${from} ${fromSlot}`));
	const names = new Names(config);
	const [inputs, outputs]: [Port[], Port[]] = [[], []];
	const [shown, converted]: [Shown[], (() => void)[]] = [[], []];
	let isKnown = true;
	for (const node of nodes) {
		const declared = declaredOf(node, definition, classOf);
		const isVirtual = virtualKinds.get(node.type) !== undefined;
		const hasValues = isArray(node.widgets) ? node.widgets.length > 0 : node.widgets !== undefined;
		if (declared === undefined && !isVirtual && hasValues) isKnown = false;
		const own = (declared?.inputs ?? []).filter(({ widget }) => widget !== undefined);
		for (const input of own) {
			if (node.inputs.some(({ widget }) => widget === input.name)) continue;
			names.take(node, input.name);
			shown.push({ nodeId: node.id, input, isNew: node.inputs.some(({ widget }) => widget !== undefined) });
		}
		for (const [slot, socket] of node.inputs.entries()) {
			if (linkedTo.has(`${node.id} ${slot}`)) continue;
			const add = (inputName: string) => {
				const port = { type: socket.type, nodeId: node.id, slot };
				inputs.push({ ...port, name: names.take(node, inputName) });
			};
			if (socket.widget === undefined) {
				// A reroute has no name: its input is named after its type.
				const inputName = socket.name === '' ? typeThrough(node, definition) : socket.name;
				if (member(names.configOf(node, inputName), 'visible') === false) names.take(node, inputName);
				else add(inputName);
			} else
				converted.push(() => {
					const input = own.find(({ name: each }) => each === socket.widget);
					if (input !== undefined) shown.push({ nodeId: node.id, input, isNew: false });
					add(socket.name);
				});
		}
		for (const [slot, output] of node.outputs.entries()) {
			const key = `${node.id} ${slot}`;
			const wanted = member(member(member(config, node.id), 'output'), String(slot));
			const isVisible = member(wanted, 'visible') ?? (!linkedFrom.has(key) || external.has(key));
			if (isVisible === true) outputs.push({ ...output, nodeId: node.id, slot });
		}
	}
	// Widgets that were converted to sockets come after all others.
	for (const add of converted) add();
	return {
		subgraph: {
			...graphOf(definition, inputs, outputs),
			id: type,
			name,
			inputs,
			outputs,
		},
		shown: isKnown ? shown : undefined,
	};
}

/** Returns the declaration of an inner node. A primitive has one widget, that of the input that it feeds. */
function declaredOf(
	node: UiNode,
	{ nodes, links }: GroupNodeDefinition,
	classOf: ClassOf,
): DeclaredClass | undefined {
	if (virtualKinds.get(node.type) !== 'primitive') return classOf(node.type);
	const link = links.find(({ from }) => from === node.id);
	const fed = nodes.find(({ id }) => id === link?.to);
	const socket = fed?.inputs[link?.toSlot ?? 0];
	const input = fed && classOf(fed.type)?.inputs.find(({ name }) => name === socket?.widget);
	const widget = input?.widget && { ...input.widget, control: true };
	return (
		widget && { displayName: node.type, inputs: [{ name: 'value', required: true, widget }], takesAll: false }
	);
}

/** Returns the type that a reroute without a type passes on. */
function typeThrough(node: UiNode, { nodes, links }: GroupNodeDefinition): string {
	const link = links.find(({ from }) => from === node.id);
	const fed = nodes.find(({ id }) => id === link?.to)?.inputs[link?.toSlot ?? 0];
	return fed?.type ?? node.outputs[0]?.type ?? '*';
}

/** Returns the nodes inside with the links of the ports. */
function graphOf(
	{ nodes, links }: GroupNodeDefinition,
	inputs: readonly Port[],
	outputs: readonly Port[],
): UiGraph {
	const all: UiLink[] = [
		...links,
		...inputs.map(({ nodeId, slot }, port) => ({ from: '-10', fromSlot: port, to: nodeId, toSlot: slot })),
		...outputs.map(({ nodeId, slot }, port) => ({ from: nodeId, fromSlot: slot, to: '-20', toSlot: port })),
	];
	const linkAt = new Map(all.map(({ to, toSlot }, index) => [`${to} ${toSlot}`, String(index)]));
	const linked = nodes.map(
		(node): UiNode => ({
			...node,
			inputs: node.inputs.map(({ linkId: _, ...input }, slot) => ({
				...input,
				...compact({ linkId: linkAt.get(`${node.id} ${slot}`) }),
			})),
		}),
	);
	return {
		nodes: new Map(linked.map((node) => [node.id, node])),
		links: new Map(all.map((link, index) => [String(index), link])),
		groups: [],
		broadcasts: new Map(),
	};
}

/** Names the inputs of a group node as the node editor does: a repeated name is prefixed with the title of its node. */
class Names {
	readonly #config: Json | undefined;
	readonly #seen = new Map<string, number>();

	constructor(config: Json | undefined) {
		this.#config = config;
	}

	configOf(node: UiNode, input: string): Json | undefined {
		return member(member(member(this.#config, node.id), 'input'), input);
	}

	take(node: UiNode, input: string): string {
		const custom = stringOf(member(this.configOf(node, input), 'name'));
		let name = custom ?? node.inputs.find((each) => each.name === input)?.label ?? input;
		let key = name;
		const isTitled = virtualKinds.get(node.type) === 'primitive' && node.title !== undefined;
		if (isTitled || this.#seen.has(name)) {
			const prefix = `${node.title ?? node.type} `;
			key = `${prefix}${input}`;
			const times = this.#seen.get(key);
			name = times === undefined ? key : `${prefix}${times} ${input}`;
		}
		this.#seen.set(key, (this.#seen.get(key) ?? 1) + 1);
		return name;
	}
}
