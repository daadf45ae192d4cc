import type { Event } from '../base/emitter.ts';
import { failed, type Result, success } from '../base/failure.ts';
import { sandboxId } from '../connection/connections.ts';
import {
	FollowedRecords,
	type MovingRecord,
	type MovingRecords,
	type RecordKind,
	type RecordServiceOptions,
} from './followedRecords.ts';
import { notRecordedFailure, resetNotice } from './notices.ts';

/** A record that the service has accepted but that could not be written. */
interface UnwrittenRecord {
	readonly id: string;
	readonly idOfService: string;
}

export interface ServedKind<T> extends RecordKind<T> {
	/** Returns the service's id of a record; undefined until it is known. Absent if the service does not know such records. */
	idOfService?(record: T): string | undefined;
	/** Returns a record that has ended because the service no longer has it. */
	lost(record: T, notice: string, now: number): T;
}

/**
 * The common part of the services of runs, jobs and batches: who follows records of one kind, and how a reset of the sandbox affects them.
 */
export class RecordService<T extends MovingRecord> {
	protected readonly records: FollowedRecords<T>;
	readonly #kind: ServedKind<T>;

	protected constructor(options: RecordServiceOptions, table: MovingRecords<T>, kind: ServedKind<T>) {
		this.records = new FollowedRecords({ ...options, table, kind });
		this.#kind = kind;
	}

	/** Fires after each change of a record, including changes by other windows. */
	get onDidChange(): Event<T> {
		return this.records.onDidChange;
	}

	/** Fires with the id of a record after it was removed from the history. */
	get onDidRemove(): Event<string> {
		return this.records.onDidRemove;
	}

	/** Returns a record by our own id. */
	get(id: string): T | undefined {
		return this.records.get(id);
	}

	/** Adds a record that has ended elsewhere: it is neither followed nor counted. An existing record with its id stays. */
	async receive(record: T): Promise<Result<T>> {
		const known = this.get(record.id);
		if (known !== undefined) return success(known);
		const { texts } = this.#kind;
		return (await this.records.put(record)) ? success(record) : failed(notRecordedFailure(texts));
	}

	/** Resolves once a moving record was polled, if this window polls. */
	async caughtUp(id: string): Promise<void> {
		await this.records.askedOnce(id);
	}

	/** Returns the reason why a record that has not ended is not followed, as a sentence; undefined if it is followed, or over. */
	whyUnwatched(record: T): string | undefined {
		return this.records.whyUnwatched(record);
	}

	/** Retries failed writes before the program ends. Returns the records with service ids that are still not in the history. */
	async settleWrites(): Promise<readonly UnwrittenRecord[]> {
		const left = await this.records.settleWrites();
		return left.flatMap(({ record, kept }) => {
			const idOfService = this.#kind.idOfService?.(record);
			const isKept = idOfService === undefined || idOfService === (kept && this.#kind.idOfService?.(kept));
			return isKept ? [] : [{ id: record.id, idOfService }];
		});
	}

	/** Ends all records of the local sandbox that move: after a reset their outcome cannot be known. */
	async sandboxWasReset(): Promise<void> {
		const { now } = this.records;
		await this.records.updateUnfinished(sandboxId, (record) => this.#kind.lost(record, resetNotice, now));
	}
}
