import { randomBytes, randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import type { Row } from '../store/database.ts';

/** trainer-service.md, "States and transitions". */
export type DatasetState = 'DRAFT' | 'UPLOADING' | 'READY' | 'FAILED';

export interface DatasetRecord {
	readonly id: string;
	readonly accountId: string;
	readonly name: string;
	readonly state: DatasetState;
	/** The error of a failed one; a failed one without it is a legacy record. */
	readonly error?: string;
	/** Virtual milliseconds since 1970, as all times here. */
	readonly createdAt: number;
	readonly updatedAt: number;
	/** The last time that an upload was announced, began or ended. */
	readonly touchedAt: number;
	readonly deleted: boolean;
}

/** An arrived file. `storedAs` is its name on the disk, independent of its own. */
export interface ArrivedFile {
	readonly name: string;
	readonly bytes: number;
	readonly storedAs: string;
}

/** A file that a signed address was given for and that has not arrived. */
interface AnnouncedFile {
	readonly name: string;
	readonly expiresAt: number;
}

/** Datasets, with arrived and announced files. A call that has returned survives a kill. */
export class Datasets {
	readonly #sandbox: SandboxContext;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
	}

	/**
	 * Creates an empty dataset, by default with a generated name; undefined if the account already has one of that
	 * name.
	 * @param now milliseconds since 1970.
	 */
	create(
		accountId: string,
		name: string = `ds_${randomBytes(6).toString('hex')}`,
		id: string = randomUUID(),
		now = this.#sandbox.clock.now(),
	): DatasetRecord | undefined {
		if (this.#named(accountId, name) !== undefined) return undefined;
		this.#sandbox.db.run(
			`INSERT INTO datasets VALUES (?, ?, ?, 'DRAFT', NULL, ?, ?, ?, NULL)`,
			id,
			accountId,
			name,
			now,
			now,
			now,
		);
		return this.get(id);
	}

	/** Returns a dataset; also finds deleted ones. */
	get(id: string): DatasetRecord | undefined {
		const row = this.#sandbox.db.get('SELECT * FROM datasets WHERE id = ?', id);
		return row === undefined ? undefined : recordOf(row);
	}

	/** Returns the account's datasets that are not deleted, oldest first. */
	list(accountId: string): readonly DatasetRecord[] {
		const sql =
			'SELECT * FROM datasets WHERE account_id = ? AND deleted_at IS NULL ORDER BY created_at, rowid';
		return this.#sandbox.db.all(sql, accountId).map(recordOf);
	}

	/** Returns the dataset of this name for a training job: its state and the files that have arrived. */
	byName(
		accountId: string,
		name: string,
	):
		| {
				readonly state: string;
				readonly files: readonly { readonly name: string; readonly bytes: number }[];
		  }
		| undefined {
		const record = this.#named(accountId, name);
		return record === undefined ? undefined : { state: record.state, files: this.files(record.id) };
	}

	/** Returns every dataset that waits for files or for its validation. */
	uploading(): readonly DatasetRecord[] {
		const sql = `SELECT * FROM datasets WHERE state = 'UPLOADING' AND deleted_at IS NULL`;
		return this.#sandbox.db.all(sql).map(recordOf);
	}

	/** Returns the files that have arrived, by name. */
	files(id: string): readonly ArrivedFile[] {
		const sql = 'SELECT name, bytes, stored_as FROM dataset_files WHERE dataset_id = ? ORDER BY name';
		return this.#sandbox.db.all(sql, id).map((row) => ({
			name: String(row.name),
			bytes: Number(row.bytes),
			storedAs: String(row.stored_as),
		}));
	}

	/** Returns the files that are announced under an address that has not expired. */
	announced(id: string): readonly AnnouncedFile[] {
		const sql = 'SELECT name, expires_at FROM dataset_announcements WHERE dataset_id = ? AND expires_at > ?';
		return this.#sandbox.db
			.all(sql, id, this.#sandbox.clock.now())
			.map((row) => ({ name: String(row.name), expiresAt: Number(row.expires_at) }));
	}

	/** Notes that these files are announced. */
	announce(id: string, names: readonly string[], expiresAt: number): void {
		const { db } = this.#sandbox;
		db.transaction(() => {
			for (const name of names)
				db.run('INSERT OR REPLACE INTO dataset_announcements VALUES (?, ?, ?)', id, name, expiresAt);
			this.touch(id);
		});
	}

	/**
	 * Adds a file that is completely on the disk, replacing an earlier one with that name, and makes the dataset
	 * `UPLOADING`. Returns the stored name of the earlier one. The dataset must exist and accept files.
	 */
	arrived(id: string, { name, bytes, storedAs }: ArrivedFile): string | undefined {
		const { db } = this.#sandbox;
		return db.transaction(() => {
			const earlier = db.get(
				'SELECT stored_as FROM dataset_files WHERE dataset_id = ? AND name = ?',
				id,
				name,
			);
			db.run('INSERT OR REPLACE INTO dataset_files VALUES (?, ?, ?, ?)', id, name, bytes, storedAs);
			db.run('DELETE FROM dataset_announcements WHERE dataset_id = ? AND name = ?', id, name);
			this.setState(id, 'UPLOADING');
			this.touch(id);
			return earlier === undefined ? undefined : String(earlier.stored_as);
		});
	}

	/** Notes that an upload has begun or ended. */
	touch(id: string): void {
		this.#sandbox.db.run('UPDATE datasets SET touched_at = ? WHERE id = ?', this.#sandbox.clock.now(), id);
	}

	setState(id: string, state: DatasetState, error?: string): void {
		const sql = 'UPDATE datasets SET state = ?, error = ?, updated_at = ? WHERE id = ?';
		this.#sandbox.db.run(sql, state, error ?? null, this.#sandbox.clock.now(), id);
	}

	remove(id: string): void {
		const { db } = this.#sandbox;
		db.transaction(() => {
			db.run('UPDATE datasets SET deleted_at = ? WHERE id = ?', this.#sandbox.clock.now(), id);
			db.run('DELETE FROM dataset_files WHERE dataset_id = ?', id);
			db.run('DELETE FROM dataset_announcements WHERE dataset_id = ?', id);
		});
	}

	/** Returns the names under which the files that have arrived are stored, by dataset. */
	stored(): ReadonlyMap<string, ReadonlySet<string>> {
		const stored = new Map<string, Set<string>>();
		for (const row of this.#sandbox.db.all('SELECT dataset_id, stored_as FROM dataset_files')) {
			const id = String(row.dataset_id);
			stored.set(id, (stored.get(id) ?? new Set()).add(String(row.stored_as)));
		}
		return stored;
	}

	#named(accountId: string, name: string): DatasetRecord | undefined {
		const sql = 'SELECT * FROM datasets WHERE account_id = ? AND name = ? AND deleted_at IS NULL';
		const row = this.#sandbox.db.get(sql, accountId, name);
		return row === undefined ? undefined : recordOf(row);
	}
}

function recordOf(row: Row): DatasetRecord {
	return {
		id: String(row.id),
		accountId: String(row.account_id),
		name: String(row.name),
		state: String(row.state) as DatasetState,
		...(row.error === null ? {} : { error: String(row.error) }),
		createdAt: Number(row.created_at),
		updatedAt: Number(row.updated_at),
		touchedAt: Number(row.touched_at),
		deleted: row.deleted_at !== null,
	};
}
