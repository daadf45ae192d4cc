import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../base/emitter.ts';
import type { RecordTable } from '../ledger/recordTable.ts';

/** Records of one kind that several windows share. */
export type SharedRecords<T extends { readonly id: string }> = Pick<
	RecordTable<T>,
	'revision' | 'changedSince' | 'get' | 'put' | 'restore' | 'update' | 'remove' | 'isWritten' | 'writeLeft'
>;

/** Records remembered as already reported; a moving one is never forgotten. */
const rememberedLimit = 2000;

/**
 * Reports each change of a record once, made by this or another window. Own changes are reported immediately, those of
 * others with the next `look`.
 */
export class ChangeFeed<T extends { readonly id: string }> {
	readonly #records: SharedRecords<T>;
	readonly #moves: (record: T) => boolean;
	readonly #known = new Map<string, T>();
	readonly #changed: Emitter<T>;
	readonly #removed: Emitter<string>;
	#revision: number | undefined;

	/** @param moves selects the records that this window has to keep up to date. */
	constructor(records: SharedRecords<T>, moves: (record: T) => boolean, onError: (error: unknown) => void) {
		this.#records = records;
		this.#moves = moves;
		this.#changed = new Emitter(onError);
		this.#removed = new Emitter(onError);
	}

	get onDidChange(): Emitter<T>['event'] {
		return this.#changed.event;
	}

	/** Fires with the id of each record that has been removed. */
	get onDidRemove(): Emitter<string>['event'] {
		return this.#removed.event;
	}

	/** Begins to watch; current records are not reported. */
	begin(): void {
		this.#revision ??= this.#records.revision();
	}

	/** Reports the changes of others since the last check. */
	look(): void {
		if (this.#revision === undefined) return;
		void this.#records.writeLeft();
		const { revision, changed, removed } = this.#records.changedSince(this.#revision);
		// Records that restart are in a replacement of a damaged file: the records of this window are written to it.
		if (revision < this.#revision)
			for (const record of this.#known.values()) void this.#records.restore(record);
		this.#revision = revision;
		for (const record of changed) this.report(record);
		for (const id of removed) this.#forget(id);
	}

	/** Remembers an existing record without reporting it. */
	note(record: T): void {
		if (!this.#known.has(record.id)) this.#known.set(record.id, record);
	}

	/** Returns the record as it was last reported or noted. */
	known(id: string): T | undefined {
		return this.#known.get(id);
	}

	/** Writes a new record and reports it. False when it could not be written. */
	async put(record: T): Promise<boolean> {
		if (!(await this.#records.put(record))) return false;
		this.report(record);
		return true;
	}

	/** Changes a record and reports it if that made a difference; returns the record afterwards. */
	async update(id: string, change: (record: T) => T): Promise<T | undefined> {
		let changed = false;
		const guarded = (record: T) => {
			const next = change(record);
			changed = !isDeepStrictEqual(next, record);
			return changed ? next : record;
		};
		const after = (await this.#records.update(id, guarded)) ?? (await this.#restore(id, guarded));
		// Another window may have written since, and its change may have been reported already.
		if (after && changed) this.report(this.#records.get(id) ?? after);
		return after;
	}

	async remove(id: string): Promise<void> {
		await this.#records.remove(id);
		this.#forget(id);
	}

	/** Passes a record on to listeners, unless they know this state. */
	report(record: T): void {
		if (isDeepStrictEqual(this.#known.get(record.id), record)) return;
		// The latest change is added last, so that the oldest are forgotten first.
		this.#known.delete(record.id);
		this.#known.set(record.id, record);
		this.#trim();
		this.#changed.fire(record);
	}

	dispose(): void {
		this.#changed.dispose();
		this.#removed.dispose();
	}

	/** Writes a record of this window, lost with a damaged file, to the new one. */
	async #restore(id: string, change: (record: T) => T): Promise<T | undefined> {
		this.look();
		const known = this.#known.get(id);
		if (!known) return undefined;
		await this.#records.restore(known);
		return this.#records.update(id, change);
	}

	#forget(id: string): void {
		this.#known.delete(id);
		this.#removed.fire(id);
	}

	#trim(): void {
		if (this.#known.size <= rememberedLimit) return;
		for (const [id, record] of this.#known) {
			if (this.#known.size <= rememberedLimit) break;
			if (!this.#moves(record)) this.#known.delete(id);
		}
	}
}
