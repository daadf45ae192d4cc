import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The data folder belongs to another running sandbox. */
export class FolderInUse extends Error {}

/**
 * Holds the data folder for this process. The lock is the operating system's lock on an SQLite file, so it ends with the
 * process however that ends, and a reused process id cannot be mistaken for its owner. Throws `FolderInUse`.
 */
export function lockFolder(folder: string): () => void {
	const pidFile = join(folder, 'owner.pid');
	const db = new DatabaseSync(join(folder, 'owner.lock'));
	try {
		db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
	} catch (error) {
		db.close();
		if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error;
		throw new FolderInUse(`Another sandbox${ownerOf(pidFile)} is already using ${folder}.`);
	}
	writeFileSync(pidFile, String(process.pid));
	return () => db.close();
}

function ownerOf(pidFile: string): string {
	try {
		return ` (process ${readFileSync(pidFile, 'utf8').trim()})`;
	} catch {
		return '';
	}
}
