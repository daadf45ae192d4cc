import { exactNumber, isRawNumber } from '../json/exact.ts';
import { isArray, isObject, type Json, type JsonObject } from '../json/value.ts';

/** A value a combo may take. */
export type ComboValue = string | number | boolean;

/** Inputs that come and go with what the document says. */
export type DynamicSpec =
	/** The chosen key decides which further inputs `<name>.<input>` there are. */
	| {
			readonly kind: 'combo';
			readonly choices: readonly { readonly key: string; readonly inputs: readonly InputSpec[] }[];
	  }
	/** Up to `names.length` inputs `<name>.<member>` of one kind, of which the first `minimum` are required. */
	| {
			readonly kind: 'autogrow';
			readonly template: InputSpec;
			readonly names: readonly string[];
			readonly minimum: number;
	  }
	/** A socket that, once wired, brings further inputs `<name>.<input>`. */
	| { readonly kind: 'slot'; readonly inputs: readonly InputSpec[] }
	/** Up to `maximum` rows of inputs `<name>.<row>.<input>`, all of which may be absent. */
	| { readonly kind: 'group'; readonly inputs: readonly InputSpec[]; readonly maximum: number };

/** One declared input of a node class. Optional members are absent where the description does not speak of them. */
export interface InputSpec {
	/** For members of dynamic inputs the whole dotted name once expanded. */
	readonly name: string;
	readonly required: boolean;
	/** As declared; a combo in list form has the type `COMBO`. Unions stay as they are: `FLOAT,INT`. */
	readonly type: string;
	/** The combo is declared as a bare list: no text type may be wired to it. */
	readonly listForm?: readonly Json[];
	/** What a combo may take; absent where the description cannot say. */
	readonly options?: readonly ComboValue[];
	readonly default?: Json;
	readonly min?: number | bigint;
	readonly max?: number | bigint;
	readonly step?: number | bigint;
	readonly multiline?: true;
	/** The value must be a wrapped list of options. */
	readonly multiselect?: true;
	/** The value names a file that was uploaded; the list of options is only what happened to be there. */
	readonly upload?: true;
	/** The node editor offers a socket only, although the engine takes a literal. */
	readonly forceInput?: true;
	/** The node editor keeps a companion value for what happens after a run. */
	readonly controlAfterGenerate?: true;
	/** The template whose wired type decides this input's type. */
	readonly matchTemplate?: string;
	readonly dynamic?: DynamicSpec;
	/** The description is malformed: nothing is known but the name. */
	readonly malformed?: true;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const mostAutogrown = 1000;
const mostRows = 100;
const deepestTemplate = 6;

/** Reads the `required` and `optional` parts of a class's inputs, in the order in which the node editor shows them. */
export function readInputs(input: Json | undefined, order?: Json, depth = 0): InputSpec[] {
	if (!isObject(input)) return [];
	return (['required', 'optional'] as const).flatMap((section) => {
		const entries = input[section];
		if (!isObject(entries)) return [];
		const listed = isObject(order) ? order[section] : undefined;
		const names = new Set<string>();
		if (isArray(listed))
			for (const name of listed)
				if (typeof name === 'string' && Object.hasOwn(entries, name)) names.add(name);
		for (const name of Object.keys(entries)) names.add(name);
		return [...names].map((name) =>
			readInputSpec(name, section === 'required', entries[name] ?? null, depth),
		);
	});
}

/** Reads one entry in any of the forms that servers emit; what is not understood becomes `malformed`. */
export function readInputSpec(name: string, required: boolean, entry: Json, depth = 0): InputSpec {
	const [declared, second] = isArray(entry) ? entry : [];
	const given: JsonObject = isObject(second) ? second : {};
	if (isArray(declared)) {
		const spec = plainSpec(name, required, 'COMBO', given);
		spec.listForm = declared;
		if (!spec.upload && !given.remote) spec.options = comboValues(declared);
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
	}
	const template = isObject(given.template) ? given.template : undefined;
	if (declared === 'COMFY_MATCHTYPE_V3' && typeof template?.template_id === 'string')
		spec.matchTemplate = template.template_id;
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

function plainSpec(name: string, required: boolean, type: string, given: JsonObject): Writable<InputSpec> {
	const spec: Writable<InputSpec> = { name, required, type };
	if (given.default !== undefined && given.default !== null) spec.default = given.default;
	const min = bound(given.min);
	const max = bound(given.max);
	const step = bound(given.step);
	if (min !== undefined) spec.min = min;
	if (max !== undefined) spec.max = max;
	if (step !== undefined) spec.step = step;
	if (given.multiline === true) spec.multiline = true;
	if (given.multiselect === true) spec.multiselect = true;
	if (Object.keys(given).some((key) => key.endsWith('_upload') && given[key] === true)) spec.upload = true;
	if (given.forceInput === true || given.defaultInput === true) spec.forceInput = true;
	if (given.control_after_generate || (type === 'INT' && (name === 'seed' || name === 'noise_seed')))
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
		case 'COMFY_DYNAMICCOMBO_V3': {
			const options = isArray(given.options) ? given.options : [];
			return {
				kind: 'combo',
				choices: options.flatMap((option) =>
					isObject(option) && typeof option.key === 'string'
						? [{ key: option.key, inputs: readInputs(option.inputs, undefined, depth + 1) }]
						: [],
				),
			};
		}
		case 'COMFY_AUTOGROW_V3':
			return readAutogrow(given, template ?? given, depth);
		case 'COMFY_DYNAMICSLOT_V3':
			return { kind: 'slot', inputs: readInputs(given.inputs, undefined, depth + 1) };
		case 'COMFY_DYNAMICGROUP_V3':
			return {
				kind: 'group',
				inputs: readInputs(template?.input ?? template, undefined, depth + 1),
				maximum: countOf(given.max),
			};
		default:
			return undefined;
	}
}

/** `names`, `prefix`, `min` and `max` are in the template; some captures have them beside it. */
function readAutogrow(given: JsonObject, template: JsonObject, depth: number): DynamicSpec | undefined {
	const member = readInputs(template.input, undefined, depth + 1)[0];
	if (!member) return undefined;
	const pick = (key: string): Json | undefined => template[key] ?? given[key];
	const listed = pick('names');
	const most = pick('max');
	const least = pick('min');
	const prefix = pick('prefix');
	const count =
		typeof most === 'number' ? Math.min(Math.max(0, Math.trunc(most)), mostAutogrown) : mostAutogrown;
	const names = isArray(listed)
		? listed.filter((name) => typeof name === 'string')
		: Array.from(
				{ length: count },
				(_, index) => `${typeof prefix === 'string' ? prefix : member.name}${index}`,
			);
	return { kind: 'autogrow', template: member, names, minimum: typeof least === 'number' ? least : 0 };
}

/** A declared upper count, kept within reason. */
function countOf(most: Json | undefined): number {
	return typeof most === 'number' ? Math.min(Math.max(0, Math.trunc(most)), mostAutogrown) : mostAutogrown;
}

/** What expansion needs to know of a submitted input: whether it is there, and its text. */
export interface SubmittedInput {
	readonly present: boolean;
	/** The value where it is a text. */
	readonly text?: string | undefined;
}

/**
 * The inputs that hold for what a node says: members of the chosen combo key, of autogrown lists and of wired slots,
 * under their dotted names. An absent or unknown key adds nothing, as in the engine.
 */
export function expandInputs(
	specs: readonly InputSpec[],
	submitted: (name: string) => SubmittedInput,
): readonly InputSpec[] {
	return specs.some((spec) => spec.dynamic) ? specs.flatMap((spec) => expandOne(spec, submitted)) : specs;
}

function expandOne(spec: InputSpec, submitted: (name: string) => SubmittedInput): readonly InputSpec[] {
	const { dynamic } = spec;
	switch (dynamic?.kind) {
		case 'combo': {
			const { text } = submitted(spec.name);
			const choice = dynamic.choices.find(({ key }) => key === text);
			return [spec, ...expandInputs(prefixed(spec.name, choice?.inputs ?? []), submitted)];
		}
		case 'autogrow': {
			const required = dynamic.template.required;
			const members = dynamic.names.map((name, index) => ({
				...dynamic.template,
				name: `${spec.name}.${name}`,
				required: required && index < dynamic.minimum,
			}));
			return expandInputs(members, submitted);
		}
		case 'slot':
			return submitted(spec.name).present
				? [spec, ...expandInputs(prefixed(spec.name, dynamic.inputs), submitted)]
				: [spec];
		case 'group':
			return Array.from({ length: Math.min(dynamic.maximum, mostRows) }, (_, row) =>
				prefixed(`${spec.name}.${row}`, dynamic.inputs).map((field) => ({ ...field, required: false })),
			).flat();
		default:
			return [spec];
	}
}

function prefixed(parent: string, specs: readonly InputSpec[]): readonly InputSpec[] {
	return specs.map((spec) => ({ ...spec, name: `${parent}.${spec.name}` }));
}
