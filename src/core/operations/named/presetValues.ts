import { parseJson } from '../../json/exact.ts';
import { spelled } from '../../json/value.ts';
import { jsonOf, type WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, type InputSet, inputAt } from '../../workflow/inputSet.ts';

/** An input with different values in a set and in the document. */
interface ValueDifference {
	readonly place: InputPlace;
	readonly from: string;
	readonly to: string;
}

/** Returns the inputs of a document with other values in a set. */
export function differencesOf(document: WorkflowDocument, { values }: InputSet): readonly ValueDifference[] {
	return values.flatMap(({ place, literal }) => {
		const input = inputAt(document, place);
		const from = input && spelledLiteral(jsonOf(document, input.range));
		const to = spelledLiteral(literal);
		return from === undefined || from === to ? [] : [{ place, from, to }];
	});
}

/** Returns JSON text as people write it: a text unchanged, a number with its digits. */
export function spelledLiteral(literal: string): string {
	const value = parseJson(literal);
	return value.ok ? spelled(value.value) : literal;
}
