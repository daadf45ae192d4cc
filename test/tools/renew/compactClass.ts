import { isRawNumber } from '../../../src/core/json/rawNumber.ts';
import { isArray, isObject, type Json, type JsonObject } from '../../../src/core/json/value.ts';

/** Options of an input that determine the valid content of a document, or its treatment by the node editor. */
const kept = new Set([
	'default',
	'min',
	'max',
	'step',
	'multiline',
	'multiselect',
	'forceInput',
	'defaultInput',
	'hidden',
	'control_after_generate',
	'image_upload',
	'video_upload',
	'audio_upload',
	'file_upload',
	'options',
	'remote',
	'remote_combo',
	'template',
	'slotType',
	'inputs',
	'widgetType',
]);

/** Options that decide nothing about whether a value is accepted: a version that changed only these is not another shape. */
const ofEditor = new Set([
	'default',
	'step',
	'multiline',
	'forceInput',
	'defaultInput',
	'hidden',
	'control_after_generate',
	'widgetType',
]);

/** Lists that depend on the machine and are not empty in a capture without model files. */
const ofMachine = new Set([
	'LoadImageDataSetFromFolder.folder',
	'LoadImageTextDataSetFromFolder.folder',
	'Load3DAdvanced.model_file',
	'SelectModelDevice.device',
	'SelectCLIPDevice.device',
	'SelectVAEDevice.device',
	'LoadVideoDataSetFromFolder.folder',
	'LoadVideoTextDataSetFromFolder.folder',
	'ModelAttentionBackend.attention',
]);

/**
 * A class in its compact form: `r` and `o` inputs, `h` names of hidden inputs, `t` output types, `n` output names, `x` groups of matching
 * types, `d` shown name, `c` category, `m` module, `f` flags.
 */
export type CompactClass = Readonly<Record<string, Json>>;

export function object(value: Json | undefined): JsonObject {
	return isObject(value) ? value : {};
}

/** Numbers beyond a double's reach become texts, which the reader turns back. */
function plain(value: Json): Json {
	return isRawNumber(value) ? `${value.rawJSON}n` : value;
}

function compactInputs(input: Json | undefined): JsonObject {
	const sections = ['required', 'optional'].flatMap((section): [string, Json][] => {
		const entries = Object.entries(object(object(input)[section]));
		if (entries.length === 0) return [];
		return [
			[section, Object.fromEntries(entries.map(([name, entry]) => [name, compactEntry(entry, false)]))],
		];
	});
	return Object.fromEntries(sections);
}

/** Returns the template of a growing list or of a group of rows, or the limits of types that must match. */
function compactTemplate(template: Json): Json {
	return Object.fromEntries(
		Object.entries(object(template)).flatMap(([key, value]): [string, Json][] => {
			if (key === 'input') return [[key, compactInputs(value)]];
			if (key === 'required' || key === 'optional') return Object.entries(compactInputs({ [key]: value }));
			return ['prefix', 'names', 'min', 'max', 'template_id', 'allowed_types'].includes(key)
				? [[key, value]]
				: [];
		}),
	);
}

function compactOptions(type: Json, value: Json): Json {
	if (type !== 'COMFY_DYNAMICCOMBO_V3' || !isArray(value)) return value;
	return value.map((choice) => ({
		key: object(choice).key ?? null,
		inputs: compactInputs(object(choice).inputs),
	}));
}

/** @param unknowable true if the choices depend on the captured machine. */
function compactEntry(entry: Json | undefined, unknowable: boolean): Json {
	const [type = null, second] = isArray(entry) ? entry : [];
	const options: Record<string, Json> = {};
	for (const [key, value] of Object.entries(object(second))) {
		if (!kept.has(key) || value === null || (value === false && key !== 'default')) continue;
		if (key === 'remote' || key === 'remote_combo') options[key] = true;
		else if (key === 'template') options[key] = compactTemplate(value);
		else if (key === 'inputs') options[key] = compactInputs(value);
		else if (key === 'options') options[key] = compactOptions(type, value);
		else options[key] = plain(value);
	}
	if (isArray(type) && (type.length === 0 || unknowable)) {
		delete options.default;
		return Object.keys(options).length > 0 ? [null, options] : [null];
	}
	if (type === 'COMBO' && (!isArray(options.options) || options.options.length === 0 || unknowable)) {
		delete options.options;
		delete options.default;
	}
	if (isObject(second) && type === 'COMFY_DYNAMICGROUP_V3')
		for (const key of ['min', 'max']) if (second[key] !== undefined) options[key] = second[key] ?? null;
	return Object.keys(options).length > 0 ? [type, options] : [type];
}

/** Returns whether the choices of an entry are open. */
export function isUnknowable(entry: Json): boolean {
	const [type, options] = isArray(entry) ? entry : [];
	return type === null || (type === 'COMBO' && object(options).options === undefined);
}

/**
 * Returns names, types, ranges, defaults and outputs of a class from its part of `/object_info`, without descriptions
 * and tooltips.
 * @param unknowable inputs with choices that differ from machine to machine; those without any choice are always
 * recorded as such
 */
export function compactClass(name: string, entry: JsonObject, unknowable: ReadonlySet<string>): CompactClass {
	const isOfMachine = (input: string) => unknowable.has(input) || ofMachine.has(input);
	const record: Record<string, Json> = {};
	for (const [section, short] of [
		['required', 'r'],
		['optional', 'o'],
	] as const) {
		const inputs = Object.entries(object(object(entry.input)[section])).map(
			([input, spec]) => [input, compactEntry(spec, isOfMachine(`${name}.${input}`))] as const,
		);
		if (inputs.length > 0) record[short] = Object.fromEntries(inputs);
	}
	const hidden = Object.keys(object(object(entry.input).hidden));
	if (hidden.length > 0) record.h = hidden;
	const outputs = isArray(entry.output) ? entry.output : [];
	if (outputs.length > 0) record.t = outputs;
	const names = isArray(entry.output_name) ? entry.output_name : [];
	if (JSON.stringify(names) !== JSON.stringify(outputs)) record.n = names;
	if (isArray(entry.output_matchtypes) && entry.output_matchtypes.some((each) => each !== null))
		record.x = entry.output_matchtypes;
	if (typeof entry.display_name === 'string' && entry.display_name !== name) record.d = entry.display_name;
	record.c = entry.category ?? '';
	record.m = entry.python_module ?? '';
	const flags = ['output_node', 'deprecated', 'experimental', 'api_node'].filter(
		(flag) => entry[flag] === true,
	);
	if (flags.length > 0) record.f = flags;
	return record;
}

/** Returns the part of a class that decides about a document: two versions of a class with the same shape are one. */
export function shapeOf(record: CompactClass): string {
	const inputs = (section: Json | undefined): Json =>
		Object.entries(object(section))
			.map(([name, entry]): Json => [name, withoutEditor(entry ?? null)])
			.sort((a, b) => (String(a) < String(b) ? -1 : 1));
	const isOutput = isArray(record.f) && record.f.includes('output_node');
	return JSON.stringify([inputs(record.r), inputs(record.o), record.t ?? [], record.x ?? [], isOutput]);
}

export function withoutEditor(value: Json): Json {
	if (isArray(value)) return value.map(withoutEditor);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !ofEditor.has(key))
			.map(([key, member]) => [key, withoutEditor(member)]),
	);
}
