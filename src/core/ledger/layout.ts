import type { DatabaseSync } from 'node:sqlite';
import type { TableLayout } from './ledger.ts';

/**
 * What belongs to all tables together: each entry takes it to the next version, from an empty file on. Entries are never changed
 * once released. The first version had no versions of single tables yet.
 */
const commonMigrations: readonly string[] = [
	`
	CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
	CREATE TABLE revision (value INTEGER NOT NULL);
	INSERT INTO revision (value) VALUES (0);
	`,
	`
	CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
	INSERT INTO table_versions (name, version)
		SELECT name, 1 FROM sqlite_schema WHERE type = 'table' AND name IN ('runs', 'transfers');
	DROP TABLE IF EXISTS removed_runs;
	CREATE TABLE removed (kind TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (kind, id)) WITHOUT ROWID;
	DROP TABLE leases;
	CREATE TABLE leases (
		name TEXT PRIMARY KEY,
		owner TEXT NOT NULL,
		expires_at INTEGER NOT NULL,
		ttl_ms INTEGER NOT NULL,
		note TEXT
	) WITHOUT ROWID;
	`,
];

/**
 * Revisions of one file stay below this, and each file that replaces a damaged one begins lower than the one before it has ended:
 * so anyone who compares revisions sees that the records begin again.
 */
const revisionsOfAFile = 1_000_000_000_000;

/** Which of the files that replaced one another, or the memory of a window, a revision belongs to. */
export function fileOf(revision: number): number {
	return Math.floor(revision / revisionsOfAFile);
}

/** A number that goes up with every version of any table, to name files by. */
export function versionNumber(tables: readonly TableLayout[]): number {
	return tables.reduce((sum, { migrations }) => sum + migrations.length, commonMigrations.length);
}

/** How the layout of a file relates to the one that this program writes. */
export function compareLayout(
	database: DatabaseSync,
	tables: readonly TableLayout[],
): 'older' | 'same' | 'newer' {
	const common = commonVersion(database);
	const own = tables.map(({ name, migrations }) => tableVersion(database, common, name) - migrations.length);
	const differences = [common - commonMigrations.length, ...own];
	if (differences.some((difference) => difference > 0)) return 'newer';
	return differences.every((difference) => difference === 0) ? 'same' : 'older';
}

/**
 * Brings the file to this program's layout in one transaction, safe against another window doing the same. The caller has made
 * sure that the file is not newer. `generation` counts the files that replaced damaged ones, from 1.
 */
export function migrate(database: DatabaseSync, tables: readonly TableLayout[], generation: number): void {
	database.exec('BEGIN IMMEDIATE');
	try {
		const isNew = commonVersion(database) === 0;
		database.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
		for (let version = commonVersion(database); version < commonMigrations.length; version++) {
			database.exec(commonMigrations[version] ?? '');
			database.prepare('INSERT INTO schema_version (version) VALUES (?)').run(version + 1);
		}
		if (isNew) database.prepare('UPDATE revision SET value = ?').run((1 - generation) * revisionsOfAFile);
		for (const { name, migrations } of tables) {
			const version = tableVersion(database, commonMigrations.length, name);
			if (version >= migrations.length) continue;
			for (const step of migrations.slice(version)) database.exec(step);
			database
				.prepare('INSERT OR REPLACE INTO table_versions (name, version) VALUES (?, ?)')
				.run(name, migrations.length);
		}
		database.exec('COMMIT');
	} catch (error) {
		if (database.isTransaction) database.exec('ROLLBACK');
		throw error;
	}
}

/** 0 for an empty file. */
function commonVersion(database: DatabaseSync): number {
	const known = database.prepare(`SELECT 1 AS there FROM sqlite_schema WHERE name = 'schema_version'`).get();
	if (!known) return 0;
	return Number(database.prepare('SELECT max(version) AS version FROM schema_version').get()?.version ?? 0);
}

function tableVersion(database: DatabaseSync, common: number, name: string): number {
	if (common < 2) return 0;
	const row = database.prepare('SELECT version FROM table_versions WHERE name = ?').get(name);
	return Number(row?.version ?? 0);
}
