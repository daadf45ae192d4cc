import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { Json } from '../../json/value.ts';
import { firstValue, innerScope, overridesOf, type Scope, variableName } from './scope.ts';
import { fits, isAny } from './slotTypes.ts';
import { bypassed, muted, socketKey, type UiLink, type UiNode } from './uiDocument.ts';
import { virtualKinds } from './virtualNodes.ts';

/** The source of an input's value, once everything virtual is followed. */
export type Source =
	/** The output of a node that will be in the API document. */
	| { readonly kind: 'output'; readonly nodeId: string; readonly slot: number }
	/** A widget outside: a primitive, or a value promoted to a subgraph. */
	| { readonly kind: 'value'; readonly value: Json }
	/** Nothing outside has a value: the widget's own value is used. */
	| { readonly kind: 'own' }
	/** The link leads nowhere; the sentence part has the reason ("node 4 is muted"). */
	| {
			readonly kind: 'lost';
			readonly why: string;
			/** True if the link is used anyway and hides the widget's own value: the input is missing. */
			readonly hidesOwn?: true;
	  };

/** A longer chain of virtual nodes is a circle; followed by recursion, so the bound is small. */
const maxSteps = 500;

const own: Source = { kind: 'own' };

/** The node editor's name of the first widget of a primitive. */
const primitiveWidget = 'value';

/** Called for a widget that may provide a value: of a primitive, or of a subgraph instance. */
type Passed = (nodeId: string, widget: string) => void;

/** Follows the link of one input of a node. An input without a link is `own`. */
export function sourceOf(scope: Scope, node: UiNode, slot: number, passed?: Passed): Source {
	return follow(scope, node, slot, { left: maxSteps, ...compact({ passed }) });
}

interface Budget {
	left: number;
	readonly passed?: Passed;
}

/**
 * Follows a link. @param wanted the type of the input at the end of the chain, by which a bypassed node chooses its
 * input
 */
function follow(scope: Scope, node: UiNode, slot: number, budget: Budget, wanted?: string): Source {
	const input = node.inputs[slot];
	if (input === undefined) return own;
	if (input.linkId === undefined) {
		const sent = scope.graph.broadcasts.get(socketKey(node.id, slot));
		if (sent === undefined || !fits(sent.type ?? '*', input.type)) return own;
		return fromOutput(scope, sent.from, sent.fromSlot, wanted ?? input.type, budget);
	}
	const link = scope.graph.links.get(input.linkId);
	if (link === undefined) return { kind: 'lost', why: l10n.t('its link is not in the file') };
	return fromOutput(scope, link.from, link.fromSlot, wanted ?? input.type, budget);
}

function fromOutput(scope: Scope, nodeId: string, slot: number, wanted: string, budget: Budget): Source {
	budget.left -= 1;
	if (budget.left < 0) return { kind: 'lost', why: l10n.t('its link leads back to itself') };
	if (nodeId === '-10') return fromOutside(scope, slot, budget);
	const node = scope.graph.nodes.get(nodeId);
	if (node === undefined)
		return { kind: 'lost', why: l10n.t('node {0} is not in the file', `${scope.prefix}${nodeId}`) };
	if (node.mode === bypassed) return throughBypass(scope, node, slot, wanted, budget);
	const virtual = virtualKinds.get(node.type);
	// The node editor passes values through its own nodes even if they are muted.
	if (node.mode === muted && virtual === undefined)
		return { kind: 'lost', why: l10n.t('node {0} is muted', `${scope.prefix}${nodeId}`), hidesOwn: true };
	switch (virtual) {
		case 'reroute':
		case 'set':
			return lostIfOwn(
				follow(scope, node, 0, budget, wanted),
				l10n.t('{0} {1} has no input', node.type, `${scope.prefix}${nodeId}`),
			);
		case 'get':
			return throughVariable(scope, node, wanted, budget);
		case 'primitive': {
			budget.passed?.(`${scope.prefix}${nodeId}`, primitiveWidget);
			const value = overridesOf(scope, node)[0]?.value ?? firstValue(node);
			return value === undefined ? own : { kind: 'value', value };
		}
		case 'note':
		case 'broadcast':
			return { kind: 'lost', why: l10n.t('{0} {1} has no value', node.type, `${scope.prefix}${nodeId}`) };
		case undefined:
			return scope.document.subgraphs.has(node.type)
				? fromInside(scope, node, slot, wanted, budget)
				: { kind: 'output', nodeId: `${scope.prefix}${nodeId}`, slot };
	}
}

/**
 * Follows from the inside of a subgraph to the outside: the instance's link, else the value on the instance, else the
 * inner widget.
 */
function fromOutside(scope: Scope, slot: number, budget: Budget): Source {
	const { outer } = scope;
	const declared = outer?.subgraph.inputs[slot];
	if (outer === undefined || declared === undefined)
		return { kind: 'lost', why: l10n.t('the subgraph has no such input') };
	budget.passed?.(`${outer.scope.prefix}${outer.instance.id}`, declared.name);
	const at = outer.instance.inputs.findIndex((input) => input.name === declared.name);
	const source = follow(outer.scope, outer.instance, at, budget);
	if (source.kind !== 'own') return source;
	const value = outer.promoted.byInput.get(declared.name);
	return value === undefined ? own : { kind: 'value', value };
}

/** Follows from a subgraph instance to the inside: the source of its output node. */
function fromInside(scope: Scope, instance: UiNode, slot: number, wanted: string, budget: Budget): Source {
	const inside = innerScope(scope, instance);
	const where = `${scope.prefix}${instance.id}`;
	if (inside === undefined) return { kind: 'lost', why: l10n.t('subgraph {0} is nested too deep', where) };
	const link = outputLink(inside, slot);
	if (link !== undefined) return fromOutput(inside, link.from, link.fromSlot, wanted, budget);
	return { kind: 'lost', why: l10n.t('subgraph {0} has nothing on output {1}', where, slot) };
}

/**
 * Returns the link that feeds an output of a subgraph. The output names it; among the links there may be older ones to
 * the same place, which the node editor leaves behind. Files without such names have only the links.
 */
function outputLink({ graph, outer }: Scope, slot: number): UiLink | undefined {
	const named = outer?.subgraph.outputs[slot]?.linkIds;
	if (named !== undefined) return named.map((id) => graph.links.get(id)).find((link) => link !== undefined);
	return [...graph.links.values()].find((link) => link.to === '-20' && link.toSlot === slot);
}

function throughVariable(scope: Scope, node: UiNode, wanted: string, budget: Budget): Source {
	const name = variableName(node);
	for (let at: Scope | undefined = scope; at !== undefined && name !== undefined; at = at.outer?.scope) {
		const setter = at.setters.get(name);
		if (setter === undefined) continue;
		return lostIfOwn(
			follow(at, setter, 0, budget, wanted),
			l10n.t('the Set node of "{0}" has no input', name),
		);
	}
	return { kind: 'lost', why: l10n.t('no Set node sets "{0}"', name ?? '') };
}

/**
 * Follows through a bypassed node: the input in the same place if it fits the output and the receiver, else the first
 * of the receiver's type, else the first that fits both. A receiver that accepts every type gets the same place, else
 * the first.
 */
function throughBypass(scope: Scope, node: UiNode, slot: number, wanted: string, budget: Budget): Source {
	const { inputs } = node;
	const given = node.outputs[slot]?.type ?? '*';
	const fitsBoth = (input: { readonly type: string }) => fits(input.type, given) && fits(input.type, wanted);
	const same = inputs[slot];
	let at: number;
	if (isAny(wanted)) at = same === undefined ? 0 : slot;
	else if (same !== undefined && fitsBoth(same)) at = slot;
	else {
		at = inputs.findIndex((candidate) => isSameType(candidate.type, wanted));
		if (at < 0) at = inputs.findIndex(fitsBoth);
	}
	const why = l10n.t(
		'node {0} is bypassed and has no {1} input to pass on',
		`${scope.prefix}${node.id}`,
		given,
	);
	return inputs[at] === undefined ? { kind: 'lost', why } : lostIfOwn(follow(scope, node, at, budget), why);
}

const isSameType = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();

function lostIfOwn(source: Source, why: string): Source {
	return source.kind === 'own' ? { kind: 'lost', why } : source;
}
