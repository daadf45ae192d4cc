import { compact } from '../../base/compact.ts';
import { jsonOf, type WorkflowDocument } from '../document.ts';
import { type InputPlace, inputAt, placeText } from '../inputSet.ts';
import type { InputSpec, NodeInfo } from '../nodeInfo.ts';
import { specOf } from '../rules/specs.ts';

/** The type of the values of an input. `file` is the name of an uploaded file. */
export const inputTypes = ['text', 'integer', 'number', 'boolean', 'choice', 'file', 'other'] as const;

type InputType = (typeof inputTypes)[number];

/** The origin of a name: the app of the node editor, the file of the presets, or the document alone. */
export const nameSources = ['app', 'file', 'document'] as const;

/** The values that an input takes, if its class is known. */
export interface InputRange {
	readonly type: InputType;
	readonly multiline?: true;
	readonly choices?: readonly string[];
	/** The choices are only those of the engine: node packs and other engines may have more. */
	readonly isOpen?: true;
	/** As digits, so that seeds are exact. */
	readonly min?: string;
	readonly max?: string;
}

/** An input of a document with a name that stays. */
export interface NamedInput extends InputRange {
	readonly name: string;
	/** All of them get its value; the first one provides it now. */
	readonly places: readonly [InputPlace, ...InputPlace[]];
	/** The value in the document, as JSON text. */
	readonly literal: string;
	readonly description?: string;
	readonly source: (typeof nameSources)[number];
	/** The place that it had when it got its name, if that is another one now. */
	readonly movedFrom?: InputPlace;
}

/** Returns the values that an input of a document takes; undefined if it has no value of its own. */
export function rangeOf(
	document: WorkflowDocument,
	place: InputPlace,
	nodeInfo: NodeInfo | undefined,
): InputRange | undefined {
	const value = inputAt(document, place)?.value;
	if (value === undefined || value.type === 'link') return undefined;
	const node = document.nodeById.get(place.nodeId);
	const spec = node && specOf(nodeInfo, node, place.input);
	if (spec !== undefined) return rangeOfSpec(spec, nodeInfo?.source.kind === 'builtin');
	if (value.type === 'string') return { type: 'text' };
	if (value.type === 'number') return { type: 'number' };
	return { type: value.type === 'boolean' ? 'boolean' : 'other' };
}

function rangeOfSpec(spec: InputSpec, isBuiltIn: boolean): InputRange {
	const range = compact({ min: digits(spec.min), max: digits(spec.max) });
	if (spec.upload) return { type: 'file' };
	if (spec.options !== undefined)
		return {
			type: 'choice',
			choices: spec.options.map((option) => String(option)),
			...(isBuiltIn ? { isOpen: true } : {}),
		};
	switch (spec.type) {
		case 'COMBO':
			return { type: 'choice' };
		case 'STRING':
			return { type: 'text', ...compact({ multiline: spec.multiline }) };
		case 'INT':
			return { type: 'integer', ...range };
		case 'FLOAT':
			return { type: 'number', ...range };
		case 'BOOLEAN':
			return { type: 'boolean' };
		default:
			return { type: 'other' };
	}
}

function digits(bound: number | bigint | undefined): string | undefined {
	return bound === undefined ? undefined : String(bound);
}

/** Returns a named input of a document; undefined if none of its places has a value of its own. */
export function namedInput(
	document: WorkflowDocument,
	named: Pick<NamedInput, 'name' | 'description' | 'source' | 'movedFrom'> & {
		readonly places: readonly InputPlace[];
	},
	nodeInfo: NodeInfo | undefined,
): NamedInput | undefined {
	const held = named.places.flatMap((place) => {
		const range = rangeOf(document, place, nodeInfo);
		return range === undefined ? [] : [{ place, range }];
	});
	const [first, ...others] = held;
	const input = first && inputAt(document, first.place);
	if (first === undefined || input === undefined) return undefined;
	return {
		...named,
		...first.range,
		places: [first.place, ...others.map(({ place }) => place)],
		literal: jsonOf(document, input.range),
	};
}

/** Returns the places of the inputs that have a value of their own and no name. */
export function unnamedPlaces(
	document: WorkflowDocument,
	named: readonly Pick<NamedInput, 'places'>[],
): readonly InputPlace[] {
	const taken = new Set(named.flatMap(({ places }) => places.map(placeText)));
	return document.nodes.flatMap(({ id, inputs }) =>
		inputs
			.filter(({ value }) => value.type !== 'link')
			.map(({ name }) => ({ nodeId: id, input: name }))
			.filter((place) => !taken.has(placeText(place))),
	);
}

/** Returns a name without case, spaces, and punctuation, as people may write it too. */
export function looseName(name: string): string {
	return name
		.normalize('NFC')
		.replace(/[\s_-]+/g, ' ')
		.trim()
		.toLowerCase();
}

/** Returns the input of a name; one that differs only in case, spaces and dashes is found if it is the only one. */
export function inputNamed(inputs: readonly NamedInput[], name: string): NamedInput | undefined {
	const exact = inputs.find((input) => input.name === name);
	if (exact !== undefined) return exact;
	const alike = inputs.filter((input) => looseName(input.name) === looseName(name));
	return alike.length === 1 ? alike[0] : undefined;
}
