import { ownerOf, type SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Dataset } from '../dataset.ts';
import { compareWithDataset } from './comparison.ts';
import { FileSet } from './fileSet.ts';
import type { UploadRecord } from './record.ts';
import type { FilesOfRetry } from './retry.ts';
import { type SendingState, type UploadFile, uploadHasEnded } from './upload.ts';

/** Returns the file with its exact size: a text is as long as its bytes. */
export function withExactSize(file: UploadFile): UploadFile {
	return file.text === undefined ? file : { ...file, bytes: Buffer.byteLength(file.text) };
}

/** Returns the record of an upload that begins now. @param now milliseconds since 1970. */
export function newUpload(
	session: SignedIn,
	dataset: Dataset,
	files: readonly UploadFile[],
	now: number,
): UploadRecord {
	return {
		id: crypto.randomUUID(),
		...ownerOf(session),
		datasetId: dataset.id,
		datasetName: dataset.name,
		state: 'sending',
		count: files.length,
		bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
		sent: '',
		...compareWithDataset(files, dataset),
		failed: [],
		attempt: 1,
		startedAt: now,
	};
}

/**
 * Returns the record with the progress of its files. A file noted as sent by another window stays sent; an upload that
 * has ended stays unchanged.
 */
export function withSending(record: UploadRecord, state: SendingState): UploadRecord {
	if (uploadHasEnded(record)) return record;
	const { notice: _notice, rate: _rate, ...rest } = record;
	const sent = new FileSet(record.count, record.sent);
	for (const index of new FileSet(record.count, state.sent)) sent.add(index);
	return { ...rest, ...compact(state), sent: sent.toString() };
}

/** Returns the record after files that counted as sent are missing on the service. */
export function withMissing(record: UploadRecord, missing: Iterable<number>): UploadRecord {
	if (uploadHasEnded(record)) return record;
	const sent = new FileSet(record.count, record.sent);
	const skipped = new FileSet(record.count, record.skipped);
	for (const index of missing) {
		sent.delete(index);
		skipped.delete(index);
	}
	return { ...record, state: 'sending', sent: sent.toString(), skipped: skipped.toString() };
}

/** Returns the record after every file has arrived: the service checks them now. */
export function withEverythingSent(record: UploadRecord, now: number): UploadRecord {
	if (uploadHasEnded(record) || record.state === 'validating') return record;
	return { ...withNotice(record, undefined), state: 'validating', sentAt: now };
}

export function ended(
	record: UploadRecord,
	state: 'ready' | 'failed' | 'canceled' | 'incomplete',
	now: number,
	notice?: string,
): UploadRecord {
	if (uploadHasEnded(record)) return record;
	return { ...withNotice(record, notice), state, endedAt: now };
}

/** Adds the listed files of a canceled upload. Of two answers the one with more is the later one. */
export function withListed(
	record: UploadRecord,
	listed: Pick<UploadRecord, 'sent' | 'doneBytes'>,
): UploadRecord {
	return listed.doneBytes < record.doneBytes ? record : { ...record, ...listed };
}

/** Sends the failed files again, with the current version of all files. */
export function withRetry(record: UploadRecord, { files, replaced }: FilesOfRetry): UploadRecord {
	if (record.state !== 'incomplete') return record;
	const { endedAt: _endedAt, notice: _notice, ...rest } = record;
	const all = new FileSet(record.count, record.replaced);
	for (const index of replaced) all.add(index);
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	const attempt = record.attempt + 1;
	return { ...rest, state: 'sending', failed: [], bytes, replaced: all.toString(), attempt };
}

/** Returns the record when a window begins to send: from now on files may be in transit with unknown outcome. */
export function withBegun(record: UploadRecord, now: number): UploadRecord {
	return record.begun === record.attempt ? record : { ...record, begun: record.attempt, activeAt: now };
}

export function withNotice(record: UploadRecord, notice: string | undefined): UploadRecord {
	if (record.notice === notice) return record;
	const { notice: _notice, ...rest } = record;
	return notice === undefined ? rest : { ...rest, notice };
}
