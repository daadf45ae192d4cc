import { isArray, type Json, member } from '../../json/value.ts';
import type { UiNode, UiSubgraph } from './uiDocument.ts';

/** Values that an instance of a subgraph gives to what is inside it. */
export interface PromotedValues {
	/** By the name of the subgraph's input. */
	readonly byInput: ReadonlyMap<string, Json>;
	/** By `innerKey` of an inner node's id and the name of its widget. */
	readonly byInnerWidget: ReadonlyMap<string, Json>;
}

export function innerKey(nodeId: string, widget: string): string {
	return `${nodeId}\n${widget}`;
}

const controlWords = new Set<unknown>(['fixed', 'increment', 'decrement', 'randomize']);

/** Whether a value is that of the companion widget that says what happens to a seed after a run. */
export function isControlWord(value: unknown): boolean {
	return controlWords.has(value);
}

/**
 * Names the positional values of a subgraph instance. Two generations of the node editor differ: one lists
 * the promoted widgets in `proxyWidgets`, the other promotes every subgraph input that feeds a widget inside.
 */
export function promotedValues(instance: UiNode, subgraph: UiSubgraph): PromotedValues {
	const byInput = new Map<string, Json>();
	const byInnerWidget = new Map<string, Json>();
	const { widgets } = instance;
	if (!isArray(widgets)) {
		for (const input of subgraph.inputs) {
			const value = member(widgets, input.name);
			if (value !== undefined) byInput.set(input.name, value);
		}
		return { byInput, byInnerWidget };
	}
	if (instance.promoted.length === 0) {
		const names = subgraph.inputs.filter(
			(input, slot) => feedsWidget(subgraph, slot) || isWidgetOf(instance, input.name),
		);
		const wanted = widgets.length > names.length ? names.length : Number.POSITIVE_INFINITY;
		const values = withoutControlWords(widgets, wanted);
		for (const [index, input] of names.entries())
			if (isGiven(values[index])) byInput.set(input.name, values[index]);
		return { byInput, byInnerWidget };
	}
	for (const [entry, value] of paired(instance.promoted, widgets)) {
		if (entry.widget === companion || !isGiven(value)) continue;
		if (entry.nodeId === '-1') byInput.set(entry.widget, value);
		else byInnerWidget.set(innerKey(entry.nodeId, entry.widget), value);
	}
	return { byInput, byInnerWidget };
}

/** The widget that says what happens to a seed after a run. */
const companion = 'control_after_generate';

/** A hole in the list of values leaves what the node inside has. */
function isGiven(value: Json | undefined): value is Json {
	return value !== undefined && value !== null;
}

/** The listed widgets with their values. The editor pairs them by their place in the list; some of its versions leave values out. */
function paired(
	promoted: UiNode['promoted'],
	widgets: readonly Json[],
): readonly (readonly [UiNode['promoted'][number], Json | undefined])[] {
	if (promoted.length === widgets.length) return promoted.map((entry, index) => [entry, widgets[index]]);
	const listed = promoted.filter((entry) => entry.widget !== companion);
	const own = listed.filter((entry) => entry.nodeId === '-1');
	const values = withoutControlWords(widgets, listed.length > 0 ? listed.length : Number.POSITIVE_INFINITY);
	// Some versions keep only the values that the inner nodes do not keep themselves.
	const aligned = values.length === own.length ? own : listed;
	return aligned.map((entry, index) => [entry, values[index]]);
}

/** Drops control words that follow a number, as long as there are more values than names. */
function withoutControlWords(values: readonly Json[], wanted: number): readonly Json[] {
	let excess = values.length - wanted;
	return values.filter((value, index) => {
		const companion =
			excess > 0 && index > 0 && isControlWord(value) && typeof values[index - 1] !== 'string';
		if (companion) excess -= 1;
		return !companion;
	});
}

function feedsWidget(subgraph: UiSubgraph, slot: number): boolean {
	for (const link of subgraph.links.values()) {
		if (link.from !== '-10' || link.fromSlot !== slot) continue;
		if (subgraph.nodes.get(link.to)?.inputs[link.toSlot]?.widget !== undefined) return true;
	}
	return false;
}

function isWidgetOf(instance: UiNode, name: string): boolean {
	return instance.inputs.some((input) => input.name === name && input.widget !== undefined);
}
