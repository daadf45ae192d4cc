/**
 * Makes `src/core/workflow/data/coreNodes.json`: names, types, ranges, defaults and outputs of the engine's own node
 * classes in every version of it that was captured, and those of `newestNodes.json`, which were read from its source.
 * Lists of files differ from machine to machine and are recorded as unknowable. Descriptions and tooltips are left out.
 *
 *   node test/tools/coreNodes.ts VERSION=FILLED.json VERSION=CAPTURE.json VERSION=CAPTURE.json ...
 *
 * `FILLED.json` is one more capture of one of the versions, with model files; the others are without any. Oldest version first.
 * Without arguments what was captured stays as it is, and only `newestNodes.json` is read again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isRawNumber } from '../../src/core/json/rawNumber.ts';
import { readJson } from '../../src/core/json/tolerant.ts';
import { isArray, isObject, type Json, type JsonObject } from '../../src/core/json/value.ts';

/** Options of an input that say what may be in a document or what the node editor makes of it. */
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

/** Lists of what a machine has, of classes that the version with files had not. */
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

/** A shape of a class: the first and the last version that has it, by number. */
type Shape = [number, number, Record<string, Json>];

interface Made {
	readonly versions: readonly string[];
	readonly entries: readonly Json[];
	readonly classes: Readonly<Record<string, readonly Shape[]>>;
}

function object(value: Json | undefined): JsonObject {
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

/** The template of a growing list or of a group of rows, or the limits of types that must match. */
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

/** @param unknowable The list of choices names what the captured machine happened to have. */
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

function choicesOf(entry: Json | undefined): Json {
	const [type, second] = isArray(entry) ? entry : [];
	return isArray(type) ? type : (object(second).options ?? null);
}

const entries: string[] = [];
const indexOf = new Map<string, number>();

function shared(entry: Json): number {
	const text = JSON.stringify(entry);
	const known = indexOf.get(text) ?? entries.push(text) - 1;
	indexOf.set(text, known);
	return known;
}

function compactClass(
	name: string,
	entry: JsonObject,
	unknowable: ReadonlySet<string>,
): Record<string, Json> {
	const record: Record<string, Json> = {};
	for (const [section, short] of [
		['required', 'r'],
		['optional', 'o'],
	] as const) {
		const inputs = Object.entries(object(object(entry.input)[section])).map(
			([input, spec]) => [input, shared(compactEntry(spec, unknowable.has(`${name}.${input}`)))] as const,
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
	record.c = shared(entry.category ?? '');
	record.m = shared(entry.python_module ?? '');
	const flags = ['output_node', 'deprecated', 'experimental', 'api_node'].filter(
		(flag) => entry[flag] === true,
	);
	if (flags.length > 0) record.f = flags;
	return record;
}

/** Returns the part of a record that decides about a document: two versions of a class with the same shape are one. */
function shapeOf(record: Record<string, Json>): string {
	const inputs = (section: Json | undefined): Json =>
		Object.entries(object(section))
			.map(([name, index]): Json => [name, withoutEditor(JSON.parse(entries[Number(index)] ?? 'null'))])
			.sort((a, b) => (String(a) < String(b) ? -1 : 1));
	const isOutput = isArray(record.f) && record.f.includes('output_node');
	return JSON.stringify([inputs(record.r), inputs(record.o), record.t ?? [], record.x ?? [], isOutput]);
}

function withoutEditor(value: Json): Json {
	if (isArray(value)) return value.map(withoutEditor);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !ofEditor.has(key))
			.map(([key, member]) => [key, withoutEditor(member)]),
	);
}

const target = new URL('../../src/core/workflow/data/coreNodes.json', import.meta.url);
const [filledName, ...captureNames] = process.argv.slice(2);
const [filledVersion = '', filledFile = ''] = filledName?.split('=') ?? [];
const read = (file: string | URL) => object(readJson(readFileSync(file, 'utf8')));
const captures = captureNames.map((argument) => {
	const [version = '', file = ''] = argument.split('=');
	return { version, classes: read(file) };
});
const newest = read(new URL('newestNodes.json', import.meta.url));
/** The file as it was written the last time, where there are no captures to make it from. */
const made: Made | undefined =
	filledName === undefined ? JSON.parse(readFileSync(target, 'utf8')) : undefined;
const versions = [
	...(made?.versions.slice(0, -1) ?? captures.map(({ version }) => version)),
	String(newest.version),
];

const filled = filledName === undefined ? {} : read(filledFile);
const unknowable = new Set(ofMachine);
for (const [name, entry] of Object.entries(
	captures.find(({ version }) => version === filledVersion)?.classes ?? {},
)) {
	for (const section of ['required', 'optional']) {
		const other = object(object(object(filled[name]).input)[section]);
		for (const [input, spec] of Object.entries(object(object(object(entry).input)[section]))) {
			const choices = choicesOf(spec);
			if (JSON.stringify(choices) !== JSON.stringify(choicesOf(other[input])))
				unknowable.add(`${name}.${input}`);
		}
	}
}

for (const entry of made?.entries ?? []) shared(entry);

/** Each class as its shapes, oldest first. */
const out = new Map<string, Shape[]>();

function add(name: string, index: number, entry: Json): void {
	const record = compactClass(name, object(entry), unknowable);
	const shapes = out.get(name) ?? [];
	out.set(name, shapes);
	const last = shapes.at(-1);
	if (last && last[1] === index - 1 && shapeOf(last[2]) === shapeOf(record)) {
		last[1] = index;
		last[2] = record;
	} else {
		shapes.push([index, index, record]);
	}
}

for (const [index, { classes }] of captures.entries())
	for (const [name, entry] of Object.entries(classes)) add(name, index, entry);

const last = versions.length - 1;
for (const [name, shapes] of Object.entries(made?.classes ?? {})) {
	const captured = shapes.filter(([first]) => first < last);
	if (captured.length === 0) continue;
	out.set(
		name,
		captured.map(([first, until, record]): Shape => [first, Math.min(until, last - 1), record]),
	);
}

// Of the newest version only some classes were read; the others are as they were in the last capture.
const readClasses = object(newest.classes);
const gone = new Set(isArray(newest.gone) ? newest.gone : []);
for (const [name, shapes] of out) {
	const latest = shapes.at(-1);
	if (latest && latest[1] === last - 1 && !(name in readClasses) && !gone.has(name)) latest[1] = last;
}
for (const [name, entry] of Object.entries(readClasses)) add(name, last, entry);

const lines = [...out].map(([name, shapes]) => `${JSON.stringify(name)}:${JSON.stringify(shapes)}`);
const text = `{"versions":${JSON.stringify(versions)},\n"entries":[\n${entries.join(',\n')}],\n"classes":{\n${lines.join(',\n')}}}\n`;
writeFileSync(target, text);
