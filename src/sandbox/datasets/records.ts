import { randomBytes, randomUUID } from 'node:crypto';
import type { SandboxContext } from '../base/context.ts';
import { number, oneOf, optional, type RecordOf, Table, text } from '../store/table.ts';

/** trainer-service.md, "States and transitions". */
export type DatasetState = 'DRAFT' | 'UPLOADING' | 'READY' | 'FAILED';

/** Times are virtual milliseconds since 1970. */
const columns = {
	id: text,
	accountId: text,
	name: text,
	state: oneOf<DatasetState>(),
	/** The error of a failed one; a failed one without it is a legacy record. */
	error: optional(text),
	createdAt: number,
	updatedAt: number,
	/** The last time that an upload was announced, began or ended. */
	touchedAt: number,
	deletedAt: optional(number),
};
const fileColumns = {
	name: text,
	bytes: number,
	/** Its name on the disk, independent of its own. */
	storedAs: text,
};
const announcementColumns = { datasetId: text, name: text, expiresAt: number };

export interface DatasetRecord extends RecordOf<typeof columns> {}
export interface ArrivedFile extends RecordOf<typeof fileColumns> {}
/** A file that a signed address was given for and that has not arrived. */
interface AnnouncedFile extends RecordOf<typeof announcementColumns> {}

/** Datasets, with arrived and announced files. A call that has returned survives a kill. */
export class Datasets {
	readonly #sandbox: SandboxContext;
	readonly #table: Table<typeof columns>;
	readonly #files: Table<typeof fileColumns>;
	readonly #announcements: Table<typeof announcementColumns>;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
		this.#table = new Table(sandbox.db, 'datasets', columns);
		this.#files = new Table(sandbox.db, 'dataset_files', fileColumns);
		this.#announcements = new Table(sandbox.db, 'dataset_announcements', announcementColumns);
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
		const times = { createdAt: now, updatedAt: now, touchedAt: now };
		return this.#table.insert({ id, accountId, name, state: 'DRAFT', ...times });
	}

	/** Returns a dataset; undefined for deleted ones. */
	get(id: string): DatasetRecord | undefined {
		return this.#table.first('id = ? AND deleted_at IS NULL', id);
	}

	/** Returns the account's datasets that are not deleted, oldest first. */
	list(accountId: string): readonly DatasetRecord[] {
		return this.#table.all('account_id = ? AND deleted_at IS NULL ORDER BY created_at, rowid', accountId);
	}

	/** Returns the dataset of this name for a training job: its state and the files that have arrived. */
	byName(
		accountId: string,
		name: string,
	): { readonly state: DatasetState; readonly files: readonly ArrivedFile[] } | undefined {
		const record = this.#named(accountId, name);
		return record === undefined ? undefined : { state: record.state, files: this.files(record.id) };
	}

	/** Returns every dataset that waits for files or for its validation. */
	uploading(): readonly DatasetRecord[] {
		return this.#table.all("state = 'UPLOADING' AND deleted_at IS NULL");
	}

	/** Returns the files that have arrived, by name. */
	files(id: string): readonly ArrivedFile[] {
		return this.#files.all('dataset_id = ? ORDER BY name', id);
	}

	/** Returns the files that are announced under an address that has not expired. */
	announced(id: string): readonly AnnouncedFile[] {
		return this.#announcements.all('dataset_id = ? AND expires_at > ?', id, this.#sandbox.clock.now());
	}

	announce(id: string, names: readonly string[], expiresAt: number): void {
		const { db } = this.#sandbox;
		db.transaction(() => {
			for (const name of names)
				this.#announcements.insert({ datasetId: id, name, expiresAt }, 'INSERT OR REPLACE');
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
			const earlier = this.#files.first('dataset_id = ? AND name = ?', id, name);
			db.run('INSERT OR REPLACE INTO dataset_files VALUES (?, ?, ?, ?)', id, name, bytes, storedAs);
			db.run('DELETE FROM dataset_announcements WHERE dataset_id = ? AND name = ?', id, name);
			this.setState(id, 'UPLOADING');
			this.touch(id);
			return earlier?.storedAs;
		});
	}

	/** Notes that an upload has begun or ended. */
	touch(id: string): void {
		this.#table.update({ touchedAt: this.#sandbox.clock.now() }, 'id = ?', id);
	}

	setState(id: string, state: DatasetState, error?: string): void {
		this.#table.update({ state, error, updatedAt: this.#sandbox.clock.now() }, 'id = ?', id);
	}

	remove(id: string): void {
		const { db } = this.#sandbox;
		db.transaction(() => {
			this.#table.update({ deletedAt: this.#sandbox.clock.now() }, 'id = ?', id);
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
		return this.#table.first('account_id = ? AND name = ? AND deleted_at IS NULL', accountId, name);
	}
}
