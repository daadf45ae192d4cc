import * as l10n from '@vscode/l10n';
import { closestMatch } from '../../base/closestMatch.ts';
import { compact } from '../../base/compact.ts';
import { failed, inputFailure, type Result, success, wrongInput } from '../../base/failure.ts';
import { allOf, either, quoted } from '../../base/language.ts';
import { parseJson } from '../../json/exact.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, type InputSet, inputAt, missingPlace, placeText } from '../../workflow/inputSet.ts';
import { inputNamed, looseName } from '../../workflow/named/namedInput.ts';
import type { NamedInputs } from '../../workflow/named/namedInputs.ts';
import type { NamedWords, PresetsFile } from '../../workflow/named/presetsFile.ts';
import type { DocumentNames } from './namesOf.ts';

/** A value given by a caller, as words that may be JSON. */
export interface GivenValue extends NamedWords {
	/** The place that the name is in the spelling `NODE.INPUT`. */
	readonly place?: InputPlace;
}

/** Returns the preset of a name. */
export function presetNamed(
	{ presets }: DocumentNames,
	name: string,
): Result<PresetsFile['presets'][number]> {
	const wanted = looseName(name);
	const found =
		presets.find((each) => each.name === name) ?? presets.find((each) => looseName(each.name) === wanted);
	if (found !== undefined) return success(found);
	const names = presets.map((each) => quoted(each.name));
	return wrongInput(
		names.length === 0
			? l10n.t('The document has no presets.')
			: l10n.t('The document has no preset "{0}". It has {1}.', name, allOf(names)),
	);
}

/** Returns a value of a preset in the form of a caller's value. */
export function givenOf({ name, words }: NamedWords): GivenValue {
	return { name, words, ...compact({ place: placeOf(name) }) };
}

/** Returns the given values as a set for the inputs of a document; a failure for a name or a place that it lacks. */
export function setByName(
	document: WorkflowDocument,
	names: NamedInputs,
	given: readonly GivenValue[],
): Result<InputSet> {
	const values: InputSet['values'][number][] = [];
	for (const { name, place, words } of given) {
		const named = inputNamed(names.inputs, name);
		const isPlace = place !== undefined && inputAt(document, place) !== undefined;
		if (!isPlace && named === undefined) return failed(unknownName(document, names, { name, place }));
		for (const each of isPlace ? [place] : (named?.places ?? []))
			values.push({ place: each, literal: literalOf(document, each, words) });
	}
	return success({ values, source: 'given' });
}

/** Returns the literal for an input. A text input gets the words unchanged, even if they look like a number. */
function literalOf(document: WorkflowDocument, place: InputPlace, words: string): string {
	const isJson = inputAt(document, place)?.value.type !== 'string' && parseJson(words).ok;
	return isJson ? words : JSON.stringify(words);
}

/** Returns why a name, or a place, leads to no input. */
export function unknownName(
	document: WorkflowDocument,
	{ inputs, lost }: NamedInputs,
	{ name, place }: { readonly name: string; readonly place: InputPlace | undefined },
) {
	const gone = lost.find((each) => looseName(each.name) === looseName(name));
	if (gone !== undefined) {
		const candidates = gone.candidates.map(placeText);
		return inputFailure(
			candidates.length === 0
				? l10n.t('The input "{0}" is no longer in the document.', name)
				: l10n.t('Several inputs of the document match "{0}": {1}.', name, either(candidates)),
		);
	}
	if (place !== undefined && (document.nodeById.has(place.nodeId) || inputs.length === 0))
		return missingPlace(document, place);
	const near = closestMatch(
		name,
		inputs.map((input) => input.name),
	);
	if (inputs.length === 0)
		return inputFailure(l10n.t('The document has no input with the name "{0}".', name));
	return inputFailure(
		near === undefined
			? l10n.t(
					'The document has no input "{0}". The names are {1}.',
					name,
					allOf(inputs.map((input) => quoted(input.name))),
				)
			: l10n.t('The document has no input "{0}". The nearest name is "{1}".', name, near.match),
	);
}

/** Returns the place that is written as `NODE.INPUT`. */
export function placeOf(text: string): InputPlace | undefined {
	const dot = text.indexOf('.');
	return dot < 1 ? undefined : { nodeId: text.slice(0, dot), input: text.slice(dot + 1) };
}
