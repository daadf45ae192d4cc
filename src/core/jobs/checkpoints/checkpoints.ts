import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compact } from '../../base/compact.ts';
import { shortDigest } from '../../base/disk/digest.ts';
import { type Failure, failed, type Result, signedOutFailure } from '../../base/failure.ts';
import { failureOfError } from '../../http/networkErrors.ts';
import type { Transport } from '../../http/transport.ts';
import type { Leases } from '../../ledger/ledger.ts';
import { type Downloaded, downloadFile } from '../../transfers/download.ts';
import { transferPriority } from '../../transfers/transfer.ts';
import type { TransferQueue } from '../../transfers/transferQueue.ts';
import { type CheckpointPlace, type CheckpointSource, checkpointAddress } from './address.ts';
import { readSafetensorsHeader, type SafetensorsHeader } from './safetensors.ts';

/** The first bytes to request: the header of most adapters. A server without ranges sends everything, and is cut off. */
const firstBytes = 1_000_000;

/** Reads only the header of a checkpoint. */
export async function checkpointHeader(
	source: CheckpointSource,
	place: CheckpointPlace,
): Promise<Result<SafetensorsHeader>> {
	const transport = transportOf(source);
	if (!transport) return failed(signedOutFailure);
	const address = await checkpointAddress(source, place);
	if (!address.ok) return address;
	const abort = new AbortController();
	try {
		const read = async (range: string | undefined) => {
			const reply = await transport.stream({
				method: 'GET',
				url: address.value,
				headers: { 'accept-encoding': 'identity', ...compact({ range }) },
				signal: abort.signal,
			});
			return reply.ok ? readSafetensorsHeader(reply.value.body) : reply;
		};
		const first = await read(`bytes=0-${firstBytes - 1}`);
		// A longer header, or one that is damaged: without a range it is read to its own end.
		return first.ok || first.failure.status !== undefined ? first : await read(undefined);
	} catch (error) {
		return failed(failureOfError(error, URL.parse(address.value)?.host ?? '', false));
	} finally {
		abort.abort();
	}
}

interface SaveOptions extends CheckpointPlace {
	readonly folder: string;
	/** The wanted name; numbered if it is taken. */
	readonly as: string;
	readonly signal?: AbortSignal | undefined;
	/** Called with the number of bytes on disk, and of how many. */
	readonly onProgress?: (done: number, total?: number) => void;
}

/** The window that downloads; others of this computer share its leases. */
interface DownloadingWindow {
	readonly queue: TransferQueue;
	readonly leases: Leases;
	/** Identifies the window in leases. */
	readonly owner: string;
}

/**
 * Downloads a checkpoint to a folder: continues after an interruption, checks its length, and gives it its name only
 * when complete. Its address is requested when its turn comes, and again after it has expired.
 */
export async function saveCheckpoint(
	source: CheckpointSource & DownloadingWindow,
	options: SaveOptions,
): Promise<Result<Downloaded>> {
	const transport = transportOf(source);
	if (!transport) return failed(signedOutFailure);
	const { id, name, folder, as, signal, onProgress } = options;
	const key = JSON.stringify(['checkpoint', id, name, folder, as]);
	const shared = shortDigest(key);
	return source.queue.add({
		id: key,
		direction: 'down',
		owner: id,
		origin: '',
		priority: transferPriority.checkpoint,
		signal,
		run: async (context) => {
			const claim = await claimed(source, shared);
			// The file that the other window writes contains the part known to be downloaded.
			let previous = claim.isOurs ? context.previous : undefined;
			const partial = `.${claim.isOurs ? shared : `${shared}-${shortDigest(source.owner)}`}.part`;
			try {
				for (let attempt = 1; ; attempt++) {
					const address = await checkpointAddress(source, { id, name });
					const downloaded = address.ok
						? await downloadFile({
								transport,
								url: address.value,
								folder,
								name: as,
								partial,
								...compact({ previous }),
								remember: async (known) => {
									previous = known;
									if (claim.isOurs) await context.remember(known);
								},
								onProgress: (done, total) => {
									claim.renew();
									context.progress(done, total);
									onProgress?.(done, total);
								},
								signal: context.signal,
							})
						: address;
					if (downloaded.ok || attempt >= mostAttempts || !isPassing(downloaded.failure)) return downloaded;
					await wait(attempt * pauseMs, undefined, { signal: context.signal }).catch(() => undefined);
					if (context.signal.aborted) return downloaded;
				}
			} finally {
				// It would never be continued.
				if (!claim.isOurs) await rm(join(folder, partial), { force: true }).catch(() => undefined);
				await claim.release();
			}
		},
	});
}

/** Milliseconds that a temporary file is another window's after its last bytes; a transfer without any is ended before that. */
const claimMs = 120_000;
const renewalMs = 30_000;

/** Claims a temporary file for this window; `isOurs` is false if another one writes it. */
async function claimed({ leases, owner }: DownloadingWindow, file: string) {
	const name = JSON.stringify(['checkpoint', file]);
	let renewedAt = performance.now();
	const isOurs = await leases.lease(name, owner, claimMs);
	return {
		isOurs,
		renew: () => {
			if (!isOurs || performance.now() - renewedAt < renewalMs) return;
			renewedAt = performance.now();
			void leases.lease(name, owner, claimMs);
		},
		release: async () => {
			if (isOurs) await leases.release(name, owner);
		},
	};
}

/** Attempts of one download; received bytes are kept between them. */
const mostAttempts = 5;
const pauseMs = 500;

/** Returns whether another attempt with a fresh address may succeed. */
function isPassing({ kind, status }: Failure): boolean {
	return status === 403 || kind === 'network' || kind === 'timeout' || kind === 'upstream';
}

function transportOf({ session }: CheckpointSource): Transport | undefined {
	const { current } = session;
	return current.state === 'signedIn' ? current.service.transport : undefined;
}
