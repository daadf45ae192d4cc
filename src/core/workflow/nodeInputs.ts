import { exactNumber } from '../json/exact.ts';
import { isRawNumber } from '../json/rawNumber.ts';
import { isArray, isObject, type Json, type JsonObject, listOf } from '../json/value.ts';

export type ComboValue = string | number | boolean;

/** Inputs that depend on the content of the document. */
type DynamicSpec =
	/** The chosen key determines the further inputs `<name>.<input>`. */
	| {
			readonly kind: 'combo';
			readonly choices: readonly { readonly key: string; readonly inputs: readonly InputSpec[] }[];
	  }
	/** Up to `names.length` inputs `<name>.<member>` of one kind, the first `minimum` of them required. */
	| {
			readonly kind: 'autogrow';
			readonly template: InputSpec;
			readonly names: readonly string[];
			readonly minimum: number;
	  }
	/** A socket that, once wired, adds further inputs `<name>.<input>`. */
	| { readonly kind: 'slot'; readonly inputs: readonly InputSpec[] }
	/** `minimum` to `maximum` rows of inputs `<name>.<row>.<input>`, with row numbers below `maximum`. */
	| {
			readonly kind: 'group';
			readonly inputs: readonly InputSpec[];
			readonly minimum: number;
			readonly maximum: number;
	  };

/** One declared input of a node class. Optional members are absent if the description does not mention them. */
export interface InputSpec {
	/** For expanded members of dynamic inputs, the whole dotted name. */
	readonly name: string;
	readonly required: boolean;
	/** As declared; a combo in list form has the type `COMBO`. Unions stay unchanged: `FLOAT,INT`. */
	readonly type: string;
	/** The combo is declared as a bare list: no text type may be wired to it. */
	readonly listForm?: readonly Json[];
	/** The values that a combo accepts; absent if the description has none. */
	readonly options?: readonly ComboValue[];
	readonly default?: Json;
	readonly min?: number | bigint;
	readonly max?: number | bigint;
	readonly step?: number | bigint;
	readonly multiline?: true;
	/** The node editor draws from its choices before it sends it: see `canvas/dynamicPrompt.ts`. */
	readonly dynamicPrompts?: true;
	/** The value must be a wrapped list of options. */
	readonly multiselect?: true;
	/** The value names an uploaded file; the options are only the files present at the time. */
	readonly upload?: true;
	/** The files that the server had when it was described; others may have come since. */
	readonly listedFiles?: readonly ComboValue[];
	/** The type of the widget that the node editor shows for the input, if it differs from the input's own type. */
	readonly widgetType?: string;
	/** The node editor offers a socket only, although the engine takes a literal. */
	readonly forceInput?: true;
	/** The node editor does not show the input. */
	readonly hidden?: true;
	/** True if the node editor keeps a companion value for the action after a run; absent if not described. */
	readonly controlAfterGenerate?: boolean;
	/** The template that determines this input's type from its links. */
	readonly matchTemplate?: string;
	/** The types that the node supports, if an input of any type is limited; the engine does not test them. */
	readonly allowedTypes?: readonly string[];
	readonly dynamic?: DynamicSpec;
	/** The description is malformed: nothing is known but the name. */
	readonly malformed?: true;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const mostAutogrown = 1000;
/** The rows of a group without its own limit (comfy_api/latest/_io.py of 0.38.1). */
const mostRows = 20;
const deepestTemplate = 6;

/** Reads the `required` and `optional` parts of a class's inputs, in the order in which the node editor shows them. */
export function readInputs(input: Json | undefined, order?: Json, depth = 0): InputSpec[] {
	if (!isObject(input)) return [];
	return (['required', 'optional'] as const).flatMap((section) => {
		const entries = input[section];
		if (!isObject(entries)) return [];
		const listed = isObject(order) ? order[section] : undefined;
		const ordered = listOf(listed)
			.filter((name) => typeof name === 'string')
			.filter((name) => Object.hasOwn(entries, name));
		const names = new Set([...ordered, ...Object.keys(entries)]);
		return [...names].map((name) =>
			readInputSpec(name, section === 'required', entries[name] ?? null, depth),
		);
	});
}

/** Reads one entry in any form that servers emit; an unknown form becomes `malformed`. */
export function readInputSpec(name: string, required: boolean, entry: Json, depth = 0): InputSpec {
	const [declared, second] = isArray(entry) ? entry : [];
	const given: JsonObject = isObject(second) ? second : {};
	if (isArray(declared)) {
		const spec = plainSpec(name, required, 'COMBO', given);
		spec.listForm = declared;
		if (!spec.upload && !given.remote) spec.options = comboValues(declared);
		else if (!given.remote) spec.listedFiles = comboValues(declared);
		return spec;
	}
	if (declared === null && isArray(entry)) {
		return { ...plainSpec(name, required, 'COMBO', given), listForm: [] };
	}
	if (typeof declared !== 'string') return { name, required, type: '*', malformed: true };
	const spec = plainSpec(name, required, declared, given);
	if (declared === 'COMBO') {
		const open = spec.upload || given.remote || given.remote_combo;
		if (!open && isArray(given.options)) spec.options = comboValues(given.options);
		else if (spec.upload && !given.remote && isArray(given.options))
			spec.listedFiles = comboValues(given.options);
	}
	const template = isObject(given.template) ? given.template : undefined;
	if (declared === 'COMFY_MATCHTYPE_V3' && typeof template?.template_id === 'string')
		readMatchType(spec, template);
	const dynamic = depth < deepestTemplate ? readDynamic(declared, given, template, depth) : undefined;
	if (dynamic) {
		spec.dynamic = dynamic;
		if (dynamic.kind === 'combo') spec.options = dynamic.choices.map((choice) => choice.key);
		if (dynamic.kind === 'slot') {
			spec.required = false;
			if (typeof given.slotType === 'string') spec.type = given.slotType;
		}
	}
	return spec;
}

function readMatchType(spec: Writable<InputSpec>, template: JsonObject): void {
	spec.matchTemplate = String(template.template_id);
	if (typeof template.allowed_types !== 'string') return;
	const types = template.allowed_types.split(',').map((type) => type.trim());
	if (!types.includes('*')) spec.allowedTypes = types;
}

function plainSpec(name: string, required: boolean, type: string, given: JsonObject): Writable<InputSpec> {
	const spec: Writable<InputSpec> = { name, required, type };
	if (given.default !== undefined && given.default !== null) spec.default = given.default;
	for (const key of ['min', 'max', 'step'] as const) {
		const number = bound(given[key]);
		if (number !== undefined) spec[key] = number;
	}
	for (const key of ['multiline', 'dynamicPrompts', 'multiselect', 'hidden'] as const)
		if (given[key] === true) spec[key] = true;
	if (Object.keys(given).some((key) => key.endsWith('_upload') && given[key] === true)) spec.upload = true;
	if (typeof given.widgetType === 'string') spec.widgetType = given.widgetType;
	// At a required input `defaultInput` has no effect: every widget also has a socket.
	if (given.forceInput === true || (given.defaultInput === true && !required)) spec.forceInput = true;
	if (given.control_after_generate === false) spec.controlAfterGenerate = false;
	else if (given.control_after_generate || (type === 'INT' && (name === 'seed' || name === 'noise_seed')))
		spec.controlAfterGenerate = true;
	return spec;
}

function bound(value: Json | undefined): number | bigint | undefined {
	if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
	return isRawNumber(value) ? exactNumber(value.rawJSON) : undefined;
}

function comboValues(list: readonly Json[]): ComboValue[] {
	return list.filter((value) => value !== null && typeof value !== 'object') as ComboValue[];
}

function readDynamic(
	type: string,
	given: JsonObject,
	template: JsonObject | undefined,
	depth: number,
): DynamicSpec | undefined {
	switch (type) {
		case 'COMFY_DYNAMICCOMBO_V3':
			return {
				kind: 'combo',
				choices: listOf(given.options).flatMap((option) =>
					isObject(option) && typeof option.key === 'string'
						? [{ key: option.key, inputs: readInputs(option.inputs, undefined, depth + 1) }]
						: [],
				),
			};
		case 'COMFY_AUTOGROW_V3':
			return readAutogrow(given, template ?? given, depth);
		case 'COMFY_DYNAMICSLOT_V3':
			return { kind: 'slot', inputs: readInputs(given.inputs, undefined, depth + 1) };
		case 'COMFY_DYNAMICGROUP_V3':
			return {
				kind: 'group',
				inputs: readInputs(template?.input ?? template, undefined, depth + 1),
				minimum: countOf(given.min, 0),
				maximum: countOf(given.max, mostRows),
			};
		default:
			return undefined;
	}
}

/** Reads `names`, `prefix`, `min` and `max` from the template; some captures have them next to it. */
function readAutogrow(given: JsonObject, template: JsonObject, depth: number): DynamicSpec | undefined {
	const member = readInputs(template.input, undefined, depth + 1)[0];
	if (!member) return undefined;
	const pick = (key: string): Json | undefined => template[key] ?? given[key];
	const listed = pick('names');
	const least = pick('min');
	const prefix = pick('prefix');
	const names = isArray(listed)
		? listed.filter((name) => typeof name === 'string')
		: Array.from(
				{ length: countOf(pick('max'), mostAutogrown) },
				(_, index) => `${typeof prefix === 'string' ? prefix : member.name}${index}`,
			);
	return { kind: 'autogrow', template: member, names, minimum: typeof least === 'number' ? least : 0 };
}

/** Returns a declared count of rows or members, limited to a reasonable number. */
function countOf(count: Json | undefined, otherwise: number): number {
	return typeof count === 'number' ? Math.min(Math.max(0, Math.trunc(count)), mostAutogrown) : otherwise;
}
