import type { DatabaseSync } from 'node:sqlite';
import type { TableLayout } from './ledger.ts';
import { prepared } from './prepared.ts';

/**
 * The layout that belongs to all tables together: each step takes it to the next version, from an empty file on. Steps are never changed once
 * released.
 */
const common: Pick<TableLayout, 'migrations' | 'firstVersion'> = {
	firstVersion: 2,
	migrations: [
		`
		CREATE TABLE leases (
			name TEXT PRIMARY KEY,
			owner TEXT NOT NULL,
			expires_at INTEGER NOT NULL,
			ttl_ms INTEGER NOT NULL,
			note TEXT
		) WITHOUT ROWID;
		CREATE TABLE revision (value INTEGER NOT NULL);
		INSERT INTO revision (value) VALUES (0);
		CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
		CREATE TABLE removed (kind TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
		`,
	],
};

/**
 * Revisions of one file stay below this, and each file that replaces a damaged one begins lower than the previous one
 * has ended: by comparing revisions, a reader sees that the records restart.
 */
const revisionsOfAFile = 1_000_000_000_000;

/** Returns the number of the file, or of the memory of a window, that a revision belongs to; files replace one another. */
export function fileOf(revision: number): number {
	return Math.floor(revision / revisionsOfAFile);
}

/** Returns the version of a layout after all of its steps. */
function versionOf({ migrations, firstVersion = 1 }: typeof common): number {
	return firstVersion - 1 + migrations.length;
}

/** Returns the steps that a table of some version lacks; 0 means no table. */
function stepsAfter({ migrations, firstVersion = 1 }: typeof common, version: number): readonly string[] {
	return migrations.slice(Math.max(0, version - firstVersion + 1));
}

/** Returns a number that increases with every version of any table, for file names. */
export function versionNumber(tables: readonly TableLayout[]): number {
	return tables.reduce((sum, table) => sum + versionOf(table), versionOf(common));
}

/**
 * Compares the layout of a file with the one that this program writes. `unknown` means that no released version wrote
 * it: tables from before the first step, or of another program.
 */
export function compareLayout(
	database: DatabaseSync,
	tables: readonly TableLayout[],
): 'unknown' | 'older' | 'same' | 'newer' {
	// Checked first: a window that finds tables also finds the versions, since another window creates all of them in
	// one transaction.
	const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined;
	const shared = commonVersion(database);
	if (shared === 0) return isEmpty ? 'older' : 'unknown';
	if (isBefore(common, shared)) return 'unknown';
	const versions = tables.map((table) => ({ table, version: tableVersion(database, table.name) }));
	if (versions.some(({ table, version }) => version > 0 && isBefore(table, version))) return 'unknown';
	const differences = versions.map(({ table, version }) => version - versionOf(table));
	differences.push(shared - versionOf(common));
	if (differences.some((difference) => difference > 0)) return 'newer';
	return differences.every((difference) => difference === 0) ? 'same' : 'older';
}

function isBefore({ firstVersion = 1 }: typeof common, version: number): boolean {
	return version < firstVersion;
}

/**
 * Migrates the file to this program's layout in one transaction, safe against another window doing the same. The caller has made sure that
 * the file is neither newer nor unknown. `generation` counts the files that replaced others, from 1.
 */
export function migrate(database: DatabaseSync, tables: readonly TableLayout[], generation: number): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		const shared = commonVersion(database);
		if (shared === 0) database.exec('CREATE TABLE schema_version (version INTEGER NOT NULL)');
		for (const step of stepsAfter(common, shared)) database.exec(step);
		if (shared < versionOf(common)) {
			database.prepare('INSERT INTO schema_version (version) VALUES (?)').run(versionOf(common));
		}
		if (shared === 0) {
			database.prepare('UPDATE revision SET value = ?').run((1 - generation) * revisionsOfAFile);
		}
		for (const table of tables) {
			const version = tableVersion(database, table.name);
			if (version >= versionOf(table)) continue;
			for (const step of stepsAfter(table, version)) database.exec(step);
			database
				.prepare('INSERT OR REPLACE INTO table_versions (name, version) VALUES (?, ?)')
				.run(table.name, versionOf(table));
		}
		database.exec('COMMIT');
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

/** Returns the common version; 0 for a file without versions. */
function commonVersion(database: DatabaseSync): number {
	const known = database.prepare(`SELECT 1 AS there FROM sqlite_schema WHERE name = 'schema_version'`).get();
	if (!known) return 0;
	return Number(database.prepare('SELECT max(version) AS version FROM schema_version').get()?.version ?? 0);
}

/** Returns the version of a table; 0 if the file does not have it. */
function tableVersion(database: DatabaseSync, name: string): number {
	const row = database.prepare('SELECT version FROM table_versions WHERE name = ?').get(name);
	return Number(row?.version ?? 0);
}

/** Reads the revision that a database has now. */
export function readRevision(database: DatabaseSync): number {
	return Number(prepared(database, 'SELECT value FROM revision').get()?.value ?? 0);
}
