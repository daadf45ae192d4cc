import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { fileEnding } from '../base/files/path.ts';
import type { TextEdit } from '../base/findings.ts';
import { applyEdits } from '../base/fixAll.ts';
import { isUnencrypted } from '../base/loopback.ts';
import { parseJson } from '../json/exact.ts';
import type { Webhook } from '../requests/request.ts';
import { newSeedEdits } from '../runs/plan/seed.ts';
import type { RunSource } from '../runs/start/runSource.ts';
import { parseWorkflow, type WorkflowDocument } from '../workflow/document.ts';
import type { OperationServices } from './services.ts';
import { withDisk } from './withSession.ts';

/** The parameters that name a workflow document: its path, or its text. */
export const documentInput = {
	path: z.exactOptional(z.string().check(z.describe(l10n.t('the path of a workflow document')))),
	document: z.exactOptional(
		z
			.string()
			.check(z.describe(l10n.t('the text of a workflow document; names of files in it lead nowhere'))),
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
		return failed(inputFailure(l10n.t('Name a document either by its path or by its text.')));
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
	seed: z.exactOptional(
		z
			.string()
			.check(
				z.regex(/^(?:random|\d{1,20})$/, l10n.t('must be random, or a whole number that is not below 0')),
				z.describe(l10n.t('a number for every seed, or random for new ones')),
			),
	),
};

export interface DocumentChanges {
	readonly set?: readonly string[];
	readonly seed?: string;
}

/** Returns a document with other values, or why they fit nowhere. */
export function changedDocument(
	document: WorkflowDocument,
	{ set = [], seed }: DocumentChanges,
): Result<WorkflowDocument> {
	// The last one counts where an input is named twice.
	const edits = new Map<number, TextEdit>();
	for (const assignment of set) {
		const edit = editOf(document, assignment);
		if (!edit.ok) return edit;
		edits.set(edit.value.range.start, edit.value);
	}
	const changed = withEdits(
		document,
		[...edits.values()].sort((one, other) => one.range.start - other.range.start),
	);
	if (seed === undefined) return success(changed);
	const value = seed === 'random' ? undefined : BigInt(seed);
	const seeds = newSeedEdits(changed, value === undefined ? undefined : () => ({ min: value, max: value }));
	if (seeds.length === 0) return failed(inputFailure(l10n.t('The document has no seed.')));
	return success(withEdits(changed, seeds));
}

function withEdits(document: WorkflowDocument, edits: readonly TextEdit[]): WorkflowDocument {
	if (edits.length === 0) return document;
	return parseWorkflow(applyEdits(document.text, edits), { comments: document.comments });
}

/** The edit of `NODE.INPUT=VALUE`. */
function editOf(document: WorkflowDocument, assignment: string): Result<TextEdit> {
	const equals = assignment.indexOf('=');
	const place = equals < 0 ? assignment : assignment.slice(0, equals);
	const dot = place.indexOf('.');
	if (equals < 0 || dot < 0)
		return failed(inputFailure(l10n.t('"{0}" is not of the form NODE.INPUT=VALUE.', assignment)));
	const [id, name] = [place.slice(0, dot), place.slice(dot + 1)];
	const node = document.nodeById.get(id);
	if (node === undefined) return failed(inputFailure(l10n.t('The document has no node "{0}".', id)));
	const input = node.inputs.find((each) => each.name === name);
	if (input === undefined)
		return failed(inputFailure(l10n.t('The node "{0}" has no input "{1}".', id, name)));
	const value = assignment.slice(equals + 1);
	// A text input gets the words as they are, also where they could be read as a number.
	const isJson = input.value.type !== 'string' && parseJson(value).ok;
	return success({ range: input.range, newText: isJson ? value : JSON.stringify(value) });
}

/** The parameters of a run that say where the service reports it. */
export const webhookInput = {
	webhook: z.exactOptional(
		z
			.string()
			.check(
				z.describe(
					l10n.t('where the service reports the end of the run, an address that begins with https://'),
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
