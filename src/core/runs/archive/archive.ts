import { compact } from '../../base/compact.ts';
import { shortDigest } from '../../base/disk/digest.ts';
import type { Failure } from '../../base/failure.ts';
import type { Transport } from '../../http/transport.ts';
import { dataUriType } from '../../json/dataUri.ts';
import type { OutputFile } from '../../requests/request.ts';
import { isCut } from '../../transfers/content.ts';
import { downloadFile } from '../../transfers/download.ts';
import type { TransferQueue } from '../../transfers/transferQueue.ts';
import { fileProblem } from '../notices.ts';
import type { FilePlace } from '../transitions.ts';
import { runFolder } from './runFolder.ts';

/** The outcome of the download of one result file. */
export type ArchiveOutcome =
	| { readonly kind: 'there'; readonly archivedAs: string; readonly bytes: number }
	/** The address does not lead to the file: the address or the file has expired, or `problem` has the reason. */
	| { readonly kind: 'gone'; readonly problem?: string }
	/** The file will not arrive; the sentence has the reason. */
	| { readonly kind: 'givenUp'; readonly problem: string }
	/** Worth another attempt later. */
	| { readonly kind: 'passing'; readonly failure: Failure };

/**
 * A file of at most this many bytes is downloaded from its beginning after a crash: recording the progress of many
 * small files costs more.
 */
const soonFetchedBytes = 8_000_000;

interface ArchiveOptions {
	readonly transport: Transport;
	/** Limits simultaneous fetches, for each run and for each host. */
	readonly queue: TransferQueue;
	/** The folder with one folder for each run. */
	readonly archiveFolder: string;
	readonly runId: string;
	readonly file: OutputFile;
	readonly signal: AbortSignal;
}

/** Puts the bytes of one result file into the folder of its run. */
export async function archiveFile(options: ArchiveOptions): Promise<ArchiveOutcome> {
	const { queue, file, runId } = options;
	const id = transferId(runId, file);
	const isEmbedded = dataUriType(file.url) !== undefined;
	const result = await queue.add({
		id,
		direction: 'down',
		owner: runId,
		origin: isEmbedded ? '' : (URL.parse(file.url)?.origin ?? ''),
		signal: options.signal,
		run: ({ previous, remember, progress, signal }) =>
			downloadFile({
				transport: options.transport,
				url: file.url,
				folder: runFolder(options.archiveFolder, runId),
				name: file.filename,
				isMedia: isEmbedded || mediaChannel.test(file.channel),
				partial: `.${shortDigest(id)}.part`,
				...compact({ previous }),
				remember: async (partial) => {
					// A download without a validator cannot be continued.
					const { validator, total = Number.POSITIVE_INFINITY } = partial;
					if (validator !== undefined && total > soonFetchedBytes) await remember(partial);
				},
				onProgress: progress,
				signal,
			}),
	});
	if (result.ok) return { kind: 'there', archivedAs: result.value.name, bytes: result.value.bytes };
	const { failure } = result;
	// The result would contain the same bytes the next time.
	if (isEmbedded && failure.kind === 'upstream') return { kind: 'givenUp', problem: fileProblem(failure) };
	// If repeated, the file on the service is damaged.
	if (isCut(failure)) return { kind: 'gone', problem: fileProblem(failure) };
	if (isPassing(failure)) return { kind: 'passing', failure };
	if (isGone(failure)) return { kind: 'gone' };
	return { kind: 'givenUp', problem: fileProblem(failure) };
}

/** Channels of images, videos or sound, even if their files have no extension. */
const mediaChannel = /(?:^|[_-])(?:image|gif|video|audio)s?(?:[_-]?urls?)?$/i;

/** Statuses of storage hosts for an expired file or address; often 400 for expired credentials. */
const missingFileStatuses: readonly (number | undefined)[] = [400, 401, 403, 404, 410];

function isGone(failure: Failure): boolean {
	return missingFileStatuses.includes(failure.status);
}

function isPassing(failure: Failure): boolean {
	if (failure.status === 408 || failure.status === 429 || (failure.status ?? 0) >= 500) return true;
	return ['network', 'timeout', 'upstream', 'rateLimited', 'canceled'].includes(failure.kind);
}

function transferId(runId: string, { key }: FilePlace): string {
	return JSON.stringify([runId, key]);
}
