import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { failed, type Result, success, wrongInput } from '../../base/failure.ts';
import { fileEnding, fileNameOfPath } from '../../base/files/path.ts';
import { either, firstOf } from '../../base/language.ts';
import { fits, kindsOfInput } from '../../runs/plan/mediaInputs.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { type InputPlace, inputAt, missingPlace } from '../../workflow/inputSet.ts';
import { inputNamed } from '../../workflow/named/namedInput.ts';
import type { Disk } from '../disk.ts';
import { documentPath } from '../documentInput.ts';
import { optionalText, optionalTexts, text } from '../members.ts';
import { givenOf, placeOf, setByName } from '../named/byName.ts';
import type { DocumentNames } from '../named/namesOf.ts';
import { operation } from '../operation.ts';
import { withDisk } from '../withSession.ts';
import { mostSweepRuns } from './checkRows.ts';
import { resultsFileEnding } from './results.ts';
import type { PlannedRun } from './rows.ts';
import { rowsInput, startedRuns, startRuns, withSweptDocument } from './startRows.ts';

/** The members of an input that name files and the inputs that take them. */
const folderInput = {
	folder: text(l10n.t('the folder with the files')),
	into: optionalText(
		l10n.t('the input that takes the files, by name or as NODE.INPUT; needed if there are several'),
	),
	pairs: optionalTexts(
		l10n.t('further inputs that take the files with the same names in other folders, each as INPUT=FOLDER'),
	),
	texts: optionalText(l10n.t('the input that takes the text file with the same name next to each file')),
};

export const runEach = operation({
	id: 'run.each',
	title: l10n.t('Run a workflow document with each picture, video or sound of a folder'),
	effect: 'spend',
	input: z.object({ path: documentPath, ...folderInput, ...rowsInput }),
	output: startedRuns,
	run: (services, input, ask) =>
		withDisk(services, async (disk) => {
			const folder = await disk.folderAt(input.folder);
			if (!folder.ok) return folder;
			return withSweptDocument(services, input, async (swept) => {
				const { document, names } = swept.document;
				const runs = await runsOfFolder(disk, document, names, { ...input, folder: folder.value });
				if (!runs.ok) return runs;
				const name = fileNameOfPath(folder.value);
				// The folder of the document, since the next look into the folder would take it for a file of the person.
				const place = {
					folder: swept.request.source.folders?.document ?? folder.value,
					name: `${name}${resultsFileEnding}`,
				};
				return startRuns(services, swept, { runs: runs.value, valuesOf: name, place }, input, ask);
			});
		}),
});

async function runsOfFolder(
	disk: Disk,
	document: WorkflowDocument,
	names: DocumentNames,
	{ folder, into, pairs = [], texts }: z.output<z.ZodMiniObject<typeof folderInput>>,
): Promise<Result<readonly PlannedRun[]>> {
	const input = into === undefined ? onlyMediaInput(document) : inputOf(document, names, into);
	if (!input.ok) return input;
	const node = document.nodeById.get(input.value.place.nodeId);
	const kinds = node === undefined ? [] : kindsOfInput(node, input.value.place.input);
	const files = disk.filesLike('*', folder).filter((path) => fits(kinds, path));
	if (files.length === 0)
		return wrongInput(
			l10n.t('"{0}" has no file that matches {1}.', fileNameOfPath(folder), input.value.name),
		);
	if (files.length > mostSweepRuns)
		return wrongInput(l10n.t('"{0}" has more than {1} files.', fileNameOfPath(folder), mostSweepRuns));
	const seconds = await secondFiles(disk, document, names, pairs);
	if (!seconds.ok) return seconds;
	const text = texts === undefined ? undefined : inputOf(document, names, texts);
	if (text?.ok === false) return text;
	const runs: PlannedRun[] = [];
	const lacking: string[] = [];
	for (const [at, path] of files.entries()) {
		const values = [{ name: input.value.name, words: path }];
		const own = [path];
		for (const { name, byStem } of seconds.value) {
			const second = byStem.get(stemOf(path));
			if (second === undefined) lacking.push(fileNameOfPath(path));
			else {
				values.push({ name, words: second });
				own.push(second);
			}
		}
		if (text !== undefined) {
			const caption = await disk.textIn(folder, `${stemOf(path)}.txt`);
			if (caption === undefined) lacking.push(fileNameOfPath(path));
			else values.push({ name: text.value.name, words: caption.trim() });
		}
		const set = setByName(document, names, values.map(givenOf));
		if (!set.ok) return set;
		runs.push({ row: at + 1, values, set: set.value, files: own });
	}
	if (lacking.length === 0) return success(runs);
	return wrongInput(l10n.t('A second file with the same name is missing for {0}.', firstOf(lacking, 5)));
}

interface NamedPlace {
	readonly name: string;
	readonly place: InputPlace;
}

function inputOf(document: WorkflowDocument, names: DocumentNames, name: string): Result<NamedPlace> {
	const place = placeOf(name) ?? inputNamed(names.inputs, name)?.places[0];
	if (place !== undefined && inputAt(document, place) !== undefined) return success({ name, place });
	if (place !== undefined) return failed(missingPlace(document, place));
	const set = setByName(document, names, [{ name, words: '' }]);
	return set.ok ? wrongInput(l10n.t('The document has no input "{0}".', name)) : set;
}

/** Returns the input of a document that takes a local file, if exactly one does. */
function onlyMediaInput(document: WorkflowDocument): Result<NamedPlace> {
	const found = document.nodes.flatMap((node) =>
		node.inputs
			.filter(({ name, value }) => value.type === 'string' && kindsOfInput(node, name).length > 0)
			.map(({ name }) => ({ name: `${node.id}.${name}`, place: { nodeId: node.id, input: name } })),
	);
	const [first] = found;
	if (first === undefined)
		return wrongInput(l10n.t('No input of the document takes a picture, a video or a sound.'));
	if (found.length === 1) return success(first);
	return wrongInput(l10n.t('Several inputs take files: specify {0}.', either(found.map(({ name }) => name))));
}

interface SecondFiles {
	readonly name: string;
	readonly byStem: ReadonlyMap<string, string>;
}

async function secondFiles(
	disk: Disk,
	document: WorkflowDocument,
	names: DocumentNames,
	pairs: readonly string[],
): Promise<Result<readonly SecondFiles[]>> {
	const seconds: SecondFiles[] = [];
	for (const pair of pairs) {
		const equals = pair.indexOf('=');
		if (equals < 1) return wrongInput(l10n.t('"{0}" must have the form INPUT=FOLDER.', pair));
		const input = inputOf(document, names, pair.slice(0, equals));
		if (!input.ok) return input;
		const folder = await disk.folderAt(pair.slice(equals + 1));
		if (!folder.ok) return folder;
		const files = disk.filesLike('*', folder.value).map((path) => [stemOf(path), path] as const);
		seconds.push({ name: input.value.name, byStem: new Map(files) });
	}
	return success(seconds);
}

function stemOf(path: string): string {
	const name = fileNameOfPath(path);
	return name.slice(0, name.length - fileEnding(name).length);
}
