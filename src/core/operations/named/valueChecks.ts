import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { Finding, Fix, TextRange } from '../../base/findings.ts';
import { parseJson } from '../../json/exact.ts';
import { spelled } from '../../json/value.ts';
import { parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, inputAt, type PlacedValue, textWith } from '../../workflow/inputSet.ts';
import { entryOf } from '../../workflow/model.ts';
import { type PresetsFile, presetsFinding } from '../../workflow/named/presetsFile.ts';
import { wordsText } from '../../workflow/named/presetsText.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import { factsOf } from '../../workflow/rules/nodeFacts.ts';
import type { PresetsWorkflow } from './presetsWorkflow.ts';

type PlacedPresetValue = PresetsFile['presets'][number]['values'][number] & {
	readonly values: readonly PlacedValue[];
};

/** Returns the problems that a document would have at the values of a preset, by the rules of documents. */
export function valueFindings(
	text: string,
	{ document, nodeInfo }: Pick<PresetsWorkflow, 'document' | 'nodeInfo'>,
	preset: readonly PlacedPresetValue[],
): readonly Finding[] {
	if (preset.length === 0) return [];
	const set = { values: preset.flatMap(({ values }) => values), source: 'given' as const };
	const changed = parseWorkflow(textWith(document, set), { comments: document.comments });
	return preset.flatMap((value) => {
		const found = new Map<string, Finding>();
		for (const { place } of value.values)
			for (const finding of placeFindings({ before: document, changed, nodeInfo }, place, value, text))
				found.set(finding.message, finding);
		return [...found.values()];
	});
}

/** Returns why values of a preset do not fit their inputs, a sentence each. */
export function misfitsOf(
	workflow: Pick<PresetsWorkflow, 'document' | 'nodeInfo'>,
	preset: readonly PlacedPresetValue[],
): readonly string[] {
	return valueFindings('', workflow, preset)
		.filter(({ severity, code }) => severity === 'error' || code === otherType)
		.map(({ message }) => message);
}

const otherType = 'presets_other_type';

interface Changed {
	readonly before: WorkflowDocument;
	readonly changed: WorkflowDocument;
	readonly nodeInfo: NodeInfo;
}

function placeFindings(
	{ before, changed, nodeInfo }: Changed,
	place: InputPlace,
	{ name, range }: PlacedPresetValue,
	text: string,
): readonly Finding[] {
	const node = changed.nodeById.get(place.nodeId);
	const input = node?.body.inputs.find((each) => each.name === place.input);
	if (node === undefined || input === undefined) return [];
	const { facts } = factsOf(node.body, () => entryOf(changed, node), nodeInfo, changed.nodeById.numbers);
	if (!facts.specs.has(place.input)) {
		const type = inputAt(before, place)?.value.type;
		if (type === input.value.type || (type !== 'number' && type !== 'boolean')) return [];
		const message =
			type === 'number'
				? l10n.t('"{0}" is a number in the document, but this is not.', name)
				: l10n.t('"{0}" is true or false in the document, but this is neither.', name);
		return [presetsFinding(otherType, 'warning', range, message)];
	}
	return facts.findings.flatMap(({ finding }) => {
		const { code, severity, message, remedy, fixes = [] } = finding;
		if (finding.input !== place.input || (severity !== 'error' && severity !== 'warning')) return [];
		const own = fixes.flatMap((fix) => valueFix(fix, input, { range, text }));
		return [
			{
				...{ code, severity, message, range, documentation: `workflow.md#${code}`, fixes: own },
				...compact({ remedy }),
			},
		];
	});
}

/** Returns a fix of a value in the document as a fix of the value in the file. */
function valueFix(
	{ edits: [edit, ...others], title, preferred }: Fix,
	input: TextRange,
	{ range, text }: { readonly range: TextRange; readonly text: string },
): readonly Fix[] {
	if (edit === undefined || others.length > 0) return [];
	if (edit.range.start !== input.start || edit.range.end !== input.end) return [];
	const value = parseJson(edit.newText);
	if (!value.ok) return [];
	// The lines of a text end with a line break of the file.
	const end = text.slice(range.start, range.end).endsWith('\n') ? '\n' : '';
	const newText = wordsText(spelled(value.value)) + end;
	return [{ title, edits: [{ range, newText }], ...compact({ preferred }) }];
}
