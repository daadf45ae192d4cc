import { isArray, type Json, stringOf } from '../../json/value.ts';
import { type InnerValue, type PromotedValues, promotedValues } from './promotedWidgets.ts';
import type { UiDocument, UiGraph, UiNode, UiSubgraph } from './uiDocument.ts';
import { virtualKinds } from './virtualNodes.ts';

/** One graph of a document: the canvas, or the inside of one instance of a subgraph. */
export interface Scope {
	readonly document: UiDocument;
	readonly graph: UiGraph;
	/** Comes before the ids of its nodes: `''` on the canvas, `10:3:` two subgraphs deep. */
	readonly prefix: string;
	readonly outer?: {
		readonly scope: Scope;
		readonly instance: UiNode;
		readonly subgraph: UiSubgraph;
		readonly promoted: PromotedValues;
	};
	/** SetNodes by the name that GetNodes ask for. */
	readonly setters: ReadonlyMap<string, UiNode>;
	/** Scopes made so far, by the instance's id, so that one instance is one scope. */
	readonly inner: Map<string, Scope>;
}

export function canvasScope(document: UiDocument): Scope {
	return {
		document,
		graph: document,
		prefix: '',
		setters: settersOf(document),
		inner: new Map(),
	};
}

/** The most levels that subgraphs may be nested in each other; a definition that contains itself stops here. */
const maxDepth = 32;

/** Returns the inside of a subgraph instance; undefined if the node is not an instance (or is nested absurdly deep). */
export function innerScope(scope: Scope, instance: UiNode): Scope | undefined {
	const known = scope.inner.get(instance.id);
	if (known !== undefined) return known;
	const subgraph = scope.document.subgraphs.get(instance.type);
	if (subgraph === undefined || depthOf(scope) >= maxDepth) return undefined;
	const promoted = promotedValues(instance, subgraph, overridesOf(scope, instance));
	const made: Scope = {
		document: scope.document,
		graph: subgraph,
		prefix: `${scope.prefix}${instance.id}:`,
		outer: { scope, instance, subgraph, promoted },
		setters: settersOf(subgraph),
		inner: new Map(),
	};
	scope.inner.set(instance.id, made);
	return made;
}

/** Returns the values of the subgraph instance for widgets of a node inside it. */
export function overridesOf(scope: Scope, node: UiNode): readonly InnerValue[] {
	return scope.outer?.promoted.byNode.get(node.id) ?? [];
}

/** Returns the first value of a node with widgets that the node editor makes itself. */
export function firstValue({ widgets, named }: UiNode): Json | undefined {
	return isArray(widgets) ? widgets[0] : Object.values(named ?? widgets ?? {})[0];
}

function depthOf(scope: Scope): number {
	let depth = 0;
	for (let at = scope.outer; at !== undefined; at = at.scope.outer) depth += 1;
	return depth;
}

function settersOf(graph: UiGraph): ReadonlyMap<string, UiNode> {
	const setters = new Map<string, UiNode>();
	for (const node of graph.nodes.values()) {
		const name = virtualKinds.get(node.type) === 'set' ? variableName(node) : undefined;
		if (name !== undefined && !setters.has(name)) setters.set(name, node);
	}
	return setters;
}

/** Returns the variable of a Set or Get node. */
export function variableName(node: UiNode): string | undefined {
	return stringOf(firstValue(node));
}
