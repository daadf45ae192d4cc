import { compact } from '../base/compact.ts';
import type { PartialFile } from './download.ts';
import type { TransferStore } from './transfer.ts';
import type { Job } from './transferJob.ts';
import type { TransferRecord } from './transferTable.ts';

/**
 * Keeps records of transfers, to continue them after an interruption. The file on disk decides: a lost record only makes a file start over.
 */
export class KeptTransfers {
	readonly #store: TransferStore | undefined;

	constructor(store: TransferStore | undefined) {
		this.#store = store;
	}

	known({ transfer }: Job): TransferRecord | undefined {
		return transfer.resumable === false ? undefined : this.#store?.get(transfer.id);
	}

	remember(job: Job, partial: PartialFile): Promise<unknown> {
		job.total = partial.total ?? job.total;
		job.kept = true;
		return this.#put(recordOf(job, 'running', partial));
	}

	/** Writes the state of a transfer that is known already; one that never began has nothing to continue from. */
	async keep(job: Job, state: NonNullable<TransferRecord['state']>): Promise<void> {
		const known = this.known(job);
		if (known !== undefined) await this.#put(recordOf(job, state, known));
	}

	async forget({ transfer, kept }: Job): Promise<void> {
		if (kept) await this.#store?.remove(transfer.id).catch(() => undefined);
	}

	async forgetOwner(owner: string): Promise<void> {
		await this.#store?.removeOf(owner).catch(() => undefined);
	}

	async #put(record: TransferRecord): Promise<void> {
		await this.#store?.put(record).catch(() => undefined);
	}
}

function recordOf(
	job: Job,
	state: NonNullable<TransferRecord['state']>,
	{ validator, total }: PartialFile,
): TransferRecord {
	const { id, owner, direction } = job.transfer;
	return compact({ id, owner, direction, state, validator, total: total ?? job.total, done: job.done });
}
