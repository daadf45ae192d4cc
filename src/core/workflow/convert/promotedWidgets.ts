import { compact } from '../../base/compact.ts';
import { isArray, type Json, type JsonObject, listOf, member } from '../../json/value.ts';
import { isCompanionName, isControlWord, isNoInput } from './editorWidgets.ts';
import type { UiNode, UiPromoted, UiSubgraph } from './uiDocument.ts';

/** A value of a subgraph instance for a widget inside it. */
export interface InnerValue extends Omit<UiPromoted, 'nodeId'> {
	readonly value: Json;
}

/** Values of a subgraph instance for its inner nodes. */
export interface PromotedValues {
	/** By the name of the subgraph's input. */
	readonly byInput: ReadonlyMap<string, Json>;
	/** By the id of the inner node. */
	readonly byNode: ReadonlyMap<string, readonly InnerValue[]>;
}

interface Found {
	readonly byInput: Map<string, Json>;
	readonly byNode: Map<string, readonly InnerValue[]>;
}

/** An inner widget. */
type Target = Pick<UiPromoted, 'nodeId' | 'widget'>;

/** The widgets inside that each input of a subgraph feeds, by the slot of the input. */
type Targets = ReadonlyMap<number, readonly Target[]>;

/**
 * Returns the values of a subgraph instance, overridden by those from the subgraph around it. Two generations of the
 * node editor differ: one lists the promoted widgets in `proxyWidgets`, the other promotes every subgraph input that
 * feeds a widget inside.
 */
export function promotedValues(
	instance: UiNode,
	subgraph: UiSubgraph,
	fromAround: readonly InnerValue[],
): PromotedValues {
	const found: Found = { byInput: new Map(), byNode: new Map() };
	const targets = targetsOf(subgraph);
	if (instance.promoted.length === 0) readInputs(instance, subgraph, targets, found.byInput);
	else
		for (const [entry, value] of paired(instance)) {
			if (isNoInput(entry.widget, value) || !isGiven(value)) continue;
			give(found, subgraph, targets, entry, value);
		}
	for (const given of fromAround) {
		const slot = subgraph.inputs.findIndex((input, at) => isMeant(given, input.name, targets.get(at)?.[0]));
		const input = subgraph.inputs[slot];
		const entry = instance.promoted.find(
			({ widget, nodeId, source }) =>
				widget === given.widget && (given.source === undefined || [nodeId, source].includes(given.source)),
		);
		if (input !== undefined) found.byInput.set(input.name, given.value);
		else if (entry !== undefined) give(found, subgraph, targets, entry, given.value);
	}
	return found;
}

function isMeant(given: InnerValue, name: string, target: Target | undefined): boolean {
	if (given.source === undefined) return name === given.widget || target?.widget === given.widget;
	return target?.widget === given.widget && target.nodeId === given.source;
}

/**
 * Sets a value. If an input of the subgraph feeds the inner widget, the value applies to everything that the input
 * feeds.
 */
function give(
	{ byInput, byNode }: Found,
	subgraph: UiSubgraph,
	targets: Targets,
	{ nodeId, widget, source }: UiPromoted,
	value: Json,
): void {
	if (nodeId === '-1') {
		byInput.set(widget, value);
		return;
	}
	for (const [slot, fed] of targets) {
		const input = subgraph.inputs[slot];
		if (input === undefined || !fed.some((target) => target.nodeId === nodeId && target.widget === widget))
			continue;
		byInput.set(input.name, value);
		return;
	}
	const others = (byNode.get(nodeId) ?? []).filter(
		(each) => each.widget !== widget || each.source !== source,
	);
	byNode.set(nodeId, [...others, { widget, value, ...compact({ source }) }]);
}

function readInputs(
	instance: UiNode,
	subgraph: UiSubgraph,
	targets: Targets,
	byInput: Map<string, Json>,
): void {
	const named = namesOf(instance);
	for (const { name } of subgraph.inputs) {
		const value = member(named, name);
		if (isGiven(value)) byInput.set(name, value);
	}
	const { widgets } = instance;
	if (byInput.size > 0 || !isArray(widgets)) return;
	const names = subgraph.inputs.filter(
		(input, slot) => targets.has(slot) || isWidgetOf(instance, input.name),
	);
	const wanted = widgets.length > names.length ? names.length : Number.POSITIVE_INFINITY;
	const values = withoutControlWords(widgets, wanted);
	for (const [index, input] of names.entries())
		if (isGiven(values[index])) byInput.set(input.name, values[index]);
}

function namesOf({ named, widgets }: UiNode): JsonObject | undefined {
	if (named !== undefined) return named;
	return widgets === undefined || isArray(widgets) ? undefined : widgets;
}

/** Returns whether a value is given: a hole in the list keeps the value of the inner node. */
function isGiven(value: Json | undefined): value is Json {
	return value !== undefined && value !== null;
}

/**
 * Returns the listed widgets with their values, by name if it is unique. The editor pairs the others by their place in
 * the list; some of its versions leave values out.
 */
function paired(instance: UiNode): readonly (readonly [UiPromoted, Json | undefined])[] {
	const { promoted } = instance;
	const named = namesOf(instance);
	const names = promoted.map(({ widget }) => widget);
	const byPlace = pairedByPlace(promoted, listOf(instance.widgets));
	return byPlace.map(([entry, value]) => {
		const isUnique = names.indexOf(entry.widget) === names.lastIndexOf(entry.widget);
		return [entry, (isUnique ? member(named, entry.widget) : undefined) ?? value];
	});
}

function pairedByPlace(
	promoted: readonly UiPromoted[],
	widgets: readonly Json[],
): readonly (readonly [UiPromoted, Json | undefined])[] {
	if (promoted.length === widgets.length) return promoted.map((entry, index) => [entry, widgets[index]]);
	const listed = promoted.filter((entry) => !isCompanionName(entry.widget));
	const own = listed.filter((entry) => entry.nodeId === '-1');
	const values = withoutControlWords(widgets, listed.length > 0 ? listed.length : Number.POSITIVE_INFINITY);
	// Some versions keep only the values that the inner nodes do not keep themselves.
	const aligned = values.length > 0 && values.length === own.length ? own : listed;
	return aligned.map((entry, index) => [entry, values[index]]);
}

/** Drops control words that follow a number, while more values than names are left. */
function withoutControlWords(values: readonly Json[], wanted: number): readonly Json[] {
	let excess = values.length - wanted;
	return values.filter((value, index) => {
		const companion =
			excess > 0 && index > 0 && isControlWord(value) && typeof values[index - 1] !== 'string';
		if (companion) excess -= 1;
		return !companion;
	});
}

function targetsOf(subgraph: UiSubgraph): Targets {
	const targets = [...subgraph.links.values()].flatMap(({ from, fromSlot: slot, to: nodeId, toSlot }) => {
		const widget = subgraph.nodes.get(nodeId)?.inputs[toSlot]?.widget;
		return from !== '-10' || widget === undefined ? [] : [{ slot, nodeId, widget }];
	});
	return Map.groupBy(targets, ({ slot }) => slot);
}

function isWidgetOf(instance: UiNode, name: string): boolean {
	return instance.inputs.some((input) => input.name === name && input.widget !== undefined);
}
