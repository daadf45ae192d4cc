import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * What is on disk of a run: a folder with its result files and the document that it was made from. `archive` is the folder with
 * one such folder for each run.
 */

/** Hidden, so that no result file can have the same name and nobody takes it for a result. */
const documentName = '.workflow.json';

/** A document that was kept. */
export interface KeptDocument {
	readonly path: string;
	readonly text: string;
}

export function runFolder(archive: string, runId: string): string {
	return join(archive, runId);
}

/** Keeps the document of a run as it was sent. Rejects where it cannot be written. */
export async function keepDocument(archive: string, runId: string, text: string): Promise<void> {
	const folder = runFolder(archive, runId);
	const path = join(folder, documentName);
	await mkdir(folder, { recursive: true });
	// A window that is closed in the middle leaves no half of a document.
	await writeFile(`${path}.part`, text);
	await rename(`${path}.part`, path);
}

/** The document that was kept of a run; `undefined` when there is none. */
export async function readDocument(archive: string, runId: string): Promise<KeptDocument | undefined> {
	for (const path of [join(runFolder(archive, runId), documentName), formerDocument(archive, runId)]) {
		const text = await readFile(path, 'utf8').catch(() => undefined);
		if (text !== undefined) return { path, text };
	}
	return undefined;
}

/** Removes everything of a run from disk. Rejects where that is not possible. */
export async function removeRunFolder(archive: string, runId: string): Promise<void> {
	await rm(formerDocument(archive, runId), { force: true });
	await rm(runFolder(archive, runId), { recursive: true, force: true });
}

/** Where earlier versions kept the document. */
function formerDocument(archive: string, runId: string): string {
	return join(archive, `${runId}.workflow.json`);
}
