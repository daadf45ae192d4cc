import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';

/** What is at a path; undefined where nothing is, or where it cannot be asked. */
export async function lookAt(path: string, followLinks: boolean): Promise<Stats | undefined> {
	return (followLinks ? stat : lstat)(path).then(undefined, () => undefined);
}

/** The path without links; undefined where it leads nowhere. */
export async function realPathOf(path: string): Promise<string | undefined> {
	return realpath(path).then(undefined, () => undefined);
}

/** The entries of a folder, or one sentence about why it cannot be listed. */
export async function listFolder(path: string): Promise<readonly Dirent[] | string> {
	try {
		return await readdir(path, { withFileTypes: true });
	} catch (error) {
		return `The folder cannot be listed: ${reasonOf(error)}.`;
	}
}

/** One sentence about a file that cannot be read. */
export function fileTrouble(error: unknown, name: string): string {
	const { code } = error as { code?: unknown };
	// Names that are not UTF-8 come back with this mark in place of their bytes, and then lead nowhere.
	if (code === 'ENOENT' && name.includes('\ufffd'))
		return 'Its name is not valid text on this system. Rename the file.';
	return `The file cannot be read: ${reasonOf(error)}.`;
}

const reasons: Readonly<Record<string, string>> = {
	EACCES: 'you are not allowed to',
	EPERM: 'you are not allowed to',
	ENOENT: 'it is not there any more',
	ELOOP: 'it became a link while it was looked at',
	ENAMETOOLONG: 'its path is too long for this system',
	EMFILE: 'too many files are open',
	EBUSY: 'another program uses it',
	EIO: 'the disk reports an error',
	EEXIST: 'a file of this name exists',
	ENOSPC: 'the disk is full',
	EROFS: 'the disk is read-only',
};

/** Part of a sentence: why the file system refused. */
export function reasonOf(error: unknown): string {
	const { code, message } = error as { code?: unknown; message?: unknown };
	return reasons[String(code)] ?? String(code ?? message ?? error);
}
