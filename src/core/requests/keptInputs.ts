import { type FieldSpec, namesOf, signatureNotKept } from '../base/formFields.ts';
import { isSecretName } from '../http/secretNames.ts';
import { type Json, jsonText, parseJson } from '../json/exact.ts';
import { isArray, isObject, jsonDepth } from '../json/value.ts';
import type { InputValues } from './inputValues.ts';

/*
 * What of the inputs of a run is kept on this computer: everything except signatures in addresses and values that are secrets by
 * the name of their field. Where a signature was, the form says that the address has to be pasted again.
 */

/** An address, also as JSON may escape it. */
const address = /https?:(?:\/|\\\/){2}(?:[^\s"'<>\\]|\\u0026|\\\/)+/gi;

/** A text in which addresses that look signed have lost their query. */
export function withoutSignatures(text: string): string {
	return text.replaceAll(address, (found) => {
		const url = URL.parse(found.replaceAll('\\/', '/').replaceAll('\\u0026', '&'));
		if (url === null || !isSigned(url)) return found;
		return `${url.protocol}//${url.host}${url.pathname}${signatureNotKept}`;
	});
}

function isSigned(url: URL): boolean {
	return url.username !== '' || url.password !== '' || [...url.searchParams.keys()].some(isSecret);
}

function isSecret(name: string): boolean {
	return isSecretName(name.toLowerCase().replaceAll(/[-_]/g, ''));
}

/** What is kept of the contents of a form. */
export function keptInputs(fields: readonly FieldSpec[], inputs: InputValues): InputValues {
	const secret = new Set(fields.filter(({ path }) => namesOf(path).some(isSecret)).map(({ path }) => path));
	const values = Object.entries(inputs.values)
		.filter(([path]) => !secret.has(path))
		.map(([path, value]) => [path, typeof value === 'string' ? withoutSignatures(value) : value]);
	return {
		...inputs,
		values: Object.fromEntries(values),
		...(inputs.others === undefined ? {} : { others: keptBody(inputs.others).text }),
	};
}

/** What is kept of a body, as JSON text. */
export interface KeptBody {
	readonly text: string;
	/** Whether it can be sent again as it is: nothing had to be taken out. */
	readonly whole: boolean;
}

/** Bodies that nest deeper than this are not looked through. */
const deepest = 500;

/** What is kept of the body of a run. A text that is not JSON, or nests very deep, is kept as an empty object. */
export function keptBody(bodyText: string): KeptBody {
	const parsed = jsonDepth(bodyText, deepest) < deepest ? parseJson(bodyText) : undefined;
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
		const entries = Object.entries(value).filter(([name]) => !isSecret(name));
		if (entries.length < Object.keys(value).length) whole = false;
		return Object.fromEntries(entries.map(([name, inner]) => [name, kept(inner)]));
	};
	const text = jsonText(kept(parsed.value));
	return { text: whole ? bodyText : text, whole: whole && !bodyText.includes(signatureNotKept) };
}
