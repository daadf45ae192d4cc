import type { Result } from '../base/failure.ts';
import type { PartialFile } from './download.ts';
import type { TransferRecord } from './transferTable.ts';

type TransferDirection = 'down' | 'up';

/** The priorities of transfers: higher numbers go first. */
export const transferPriority = { thumbnail: 30, result: 20, upload: 10, checkpoint: 0 } as const;

/** The transfer of one file, as its owner describes it. */
export interface Transfer<T> {
	/** Stable key: the same file has the same at each attempt, also after a restart. A key that is in the queue is not added twice. */
	readonly id: string;
	readonly direction: TransferDirection;
	/** The owner of the file, for instance a run or a dataset: transfers are canceled by owner. */
	readonly owner: string;
	/** The origin of the address; the address itself stays with `run`. */
	readonly origin: string;
	/** Default: that of a result. */
	readonly priority?: number;
	/** The number of transfers of its owner that may run at the same time; replaces `perOwner` and `perOrigin` of the queue. */
	readonly parallel?: number;
	/** False if each attempt begins at the first byte: nothing is looked up or kept for it. Default: true. */
	readonly resumable?: boolean;
	/** Ends the transfer, waiting or running; its file on disk stays. */
	readonly signal?: AbortSignal | undefined;
	/** Moves the bytes, continuing with the existing ones. */
	run(context: TransferContext): Promise<Result<T>>;
}

export interface TransferContext {
	/** Fires when the transfer is canceled, stopped or stuck. */
	readonly signal: AbortSignal;
	/** The value that `remember` was last called with, in this or an earlier session. */
	readonly previous: PartialFile | undefined;
	/** Keeps the data to continue after an interruption. */
	remember(partial: PartialFile): Promise<unknown>;
	/** Reports the transferred bytes; a transfer without reports for too long is ended. */
	progress(done: number, total?: number): void;
}

/** The store of the queue for records that must outlive the window; `TransferTable` fits. No address is ever stored. */
export interface TransferStore {
	get(id: string): TransferRecord | undefined;
	put(record: TransferRecord): Promise<unknown>;
	remove(id: string): Promise<unknown>;
	removeOf(owner: string): Promise<unknown>;
}

export interface TransferLimits {
	/** Transfers of one direction at the same time that count: all, of one owner, and with one origin. */
	readonly atOnce: number;
	readonly perOwner: number;
	readonly perOrigin: number;
	/** All transfers at the same time, slow ones included. */
	readonly mostOpen: number;
	/** A transfer with fewer bytes in this time is slow: it continues, but no longer occupies a slot. */
	readonly slowBytes: number;
	readonly slowMs: number;
	/** One that moves no byte for this time is ended with a time-out. */
	readonly stuckMs: number;
}
