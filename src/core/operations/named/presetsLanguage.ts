import { compact } from '../../base/compact.ts';
import type { TextRange } from '../../base/findings.ts';
import type { FileSuggestion } from '../../deployments/file/deploymentFileLanguage.ts';
import { type InputPlace, placeText } from '../../workflow/inputSet.ts';
import { anchorOf } from '../../workflow/named/anchor.ts';
import { looseName, type NamedInput, namedInput, unnamedPlaces } from '../../workflow/named/namedInput.ts';
import { changedPresets, wordsText } from '../../workflow/named/presetsText.ts';
import { placeOf } from './byName.ts';
import { type LinePlace, linePlace } from './presetsLines.ts';
import type { PresetsWorkflow } from './presetsWorkflow.ts';
import { spelledLiteral } from './presetValues.ts';

/** Longer lists are not useful. */
export const mostSuggestions = 500;

/** Longer values are not offered. */
export const longestValue = 200;

const anchorKeys = ['node', 'input', 'class', 'title', 'only', 'links'];

/** Returns the suggestions at an offset of a file of presets: names and keys that are missing, or the values of one. */
export function completePresets(
	text: string,
	offset: number,
	workflow: PresetsWorkflow | undefined,
): readonly FileSuggestion[] {
	const at = linePlace(text, offset);
	if (at === undefined) return [];
	const [top, name, ...deeper] = at.parents;
	if (deeper.length > 0) return [];
	if (top === undefined) return at.key === undefined ? keysOf(at, ['inputs', 'presets'], ':') : [];
	if (workflow === undefined) return name !== undefined && top === 'inputs' ? anchorKeysOf(at) : [];
	if (top === 'presets' && name !== undefined)
		return at.key === undefined ? namesIn(at, workflow) : valuesOf(at, at.key, workflow);
	if (top !== 'inputs') return [];
	if (name === undefined) return at.key === undefined ? newInputs(at, workflow) : [];
	return at.key === undefined ? anchorKeysOf(at) : anchorValues(at, at.key, workflow);
}

function keysOf(at: LinePlace, keys: readonly string[], after: string): readonly FileSuggestion[] {
	return keys
		.filter((key) => !at.siblings.has(key))
		.map((key) => ({
			kind: 'key',
			label: key,
			insert: at.hasColon ? key : `${key}${after}`,
			range: at.range,
		}));
}

function anchorKeysOf(at: LinePlace): readonly FileSuggestion[] {
	return at.key === undefined ? keysOf(at, anchorKeys, ': ') : [];
}

/** Returns the names without a value in the preset. */
function namesIn(at: LinePlace, { document, names }: PresetsWorkflow): readonly FileSuggestion[] {
	const present = new Set([...at.siblings.keys()].map(looseName));
	return names.inputs
		.filter(({ name }) => !present.has(looseName(name)))
		.map(({ name, places: [place], literal, description }) => ({
			kind: 'key',
			label: name,
			detail: `${titleOf(document, place)} · ${spelledLiteral(literal).slice(0, longestValue)}`,
			insert: at.hasColon ? wordsText(name) : `${wordsText(name)}: `,
			range: at.range,
			...compact({ documentation: description }),
		}));
}

/** Returns the choices of an input, or its value in the document. */
function valuesOf(at: LinePlace, key: string, workflow: PresetsWorkflow): readonly FileSuggestion[] {
	const input = inputOf(workflow, key);
	if (input === undefined) return [];
	const { type, choices, literal } = input;
	const now = spelledLiteral(literal);
	const all = choices ?? (type === 'boolean' ? ['true', 'false'] : [now]);
	return all
		.filter((value) => value.length <= longestValue)
		.slice(0, mostSuggestions)
		.map((value) => valueAt(at, value));
}

function valueAt({ range }: { readonly range: TextRange }, value: string, detail?: string): FileSuggestion {
	return { kind: 'value', label: value, insert: wordsText(value), range, ...compact({ detail }) };
}

/** Returns the input for a key of a preset: its name or its place. */
export function inputOf({ document, names, nodeInfo }: PresetsWorkflow, key: string): NamedInput | undefined {
	const named = names.inputs.find(({ name }) => looseName(name) === looseName(key));
	const place = named === undefined ? placeOf(key) : undefined;
	return place === undefined
		? named
		: namedInput(document, { name: key, places: [place], source: 'document' }, nodeInfo);
}

/** Returns the unnamed inputs, each with the facts that find it again. */
function newInputs(at: LinePlace, { document, names, nodeInfo }: PresetsWorkflow): readonly FileSuggestion[] {
	const present = new Set([...at.siblings.keys()].map(looseName));
	const places = unnamedPlaces(document, names.inputs).slice(0, mostSuggestions);
	return places.flatMap((place) => {
		const anchor = anchorOf(document, place, nodeInfo);
		if (anchor === undefined) return [];
		const title = titleOf(document, place);
		const name = present.has(looseName(place.input)) ? `${title} ${place.input}` : place.input;
		const [, ...lines] =
			changedPresets('', { inputs: [{ name, anchor }] })
				?.trimEnd()
				.split('\n') ?? [];
		const insert = at.hasColon ? wordsText(name) : lines.map((line) => line.slice(2)).join('\n');
		return [{ kind: 'key' as const, label: placeText(place), detail: title, insert, range: at.range }];
	});
}

/** Returns the nodes of the workflow, the inputs of a node and its class. */
function anchorValues(at: LinePlace, key: string, { document }: PresetsWorkflow): readonly FileSuggestion[] {
	const node = document.nodeById.get(at.siblings.get('node') ?? '');
	switch (key) {
		case 'node':
			return document.nodes
				.slice(0, mostSuggestions)
				.map(({ id, title, classType }) => valueAt(at, id, title ?? classType));
		case 'input':
			return (node?.inputs ?? [])
				.filter(({ value }) => value.type !== 'link')
				.map(({ name }) => valueAt(at, name));
		case 'class':
			return node?.classType === undefined ? [] : [valueAt(at, node.classType)];
		case 'title':
			return node?.title === undefined ? [] : [valueAt(at, node.title)];
		default:
			return key === 'only' ? [valueAt(at, 'true')] : [];
	}
}

/** Returns the title of the node of an input. */
export function titleOf(document: PresetsWorkflow['document'], { nodeId }: InputPlace): string {
	const node = document.nodeById.get(nodeId);
	return node?.title ?? node?.classType ?? nodeId;
}
