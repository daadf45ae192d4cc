import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { fileEnding } from '../base/files/path.ts';
import { isUnencrypted } from '../base/loopback.ts';
import { parseJson } from '../json/exact.ts';
import { isObject, member, spelled } from '../json/value.ts';
import type { Webhook } from '../requests/request.ts';
import { newSeeds } from '../runs/plan/seed.ts';
import type { RunSource } from '../runs/start/runSource.ts';
import { parseWorkflow, type WorkflowDocument } from '../workflow/document.ts';
import { type InputPlace, type InputSet, inputAt, missingPlace, textWith } from '../workflow/inputSet.ts';
import type { OperationServices } from './services.ts';
import { withDisk } from './withSession.ts';

/** The parameters that name a workflow document: its path, or its text. */
export const documentInput = {
	path: z.exactOptional(z.string().check(z.describe(l10n.t('the path of a workflow document')))),
	document: z.exactOptional(
		z
			.string()
			.check(z.describe(l10n.t('the text of a workflow document; file names in it are not resolved'))),
	),
};

export interface DocumentInput {
	readonly path?: string;
	readonly document?: string;
}

/** Reads the document that an input names. */
export async function readDocumentInput(
	services: Pick<OperationServices, 'disk'>,
	{ path, document }: DocumentInput,
): Promise<Result<RunSource>> {
	if ((path === undefined) === (document === undefined))
		return failed(inputFailure(l10n.t('Give a document either by its path or as text.')));
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

/** Makes the failure of an input that cannot be used. */
export function inputFailure(message: string): Failure {
	return {
		kind: 'input',
		message,
		nextStep: l10n.t('Correct it, then try again.'),
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** A place in a text: lines and characters from 0, as `easel check` gives them. */
export const placeFact = { line: z.number(), character: z.number() };

/** A note of a conversion to API format. */
export const conversionNote = z.object({
	severity: z.enum(['error', 'warning', 'info']),
	message: z.string(),
	nodeId: z.exactOptional(z.string()),
});

/** The members of an input that change a document before it is sent; the file stays as it is. */
export const changesInput = {
	set: z.exactOptional(
		z
			.array(z.string())
			.check(
				z.describe(
					l10n.t('inputs with other values, each as NODE.INPUT=VALUE, the value as JSON or as text'),
				),
			),
	),
	overrides: z.exactOptional(
		z
			.string()
			.check(
				z.describe(
					l10n.t(
						'inputs with other values as JSON text, whose numbers keep their digits: {0} or {1}',
						'{"6.text": "a harbor"}',
						'{"6": {"inputs": {"text": "a harbor"}}}',
					),
				),
			),
	),
	seed: z.exactOptional(
		z
			.string()
			.check(
				z.regex(/^(?:random|\d{1,20})$/, l10n.t('must be random, or a whole number from 0 up')),
				z.describe(l10n.t('a number for every seed, or random for new ones')),
			),
	),
};

export interface DocumentChanges {
	readonly set?: readonly string[];
	/** JSON text. */
	readonly overrides?: string;
	readonly seed?: string;
}

/** Returns a document with other values, or why they fit nowhere. */
export function changedDocument(
	document: WorkflowDocument,
	{ seed, ...given }: DocumentChanges,
): Result<WorkflowDocument> {
	const set = givenSet(document, given);
	if (!set.ok) return set;
	const changed = withSet(document, set.value);
	if (seed === undefined) return success(changed);
	const value = seed === 'random' ? undefined : BigInt(seed);
	const seeds = newSeeds(changed, value === undefined ? undefined : () => ({ min: value, max: value }));
	if (seeds.values.length === 0) return failed(inputFailure(l10n.t('The document has no seed.')));
	return success(withSet(changed, seeds));
}

function withSet(document: WorkflowDocument, set: InputSet): WorkflowDocument {
	if (set.values.length === 0) return document;
	return parseWorkflow(textWith(document, set), { comments: document.comments });
}

/** A value that a caller has given, in words that may be JSON. */
interface GivenValue {
	readonly place: InputPlace;
	readonly words: string;
}

/** Returns the values that a caller has given, for the inputs of a document. */
function givenSet(document: WorkflowDocument, given: Omit<DocumentChanges, 'seed'>): Result<InputSet> {
	const read = givenValues(given);
	if (!read.ok) return read;
	const lacking = read.value.find(({ place }) => inputAt(document, place) === undefined);
	if (lacking !== undefined) return failed(missingPlace(document, lacking.place));
	const values = read.value.map(({ place, words }) => {
		// A text input gets the words unchanged, even if they look like a number.
		const isJson = inputAt(document, place)?.value.type !== 'string' && parseJson(words).ok;
		return { place, literal: isJson ? words : JSON.stringify(words) };
	});
	return success({ values, source: 'given' });
}

/** Reads the values that a caller has given, in either spelling. */
export function givenValues({
	set = [],
	overrides = '{}',
}: Omit<DocumentChanges, 'seed'>): Result<readonly GivenValue[]> {
	const parsed = parseJson(overrides);
	if (!parsed.ok || !isObject(parsed.value)) return failed(inputFailure(wrongOverrides));
	const given: GivenValue[] = [];
	for (const [name, value] of Object.entries(parsed.value)) {
		const place = placeOf(name);
		const inputs = member(value, 'inputs');
		if (place !== undefined) given.push({ place, words: spelled(value) });
		else if (isObject(inputs) && isObject(value) && Object.keys(value).length === 1)
			for (const [input, each] of Object.entries(inputs))
				given.push({ place: { nodeId: name, input }, words: spelled(each) });
		else return failed(inputFailure(wrongOverrides));
	}
	for (const assignment of set) {
		const equals = assignment.indexOf('=');
		const place = placeOf(assignment.slice(0, Math.max(0, equals)));
		if (place === undefined)
			return failed(inputFailure(l10n.t('"{0}" is not of the form NODE.INPUT=VALUE.', assignment)));
		given.push({ place, words: assignment.slice(equals + 1) });
	}
	return success(given);
}

const wrongOverrides = l10n.t(
	'Overrides have the form {0} or {1}.',
	'{"NODE.INPUT": VALUE}',
	'{"NODE": {"inputs": {"INPUT": VALUE}}}',
);

/** The place that is written as `NODE.INPUT`. */
function placeOf(text: string): InputPlace | undefined {
	const dot = text.indexOf('.');
	return dot < 0 ? undefined : { nodeId: text.slice(0, dot), input: text.slice(dot + 1) };
}

/** The parameters of a run for the reports of the service. */
export const webhookInput = {
	webhook: z.exactOptional(
		z
			.string()
			.check(
				z.describe(
					l10n.t('the address to which the service reports the end of the run; it begins with https://'),
				),
			),
	),
};

/** Returns the webhook of a run from such an input. */
export function webhookOf({
	webhook,
}: {
	readonly webhook?: string;
}): Result<{ readonly webhook?: Webhook }> {
	if (webhook === undefined) return success({});
	const url = URL.parse(webhook);
	if (url === null || !/^https?:$/.test(url.protocol) || isUnencrypted(webhook))
		return failed(inputFailure(l10n.t('The address of a webhook must begin with https://.')));
	return success({ webhook: { url: webhook, intermediate: false } });
}
