import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { codeOf } from '../base/disk/codeOf.ts';
import { numberedName } from './names.ts';
import { placeInside } from './placeInside.ts';

/** Give up looking for a free name after this many. */
const maxNumber = 9999;

/**
 * Renames a finished temporary file in `folder` and never overwrites: if the name is taken, ` (1)` and so on is added.
 * Returns the final name. Throws the file system's error.
 * @param name is safe, and stays unchanged.
 */
export async function publish(temporary: string, folder: string, name: string): Promise<string> {
	let taken: ReadonlySet<string> | undefined;
	for (let number = 0; number <= maxNumber; number++) {
		const numbered = numberedName(name, number);
		if (taken?.has(numbered)) continue;
		const path = placeInside(folder, numbered);
		if (!(await reserve(path))) {
			// Listed once, since one attempt for each of many files with this name would take long.
			taken ??= new Set(await readdir(folder));
			continue;
		}
		try {
			await rename(temporary, path);
		} catch (error) {
			await rm(path, { force: true });
			throw error;
		}
		await syncFolder(folder);
		return basename(path);
	}
	throw new Error(`There are already ${maxNumber} files named ${name} in the folder.`);
}

/** Reserves a name by creating an empty file exclusively; false if it is taken. */
async function reserve(path: string): Promise<boolean> {
	try {
		const handle = await open(path, 'wx');
		await handle.close();
		return true;
	} catch (error) {
		const code = codeOf(error);
		// Windows returns EPERM or EISDIR if a folder has the name.
		if (code === 'EEXIST' || code === 'EISDIR' || code === 'EPERM') return false;
		throw error;
	}
}

/** Makes the new name survive a power cut, if the system can sync folders. */
async function syncFolder(folder: string): Promise<void> {
	try {
		const handle = await open(folder, 'r');
		try {
			await handle.sync();
		} finally {
			await handle.close();
		}
	} catch {
		// Windows cannot open folders; the journal of its file system keeps the rename.
	}
}
