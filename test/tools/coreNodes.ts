/**
 * Makes `src/core/workflow/data/coreNodes.json`: names, types, ranges, defaults and outputs of the engine's own node
 * classes, from two captures of the same engine, one without model files and one with some. Lists of files differ
 * between the two (or are empty) and are written down as unknowable. Descriptions and tooltips are left out.
 *
 *   node test/tools/coreNodes.ts VERSION WITHOUT_MODELS.json WITH_MODELS.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { isRawNumber } from '../../src/core/json/exact.ts';
import { readJson } from '../../src/core/json/tolerant.ts';
import { isArray, isObject, type Json, type JsonObject } from '../../src/core/json/value.ts';

const kept = new Set([
	'default',
	'min',
	'max',
	'step',
	'multiline',
	'multiselect',
	'forceInput',
	'defaultInput',
	'control_after_generate',
	'image_upload',
	'video_upload',
	'audio_upload',
	'file_upload',
	'options',
	'remote',
]);

function object(value: Json | undefined): JsonObject {
	return isObject(value) ? value : {};
}

/** Numbers beyond a double's reach become texts, which the reader turns back. */
function plain(value: Json): Json {
	return isRawNumber(value) ? `${value.rawJSON}n` : value;
}

function compactEntry(entry: Json | undefined, other: Json | undefined): Json {
	const [type, second] = isArray(entry) ? entry : [];
	const given = object(second);
	const options: Record<string, Json> = {};
	for (const [key, value] of Object.entries(given)) {
		if (kept.has(key) && value !== null && value !== false) options[key] = plain(value);
		if (key === 'default' && value === false) options[key] = value;
		if (key === 'remote') options[key] = true;
	}
	const otherType = isArray(other) ? other[0] : undefined;
	const same = JSON.stringify(type) === JSON.stringify(otherType);
	if (isArray(type) && (type.length === 0 || !same)) {
		delete options.default;
		return Object.keys(options).length > 0 ? [null, options] : [null];
	}
	if (type === 'COMBO' && (!isArray(options.options) || options.options.length === 0)) {
		delete options.options;
		delete options.default;
	}
	return Object.keys(options).length > 0 ? [type ?? null, options] : [type ?? null];
}

const [version = '', bare = '', filled = ''] = process.argv.slice(2);
const classes = object(readJson(readFileSync(bare, 'utf8')));
const others = object(readJson(readFileSync(filled, 'utf8')));
const entries: string[] = [];
const indexOf = new Map<string, number>();
const out: Record<string, Json> = {};

function shared(entry: Json): number {
	const text = JSON.stringify(entry);
	const known = indexOf.get(text) ?? entries.push(text) - 1;
	indexOf.set(text, known);
	return known;
}

for (const [name, value] of Object.entries(classes)) {
	const entry = object(value);
	const record: Record<string, Json> = {};
	for (const [section, short] of [
		['required', 'r'],
		['optional', 'o'],
	] as const) {
		const from = object(object(entry.input)[section]);
		const to = object(object(object(others[name]).input)[section]);
		const inputs = Object.entries(from).map(
			([input, spec]) => [input, shared(compactEntry(spec, to[input]))] as const,
		);
		if (inputs.length > 0) record[short] = Object.fromEntries(inputs);
	}
	const hidden = Object.keys(object(object(entry.input).hidden));
	if (hidden.length > 0) record.h = hidden;
	const outputs = isArray(entry.output) ? entry.output : [];
	if (outputs.length > 0) record.t = outputs;
	const names = isArray(entry.output_name) ? entry.output_name : [];
	if (JSON.stringify(names) !== JSON.stringify(outputs)) record.n = names;
	if (typeof entry.display_name === 'string' && entry.display_name !== name) record.d = entry.display_name;
	record.c = shared(entry.category ?? '');
	record.m = shared(entry.python_module ?? '');
	const flags = ['output_node', 'deprecated', 'experimental', 'api_node'].filter(
		(flag) => entry[flag] === true,
	);
	if (flags.length > 0) record.f = flags;
	out[name] = record;
}

const lines = Object.entries(out).map(
	([name, record]) => `${JSON.stringify(name)}:${JSON.stringify(record)}`,
);
const text = `{"version":${JSON.stringify(version)},\n"entries":[\n${entries.join(',\n')}],\n"classes":{\n${lines.join(',\n')}}}\n`;
writeFileSync(new URL('../../src/core/workflow/data/coreNodes.json', import.meta.url), text);
