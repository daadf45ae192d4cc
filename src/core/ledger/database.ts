import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Log } from '../base/log.ts';
import { migrate, schemaVersion, versionOf } from './schema.ts';

/** An opened file, and what had to be done to get it. */
export interface OpenedDatabase {
	readonly database: DatabaseSync;
	readonly problem?: string;
}

const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

/** True for errors that mean the file itself is damaged, as opposed to busy, full or forbidden. */
export function isDamage(error: unknown): boolean {
	const code = (error as { errcode?: unknown } | undefined)?.errcode;
	return typeof code === 'number' && [sqliteCorrupt, sqliteNotADatabase].includes(code & 0xff);
}

/**
 * Opens the ledger's file, makes or lifts its tables, and never fails: a damaged file is renamed and a new one begun, a
 * file of a newer Easel is left alone and a file beside it used, and where nothing can be written the history lives in
 * memory until the window closes.
 */
export function openDatabase(path: string, log: Log, now: number): OpenedDatabase {
	try {
		mkdirSync(dirname(path), { recursive: true });
		return openFile(path);
	} catch (error) {
		log.error('The ledger could not be opened.', error);
		if (!isDamage(error)) return inMemory(log);
	}
	const kept = setAside(path, now, log);
	if (kept === undefined) return inMemory(log);
	try {
		return {
			...openFile(path),
			problem:
				`The history of your runs was damaged, so a new one was begun. The damaged file was kept as ${kept}; ` +
				'requests that were still running can be looked up on the service by their id.',
		};
	} catch (error) {
		log.error('A new ledger could not be made.', error);
		return inMemory(log);
	}
}

function openFile(path: string): OpenedDatabase {
	const database = connect(path);
	try {
		const version = versionOf(database);
		if (version > schemaVersion) {
			database.close();
			const { dir, name, ext } = parse(path);
			return {
				...openFile(join(dir, `${name}.v${schemaVersion}${ext}`)),
				problem:
					'The history of your runs was written by a newer version of Easel. This version leaves it alone and ' +
					'keeps its own history; update Easel to see everything.',
			};
		}
		migrate(database);
		return { database };
	} catch (error) {
		if (database.isOpen) database.close();
		throw error;
	}
}

function connect(path: string): DatabaseSync {
	const database = new DatabaseSync(path);
	try {
		database.exec('PRAGMA busy_timeout = 3000');
		database.exec('PRAGMA journal_mode = WAL');
		// A request id that is lost with the power is a paid run that nobody finds again.
		database.exec('PRAGMA synchronous = FULL');
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}

function inMemory(log: Log): OpenedDatabase {
	const database = new DatabaseSync(':memory:');
	migrate(database);
	log.warn('The ledger lives in memory only.');
	return {
		database,
		problem:
			'The history of your runs cannot be written to disk, so runs are remembered only until this window closes. ' +
			'Make sure that the disk is not full and that its folder can be written to, then reload the window.',
	};
}

/** Renames the file with its side files; the new name, or `undefined` when that is not possible. */
function setAside(path: string, now: number, log: Log): string | undefined {
	const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
	const target = `${path}.damaged-${stamp}`;
	try {
		for (const suffix of ['', '-wal', '-shm']) {
			if (existsSync(path + suffix)) renameSync(path + suffix, target + suffix);
		}
		return target;
	} catch (error) {
		log.error('The damaged ledger could not be set aside.', error);
		return undefined;
	}
}
