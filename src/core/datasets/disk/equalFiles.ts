import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { inParallel } from '../../base/parallel.ts';

/** The parts of a file that a comparison of contents needs. */
interface Comparable {
	readonly id: string;
	readonly bytes: number;
	/** Its last bytes; absent for a file that is not compared. */
	readonly end?: string;
	readonly digest?: string;
}

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
	const alike = new Map<string, T[]>();
	for (const file of files) {
		if (file.end === undefined) continue;
		const key = `${file.bytes} ${file.end}`;
		const known = alike.get(key);
		if (known === undefined) alike.set(key, [file]);
		else known.push(file);
	}
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
