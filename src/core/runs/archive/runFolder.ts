import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/disk/makeFolder.ts';
import { replaceFile } from '../../base/disk/replaceFile.ts';

/*
 * The files of a run on disk: a folder with its result files, its document and the inputs it sent. `archive` contains
 * one such folder for each run.
 */

/** Hidden, so that no result file can have the same name and it is not mistaken for a result. */
const documentName = '.workflow.json';

/** The same for the body of a run of inputs. */
const inputsName = '.inputs.json';

/** The same for the body of the request, for any kind of run. */
const requestName = '.request.json';

interface KeptDocument {
	readonly path: string;
	readonly text: string;
}

export function runFolder(archive: string, runId: string): string {
	return join(archive, runId);
}

/** Keeps the document of a run as it was sent. Rejects if it cannot be written. */
export function keepDocument(archive: string, runId: string, text: string): Promise<void> {
	return keepFile(archive, runId, documentName, text);
}

/** Keeps the permitted part of the inputs of a run, as JSON text (`keptBody`). Rejects if it cannot be written. */
export function keepInputs(archive: string, runId: string, text: string): Promise<void> {
	return keepFile(archive, runId, inputsName, text);
}

/** Reads the kept inputs of a run; `undefined` if absent. */
export function readInputsOf(archive: string, runId: string): Promise<string | undefined> {
	return readFile(join(runFolder(archive, runId), inputsName), 'utf8').catch(() => undefined);
}

/** Keeps the body of the request of a run, as JSON text; the caller has removed keys. Rejects if it cannot be written. */
export function keepRequest(archive: string, runId: string, bodyText: string): Promise<void> {
	return keepFile(archive, runId, requestName, bodyText);
}

/** Reads the kept body of the request of a run; `undefined` without one. */
export function readRequest(archive: string, runId: string): Promise<string | undefined> {
	return readFile(join(runFolder(archive, runId), requestName), 'utf8').catch(() => undefined);
}

/** Keeps a file of a run, such as a result under a safe name. Rejects if it cannot be written. */
export async function keepFile(
	archive: string,
	runId: string,
	name: string,
	content: string | Uint8Array,
): Promise<void> {
	const folder = runFolder(archive, runId);
	await makeFolder(folder);
	// Private: the texts of a person.
	await replaceFile(join(folder, name), content, 0o600);
}

/** Reads the kept document of a run; `undefined` without one. */
export async function readDocument(archive: string, runId: string): Promise<KeptDocument | undefined> {
	for (const path of [join(runFolder(archive, runId), documentName), formerDocument(archive, runId)]) {
		const text = await readFile(path, 'utf8').catch(() => undefined);
		if (text !== undefined) return { path, text };
	}
	return undefined;
}

/** Removes everything of a run from disk. Rejects if that is not possible. */
export async function removeRunFolder(archive: string, runId: string): Promise<void> {
	await rm(formerDocument(archive, runId), { force: true });
	await rm(runFolder(archive, runId), { recursive: true, force: true });
}

/** Returns the path at which earlier versions kept the document. */
function formerDocument(archive: string, runId: string): string {
	return join(archive, `${runId}.workflow.json`);
}
