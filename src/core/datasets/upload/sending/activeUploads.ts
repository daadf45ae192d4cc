import type { Log } from '../../../base/log.ts';
import type { StepContext, WindowCoordinator } from '../../../following/windowCoordinator.ts';
import type { RetryPolicy } from '../../../http/retry.ts';
import type { FollowedRecords } from '../../../records/followedRecords.ts';
import type { TransferQueue } from '../../../transfers/transferQueue.ts';
import { lostFilesNotice } from '../notices.ts';
import type { UploadRecord } from '../record.ts';
import type { UploadFileTable, UploadTable } from '../table.ts';
import { ended, withBegun } from '../transitions.ts';
import { type UploadFile, uploadHasEnded } from '../upload.ts';
import { UploadSender } from './sender.ts';
import type { LiveProgress } from './tally.ts';

interface ActiveUploadsParts {
	readonly uploads: UploadTable;
	readonly files: UploadFileTable;
	readonly queue: TransferQueue;
	readonly coordinator: WindowCoordinator;
	readonly log: Log;
	readonly retry: RetryPolicy;
	/** Returns the number of files that are uploaded at the same time, from 1 to 8; called each time an upload is taken on. Default: 4. */
	readonly parallel?: (() => number) | undefined;
	readonly records: FollowedRecords<UploadRecord>;
	/** Called when bytes were sent, or the sending has ended. */
	readonly onProgress: (id: string) => void;
}

interface Sending {
	/** Aborts when this window no longer sends. */
	readonly signal: AbortSignal;
	readonly stop: () => void;
	readonly done: Promise<void>;
	/** Returns its progress, once it has begun. */
	live: (() => LiveProgress) | undefined;
}

/** The uploads that this window sends: each one once at a time. */
export class ActiveUploads {
	readonly #parts: ActiveUploadsParts;
	readonly #active = new Map<string, Sending>();
	/**
	 * The uploads that this window has just started: their files need not be read again, and a new dataset has none
	 * yet.
	 */
	readonly #started = new Map<string, { readonly files: readonly UploadFile[]; readonly isNew: boolean }>();
	#disposed = false;

	constructor(parts: ActiveUploadsParts) {
		this.#parts = parts;
	}

	started(id: string, files: readonly UploadFile[], isNew: boolean): void {
		this.#started.set(id, { files, isNew });
	}

	/** Sends, unless it does already; called by the one window that polls for the account. */
	send({ id }: UploadRecord, context: StepContext): void {
		const before = this.#active.get(id);
		if ((before && !before.signal.aborted) || this.#disposed) return;
		const stop = new AbortController();
		const sending: Sending = {
			signal: context.signal,
			stop: () => stop.abort(),
			live: undefined,
			done: (before?.done ?? Promise.resolve())
				.then(() => this.#run(sending, id, context, AbortSignal.any([context.signal, stop.signal])))
				.catch((error: unknown) => {
					this.#parts.log.error(`Upload ${id} stopped because of an error in Easel.`, error);
				})
				.then(() => {
					if (this.#active.get(id) === sending) this.#active.delete(id);
					this.#parts.onProgress(id);
				}),
		};
		this.#active.set(id, sending);
	}

	live(id: string): LiveProgress | undefined {
		return this.#active.get(id)?.live?.();
	}

	/** Stops an upload that has ended; settles when none of its files is in transit. Does nothing if this window does not send it. */
	end(id: string): Promise<void> | undefined {
		this.#started.delete(id);
		const sending = this.#active.get(id);
		sending?.stop();
		return sending?.done;
	}

	/** Stops everything, to be continued later. */
	dispose(): void {
		this.#disposed = true;
		for (const { stop } of this.#active.values()) stop();
	}

	async #run(sending: Sending, id: string, context: StepContext, signal: AbortSignal): Promise<void> {
		const { uploads, queue, coordinator, retry, parallel, records, onProgress } = this.#parts;
		const { clock } = coordinator;
		const { count, attempt } = uploads.get(id) ?? { count: 0, attempt: 0 };
		// Files that are sent again may have changed since.
		const started = attempt === 1 ? this.#started.get(id) : undefined;
		this.#started.delete(id);
		const files = started?.files ?? (await this.#parts.files.of(id, count));
		const record = uploads.get(id);
		if (!record || record.state === 'validating' || uploadHasEnded(record) || signal.aborted) return;
		if (files === undefined) {
			await records.update(id, (current) => ended(current, 'failed', clock.now(), lostFilesNotice));
			return;
		}
		await records.update(id, (current) => withBegun(current, clock.now()));
		const sender = new UploadSender({
			record,
			files,
			isNew: started?.isNew ?? false,
			isTakenOver: record.begun === record.attempt,
			session: context.session,
			signal,
			queue,
			clock,
			retry,
			parallel: Math.min(8, Math.max(1, Math.floor(parallel?.() ?? 4) || 4)),
			records,
			onProgress: () => onProgress(id),
		});
		sending.live = () => sender.live;
		if ((await sender.run()) === 'refused') context.refused();
		// All files that this window can send are sent; the upload is then polled.
		if (!context.signal.aborted) records.follow(id);
	}
}
