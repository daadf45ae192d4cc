import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { fileEnding } from '../base/files/path.ts';
import type { RunSource } from '../runs/start/runSource.ts';
import { parseWorkflow } from '../workflow/document.ts';
import type { OperationServices } from './services.ts';
import { withDisk } from './withSession.ts';

/** How a workflow document is named: by its path, or by its text. */
export const documentInput = {
	path: z.exactOptional(z.string().check(z.describe('the path of a workflow document'))),
	document: z.exactOptional(
		z.string().check(z.describe('the text of a workflow document; names of files in it lead nowhere')),
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

/** What was given cannot be used. */
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
