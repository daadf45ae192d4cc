import type { DatabaseSync } from 'node:sqlite';

/**
 * Each entry lifts the file by one version, from an empty file on. Entries are never changed once released: a new
 * version is a new entry.
 */
const migrations: readonly string[] = [
	`
	CREATE TABLE runs (
		id TEXT PRIMARY KEY,
		connection_id TEXT NOT NULL,
		account_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		document_uri TEXT,
		state TEXT NOT NULL,
		submitted_at INTEGER NOT NULL,
		revision INTEGER NOT NULL,
		record TEXT NOT NULL
	) WITHOUT ROWID;
	CREATE INDEX runs_by_account ON runs (connection_id, account_id, submitted_at);
	CREATE INDEX runs_by_deployment ON runs (connection_id, deployment_id, submitted_at);
	CREATE INDEX runs_by_document ON runs (document_uri, submitted_at) WHERE document_uri IS NOT NULL;
	CREATE INDEX runs_unfinished ON runs (connection_id, account_id, submitted_at)
		WHERE state IN ('submitting', 'queued', 'running', 'fetching');
	CREATE INDEX runs_by_revision ON runs (revision);
	CREATE TABLE removed_runs (id TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
	CREATE TABLE transfers (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
	CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
	CREATE TABLE revision (value INTEGER NOT NULL);
	INSERT INTO revision (value) VALUES (0);
	`,
	`
	ALTER TABLE runs RENAME TO runs_before;
	CREATE TABLE runs (
		id TEXT PRIMARY KEY,
		connection_id TEXT NOT NULL,
		account_id TEXT NOT NULL,
		target_kind TEXT NOT NULL,
		target_id TEXT NOT NULL,
		document_uri TEXT,
		state TEXT NOT NULL,
		submitted_at INTEGER NOT NULL,
		revision INTEGER NOT NULL,
		record TEXT NOT NULL
	) WITHOUT ROWID;
	INSERT INTO runs SELECT id, connection_id, account_id, 'deployment', deployment_id, document_uri, state, submitted_at, revision,
		CASE WHEN json_valid(record) THEN
			json_remove(
				json_set(record, '$.target',
					json_object('kind', 'deployment', 'id', deployment_id, 'name', json_extract(record, '$.deploymentName'))),
				'$.deploymentId', '$.deploymentName')
		ELSE record END
		FROM runs_before;
	DROP TABLE runs_before;
	CREATE INDEX runs_by_account ON runs (connection_id, account_id, submitted_at);
	CREATE INDEX runs_by_target ON runs (connection_id, target_kind, target_id, submitted_at);
	CREATE INDEX runs_by_document ON runs (document_uri, submitted_at) WHERE document_uri IS NOT NULL;
	CREATE INDEX runs_unfinished ON runs (connection_id, account_id, submitted_at)
		WHERE state IN ('submitting', 'queued', 'running', 'fetching');
	CREATE INDEX runs_by_revision ON runs (revision);
	`,
];

/** The version of the file's layout that this program writes. */
export const schemaVersion = migrations.length;

/** The version found in the file: 0 for an empty one. */
export function versionOf(database: DatabaseSync): number {
	database.exec('CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)');
	const row = database.prepare('SELECT max(version) AS version FROM schema_version').get();
	return Number(row?.version ?? 0);
}

/**
 * Brings the file to `schemaVersion`, each step in its own transaction, safe against another window doing the same.
 * The caller has made sure that the file is not newer than this program.
 */
export function migrate(database: DatabaseSync): void {
	for (;;) {
		database.exec('BEGIN IMMEDIATE');
		try {
			const version = versionOf(database);
			const step = migrations[version];
			if (step === undefined) {
				database.exec('COMMIT');
				return;
			}
			database.exec(step);
			database.prepare('INSERT INTO schema_version (version) VALUES (?)').run(version + 1);
			database.exec('COMMIT');
		} catch (error) {
			if (database.isTransaction) database.exec('ROLLBACK');
			throw error;
		}
	}
}
