import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './codeOf.ts';

/** Options for making a folder; `mode` as of `mkdir`, for each folder that was missing. */
interface FolderOptions {
	readonly mode?: number;
}

/**
 * Creates a folder and its missing parents; an existing one stays unchanged. Rejects with the error of the system; with
 * `EACCES` if the place does not allow folders. (Node's recursive `mkdir` never ends in such a place, as below
 * `/proc`.)
 */
export async function makeFolder(path: string, options: FolderOptions = {}): Promise<void> {
	try {
		await mkdir(path, options);
	} catch (cause) {
		if (
			await stat(path).then(
				(found) => found.isDirectory(),
				() => false,
			)
		)
			return;
		const above = aboveWhereMissing(path, cause);
		await makeFolder(above, options);
		await mkdir(path, options).catch((again: unknown) => {
			if (codeOf(again) !== 'EEXIST') throw inPlaceOf(again, path);
		});
	}
}

/** Creates a folder synchronously, for callers that cannot wait. */
export function makeFolderNow(path: string, options: FolderOptions = {}): void {
	try {
		mkdirSync(path, options);
	} catch (cause) {
		if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
		const above = aboveWhereMissing(path, cause);
		makeFolderNow(above, options);
		try {
			mkdirSync(path, options);
		} catch (again) {
			if (codeOf(again) !== 'EEXIST') throw inPlaceOf(again, path);
		}
	}
}

/**
 * Returns the parent folder if its absence may be the reason why a folder could not be created; throws the cause
 * otherwise.
 */
function aboveWhereMissing(path: string, cause: unknown): string {
	const above = dirname(path);
	if (codeOf(cause) !== 'ENOENT' || above === path) throw cause;
	return above;
}

/** Returns the error for a folder with an existing parent: `ENOENT` then means that the place does not allow folders. */
function inPlaceOf(cause: unknown, path: string): unknown {
	if (codeOf(cause) !== 'ENOENT') return cause;
	return Object.assign(new Error(`EACCES: no folder can be made, mkdir '${path}'`), { code: 'EACCES', path });
}
