import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';

/** Returns the stats of a path; undefined if it does not exist or cannot be read. */
export async function lookAt(path: string, followLinks: boolean): Promise<Stats | undefined> {
	return (followLinks ? stat : lstat)(path).then(undefined, () => undefined);
}

/** Returns the path without links; undefined for a broken link. */
export async function realPathOf(path: string): Promise<string | undefined> {
	return realpath(path).then(undefined, () => undefined);
}

/** Lists the entries of a folder, or returns one sentence about why it cannot be listed. */
export async function listFolder(path: string): Promise<readonly Dirent[] | string> {
	try {
		return await readdir(path, { withFileTypes: true });
	} catch (error) {
		return l10n.t('The folder cannot be listed: {0}.', reasonOf(error));
	}
}

/** The largest text of a dataset that is read for comparison. A larger one differs. */
export const mostTextBytes = 10_000_000;

/** Returns one sentence about a file that cannot be read. */
export function fileTrouble(error: unknown, name: string): string {
	const { code } = error as { code?: unknown };
	// Names that are not UTF-8 are returned with this mark in place of their bytes, and then refer to no file.
	if (code === 'ENOENT' && name.includes('\ufffd'))
		return l10n.t('Its name is not valid text on this system. Rename the file.');
	return l10n.t('The file cannot be read: {0}.', reasonOf(error));
}

const reasons: Readonly<Record<string, string>> = {
	EACCES: l10n.t('permission denied'),
	EPERM: l10n.t('permission denied'),
	ENOENT: l10n.t('it no longer exists'),
	ELOOP: l10n.t('it became a link while it was being read'),
	ENAMETOOLONG: l10n.t('its path is too long for this system'),
	EMFILE: l10n.t('too many files are open'),
	EBUSY: l10n.t('another program is using it'),
	EIO: l10n.t('the disk reports an error'),
	EEXIST: l10n.t('a file with this name exists'),
	ENOSPC: l10n.t('the disk is full'),
	EROFS: l10n.t('the disk is read-only'),
};

/** Returns the reason why the file system refused, as a part of a sentence. */
export function reasonOf(error: unknown): string {
	const { code, message } = error as { code?: unknown; message?: unknown };
	return reasons[String(code)] ?? String(code ?? message ?? error);
}
