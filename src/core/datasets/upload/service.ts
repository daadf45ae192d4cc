import { isOwn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import { failed, type Result, signedOutFailure, success } from '../../base/failure.ts';
import { defaultRetryPolicy, type RetryPolicy } from '../../http/retry.ts';
import {
	FollowedRecords,
	type RecordKind,
	type RecordServiceOptions,
} from '../../records/followedRecords.ts';
import { notRecordedFailure } from '../../records/notices.ts';
import { sessionOf } from '../../records/sessionOf.ts';
import type { TransferQueue } from '../../transfers/transferQueue.ts';
import { datasetStatus } from '../client.ts';
import type { Dataset } from '../dataset.ts';
import { arrivedOf, firstTwice } from './comparison.ts';
import {
	movingUploadFailure,
	noFilesFailure,
	notIncompleteFailure,
	sameNameFailure,
	unknownUploadFailure,
} from './failures.ts';
import { FileSet } from './fileSet.ts';
import { UploadFollower } from './follower.ts';
import { uploadTexts } from './notices.ts';
import type { UploadRecord } from './record.ts';
import { filesOfRetry } from './retry.ts';
import { ActiveUploads } from './sending/activeUploads.ts';
import { UploadFileTable, UploadTable } from './table.ts';
import { openTarget, type UploadTarget } from './target.ts';
import { ended, newUpload, withExactSize, withListed, withNotice, withRetry } from './transitions.ts';
import { type Upload, type UploadFile, uploadHasEnded } from './upload.ts';
import { failedLists, shownUpload } from './view.ts';

export interface UploadServiceOptions extends RecordServiceOptions {
	/** Sends the files, in parallel with the other transfers of this window. */
	readonly queue: TransferQueue;
	/** Returns the number of files that are uploaded at the same time, from 1 to 8; called each time an upload is taken on. Default: 4. */
	readonly parallel?: () => number;
	readonly retry?: Partial<RetryPolicy>;
	/** Called with a dataset each time the service has described it to this window. */
	readonly onDataset?: (dataset: Dataset) => void;
}

/** Progress is reported at most this often for each upload, in milliseconds. */
const reportMs = 250;

/** Milliseconds for which an upload that has ended is remembered. */
const rememberedMs = 7 * 24 * 3600 * 1000;

/** Milliseconds that the service may take to report the arrived files of a canceled upload. */
const patienceMs = 5000;

/**
 * Uploads: started, followed, kept. One service for each window; one window sends the files of an account. It is idle
 * before `resume` or `start`.
 */
export class UploadService {
	readonly #options: UploadServiceOptions;
	readonly #uploads: UploadTable;
	readonly #files: UploadFileTable;
	readonly #records: FollowedRecords<UploadRecord>;
	readonly #changed: Emitter<Upload>;
	readonly #retry: RetryPolicy;
	readonly #active: ActiveUploads;
	readonly #failed: ReturnType<typeof failedLists>;
	readonly #reports = new Map<string, () => void>();
	#resumed = false;
	#disposed = false;

	constructor(options: UploadServiceOptions) {
		const { ledger, log, coordinator } = options;
		this.#options = options;
		this.#uploads = new UploadTable(ledger);
		this.#files = new UploadFileTable(ledger);
		this.#failed = failedLists(this.#files);
		const { clock } = coordinator;
		this.#changed = new Emitter((error) => log.error('A listener of uploads failed.', error));
		this.#retry = {
			...defaultRetryPolicy,
			capMs: 15_000,
			longestWaitMs: Number.POSITIVE_INFINITY,
			...options.retry,
			attempts: Number.POSITIVE_INFINITY,
		};
		const records = new FollowedRecords({ ...options, table: this.#uploads, kind: uploadKind });
		this.#records = records;
		this.#active = new ActiveUploads({
			uploads: this.#uploads,
			files: this.#files,
			queue: options.queue,
			coordinator,
			log,
			retry: this.#retry,
			parallel: options.parallel,
			records,
			onProgress: (id) => this.#reportSoon(id),
		});
		records.followWith(
			new UploadFollower({
				clock,
				active: this.#active,
				records,
				...compact({ onDataset: options.onDataset }),
			}),
		);
		records.onDidChange((record) => this.#onRecord(record));
	}

	/** Fires after each change of an upload, including changes by other windows, and while bytes are sent. */
	get onDidChange(): Event<Upload> {
		return this.#changed.event;
	}

	/** Fires with the id of an upload after it was removed from the history. */
	get onDidRemove(): Event<string> {
		return this.#records.onDidRemove;
	}

	/** Continues the uploads that have not ended, and watches the other windows. */
	resume(): void {
		this.#records.begin();
		if (this.#resumed) return;
		this.#resumed = true;
		void this.#forgetOld();
	}

	/**
	 * Creates the dataset, or reads an existing one, records the files to send, and begins. Files that the dataset already has (media of
	 * the same name and size) are not sent again. A name in use is a failure of code 40901: the caller may add to that dataset instead. The
	 * upload continues automatically, in this window or another one, also after this window was closed.
	 */
	async start({
		dataset: target,
		files: given,
	}: {
		readonly dataset: UploadTarget;
		readonly files: readonly UploadFile[];
	}): Promise<Result<Upload>> {
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		if (given.length === 0) return failed(noFilesFailure);
		const twice = firstTwice(given);
		if (twice !== undefined) return failed(sameNameFailure(twice));
		const { clock } = this.#options.coordinator;
		const opened = await openTarget(current.service, target, { clock, retry: this.#retry });
		if (!opened.ok) return opened;
		const { dataset, isNew } = opened.value;
		const files = given.map(withExactSize);
		const record = newUpload(current, dataset, files, clock.now());
		this.#active.started(record.id, files, isNew);
		// An upload without its files could not be continued.
		if (!(await this.#files.put(record.id, files)) || !(await this.#records.put(record)))
			return failed(notRecordedFailure(uploadTexts));
		this.#options.log.info(`Upload ${record.id} sends ${record.count} files to dataset ${record.datasetId}.`);
		this.#options.coordinator.accepted(current);
		this.#begin(record);
		return success(this.#view(record));
	}

	/** Returns the uploads of the account, or of the connection when signed out; newest first. */
	uploads(): readonly Upload[] {
		const { current } = this.#options.session;
		const account = current.state === 'signedIn' ? { accountId: current.account.id } : {};
		return this.#uploads
			.of({ connectionId: current.connection.id, ...account })
			.map((each) => this.#view(each));
	}

	upload(id: string): Upload | undefined {
		const record = this.#uploads.get(id);
		return record && this.#view(record);
	}

	/** Reads the files of an upload as selected, to send the same to another dataset; empty if they are forgotten. */
	async files(id: string): Promise<readonly UploadFile[]> {
		const record = this.#uploads.get(id);
		return (record && (await this.#files.of(id, record.count))) ?? [];
	}

	/** Ends an upload in the window that sends it. Arrived files stay in the dataset, and `notice` has their number. */
	async cancel(id: string): Promise<Result<Upload>> {
		if (!this.#uploads.get(id)) return failed(unknownUploadFailure);
		await this.#active.end(id);
		const now = this.#records.now;
		const canceled = await this.#records.update(id, (record) => ended(record, 'canceled', now));
		if (!canceled) return failed(unknownUploadFailure);
		return success(this.#view((await this.#countArrived(canceled)) ?? canceled));
	}

	/** Updates a canceled upload with the number of its files in the dataset. */
	async #countArrived(canceled: UploadRecord): Promise<UploadRecord | undefined> {
		const arrived = canceled.state === 'canceled' ? await this.#arrived(canceled) : undefined;
		return arrived && (await this.#records.update(canceled.id, (record) => withListed(record, arrived)));
	}

	/** Returns the files of an upload that the service lists; `undefined` if it cannot be reached now. */
	async #arrived(record: UploadRecord): Promise<Pick<UploadRecord, 'sent' | 'doneBytes'> | undefined> {
		const { current } = this.#options.session;
		if (current.state !== 'signedIn' || !isOwn(record, current)) return undefined;
		const signal = AbortSignal.timeout(patienceMs);
		const status = await datasetStatus(current.service, record.datasetId, { signal });
		const files = await this.#files.of(record.id, record.count);
		if (!status.ok || files === undefined) return undefined;
		return arrivedOf(record, files, status.value);
	}

	/** Sends the missing files of an `incomplete` upload, in their current version, and nothing else. */
	async retryFailed(id: string): Promise<Result<Upload>> {
		const record = this.#uploads.get(id);
		if (!record) return failed(unknownUploadFailure);
		if (record.state !== 'incomplete') return failed(notIncompleteFailure);
		const { current } = this.#options.session;
		const session = sessionOf(record, current, uploadTexts);
		if (!session.ok) return session;
		const retry = await filesOfRetry(record, (await this.#files.of(id, record.count)) ?? []);
		if (retry.files.length > 0 && !(await this.#files.put(id, retry.files)))
			return failed(notRecordedFailure(uploadTexts));
		const after = await this.#records.update(id, (latest) => withRetry(latest, retry));
		if (!after) return failed(unknownUploadFailure);
		this.#begin(after);
		return success(this.#view(after));
	}

	/** Takes an upload that has ended out of the history. The dataset stays. */
	async remove(id: string): Promise<Result<undefined>> {
		const record = this.#uploads.get(id);
		if (record && !uploadHasEnded(record)) return failed(movingUploadFailure);
		await this.#forget(id);
		return success(undefined);
	}

	/**
	 * Returns whether this window notifies the person of the end of an upload: the window that started it or, if that
	 * is closed, the first that asks. True in one window only; never for an end before this window opened.
	 */
	async claimNotification(id: string): Promise<boolean> {
		const record = this.#uploads.get(id);
		return record !== undefined && (await this.#records.notifications.claim(endOf(record)));
	}

	/** Reports nothing more. The ledger and the coordinator stay open. */
	dispose(): void {
		this.#disposed = true;
		this.#active.dispose();
		for (const cancel of this.#reports.values()) cancel();
		this.#records.dispose();
		this.#changed.dispose();
	}

	#begin(record: UploadRecord): void {
		this.#records.beginNotifying(record);
		this.resume();
	}

	#onRecord(record: UploadRecord): void {
		const hasEnded = uploadHasEnded(record);
		if (hasEnded) {
			// Canceled, perhaps in another window, which has counted while this one was still sending.
			void this.#active.end(record.id)?.then(() => this.#countArrived(record));
			const { state, failed: files, count } = record;
			const lost = files.reduce((sum, each) => sum + new FileSet(count, each.files).size, 0);
			this.#options.log.info(`Upload ${record.id} is ${state}; ${lost} of ${count} files failed.`);
			if (state === 'ready') void this.#files.remove(record.id);
		}
		this.#changed.fire(this.#view(record));
	}

	#reportSoon(id: string): void {
		if (this.#disposed || this.#reports.has(id)) return;
		const cancel = this.#options.coordinator.clock.after(reportMs, () => {
			this.#reports.delete(id);
			const upload = this.upload(id);
			if (upload) this.#changed.fire(upload);
		});
		this.#reports.set(id, cancel);
	}

	#view(record: UploadRecord): Upload {
		const live = uploadHasEnded(record) ? undefined : this.#active.live(record.id);
		return shownUpload(record, {
			live,
			failed: this.#failed(record),
			paused: this.#records.whyUnwatched(record),
		});
	}

	async #forgetOld(): Promise<void> {
		const before = this.#records.now - rememberedMs;
		for (const { id } of this.#uploads.endedBefore(before)) await this.#forget(id);
	}

	/** Removes the upload first: files without it are harmless. */
	async #forget(id: string): Promise<void> {
		await this.#records.remove(id);
		await this.#files.remove(id);
	}
}

/** Returns the key of one completion; a restarted upload gets a new key. */
function endOf({ id, attempt }: UploadRecord): string {
	return `${id}/${attempt}`;
}

const uploadKind: RecordKind<UploadRecord> = {
	texts: uploadTexts,
	hasEnded: uploadHasEnded,
	endKey: endOf,
	withNotice: (record, notice) => (uploadHasEnded(record) ? record : withNotice(record, notice)),
	unknownFailure: unknownUploadFailure,
};
