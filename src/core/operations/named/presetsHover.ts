import * as l10n from '@vscode/l10n';
import { markdownCode as code, escapeMarkdown } from '../../base/escapeMarkdown.ts';
import type { TextRange } from '../../base/findings.ts';
import { firstLines } from '../../base/language.ts';
import { aroundDifference } from '../../runs/plan/changedText.ts';
import { inputAt, placeText } from '../../workflow/inputSet.ts';
import type { NamedInput } from '../../workflow/named/namedInput.ts';
import type { PresetsFile } from '../../workflow/named/presetsFile.ts';
import { givenOf, setByName } from './byName.ts';
import { inputOf, titleOf } from './presetsLanguage.ts';
import type { PresetsWorkflow } from './presetsWorkflow.ts';
import { differencesOf, spelledLiteral } from './presetValues.ts';

export const mostShown = 24;

const typeWords: Readonly<Record<NamedInput['type'], readonly string[]>> = {
	text: [l10n.t('A text')],
	integer: [l10n.t('A whole number')],
	number: [l10n.t('A number')],
	boolean: [l10n.t('True or false')],
	choice: [l10n.t('A choice')],
	file: [l10n.t('A file')],
	other: [],
};

const longestShown = 300;

/** Returns the explanation of the name or value at an offset, as Markdown; undefined without one. */
export function hoverPresets(
	file: PresetsFile,
	workflow: PresetsWorkflow,
	offset: number,
): { readonly markdown: string; readonly range: TextRange } | undefined {
	const preset = file.presets.find(({ range }) => holds(range, offset));
	if (preset !== undefined) return { markdown: aboutPreset(workflow, preset), range: preset.range };
	const at = nameAt(file, offset);
	const input = at && inputOf(workflow, at.name);
	return at && input && { markdown: aboutInput(workflow, input), range: at.range };
}

/** Returns the place in the workflow of the input that is named at an offset. */
export function definitionPresets(
	file: PresetsFile,
	workflow: PresetsWorkflow,
	offset: number,
): { readonly origin: TextRange; readonly target: TextRange } | undefined {
	const at = nameAt(file, offset);
	return at && namedTarget(workflow, at);
}

/** Returns the place in the workflow of the input that a text with a place names. */
export function namedTarget(
	workflow: PresetsWorkflow,
	at: { readonly name: string; readonly range: TextRange },
): { readonly origin: TextRange; readonly target: TextRange } | undefined {
	const place = workflow.inPlace ? inputOf(workflow, at.name)?.places[0] : undefined;
	const input = place && inputAt(workflow.document, place);
	return input && { origin: at.range, target: { start: input.nameRange.start, end: input.range.end } };
}

/** Returns the number of inputs with other values in a preset; undefined if it does not fit the workflow. */
export function differenceCount(
	{ document, names }: PresetsWorkflow,
	{ values }: PresetsFile['presets'][number],
): number | undefined {
	const set = setByName(document, names, values.map(givenOf));
	return set.ok ? differencesOf(document, set.value).length : undefined;
}

function holds({ start, end }: TextRange, offset: number): boolean {
	return offset >= start && offset < end;
}

/** Returns the name of the input at an offset, among the inputs of the file or the values of a preset. */
function nameAt(
	{ inputs, presets }: PresetsFile,
	offset: number,
): { readonly name: string; readonly range: TextRange } | undefined {
	for (const { name, range } of inputs) if (holds(range, offset)) return { name, range };
	for (const { values } of presets)
		for (const { name, nameRange, range } of values) {
			const at = [nameRange, range].find((each) => holds(each, offset));
			if (at !== undefined) return { name, range: at };
		}
	return undefined;
}

/** Returns the explanation of an input, as Markdown. */
export function aboutInput(
	{ document }: PresetsWorkflow,
	{ name, places, literal, description, ...range }: NamedInput,
): string {
	const written = places.map(
		(place) => `${code(placeText(place))} ${escapeMarkdown(titleOf(document, place))}`,
	);
	return [
		`**${escapeMarkdown(name)}** ${written.join(', ')}`,
		...(description === undefined ? [] : [escapeMarkdown(description)]),
		...typeWords[range.type],
		l10n.t('In the document: {0}', code(shortened(spelledLiteral(literal)))),
		...rangeLines(range),
	].join('\n\n');
}

/** Returns the facts of an input without any mark-up, a line each. */
export function factsOfInput(
	{ document }: PresetsWorkflow,
	{ places, literal, choices, ...range }: NamedInput,
): readonly string[] {
	return [
		places.map((place) => `${placeText(place)} ${titleOf(document, place)}`).join(', '),
		...typeWords[range.type],
		l10n.t('In the document: {0}', shortened(spelledLiteral(literal))),
		...rangeLines(range),
	];
}

function rangeLines({ choices, min, max }: Pick<NamedInput, 'choices' | 'min' | 'max'>): readonly string[] {
	if (choices !== undefined) return [firstLines(choices.map(code), mostShown).join(', ')];
	if (min !== undefined && max !== undefined) return [l10n.t('{0} to {1}', min, max)];
	if (min !== undefined) return [l10n.t('at least {0}', min)];
	return max === undefined ? [] : [l10n.t('at most {0}', max)];
}

/** Describes the differences of a preset from the document. */
function aboutPreset({ document, names }: PresetsWorkflow, preset: PresetsFile['presets'][number]): string {
	const title = `**${escapeMarkdown(preset.name)}**`;
	const lines = preset.values.flatMap((value) => {
		const set = setByName(document, names, [givenOf(value)]);
		const [difference] = set.ok ? differencesOf(document, set.value) : [];
		if (difference === undefined) return [];
		const { from, to } = aroundDifference(difference.from, difference.to, longestShown);
		return [`${escapeMarkdown(value.name)}: ${code(from)} → ${code(to)}`];
	});
	if (lines.length === 0) return `${title}\n\n${l10n.t('It has the same values as the document.')}`;
	const shown = firstLines(lines, mostShown).map((line) => `- ${line}`);
	return `${title}\n\n${l10n.t('Differences from the document:')}\n\n${shown.join('\n')}`;
}

function shortened(text: string): string {
	return text.length > longestShown ? `${text.slice(0, longestShown).toWellFormed()}…` : text;
}
