import { copyFile, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { codeOf } from '../../base/disk/codeOf.ts';
import { type Failure, failed, type Result, success, unsentFailure } from '../../base/failure.ts';
import type { HeldCall } from '../../http/readsOnly.ts';
import type { Disk } from '../disk.ts';

/** An act that a dry run has prevented: a call of the service, or a change of a file or folder. */
export type Held = HeldCall | { readonly path: string };

/** A copy of a history, which takes all writes of a dry run. */
interface HistoryCopy {
	readonly folder: string;
	remove(): Promise<void>;
}

/** Maximum number of copies if a program writes the history meanwhile. */
const mostTries = 5;

/** The folders of a history that are small; its results are not copied. */
const copiedFolders = ['jobs', 'batches'] as const;

/** Copies the history of a folder into a temporary one, without opening its files. */
export async function copyHistory(folder: string): Promise<Result<HistoryCopy>> {
	const copy = await mkdtemp(join(tmpdir(), 'easel-dry-run-'));
	const remove = () => rm(copy, { recursive: true, force: true });
	try {
		for (let left = mostTries; left > 0; left--)
			if (await copyFiles(folder, copy)) {
				for (const name of copiedFolders)
					await cp(join(folder, name), join(copy, name), { recursive: true }).catch(ifMissing);
				return success({ folder: copy, remove });
			}
	} catch (cause) {
		await remove();
		throw cause;
	}
	await remove();
	return failed({
		kind: 'conflict',
		message: l10n.t('Another program keeps writing to the history, so it could not be read for a dry run.'),
		nextStep: l10n.t('Try again in a moment.'),
		fixer: 'nobody',
		mayHaveArrived: false,
	});
}

/** Copies the files of the ledger, including writes that are not yet in its main file; false if one was written meanwhile. */
async function copyFiles(folder: string, copy: string): Promise<boolean> {
	const before = await stampsOf(folder);
	for (const name of await readdir(copy)) await rm(join(copy, name), { recursive: true });
	for (const name of before.keys()) await copyFile(join(folder, name), join(copy, name)).catch(ifMissing);
	const after = await stampsOf(folder);
	return JSON.stringify([...before]) === JSON.stringify([...after]);
}

async function stampsOf(folder: string): Promise<ReadonlyMap<string, string>> {
	const names = await readdir(folder).catch(() => []);
	const stamps = new Map<string, string>();
	for (const name of names.filter((each) => /^history(-\d+)?\.db(-wal)?$/.test(each))) {
		const facts = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
		if (facts !== undefined) stamps.set(name, `${facts.size} ${facts.mtimeNs}`);
	}
	return stamps;
}

function ifMissing(cause: unknown): void {
	if (codeOf(cause) !== 'ENOENT') throw cause;
}

/**
 * Returns a disk that reads from `disk` and writes nothing there: documents and inputs to keep go to `copy`, the disk
 * of a copy of the history, and every other write is reported to `onHeld` and fails.
 */
export function dryDisk(disk: Disk, copy: Disk, onHeld: (held: Held) => void): Disk {
	const held = (path: string) => {
		onHeld({ path });
		return failed(heldFailure(path));
	};
	return {
		files: disk.files,
		readText: disk.readText,
		textIn: disk.textIn,
		filesLike: disk.filesLike,
		writeText: async (path) => held(path),
		readCaption: disk.readCaption,
		async writeCaption(path) {
			onHeld({ path });
			return { kind: 'failed', reason: heldFailure(path).message };
		},
		folderAt: disk.folderAt,
		reportOf: disk.reportOf,
		uploadOf: disk.uploadOf,
		savedWorkflows: copy.savedWorkflows,
		keepDocument: copy.keepDocument,
		keepInputs: copy.keepInputs,
		keepResult: copy.keepResult,
		keptDocument: disk.keptDocument,
		keptInputs: disk.keptInputs,
		pathOfResult: disk.pathOfResult,
		saveFiles: async (_run, { folder }) => held(folder),
		saveCheckpoint: async (_source, { folder }) => held(folder),
		// The caller saves the file next, as requested.
		sampleCopy: async (_source, { name }) => success(name),
		saveCopy: async (_file, folder) => held(folder),
		checkpointMetadata: disk.checkpointMetadata,
		foldersOf: disk.foldersOf,
	};
}

function heldFailure(path: string): Failure {
	return unsentFailure(
		'canceled',
		l10n.t('A dry run writes nothing, so "{0}" was not written.', path),
		l10n.t('Run the command without --dry-run to write it.'),
	);
}
