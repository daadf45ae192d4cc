import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import { FileSet } from './fileSet.ts';
import { canceledNotice } from './notices.ts';
import type { FailedFiles, UploadRecord } from './record.ts';
import type { LiveProgress } from './sending/tally.ts';
import { changedReason } from './source.ts';
import type { UploadFileTable } from './table.ts';
import type { Upload } from './upload.ts';

interface UnrecordedFacts {
	/** Its progress, if this window sends it. */
	readonly live: LiveProgress | undefined;
	readonly failed: Upload['failed'];
	/** The reason why it is not being sent or followed, as a sentence. */
	readonly paused: string | undefined;
}

/** Returns an upload for display. */
export function shownUpload(record: UploadRecord, { live, failed, paused }: UnrecordedFacts): Upload {
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

const changedText = l10n.t(
	'The file changed after it was selected. Send it again to upload its current version.',
);

/** Returns the files that were not sent, with the reason, by the number of the file. */
export function failedOf({ failed: all, count }: UploadRecord): ReadonlyMap<number, string> {
	const reasons = new Map<number, string>();
	for (const { reason, files } of all)
		for (const index of new FileSet(count, files)) reasons.set(index, reason);
	return new Map([...reasons].sort(([a], [b]) => a - b));
}

/** Returns lists of unsent files, each the same list until it grows, since views request it often. */
export function failedLists(
	files: Pick<UploadFileTable, 'names'>,
): (record: UploadRecord) => Upload['failed'] {
	const known = new WeakMap<readonly FailedFiles[], Upload['failed']>();
	return (record) => {
		const before = known.get(record.failed);
		if (before) return before;
		const reasons = failedOf(record);
		const names = files.names(record.id, [...reasons.keys()]);
		const list = [...reasons.values()].map((reason, at) => ({
			name: names[at] ?? '',
			reason: reason === changedReason ? changedText : reason,
		}));
		known.set(record.failed, list);
		return list;
	};
}
