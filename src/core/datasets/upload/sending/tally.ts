import { compact } from '../../../base/compact.ts';
import { FileSet } from '../fileSet.ts';
import type { FailedFiles, UploadRecord } from '../record.ts';
import type { SendingState, UploadFile } from '../upload.ts';
import { type Done, UploadRate } from './rate.ts';

export interface LiveProgress {
	readonly done: number;
	readonly doneBytes: number;
	readonly rate?: number;
	readonly secondsLeft?: number;
}

/** Keeps the state of each file of an upload, by its number, while one window sends it. */
export class UploadTally {
	readonly #files: readonly UploadFile[];
	readonly #allBytes: number;
	readonly #sent: FileSet;
	readonly #skipped: FileSet;
	/** Sent completely, without a reply: the list of the service has the outcome. */
	readonly #unsure: FileSet;
	readonly #failed = new Map<number, string>();
	/** Sent bytes of files in transit. */
	readonly #onTheWay = new Map<number, number>();
	readonly #rate = new UploadRate();
	#doneBytes = 0;

	constructor(files: readonly UploadFile[], record: UploadRecord) {
		this.#files = files;
		this.#allBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
		const set = (text = '') => new FileSet(files.length, text);
		this.#sent = set(record.sent);
		this.#skipped = set(record.skipped);
		this.#unsure = set();
		for (const { reason, files: failed } of record.failed)
			for (const index of set(failed)) this.#failed.set(index, reason);
		for (const [index, { bytes }] of files.entries()) if (this.isDone(index)) this.#doneBytes += bytes;
	}

	/** Returns whether the file is acknowledged, listed, or was there before. */
	isDone(index: number): boolean {
		return this.#sent.has(index) || this.#skipped.has(index);
	}

	isUnsure(index: number): boolean {
		return this.#unsure.has(index);
	}

	hasFailed(index: number): boolean {
		return this.#failed.has(index);
	}

	/** Returns whether the file is still to be sent. */
	isOpen(index: number): boolean {
		return !this.isDone(index) && !this.isUnsure(index) && !this.hasFailed(index);
	}

	get anyFailed(): boolean {
		return this.#failed.size > 0;
	}

	arrived(index: number): void {
		this.#unsure.delete(index);
		this.#sent.add(index);
		this.#doneBytes += this.#files[index]?.bytes ?? 0;
	}

	doubt(index: number): void {
		this.#unsure.add(index);
	}

	fail(index: number, reason: string): void {
		this.#failed.set(index, reason);
	}

	/** Notes that the file is not on the service: it is to be sent again, or has failed for the given reason. */
	missing(index: number, reason: string | undefined): void {
		if (this.isDone(index)) this.#doneBytes -= this.#files[index]?.bytes ?? 0;
		for (const set of [this.#sent, this.#skipped, this.#unsure]) set.delete(index);
		if (reason !== undefined) this.#failed.set(index, reason);
	}

	/** Notes the number of bytes of the file that have been sent by now (milliseconds since 1970). */
	moves(index: number, bytes: number, now: number): void {
		this.#onTheWay.set(index, bytes);
		this.#rate.note(this.#done(), now);
	}

	/** Notes that the file is no longer in transit. */
	stops(index: number): void {
		this.#onTheWay.delete(index);
	}

	live(now: number): LiveProgress {
		const done = this.#done();
		// Also without progress, so that the rate decreases.
		this.#rate.note(done, now);
		const left = {
			bytes: Math.max(0, this.#allBytes - done.bytes),
			files: this.#files.length - done.files,
		};
		return compact({
			done: done.files,
			doneBytes: done.bytes,
			rate: this.#rate.bytesPerSecond(),
			secondsLeft: this.#rate.secondsLeft(left),
		});
	}

	/** Returns the state for the history. */
	state(): Omit<SendingState, 'activeAt' | 'notice'> {
		return compact({
			sent: this.#sent.toString(),
			skipped: this.#skipped.toString(),
			failed: this.#byReason(),
			doneBytes: this.#doneBytes,
			rate: this.#rate.bytesPerSecond(),
		});
	}

	#byReason(): readonly FailedFiles[] {
		const sets = new Map<string, FileSet>();
		for (const [index, reason] of this.#failed) {
			const set = sets.get(reason) ?? new FileSet(this.#files.length);
			sets.set(reason, set);
			set.add(index);
		}
		return [...sets].map(([reason, files]) => ({ reason, files: files.toString() }));
	}

	#done(): Done {
		let bytes = this.#doneBytes;
		for (const onTheWay of this.#onTheWay.values()) bytes += onTheWay;
		return { bytes, files: this.#sent.size + this.#skipped.size };
	}
}
