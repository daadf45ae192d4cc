import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { latestPath } from './file.ts';

/**
 * Reads the history file at `path` as it is, without creating, repairing, migrating or waiting. Returns undefined if
 * that is not possible.
 */
export function glance<T>(path: string, read: (database: DatabaseSync) => T): T | undefined {
	let database: DatabaseSync | undefined;
	try {
		const latest = latestPath(path);
		if (!existsSync(latest)) return undefined;
		database = new DatabaseSync(latest, { readOnly: true });
		return read(database);
	} catch {
		return undefined;
	} finally {
		database?.close();
	}
}
