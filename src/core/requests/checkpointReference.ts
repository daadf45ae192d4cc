import type { FieldSpec } from '../base/panel/formFields.ts';
import { type Json, jsonText, parseJson } from '../json/exact.ts';
import { indentedJson } from '../json/indented.ts';
import { isArray, isObject, jsonDepth } from '../json/value.ts';

/*
 * A checkpoint of a training job as an input. Typed, shown and kept as a reference with the names of job and file; when
 * the request is sent, it is replaced by its address, which gives access to the file.
 */

/** A checkpoint by the names that the service gave its job and its file. */
interface CheckpointName {
	readonly job: string;
	readonly file: string;
}

const reference = /^checkpoint:([^/\s]{1,200})\/([^/\s]{1,200}\.safetensors)$/;

/** Returns the text of a reference: `checkpoint:my_lora/my_lora_000001000.safetensors`. */
export function checkpointReference({ job, file }: CheckpointName): string {
	return `checkpoint:${job}/${file}`;
}

/** Reads the checkpoint that a text refers to; undefined without one. */
export function readReference(text: string): CheckpointName | undefined {
	const [, job, file] = reference.exec(text.trim()) ?? [];
	return job === undefined || file === undefined ? undefined : { job, file };
}

/** Returns the references in a JSON text, each once. */
export function referencesIn(bodyText: string): readonly string[] {
	const found = new Set<string>();
	withReferences(bodyText, (text) => {
		found.add(text.trim());
		return text;
	});
	return [...found];
}

/** Returns a JSON text with the address of each reference in its place; a reference without an address stays. Numbers keep their digits. */
export function withAddresses(bodyText: string, addresses: ReadonlyMap<string, string>): string {
	return withReferences(bodyText, (text) => addresses.get(text.trim()) ?? text);
}

/** No adapter is named deeper than this. */
const deepest = 500;

function withReferences(bodyText: string, change: (text: string) => string): string {
	// Most bodies have none and are sent unchanged.
	if (!bodyText.includes('checkpoint:') || jsonDepth(bodyText, deepest) >= deepest) return bodyText;
	const parsed = parseJson(bodyText);
	return parsed.ok ? jsonText(changed(parsed.value, change)) : bodyText;
}

function changed(value: Json, change: (text: string) => string): Json {
	if (typeof value === 'string') return readReference(value) === undefined ? value : change(value);
	if (isArray(value)) return value.map((item) => changed(item, change));
	if (!isObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, change)]));
}

/**
 * Adds an adapter to the text of a field that takes adapters: replaces a single one, or appends to a list.
 * @param text the content of the field.
 */
export function withAdapter(field: FieldSpec, text: string, adapter: string): string {
	if (field.kind === 'list')
		return [...text.split('\n').filter((line) => line.trim() !== ''), adapter].join('\n');
	if (field.kind !== 'json') return adapter;
	const parsed = text.trim() === '' ? undefined : parseJson(text);
	const before = parsed?.ok && isArray(parsed.value) ? parsed.value : [];
	const member = field.adapter?.member;
	if (member === undefined) return jsonText(adapter);
	return indentedJson([...before, { [member]: adapter }]);
}
