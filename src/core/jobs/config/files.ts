import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../base/disk/makeFolder.ts';
import { maskConfig } from './secrets.ts';

/*
 * The configurations of jobs on this computer: a file for each record, without the secrets that were written out in it.
 */

/** Keeps a configuration and returns how. Rejects if it cannot be written. */
export async function keepConfig(folder: string, id: string, text: string): Promise<'whole' | 'masked'> {
	const kept = maskConfig(text);
	const path = pathOf(folder, id);
	await makeFolder(folder);
	// A window that is closed while writing leaves no partial file.
	await writeFile(`${path}.part`, kept.text, { mode: 0o600 });
	await rename(`${path}.part`, path);
	return kept.masked ? 'masked' : 'whole';
}

/** Reads the kept configuration; `undefined` without one. */
export function readConfig(folder: string, id: string): Promise<string | undefined> {
	return readFile(pathOf(folder, id), 'utf8').catch(() => undefined);
}

/** Removes the kept files of a job. Rejects if that is not possible. */
export async function removeConfig(folder: string, id: string): Promise<void> {
	await rm(pathOf(folder, id), { force: true });
}

function pathOf(folder: string, id: string): string {
	return join(folder, `${id}.yaml`);
}
