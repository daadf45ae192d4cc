import { type FieldSpec, namesOf, secretNotKept, signatureNotKept } from '../base/panel/formFields.ts';
import { isSecretName } from '../http/secretNames.ts';
import { scanSecrets } from '../http/secretScanner.ts';
import { type Json, jsonText, parseJson } from '../json/exact.ts';
import { indentedJson } from '../json/indented.ts';
import { isArray, isObject, jsonDepth } from '../json/value.ts';
import type { InputValues } from './inputValues.ts';

/*
 * The inputs of a run as kept on this computer: everything except signatures in addresses and values with names of
 * secrets. Each of them is replaced by a mark, and inputs with a mark are never sent.
 */

/** An address, also as JSON may escape it. */
const address = /https?:(?:\/|\\\/){2}(?:[^\s"'<>\\]|\\u0026|\\\/)+/gi;

/** Returns a text in which addresses that look signed have lost their query. */
export function withoutSignatures(text: string): string {
	return text.replaceAll(address, (found) => {
		const url = URL.parse(found.replaceAll('\\/', '/').replaceAll('\\u0026', '&'));
		if (url === null || !isSigned(url)) return found;
		return `${url.protocol}//${url.host}${url.pathname}${signatureNotKept}`;
	});
}

function isSigned(url: URL): boolean {
	return url.username !== '' || url.password !== '' || [...url.searchParams.keys()].some(isSecretName);
}

/** Returns the contents of a form without the values that must not be kept. */
export function keptInputs(fields: readonly FieldSpec[], inputs: InputValues): InputValues {
	const secret = new Set(
		fields.filter(({ path }) => namesOf(path).some(isSecretName)).map(({ path }) => path),
	);
	const json = new Set(fields.filter(({ kind }) => kind === 'json').map(({ path }) => path));
	const values = Object.entries(inputs.values)
		.filter(([path]) => !secret.has(path))
		.map(([path, value]) => {
			if (typeof value !== 'string') return [path, value];
			return [path, json.has(path) ? keptJson(value) : withoutSignatures(value)];
		});
	return {
		...inputs,
		values: Object.fromEntries(values),
		...(inputs.others === undefined ? {} : { others: keptBody(inputs.others).text }),
	};
}

/** Returns the part to keep of a text that is JSON, or becomes JSON when the person has typed the rest. */
export function keptJson(text: string): string {
	return readable(text)?.ok
		? keptBody(text, indentedJson).text
		: withoutOpenSecrets(withoutQuotedSecrets(text));
}

function withoutQuotedSecrets(text: string): string {
	return scanSecrets(text, { query: signatureNotKept, credentials: true, credential: secretNotKept });
}

/** A name with a value that no quote closes: everything to the end of its line may belong to that, or all that follows a bracket. */
const openValue = /([\w-]{1,64})["']?[ \t]{0,20}:\s{0,20}([^\s"'\\,}])/g;

function withoutOpenSecrets(text: string): string {
	let kept = '';
	let done = 0;
	for (const found of text.matchAll(openValue)) {
		const [whole, name = '', first = ''] = found;
		if (found.index < done || !isSecretName(name)) continue;
		const start = found.index + whole.length - first.length;
		const lineEnd = /[{[]/.test(first) ? -1 : text.indexOf('\n', start);
		kept += text.slice(done, start) + JSON.stringify(secretNotKept);
		done = lineEnd < 0 ? text.length : lineEnd;
	}
	return kept + text.slice(done);
}

/** Returns whether a body has placeholders for values that were not kept, so that it must not be sent. */
export function hasGaps(bodyText: string): boolean {
	return bodyText.includes(signatureNotKept) || bodyText.includes(secretNotKept);
}

/** The part of a body to keep, as JSON text. */
interface KeptBody {
	readonly text: string;
	/** True if it can be sent again unchanged: nothing had to be removed. */
	readonly whole: boolean;
}

/** Bodies that nest deeper than this are not looked through. */
const deepest = 500;

function readable(text: string): ReturnType<typeof parseJson> | undefined {
	return jsonDepth(text, deepest) < deepest ? parseJson(text) : undefined;
}

/**
 * Returns the part to keep of the body of a run. A text that is not JSON, or nests very deeply, is kept as an empty
 * object. `write` serializes a text from which something was removed.
 */
export function keptBody(bodyText: string, write = jsonText): KeptBody {
	const parsed = readable(bodyText);
	if (!parsed?.ok) return { text: '{}', whole: false };
	let whole = true;
	const kept = (value: Json): Json => {
		if (typeof value === 'string') {
			const text = withoutSignatures(value);
			if (text !== value) whole = false;
			return text;
		}
		if (isArray(value)) return value.map(kept);
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => {
				if (!isSecretName(name) || inner === null || inner === '') return [name, kept(inner)];
				whole = false;
				return [name, secretNotKept];
			}),
		);
	};
	const text = write(kept(parsed.value));
	return { text: whole ? bodyText : text, whole: whole && !hasGaps(bodyText) };
}
