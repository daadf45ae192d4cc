import { compact } from '../json/fields.ts';
import { FileSet } from './fileSet.ts';
import type { Upload, UploadRecord } from './upload.ts';
import { canceledNotice } from './uploadNotices.ts';
import type { LiveProgress } from './uploadTally.ts';

/** What is known of an upload beside its record. */
export interface BesideRecord {
	/** How far it is, where this window sends it. */
	readonly live: LiveProgress | undefined;
	readonly failed: Upload['failed'];
	/** Why nobody sends or follows it, as a sentence. */
	readonly paused: string | undefined;
}

/** An upload as it is shown. */
export function uploadView(record: UploadRecord, { live, failed, paused }: BesideRecord): Upload {
	const { id, connectionId, accountId, datasetId, datasetName, state, count, bytes } = record;
	const skipped = new FileSet(count, record.skipped).size;
	const files = {
		count,
		done: live?.done ?? new FileSet(count, record.sent).size + skipped,
		skipped,
		failed: failed.length,
		bytes,
		doneBytes: live?.doneBytes ?? record.doneBytes,
	};
	const progress = state === 'sending' ? (live ?? { rate: record.rate }) : {};
	return compact({
		id,
		connectionId,
		accountId,
		datasetId,
		datasetName,
		state,
		files,
		failed,
		rate: progress.rate,
		secondsLeft: 'secondsLeft' in progress ? progress.secondsLeft : undefined,
		startedAt: record.startedAt,
		endedAt: record.endedAt,
		notice: paused ?? (state === 'canceled' ? canceledNotice(files) : record.notice),
	});
}

/** What did not go, with its reason, by the number of the file. */
export function failedOf({ failed: all, count }: UploadRecord): ReadonlyMap<number, string> {
	const reasons = new Map<number, string>();
	for (const { reason, files } of all)
		for (const index of new FileSet(count, files)) reasons.set(index, reason);
	return new Map([...reasons].sort(([a], [b]) => a - b));
}
