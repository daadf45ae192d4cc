import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { failed, type Result, success, wrongInput } from '../../base/failure.ts';
import { secretNotKept } from '../../base/panel/formFields.ts';
import { parseJson } from '../../json/exact.ts';
import { spelled } from '../../json/value.ts';
import { readSidecar } from '../../runs/archive/sidecar.ts';
import { unknownRunFailure } from '../../runs/failures.ts';
import { jsonOf, parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, inputAt, isSamePlace } from '../../workflow/inputSet.ts';
import { inputNamed } from '../../workflow/named/namedInput.ts';
import { placesIn } from '../../workflow/named/namedInputs.ts';
import type { NamedWords } from '../../workflow/named/presetsFile.ts';
import type { PresetsChange } from '../../workflow/named/presetsText.ts';
import { changesInput, documentPath, givenValues } from '../documentInput.ts';
import { nonEmpty, optionalId, optionalText } from '../members.ts';
import { operation } from '../operation.ts';
import type { OperationServices } from '../services.ts';
import { withDisk } from '../withSession.ts';
import { type NamedWorkflow, readNamedWorkflow } from '../workflow.ts';
import { type GivenValue, setByName } from './byName.ts';
import { anchoredInputs, likelyPlaces, withNames } from './likelyInputs.ts';
import { changePresets, fileChange, presetsPath } from './presetsOnDisk.ts';

export const presetSave = operation({
	id: 'preset.save',
	title: l10n.t('Save a preset of a workflow document'),
	effect: 'write',
	input: z.object({
		path: documentPath,
		name: nonEmpty(l10n.t('the name of the preset; an existing preset with this name is replaced')),
		run: optionalId('run', l10n.t('the run whose values are saved; if omitted, those of the document')),
		from: optionalText(l10n.t('the path of the sidecar of a saved result, whose values are saved')),
		set: changesInput.set,
		overrides: changesInput.overrides,
	}),
	output: z.object({
		path: z.string(),
		name: z.string(),
		values: z.array(z.object({ name: z.string(), value: z.string() })),
		...fileChange,
		/** The names without a value: the sent document has no such input, or several possible ones. */
		missing: z.array(z.string()),
	}),
	async run(services, { path, name, run, from, ...changes }) {
		const found = await readNamedWorkflow(services, { path });
		if (!found.ok) return found;
		if (run !== undefined && from !== undefined)
			return wrongInput(l10n.t('Specify either a run or a sidecar.'));
		const sent = await sentDocument(services, { run, from });
		if (sent?.ok === false) return sent;
		const given = givenValues(changes);
		if (!given.ok) return given;
		const made = presetOf(found.value, sent?.value, given.value);
		if (!made.ok) return made;
		const { inputs, values, missing } = made.value;
		const written = await changePresets(services, presetsPath(found.value.source), {
			inputs,
			preset: { name, values },
		});
		if (!written.ok) return written;
		const facts = values.map((each) => ({ name: each.name, value: each.words }));
		return success({ ...written.value, name, values: facts, missing: [...missing] });
	},
});

/** Returns the document that a run sent, by its record or a sidecar; undefined if none is named. */
async function sentDocument(
	services: OperationServices,
	{ run, from }: { readonly run: string | undefined; readonly from: string | undefined },
): Promise<Result<WorkflowDocument> | undefined> {
	if (run !== undefined) return documentOfRun(services, run);
	if (from === undefined) return undefined;
	const file = await withDisk(services, (disk) => disk.readText(from));
	if (!file.ok) return file;
	const sidecar = readSidecar(file.value.text);
	if (!sidecar.ok) return sidecar;
	const { document } = sidecar.value;
	if (document === undefined)
		return wrongInput(l10n.t('The run of this sidecar sent the values of a form, not a document.'));
	return success(parseWorkflow(document.text));
}

async function documentOfRun(services: OperationServices, id: string): Promise<Result<WorkflowDocument>> {
	if ((await services.runs()).get(id) === undefined) return failed(unknownRunFailure);
	const text = await services.disk?.keptDocument(id);
	if (text === undefined) return wrongInput(l10n.t('The document of this run was not kept.'));
	return success(parseWorkflow(text));
}

interface MadePreset {
	/** Inputs that had no name until now. */
	readonly inputs: NonNullable<PresetsChange['inputs']>;
	readonly values: readonly NamedWords[];
	readonly missing: readonly string[];
}

/** Returns the values of the named inputs, in the document or as a run sent it, overridden by the given ones. */
function presetOf(
	{ document, names, nodeInfo }: NamedWorkflow,
	sent: WorkflowDocument | undefined,
	given: readonly GivenValue[],
): Result<MadePreset> {
	const set = setByName(document, names, given);
	if (!set.ok) return set;
	const likely = [
		...(names.inputs.length > 0 || sent === undefined ? [] : likelyPlaces(document, nodeInfo, sent)),
		...given.flatMap(({ name, place }) =>
			inputNamed(names.inputs, name) === undefined && place !== undefined ? [place] : [],
		),
	];
	const unnamed = withNames(document, likely, names.inputs);
	const inputs = anchoredInputs(document, unnamed, names.inputs, nodeInfo);
	if (!inputs.ok) return inputs;
	const values = new Map<string, string>();
	// With values alone, a preset has only these.
	const isWhole = sent !== undefined || given.length === 0;
	const named = [
		...(isWhole ? names.inputs : []).map(({ name, places: [place] }) => ({ name, place })),
		...unnamed,
	];
	const from = sent ?? document;
	const places = placesIn(
		from,
		document,
		named.map(({ place }) => place),
		nodeInfo,
	);
	for (const [at, { name }] of named.entries()) {
		const words = wordsAt(from, places[at]);
		if (words !== undefined) values.set(name, words);
	}
	for (const { name, place, words } of given) {
		const known = inputNamed(names.inputs, name)?.name;
		values.set(known ?? unnamed.find((each) => isSamePlace(each.place, place))?.name ?? name, words);
	}
	if (values.size === 0)
		return wrongInput(
			l10n.t('No input of the document has a name yet.'),
			l10n.t('Name its inputs or specify values, then save the preset.'),
		);
	return success({
		inputs: inputs.value,
		values: Array.from(values, ([name, words]) => ({ name, words })),
		missing: named.map(({ name }) => name).filter((name) => !values.has(name)),
	});
}

/** Returns the value at a place as people write it; undefined without one, also if it is a secret that was not kept. */
function wordsAt(from: WorkflowDocument, place: InputPlace | undefined): string | undefined {
	const input = place && inputAt(from, place);
	if (input === undefined || input.value.type === 'link') return undefined;
	const value = parseJson(jsonOf(from, input.range));
	const words = value.ok ? spelled(value.value) : undefined;
	return words?.includes(secretNotKept) ? undefined : words;
}
