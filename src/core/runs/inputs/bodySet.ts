import { jsonText, parseJson } from '../../json/exact.ts';
import { isObject, objectText } from '../../json/value.ts';
import type { InputSet } from '../../workflow/inputSet.ts';

/** Returns the values in a body of inputs, given as JSON text, as a set. */
export function setOfBody(body: string): InputSet {
	const parsed = parseJson(body);
	const members = parsed.ok && isObject(parsed.value) ? Object.entries(parsed.value) : [];
	const values = members.map(([input, value]) => ({
		place: { nodeId: '', input },
		literal: jsonText(value),
	}));
	return { values, source: 'run' };
}

/** Returns the body of inputs with the values of a set, as JSON text. */
export function bodyOfSet({ values }: InputSet): string {
	return objectText(values.map(({ place, literal }) => [place.input, literal]));
}
