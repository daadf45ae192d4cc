import * as l10n from '@vscode/l10n';
import { ownerOf, type SignedIn } from '../account/session.ts';
import type { Disposable } from '../base/emitter.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { OwnerQuery } from '../ledger/movingTable.ts';
import type { RecordServiceOptions } from '../records/followedRecords.ts';
import { notRecordedFailure } from '../records/notices.ts';
import { RecordService, type ServedKind } from '../records/recordService.ts';
import { askToStartAll, type LimitRule, type StartsWatch } from '../records/startWatch.ts';
import { diskTrouble } from '../transfers/diskTrouble.ts';
import { type Batch, type BatchCaps, batchCanContinue, batchHasEnded, endedItems } from './batch.ts';
import { BatchFeeder } from './batchFeeder.ts';
import { BatchTable } from './batchTable.ts';
import { BatchFiles, type BatchItems, itemIds } from './items.ts';
import { batchTexts, unknownBatchFailure } from './notices.ts';
import {
	canceling,
	continued,
	gone,
	isPauseUnreported,
	paused,
	withNotice,
	withPauseReported,
} from './transitions.ts';
import { WantedBatches } from './wantedBatches.ts';
import type { BatchWork } from './work.ts';

export interface NewBatch
	extends BatchCaps,
		Pick<Batch, 'to' | 'name' | 'parallel'>,
		Partial<Pick<Batch, 'documentUri' | 'valuesOf' | 'microdollarsPerHour' | 'startedBy'>> {
	readonly items: BatchItems;
}

export interface BatchServiceOptions extends RecordServiceOptions {
	/** Folder with one file for the items of each batch that has not ended. */
	readonly folder: string;
	/** Asked once before a batch of paid items begins or continues. */
	readonly spending?: StartsWatch;
	readonly work: BatchWork;
}

/**
 * Batches: several runs that were requested together. One service for each window; together they hand over each item
 * once, even if windows open and close meanwhile. It is idle before `begin` or `start`.
 */
export class BatchService extends RecordService<Batch> {
	readonly #options: BatchServiceOptions;
	readonly #batches: BatchTable;
	readonly #files: BatchFiles;
	readonly #feeder: BatchFeeder;
	readonly #watch: Disposable;

	constructor(options: BatchServiceOptions) {
		const { ledger, log, work, coordinator } = options;
		const batches = new BatchTable(ledger);
		super(options, batches, batchKind);
		const { records } = this;
		this.#options = options;
		this.#batches = batches;
		this.#files = new BatchFiles(options.folder);
		const { leases } = ledger;
		this.#feeder = new BatchFeeder({
			records,
			files: this.#files,
			work,
			log,
			wanted: new WantedBatches(leases, coordinator),
		});
		this.#watch = work.onDidChange((id) => this.#feeder.itemChanged(id));
		records.onDidChange((batch) => {
			if (!batchHasEnded(batch)) return;
			this.#feeder.release(batch.id);
			this.#files
				.remove(batch.id)
				.catch((error) => log.warn('The items of a batch could not be removed', error));
		});
	}

	/** Continues a batch that has not ended, or all of them, and watches the other windows. */
	begin(id?: string): void {
		this.#feeder.want(id);
		this.records.followWith(this.#feeder);
		this.records.begin();
	}

	/** Returns the ids of the runs of its items, in order, including those not yet begun. */
	itemIds(batch: Pick<Batch, 'id' | 'count'>): readonly string[] {
		return itemIds(batch);
	}

	/** Returns the batches, newest first. */
	of(owner: OwnerQuery): readonly Batch[] {
		return this.#batches.of(owner);
	}

	/** Returns the batches that have not ended, oldest first. */
	unfinished({ connectionId, accountId }: OwnerQuery): readonly Batch[] {
		return this.#batches.unfinished(connectionId, accountId);
	}

	/** Begins a batch: from now on its items are handed over one after the other, by any open window. */
	async start({ items, ...batch }: NewBatch): Promise<Result<Batch>> {
		const { session, log } = this.#options;
		const { current } = session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		const id = crypto.randomUUID();
		const rule = await this.#mayStart(current, { ...batch, id }, items.sets.length);
		if (!rule.ok) return rule;
		const record: Batch = {
			...batch,
			...(rule.value === 'agreed' ? { mayPassLimit: true } : {}),
			id,
			...ownerOf(current),
			state: 'running',
			count: items.sets.length,
			refused: [],
			counts: { moving: 0, succeeded: 0, failed: 0, canceled: 0, uncertain: 0 },
			costMicrodollars: 0,
			startedAt: this.records.now,
		};
		try {
			await this.#files.keep(record.id, items);
		} catch (error) {
			return failed(diskTrouble(error, l10n.t('The file with the items of this batch')));
		}
		if (!(await this.records.put(record))) {
			await this.#files
				.remove(record.id)
				.catch((error) => log.warn('A file of a batch could not be removed', error));
			return failed(notRecordedFailure(batchTexts));
		}
		this.records.beginNotifying(record);
		this.begin(record.id);
		return success(record);
	}

	/** Sends nothing more; running items continue. */
	pause(id: string): Promise<Result<Batch>> {
		return this.#change(id, (batch) => paused(batch));
	}

	/** Continues a batch here that is paused, or that another program may have left. Caps that are absent no longer apply. */
	async continue(id: string, caps: BatchCaps): Promise<Result<Batch>> {
		const owned = this.records.owned(id);
		if (!owned.ok) return owned;
		const { record, session } = owned.value;
		if (!batchCanContinue(record)) return success(record);
		if (record.mayPassLimit) return this.#begun(id, (batch) => continued(batch, caps));
		const left = record.count - endedItems(record) - record.counts.moving;
		const rule = await this.#mayStart(session, record, left);
		if (!rule.ok) return rule;
		const terms = { ...caps, ...(rule.value === 'agreed' ? { mayPassLimit: true } : {}) };
		return this.#begun(id, (batch) => continued(batch, terms));
	}

	/** Sends nothing more and cancels running items. */
	cancel(id: string): Promise<Result<Batch>> {
		return this.#begun(id, canceling);
	}

	/** Returns whether this window notifies the person of the end of a batch. */
	claimNotification(batch: Batch): Promise<boolean> {
		return this.records.notifications.claim(batchKind.endKey(batch));
	}

	/**
	 * Returns whether the caller notifies the person of an automatic pause of a batch: once in all windows, even after
	 * a restart.
	 */
	async claimPause(id: string): Promise<boolean> {
		let isFirst = false;
		const after = await this.records.update(id, (batch) => {
			isFirst = isPauseUnreported(batch);
			return withPauseReported(batch);
		});
		return isFirst && after !== undefined;
	}

	/** Sends nothing more here, and waits for the items being sent. */
	settle(): Promise<void> {
		return this.#feeder.settle();
	}

	/** Reports nothing more. The ledger and the coordinator stay open. */
	dispose(): void {
		this.#watch.dispose();
		this.#feeder.dispose();
		this.records.dispose();
	}

	/** Asks about the daily limit, once for all items about to be sent. */
	async #mayStart(
		asked: SignedIn,
		{ id, to }: Pick<Batch, 'id' | 'to'>,
		items: number,
	): Promise<Result<LimitRule>> {
		const { work } = this.#options;
		const starts = itemIds({ id, count: items }).map((item) => work.paid(to, item) ?? []);
		return askToStartAll(this.#options, asked, starts.flat());
	}

	async #change(id: string, change: (batch: Batch) => Batch): Promise<Result<Batch>> {
		const owned = this.records.owned(id);
		if (!owned.ok) return owned;
		const after = await this.records.update(id, change);
		return after === undefined ? failed(unknownBatchFailure) : success(after);
	}

	async #begun(id: string, change: (batch: Batch) => Batch): Promise<Result<Batch>> {
		const after = await this.#change(id, change);
		if (after.ok) this.begin(id);
		return after;
	}
}

const batchKind: ServedKind<Batch> = {
	lost: gone,
	texts: batchTexts,
	hasEnded: batchHasEnded,
	endKey: ({ id }) => id,
	withNotice,
	unknownFailure: unknownBatchFailure,
};
