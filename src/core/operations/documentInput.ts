import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../base/compact.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { RunSource } from '../runs/start/runSource.ts';
import { longestWorkflow, parseWorkflow } from '../workflow/document.ts';

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
export async function readDocumentInput({ path, document }: DocumentInput): Promise<Result<RunSource>> {
	if ((path === undefined) === (document === undefined))
		return failed(inputFailure(l10n.t('Name a document either by its path or by its text.')));
	if (path === undefined) return success({ document: parseWorkflow(document ?? ''), name: 'document' });
	const file = resolve(path);
	const name = basename(file);
	const read = await readTextFile(file);
	if (!read.ok) return read;
	return success({
		document: parseWorkflow(read.value, { comments: extname(file).toLowerCase() === '.jsonc' }),
		name,
		uri: pathToFileURL(file).toString(),
		folders: { document: dirname(file) },
	});
}

/** Reads a text that a person has named by its path. */
export async function readTextFile(path: string): Promise<Result<string>> {
	try {
		const { size } = await stat(path);
		if (size > longestWorkflow) return failed(inputFailure(l10n.t('"{0}" is too large.', basename(path))));
		return success(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
	} catch (cause) {
		const why = cause instanceof TypeError ? l10n.t('it is not written in UTF-8') : codeOf(cause);
		return failed(inputFailure(l10n.t('"{0}" cannot be read: {1}.', basename(path), why)));
	}
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

function codeOf(cause: unknown): string {
	const { code } = compact({ code: (cause as NodeJS.ErrnoException).code });
	switch (code) {
		case 'ENOENT':
			return l10n.t('there is no such file');
		case 'EISDIR':
			return l10n.t('it is a folder');
		case 'EACCES':
		case 'EPERM':
			return l10n.t('its permissions do not allow it');
		default:
			return code ?? l10n.t('the disk does not allow it');
	}
}
