import type { Clock } from '../../../base/clock.ts';
import { compact } from '../../../base/compact.ts';
import type { FollowedRecords } from '../../../records/followedRecords.ts';
import { ThrottledWriter } from '../../../records/throttledWriter.ts';
import type { UploadRecord } from '../record.ts';
import { withSending } from '../transitions.ts';
import type { SendingState } from '../upload.ts';
import type { UploadTally } from './tally.ts';

/** Milliseconds between two records that files may be in transit. */
export const activeEveryMs = 10_000;

interface UploadJournalParts {
	readonly record: UploadRecord;
	readonly tally: UploadTally;
	readonly clock: Clock;
	readonly records: FollowedRecords<UploadRecord>;
}

/**
 * Writes the progress of a sending into the history: rarely while files are uploaded, immediately if the history must
 * be exact.
 */
export class UploadJournal {
	readonly #parts: UploadJournalParts;
	readonly #writer: ThrottledWriter<UploadRecord>;
	#writing = false;
	#cancelTimer: (() => void) | undefined;
	#notice: string | undefined;

	constructor(parts: UploadJournalParts) {
		this.#parts = parts;
		this.#notice = parts.record.notice;
		this.#writer = new ThrottledWriter(parts.clock, (change) => {
			this.#writing = false;
			return parts.records.update(parts.record.id, change);
		});
	}

	/** Notes that files may be in transit from now on; recorded every few seconds, even if nothing else changes. */
	open(): void {
		this.#cancelTimer = this.#parts.clock.after(activeEveryMs, () => {
			this.note();
			this.open();
		});
	}

	/** Notes that nothing is in transit, and writes the record. */
	async close(): Promise<void> {
		this.#cancelTimer?.();
		await this.flush();
	}

	/** Schedules a write of the progress; later changes are included. */
	note(): void {
		if (this.#writing) return;
		this.#writing = true;
		this.#writer.add((record) => this.#withState(record));
	}

	/** Sets the notice of the sending; undefined if all is well. */
	setNotice(notice: string | undefined): void {
		if (this.#notice === notice) return;
		this.#notice = notice;
		this.note();
	}

	async flush(): Promise<void> {
		await this.#writer.flush();
	}

	/** Writes the current progress, with a change. */
	async write(change: (record: UploadRecord) => UploadRecord): Promise<void> {
		await this.#writer.flush();
		const { records, record: own } = this.#parts;
		await records.update(own.id, (record) => change(this.#withState(record)));
	}

	#withState(record: UploadRecord): UploadRecord {
		const notice = this.#notice;
		const { clock, tally } = this.#parts;
		const state: SendingState = { ...tally.state(), activeAt: clock.now(), ...compact({ notice }) };
		return withSending(record, state);
	}
}
