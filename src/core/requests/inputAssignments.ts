import * as l10n from '@vscode/l10n';
import { closestMatch, keyCloseness } from '../base/closestMatch.ts';
import type { FieldSpec } from '../base/panel/formFields.ts';
import { jsonText, parseJson } from '../json/exact.ts';
import { isArray, isObject } from '../json/value.ts';
import { fieldName } from './inputFacts.ts';
import { type InputValues, typedValue } from './inputValues.ts';

/**
 * Returns inputs with the values of assignments of the form `NAME=VALUE`, each parsed like typed text of its field; or
 * the sentence why one cannot be used. Without described inputs, a value is JSON, or else text.
 */
export function withAssignments(
	fields: readonly FieldSpec[],
	inputs: InputValues,
	assignments: readonly string[],
): InputValues | string {
	let assigned = inputs;
	for (const assignment of assignments) {
		const equals = assignment.indexOf('=');
		if (equals <= 0) return l10n.t('"{0}" must have the form NAME=VALUE.', assignment);
		const [name, words] = [assignment.slice(0, equals), assignment.slice(equals + 1)];
		const field = fields.find((each) => fieldName(each) === name);
		if (field === undefined && fields.length > 0) return unknownInput(name, fields);
		const next = field === undefined ? withOther(assigned, name, words) : withTyped(assigned, field, words);
		if (typeof next === 'string') return next;
		assigned = next;
	}
	return assigned;
}

function withTyped(inputs: InputValues, field: FieldSpec, words: string): InputValues | string {
	const { path } = field;
	const asJson = inputs.asJson?.filter((each) => each !== path) ?? [];
	const { asJson: _, ...rest } = inputs;
	if (field.kind === 'boolean' && words !== 'true' && words !== 'false')
		return l10n.t('"{0}" must be true or false.', fieldName(field));
	const typed = field.kind === 'boolean' ? words === 'true' : listed(field, words);
	return {
		...rest,
		values: { ...inputs.values, [path]: typed },
		...(asJson.length === 0 ? {} : { asJson }),
	};
}

/** Reads a list, typed with one item per line, or as JSON. */
function listed(field: FieldSpec, words: string): string {
	if (field.kind !== 'list') return words;
	const parsed = parseJson(words);
	const typed = parsed.ok && isArray(parsed.value) ? typedValue(field, parsed.value) : undefined;
	return typeof typed === 'string' ? typed : words;
}

function withOther(inputs: InputValues, name: string, words: string): InputValues {
	const others = parseJson(inputs.others ?? '{}');
	const value = parseJson(words);
	const members = others.ok && isObject(others.value) ? others.value : {};
	return { ...inputs, others: jsonText({ ...members, [name]: value.ok ? value.value : words }) };
}

function unknownInput(name: string, fields: readonly FieldSpec[]): string {
	const names = fields.map(fieldName);
	const near = closestMatch(name, names, keyCloseness);
	return near === undefined
		? l10n.t('There is no input "{0}". The inputs are: {1}.', name, names.join(', '))
		: l10n.t('There is no input "{0}". Did you mean "{1}"?', name, near.match);
}
