import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success, wrongInput } from '../base/failure.ts';
import { numberText } from '../base/language.ts';
import { isSearchedFolder } from './pairs.ts';

/** More entries than this are not a folder of training data, but a whole disk. */
const mostEntries = 300_000;

/** The files of a folder and its subfolders, by path relative to it, with slashes. */
export interface Listing {
	readonly files: readonly string[];
	/** Files that are symbolic links to a place inside the folder, and that place. */
	readonly links: ReadonlyMap<string, string>;
	/** Entries that are neither files nor folders, links that leave the folder, and names that are not text. */
	readonly leftOut: readonly string[];
}

/**
 * Lists the files of a folder as training sees them: hidden entries and the toolkit's own folders are skipped, links to folders are not
 * followed, and links to files only within the folder.
 */
export async function listFolder(root: string): Promise<Result<Listing>> {
	const files: string[] = [];
	const links = new Map<string, string>();
	const leftOut: string[] = [];
	let seen = 0;
	const queue = [''];
	try {
		const realRoot = await realpath(root);
		for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
			const entries = await readdir(join(root, folder), { withFileTypes: true });
			seen += entries.length;
			if (seen > mostEntries)
				return wrongInput(
					l10n.t('The folder has more than {0} files and folders.', numberText(mostEntries)),
					l10n.t('Choose a folder that contains only the training data.'),
				);
			for (const entry of entries) {
				const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
				if (entry.name.startsWith('.')) continue;
				// A name that is not UTF-8 arrives with this sign, and the file cannot be reached by it.
				if (entry.name.includes('\uFFFD')) leftOut.push(path);
				else if (entry.isDirectory()) {
					if (isSearchedFolder(entry.name)) queue.push(path);
				} else if (entry.isFile()) files.push(path);
				else if (entry.isSymbolicLink()) {
					const target = await fileInside(realRoot, join(root, path));
					if (target === undefined) leftOut.push(path);
					else {
						files.push(path);
						links.set(path, target);
					}
				} else leftOut.push(path);
			}
		}
	} catch (cause) {
		return failed(notListed(cause));
	}
	return success({ files, links, leftOut });
}

/** Returns the target of a link, when that is a file inside the folder. */
async function fileInside(realRoot: string, path: string): Promise<string | undefined> {
	try {
		const target = await realpath(path);
		const inside = target.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep);
		return inside && (await stat(target)).isFile() ? target : undefined;
	} catch {
		// It leads nowhere, or in a circle.
		return undefined;
	}
}

function notListed(cause: unknown): Failure {
	return {
		kind: 'notFound',
		message: l10n.t('The folder cannot be read.'),
		nextStep: l10n.t('Check that it exists and that you have permission to read it.'),
		fixer: 'you',
		cause,
	};
}
