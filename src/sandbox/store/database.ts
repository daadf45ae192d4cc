import { DatabaseSync, type StatementSync } from 'node:sqlite';

const migrations: readonly string[] = [
	`
	CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
	CREATE TABLE accounts (
		id TEXT PRIMARY KEY, email TEXT NOT NULL, balance INTEGER NOT NULL, created_at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE tokens (
		id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, type TEXT NOT NULL,
		created_at INTEGER NOT NULL, revoked_at INTEGER
	) STRICT;
	CREATE TABLE device_codes (
		device_hash TEXT PRIMARY KEY, user_code TEXT NOT NULL UNIQUE, state TEXT NOT NULL, account_id TEXT,
		expires_at INTEGER NOT NULL, polled_at INTEGER
	) STRICT;
	CREATE TABLE workflows (
		id TEXT NOT NULL, version TEXT NOT NULL, account_id TEXT NOT NULL, document TEXT NOT NULL, readme TEXT NOT NULL,
		schema TEXT, PRIMARY KEY (id, version)
	) STRICT;
	CREATE TABLE deployments (
		id TEXT PRIMARY KEY, account_id TEXT NOT NULL, name TEXT NOT NULL, workflow_id TEXT NOT NULL,
		workflow_version TEXT NOT NULL, hardware TEXT NOT NULL, min_instances INTEGER NOT NULL,
		max_instances INTEGER NOT NULL, queue_size INTEGER NOT NULL, keep_warm INTEGER NOT NULL,
		enabled INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER
	) STRICT;
	CREATE INDEX deployments_by_account ON deployments (account_id, created_at);
	CREATE TABLE instances (
		id TEXT PRIMARY KEY, deployment_id TEXT NOT NULL, ready_at INTEGER NOT NULL, stopped_at INTEGER
	) STRICT;
	CREATE INDEX instances_live ON instances (stopped_at) WHERE stopped_at IS NULL;
	CREATE TABLE requests (
		number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, deployment_id TEXT NOT NULL, account_id TEXT NOT NULL,
		api TEXT NOT NULL, state TEXT NOT NULL, document TEXT NOT NULL, hardware TEXT NOT NULL, flat INTEGER NOT NULL,
		webhook TEXT, webhook_intermediate INTEGER NOT NULL, cancel_requested INTEGER NOT NULL, instance_id TEXT,
		outputs TEXT, error TEXT, created_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER,
		files_removed INTEGER NOT NULL
	) STRICT;
	CREATE INDEX requests_open ON requests (state) WHERE state IN ('in_queue', 'in_progress');
	CREATE INDEX requests_with_files ON requests (finished_at) WHERE files_removed = 0;
	CREATE INDEX requests_by_instance ON requests (instance_id) WHERE instance_id IS NOT NULL;
	CREATE TABLE deliveries (
		number INTEGER PRIMARY KEY, request_id TEXT NOT NULL, event TEXT NOT NULL, attempts INTEGER NOT NULL,
		next_at INTEGER NOT NULL, give_up_at INTEGER NOT NULL
	) STRICT;
	`,
	`
	CREATE TABLE datasets (
		id TEXT PRIMARY KEY, account_id TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, error TEXT,
		created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, touched_at INTEGER NOT NULL, deleted_at INTEGER
	) STRICT;
	CREATE UNIQUE INDEX datasets_by_name ON datasets (account_id, name) WHERE deleted_at IS NULL;
	CREATE TABLE dataset_files (
		dataset_id TEXT NOT NULL, name TEXT NOT NULL, bytes INTEGER NOT NULL, stored_as TEXT NOT NULL,
		PRIMARY KEY (dataset_id, name)
	) STRICT;
	CREATE TABLE dataset_announcements (
		dataset_id TEXT NOT NULL, name TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (dataset_id, name)
	) STRICT;
	`,
	`
	CREATE TABLE training_jobs (
		number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, name TEXT NOT NULL,
		state TEXT NOT NULL, gpu_type TEXT NOT NULL, gpu_count INTEGER NOT NULL, price INTEGER NOT NULL,
		config TEXT NOT NULL, plan TEXT NOT NULL, flaw TEXT, steps INTEGER NOT NULL, step INTEGER, error TEXT,
		created_at INTEGER NOT NULL, starts_at INTEGER, started_at INTEGER, finished_at INTEGER,
		charged_until REAL, deleted_at INTEGER
	) STRICT;
	CREATE UNIQUE INDEX training_jobs_by_name ON training_jobs (account_id, name) WHERE deleted_at IS NULL;
	CREATE INDEX training_jobs_open ON training_jobs (state) WHERE state IN ('IN_QUEUE', 'RUNNING');
	CREATE TABLE training_runs (
		job_id TEXT NOT NULL, number INTEGER NOT NULL, config TEXT NOT NULL, plan TEXT NOT NULL, step_ms REAL NOT NULL,
		start_step INTEGER NOT NULL, began_at INTEGER NOT NULL, base_step INTEGER NOT NULL, base_at INTEGER,
		reached INTEGER, PRIMARY KEY (job_id, number)
	) STRICT;
	`,
	`
	CREATE TABLE catalog_copies (count INTEGER NOT NULL) STRICT;
	CREATE TABLE model_requests (
		number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account_id TEXT NOT NULL, model_id TEXT NOT NULL,
		state TEXT NOT NULL, body TEXT NOT NULL, price INTEGER NOT NULL, cost INTEGER, output TEXT, error TEXT,
		created_at INTEGER NOT NULL, ready_at INTEGER NOT NULL, started_at INTEGER, finished_at INTEGER,
		files_removed INTEGER NOT NULL
	) STRICT;
	CREATE INDEX model_requests_open ON model_requests (state) WHERE state IN ('in_queue', 'in_progress');
	CREATE INDEX model_requests_with_files ON model_requests (finished_at) WHERE files_removed = 0;
	`,
	`
	CREATE TABLE torn_down (deployment_id TEXT PRIMARY KEY) STRICT;
	`,
	`
	ALTER TABLE requests ADD COLUMN node_errors TEXT;
	`,
];

/** The content of a column. */
export type Value = string | number | null;
export type Row = Readonly<Record<string, Value>>;

/** The SQLite file of a sandbox. A statement that has returned survives the end of the process. */
export class Database {
	readonly #db: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	#inTransaction = false;

	constructor(file: string) {
		this.#db = new DatabaseSync(file);
		this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000');
		this.#migrate();
	}

	/** Runs a statement that changes something; returns the number of changed rows. */
	run(sql: string, ...parameters: readonly Value[]): number {
		return Number(this.#prepared(sql).run(...parameters).changes);
	}

	get(sql: string, ...parameters: readonly Value[]): Row | undefined {
		return this.#prepared(sql).get(...parameters) as Row | undefined;
	}

	all(sql: string, ...parameters: readonly Value[]): readonly Row[] {
		return this.#prepared(sql).all(...parameters) as unknown as readonly Row[];
	}

	/** Runs `work` as a transaction: all or nothing; nested calls join the outer one. It must be synchronous. */
	transaction<T>(work: () => T): T {
		if (this.#inTransaction) return work();
		this.#db.exec('BEGIN IMMEDIATE');
		this.#inTransaction = true;
		try {
			const value = work();
			this.#db.exec('COMMIT');
			return value;
		} catch (error) {
			this.#db.exec('ROLLBACK');
			throw error;
		} finally {
			this.#inTransaction = false;
		}
	}

	/** Empties every table but `meta`, which contains the data that outlives a reset: secret, port and clock. */
	clear(): void {
		const tables = this.all(
			`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'meta'`,
		);
		this.transaction(() => {
			for (const { name } of tables) this.#db.exec(`DELETE FROM "${String(name)}"`);
		});
	}

	readMeta(key: string): string | undefined {
		const row = this.get('SELECT value FROM meta WHERE key = ?', key);
		return row === undefined ? undefined : String(row.value);
	}

	writeMeta(key: string, value: string): void {
		this.run(
			'INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
			key,
			value,
		);
	}

	close(): void {
		this.#db.close();
	}

	#prepared(sql: string): StatementSync {
		let statement = this.#statements.get(sql);
		if (statement === undefined) {
			statement = this.#db.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}

	#migrate(): void {
		const version = Number(this.#db.prepare('PRAGMA user_version').get()?.user_version ?? 0);
		for (const [index, sql] of migrations.entries()) {
			if (index >= version) this.#db.exec(`BEGIN; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
		}
	}
}
