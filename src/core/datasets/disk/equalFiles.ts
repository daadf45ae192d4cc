import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { inParallel } from '../../base/parallel.ts';
import type { ScannedFile } from './scannedFile.ts';

/** The parts of a file that a comparison of contents needs; one without last bytes is not compared. */
type Comparable = Pick<ScannedFile, 'id' | 'bytes' | 'end' | 'digest'>;

/** Files that are read at the same time. */
const atOnce = 8;

/**
 * Returns the media that have the size and the last bytes of another one, with a digest of all their bytes. The last bytes of a picture
 * depend on all before them, so hardly a file is read that is not equal to another. Rejects with the signal's reason when it is aborted.
 */
export async function withDigests<T extends Comparable>(
	files: Iterable<T>,
	signal?: AbortSignal,
): Promise<readonly T[]> {
	const compared = [...files].filter(({ end }) => end !== undefined);
	const alike = Map.groupBy(compared, ({ bytes, end }) => `${bytes} ${end}`);
	const digested: T[] = [];
	const unread = [...alike.values()]
		.filter((each) => each.length > 1)
		.flat()
		.filter(({ digest }) => digest === undefined);
	await inParallel(unread, atOnce, async (file) => {
		signal?.throwIfAborted();
		const digest = await digestOf(file.id).catch(() => undefined);
		if (digest !== undefined) digested.push({ ...file, digest });
	});
	return digested;
}

async function digestOf(path: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const piece of createReadStream(path)) hash.update(piece);
	return hash.digest('hex');
}
