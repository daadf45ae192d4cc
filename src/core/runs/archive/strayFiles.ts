import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { numberedName, safeFileName } from '../../transfers/names.ts';
import type { Run } from '../run.ts';
import { runFolder } from './runFolder.ts';

/*
 * A window that is killed leaves files without a record in the folder of a run: a result that got its name just before
 * it was recorded and was then downloaded again, and partial files under temporary names.
 */

/** Files that were changed less than this many milliseconds ago may not have been recorded in the history yet. */
const settledMs = 3_600_000;

/** Removes unrecorded files from the folder of a run that has ended; returns the freed bytes. */
export async function removeStrayFiles(archive: string, run: Run, now: number): Promise<number> {
	const folder = runFolder(archive, run.id);
	let freed = 0;
	// A missing folder has none.
	for (const name of await readdir(folder).catch(() => [])) {
		if (!isStray(name, run)) continue;
		const path = join(folder, name);
		const { size, mtimeMs } = await stat(path);
		if (now - mtimeMs < settledMs) continue;
		await rm(path, { force: true });
		freed += size;
	}
	return freed;
}

/** Returns whether a file has a name that Easel gives and no record: a person's own files have others. */
function isStray(name: string, { files }: Run): boolean {
	if (name.startsWith('.')) return name.endsWith('.part');
	if (files.some(({ archivedAs }) => archivedAs === name)) return false;
	const number = Number(/ \((\d{1,4})\)(?:\.[^.]*)?$/.exec(name)?.[1] ?? 0);
	return files.some(({ filename }) => {
		const safe = safeFileName(filename);
		return name === safe || name === numberedName(safe, number);
	});
}
