import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { failed, type Result, success, wrongInput } from '../base/failure.ts';
import { fileEnding } from '../base/files/path.ts';
import { isUnencrypted } from '../base/loopback.ts';
import { parseJson } from '../json/exact.ts';
import { isObject, member, spelled } from '../json/value.ts';
import type { Webhook } from '../requests/request.ts';
import { newSeeds } from '../runs/plan/seed.ts';
import type { RunSource } from '../runs/start/runSource.ts';
import { parseWorkflow, type WorkflowDocument } from '../workflow/document.ts';
import { type InputSet, inputAt, textWith } from '../workflow/inputSet.ts';
import { optionalText, optionalTexts, text } from './members.ts';
import { type GivenValue, givenOf, placeOf, presetNamed, setByName } from './named/byName.ts';
import type { DocumentNames } from './named/namesOf.ts';
import type { OperationServices } from './services.ts';
import { withDisk } from './withSession.ts';

export const documentPath = text(l10n.t('the path of a workflow document'));

/** The parameters that name a workflow document: its path, or its text. */
export const documentInput = {
	path: z.exactOptional(documentPath),
	document: optionalText(l10n.t('the text of a workflow document; file names in it are not resolved')),
};

export type DocumentInput = z.output<z.ZodMiniObject<typeof documentInput>>;

/** Reads the document that an input names. */
export async function readDocumentInput(
	services: Pick<OperationServices, 'disk'>,
	{ path, document }: DocumentInput,
): Promise<Result<RunSource>> {
	if ((path === undefined) === (document === undefined))
		return wrongInput(l10n.t('Specify a document either by its path or as text.'));
	if (path === undefined) return success({ document: parseWorkflow(document ?? ''), name: 'document' });
	const read = await withDisk(services, (disk) => disk.readText(path));
	if (!read.ok) return read;
	const { name, text, uri, folder } = read.value;
	return success({
		document: parseWorkflow(text, { comments: fileEnding(name) === '.jsonc' }),
		name,
		uri,
		folders: { document: folder },
	});
}

/** A place in a text: lines and characters from 0, as in `easel check`. */
export const placeFact = { line: z.number(), character: z.number() };

/** A note of a conversion to API format. */
export const conversionNote = z.object({
	severity: z.enum(['error', 'warning', 'info']),
	message: z.string(),
	nodeId: z.exactOptional(z.string()),
});

/** The members of an input that change a document before it is sent; the file stays unchanged. */
export const changesInput = {
	preset: optionalText(l10n.t('a preset from the preset file next to the document')),
	set: optionalTexts(
		l10n.t('inputs with other values, each as NODE.INPUT=VALUE or NAME=VALUE, the value as JSON or as text'),
	),
	overrides: optionalText(
		l10n.t(
			'inputs with other values as JSON text, whose numbers keep their digits: {0} or {1}',
			'{"6.text": "a harbor"}',
			'{"6": {"inputs": {"text": "a harbor"}}}',
		),
	),
	seed: z.exactOptional(
		z
			.string()
			.check(
				z.regex(/^(?:random|\d{1,20})$/, l10n.t('must be random, or a whole number of at least 0')),
				z.describe(l10n.t('a number for all seeds, or random for new ones')),
			),
	),
};

export type DocumentChanges = z.output<z.ZodMiniObject<typeof changesInput>>;

/** Returns a document with other values, or why they fit nowhere. `names` is called if a value is given by a name. */
export async function changedDocument(
	document: WorkflowDocument,
	{ seed, ...given }: DocumentChanges,
	names: () => Promise<DocumentNames>,
): Promise<Result<WorkflowDocument>> {
	const set = await givenSet(document, given, names);
	if (!set.ok) return set;
	const changed = withSet(document, set.value);
	if (seed === undefined) return success(changed);
	const value = seed === 'random' ? undefined : BigInt(seed);
	const seeds = newSeeds(changed, value === undefined ? undefined : () => ({ min: value, max: value }));
	if (seeds.values.length === 0) return wrongInput(l10n.t('The document has no seed.'));
	return success(withSet(changed, seeds));
}

function withSet(document: WorkflowDocument, set: InputSet): WorkflowDocument {
	if (set.values.length === 0) return document;
	return parseWorkflow(textWith(document, set), { comments: document.comments });
}

/** Returns the values of a preset, overridden by those of the caller, for the inputs of a document. */
async function givenSet(
	document: WorkflowDocument,
	{ preset, ...given }: Omit<DocumentChanges, 'seed'>,
	names: () => Promise<DocumentNames>,
): Promise<Result<InputSet>> {
	const read = givenValues(given);
	if (!read.ok) return read;
	const isPlace = ({ place }: GivenValue) => place !== undefined && inputAt(document, place) !== undefined;
	const known: DocumentNames =
		preset === undefined && read.value.every(isPlace) ? { inputs: [], lost: [], presets: [] } : await names();
	if (known.unread !== undefined) return failed(known.unread);
	const found = preset === undefined ? undefined : presetNamed(known, preset);
	if (found?.ok === false) return found;
	const values = found?.value.values.map(givenOf) ?? [];
	return setByName(document, known, [...values, ...read.value]);
}

/** Reads the values that a caller has given, in either spelling. */
export function givenValues({
	set = [],
	overrides = '{}',
}: Pick<DocumentChanges, 'set' | 'overrides'>): Result<readonly GivenValue[]> {
	const parsed = parseJson(overrides);
	if (!parsed.ok || !isObject(parsed.value)) return wrongInput(wrongOverrides);
	const given: GivenValue[] = [];
	for (const [name, value] of Object.entries(parsed.value)) {
		const place = placeOf(name);
		const inputs = member(value, 'inputs');
		if (place !== undefined) given.push({ name, place, words: spelled(value) });
		else if (isObject(inputs) && isObject(value) && Object.keys(value).length === 1)
			for (const [input, each] of Object.entries(inputs))
				given.push({ name: `${name}.${input}`, place: { nodeId: name, input }, words: spelled(each) });
		else if (isObject(value)) return wrongInput(wrongOverrides);
		else given.push({ name, words: spelled(value) });
	}
	for (const assignment of set) {
		const equals = assignment.indexOf('=');
		if (equals < 1)
			return wrongInput(l10n.t('"{0}" must have the form NODE.INPUT=VALUE or NAME=VALUE.', assignment));
		const name = assignment.slice(0, equals);
		given.push({ name, ...compact({ place: placeOf(name) }), words: assignment.slice(equals + 1) });
	}
	return success(given);
}

const wrongOverrides = l10n.t(
	'Overrides have the form {0} or {1}.',
	'{"NODE.INPUT": VALUE, "NAME": VALUE}',
	'{"NODE": {"inputs": {"INPUT": VALUE}}}',
);

/** The parameters of a run for the reports of the service. */
export const webhookInput = {
	webhook: optionalText(
		l10n.t('the address to which the service reports the end of the run; it begins with https://'),
	),
};

/** Returns the webhook of a run from such an input. */
export function webhookOf({
	webhook,
}: z.output<z.ZodMiniObject<typeof webhookInput>>): Result<{ readonly webhook?: Webhook }> {
	if (webhook === undefined) return success({});
	const url = URL.parse(webhook);
	if (url === null || !/^https?:$/.test(url.protocol) || isUnencrypted(webhook))
		return wrongInput(l10n.t('The address of a webhook must begin with https://.'));
	return success({ webhook: { url: webhook, intermediate: false } });
}
