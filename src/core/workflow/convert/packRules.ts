import { isArray, isNumber, type Json, member } from '../../json/value.ts';
import { saysNothing } from './editorWidgets.ts';
import type { NamedWidgets } from './placeWalk.ts';
import type { UiNode } from './uiDocument.ts';

/** Facts about a class with widgets that a script makes in the node editor. */
interface PackRule {
	/** Names its values; undefined if the general rules apply. */
	readonly name?: (node: UiNode) => NamedWidgets | undefined;
	/** Adds the inputs that the node editor computes when it sends a document. Called after links and promoted values are in place. */
	readonly complete?: (inputs: Map<string, Json>) => void;
	/** Values besides its inputs only show results of the last run. */
	readonly isScreen?: true;
}

const screen: PackRule = { isScreen: true };

/** The rules of classes, by their names. */
export const packRules: ReadonlyMap<string, PackRule> = new Map<string, PackRule>([
	['CustomCombo', { name: optionsOfCombo, complete: placeOfChoice }],
	['Power Lora Loader (rgthree)', { name: rowsOfLoras }],
	['Power Puter (rgthree)', { name: byNames(['outputs', 'code']) }],
	['KSampler', { complete: withoutSample }],
	['KSamplerAdvanced', { complete: withoutSample }],
	['PreviewAny', screen],
	['ImageCompare', screen],
	['Image Comparer (rgthree)', screen],
	['Display Any (rgthree)', screen],
	['Display Int (rgthree)', screen],
	['ShowText|pysssss', screen],
	['easy showAnything', screen],
]);

function only(values: Map<string, Json>): NamedWidgets {
	return { values, defaulted: [], doubtful: [], leftOver: [], uncertain: [] };
}

/** Rows of switch, name and strength are the inputs `lora_1` and so on; among them are a header and a button. */
function rowsOfLoras(node: UiNode): NamedWidgets {
	const saved = isArray(node.widgets) ? node.widgets : Object.values(node.widgets ?? node.named ?? {});
	const rows = saved.filter((value) => member(value, 'lora') !== undefined);
	const leftOver = saved.filter(
		(value) => !rows.includes(value) && !saysNothing(value) && member(value, 'type') === undefined,
	);
	return {
		...only(new Map(rows.map((row, index) => [`lora_${index + 1}`, row]))),
		leftOver: leftOver.map((value) => [undefined, value]),
	};
}

/**
 * Returns the choice, its saved place, and the options; older files without the place have the options after the
 * choice.
 */
function optionsOfCombo(node: UiNode): NamedWidgets | undefined {
	if (!isArray(node.widgets)) return undefined;
	const [choice, place] = node.widgets;
	const options = node.widgets.slice(isNumber(place) || place === null ? 2 : 1);
	const values = new Map<string, Json>();
	if (choice !== undefined) values.set('choice', choice);
	values.set('index', options.indexOf(choice ?? null));
	for (const [index, option] of options.entries()) values.set(`option${index + 1}`, option);
	return only(values);
}

/** Returns the names of the values of a class that declares none. */
function byNames(names: readonly string[]): (node: UiNode) => NamedWidgets | undefined {
	return ({ widgets, named }) => {
		if (named !== undefined || !isArray(widgets)) return undefined;
		const values = new Map<string, Json>();
		for (const [index, name] of names.entries()) {
			const value = widgets[index];
			if (value !== undefined) values.set(name, value);
		}
		const rest = widgets.slice(names.length).filter((value) => !saysNothing(value));
		return { ...only(values), leftOver: rest.map((value) => [undefined, value]) };
	};
}

/** Removes the prefix of functions by which files of 2023 name samplers. */
function withoutSample(inputs: Map<string, Json>): void {
	const sampler = inputs.get('sampler_name');
	if (typeof sampler === 'string' && sampler.startsWith('sample_'))
		inputs.set('sampler_name', sampler.slice('sample_'.length));
}

function placeOfChoice(inputs: Map<string, Json>): void {
	const choice = inputs.get('choice');
	if (isArray(choice)) return;
	const options = [...inputs].flatMap(([name, value]) => (/^option\d+$/.test(name) ? [value] : []));
	inputs.set('index', options.indexOf(choice ?? null));
}
