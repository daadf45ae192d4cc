import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { codeOf } from '../base/disk/codeOf.ts';
import { makeFolder } from '../base/disk/makeFolder.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { FailureError } from '../http/networkErrors.ts';
import type { Transport, TransportStream } from '../http/transport.ts';
import { dataUriType, type EmbeddedFile, readDataUri } from '../json/dataUri.ts';
import { contentTrouble, cutFailure, examinedBytes } from './content.ts';
import { endsEarly, type ReadBytes } from './cutContent.ts';
import { bodyLimit, roomTrouble } from './diskRoom.ts';
import { diskTrouble, isFull } from './diskTrouble.ts';
import { safeFileName } from './names.ts';
import { publish } from './publish.ts';

/** The facts about bytes on disk that are needed to ask for the rest of the same file. */
export interface PartialFile {
	/** A strong validator (RFC 9110, 8.8) as received: a strong `ETag`, or a `Last-Modified` that was old enough. */
	readonly validator?: string;
	/** Length of the whole file in bytes, if known. */
	readonly total?: number;
}

interface DownloadOptions {
	readonly transport: Pick<Transport, 'stream'>;
	/** A web address, or a data URI with the bytes. */
	readonly url: string;
	readonly folder: string;
	/** The intended name; made safe, and numbered if it is taken. */
	readonly name: string;
	/** Name of the temporary file in `folder`: the same each time for the same file, so that a download continues. */
	readonly partial: string;
	/** The value that `remember` was last called with for this temporary file. */
	readonly previous?: PartialFile;
	/** Keeps the data to continue after an interruption. */
	readonly remember?: (partial: PartialFile) => Promise<unknown>;
	/** The file is an image, a video or sound, even without a name for that. */
	readonly isMedia?: boolean;
	/** Maximum bytes of a body without a reported length. Default: 50 GB, and never more than the free space of the disk. */
	readonly mostBytes?: number;
	/** Called as bytes reach the disk: their number, and the total. */
	readonly onProgress?: (done: number, total?: number) => void;
	readonly signal?: AbortSignal | undefined;
}

export interface Downloaded {
	/** The name given in `folder`. */
	readonly name: string;
	readonly bytes: number;
}

/** Maximum number of continuations of an interrupted body within one call, while each attempt receives bytes. */
const continuations = 5;

/**
 * Streams a file to a temporary name, checks its length, syncs it to disk and renames it; it never appears under its
 * name before it is complete and plausible for its name, and never replaces another. A file on disk from an earlier
 * attempt is continued if the server allows it. After a failure the bytes so far stay for the next attempt.
 */
export async function downloadFile(options: DownloadOptions): Promise<Result<Downloaded>> {
	const path = join(options.folder, options.partial);
	let known = options.previous;
	const remember = async (partial: PartialFile) => {
		known = partial;
		await options.remember?.(partial);
	};
	try {
		await makeFolder(options.folder);
		for (let attempt = 0; ; attempt++) {
			const before = await sizeOf(path);
			const embedded = readDataUri(options.url);
			const fetched = embedded
				? await writeEmbedded(path, embedded)
				: await fetchRest(options, path, before, known, remember);
			if (fetched.ok) {
				const { bytes, contentType } = fetched.value;
				const trouble = await examine(path, options, bytes, contentType);
				if (trouble !== undefined) return failed(trouble);
				const name = await publish(path, options.folder, safeFileName(options.name));
				return success({ name, bytes });
			}
			const progress = (await sizeOf(path)) > before && known?.validator !== undefined;
			if (!isInterrupted(fetched.failure) || !progress || attempt >= continuations) return fetched;
		}
	} catch (error) {
		return failed(error instanceof FailureError ? error.failure : diskTrouble(error, options.name));
	}
}

/** A complete temporary file. */
interface Fetched {
	readonly bytes: number;
	/** Unknown if nothing was missing. */
	readonly contentType?: string;
}

/** Returns the failure of a wrong temporary file; it is removed then, so that the next attempt begins at the first byte. */
async function examine(
	path: string,
	{ name, url, isMedia = false }: DownloadOptions,
	bytes: number,
	contentType: string | undefined,
): Promise<Failure | undefined> {
	const host = dataUriType(url) ? l10n.t('The service') : (URL.parse(url)?.host ?? l10n.t('The server'));
	const handle = await openFile(path, constants.O_RDONLY);
	const read: ReadBytes = async (position, length) => {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
		return buffer.subarray(0, bytesRead);
	};
	let trouble: Failure | undefined;
	try {
		const head = await read(0, examinedBytes);
		trouble = contentTrouble({ name, isMedia, bytes, head, contentType, host });
		if (trouble === undefined && (await endsEarly({ name, bytes, head }, read)))
			trouble = cutFailure({ host, name });
	} finally {
		await handle.close();
	}
	if (trouble !== undefined) await rm(path, { force: true });
	return trouble;
}

async function writeEmbedded(
	path: string,
	{ bytes, mediaType: contentType }: EmbeddedFile,
): Promise<Result<Fetched>> {
	const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
	const handle = await openFile(path, O_WRONLY | O_CREAT | O_TRUNC);
	try {
		await handle.writeFile(bytes);
		await handle.sync();
		return success({ bytes: bytes.byteLength, contentType });
	} finally {
		await handle.close();
	}
}

async function fetchRest(
	options: DownloadOptions,
	path: string,
	have: number,
	known: PartialFile | undefined,
	remember: (partial: PartialFile) => Promise<void>,
): Promise<Result<Fetched>> {
	const usable =
		known?.validator !== undefined && !known.validator.startsWith('W/') ? known.validator : undefined;
	if (have > 0 && known?.total === have && usable !== undefined) return success({ bytes: have });
	const validator = have > 0 && (known?.total === undefined || have < known.total) ? usable : undefined;
	const reply = await options.transport.stream({
		method: 'GET',
		url: options.url,
		headers: {
			accept: '*/*',
			// A length can only be checked when the bytes are not compressed on the way.
			'accept-encoding': 'identity',
			...(validator === undefined ? {} : { range: `bytes=${have}-`, 'if-range': validator }),
		},
		signal: options.signal,
	});
	if (!reply.ok) {
		if (reply.failure.status !== 416 || validator === undefined) return reply;
		await rm(path, { force: true });
		return fetchRest(options, path, 0, undefined, remember);
	}
	const stream = reply.value;
	const continued = stream.status === 206 ? continuedTotal(stream, have, validator) : undefined;
	if (stream.status === 206 && continued === undefined) {
		await discard(stream);
		if (have === 0) return failed(notAsked(options.name));
		await rm(path, { force: true });
		return fetchRest(options, path, 0, undefined, remember);
	}
	const start = continued === undefined ? 0 : have;
	const total = continued?.total ?? (stream.length === undefined ? undefined : start + stream.length);
	await remember(partialOf(stream, total));
	const trouble = total === undefined ? undefined : await roomTrouble(options, total - start);
	if (trouble !== undefined) {
		await discard(stream);
		return failed(trouble);
	}
	const limit = total === undefined ? await bodyLimit(options, start) : undefined;
	let tooMuch: Failure | undefined;
	const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
	const handle = await openFile(path, start > 0 ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC);
	try {
		const end = await writeBody(stream, handle, start, async (done) => {
			options.onProgress?.(done, total);
			tooMuch = await limit?.(done);
			if (tooMuch !== undefined) throw new FailureError(tooMuch);
		});
		if (total !== undefined && end !== total) return failed(wrongLength(options.name, end, total));
		await handle.truncate(end);
		await handle.sync();
		return success(compact({ bytes: end, contentType: stream.headers['content-type'] }));
	} catch (error) {
		// A partial file that does not fit must not fill the disk until the next attempt.
		if (tooMuch !== undefined || isFull(error)) await rm(path, { force: true });
		return failed(error instanceof FailureError ? error.failure : diskTrouble(error, options.name));
	} finally {
		await handle.close();
	}
}

/** Writes the body from `start` on; returns its end. */
async function writeBody(
	stream: TransportStream,
	handle: FileHandle,
	start: number,
	onProgress: (done: number) => Promise<void>,
): Promise<number> {
	let at = start;
	for await (const chunk of stream.body) {
		for (let offset = 0; offset < chunk.byteLength; ) {
			const { bytesWritten } = await handle.write(chunk, offset, chunk.byteLength - offset, at);
			offset += bytesWritten;
			at += bytesWritten;
		}
		await onProgress(at);
	}
	return at;
}

/** Returns the total length in a partial reply, if it continues exactly at the end of the bytes on disk. */
function continuedTotal(
	stream: TransportStream,
	have: number,
	validator: string | undefined,
): { total: number | undefined } | undefined {
	const { etag, 'last-modified': modified } = stream.headers;
	// Some servers send the rest of a changed file, and show that by another validator only.
	const now = validator?.startsWith('"') ? etag : modified;
	if (validator !== undefined && now !== undefined && now !== validator) return undefined;
	const match = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(stream.headers['content-range'] ?? '');
	if (!match || Number(match[1]) !== have) return undefined;
	return { total: match[2] === '*' ? undefined : Number(match[2]) };
}

function partialOf(stream: TransportStream, total: number | undefined): PartialFile {
	const { etag } = stream.headers;
	// Only strong tags guarantee the same bytes.
	const isStrong = etag !== undefined && /^"[^"]*"$/.test(etag);
	return compact({ validator: isStrong ? etag : strongDate(stream), total });
}

/**
 * Returns a date of change that is strong: more than a minute before the reply, since within a minute a file may have
 * changed twice.
 */
function strongDate({ headers }: TransportStream): string | undefined {
	const modified = headers['last-modified'];
	const age = Date.parse(headers.date ?? '') - Date.parse(modified ?? '');
	return age >= 60_000 ? modified : undefined;
}

function isInterrupted(failure: Failure): boolean {
	return failure.kind === 'network' || failure.kind === 'timeout';
}

async function discard(stream: TransportStream): Promise<void> {
	// Leaving the loop closes the stream.
	for await (const _ of stream.body) break;
}

/** Bytes of an existing temporary file. Anything that is not a file, such as a link to one, is removed. */
async function sizeOf(path: string): Promise<number> {
	try {
		const found = await lstat(path);
		if (found.isFile()) return found.size;
		await rm(path, { recursive: true, force: true });
		return 0;
	} catch (error) {
		if (codeOf(error) === 'ENOENT') return 0;
		throw error;
	}
}

/** Opens the temporary file itself: a link in its place is an error. */
function openFile(path: string, flags: number): Promise<FileHandle> {
	// Windows does not know the flag, and makes no links without special rights.
	return open(path, flags | (constants.O_NOFOLLOW ?? 0));
}

function notAsked(name: string): Failure {
	return {
		kind: 'protocol',
		message: l10n.t('The server sent a part of {0} that was not requested.', name),
		nextStep: l10n.t('Try again. If this continues, the problem is with the service.'),
		fixer: 'service',
		mayHaveArrived: true,
	};
}

function wrongLength(name: string, got: number, expected: number): Failure {
	return {
		kind: 'network',
		message: l10n.t('The download of {0} ended after {1} of {2} bytes.', name, got, expected),
		nextStep: l10n.t('Try again.'),
		fixer: 'nobody',
		mayHaveArrived: true,
	};
}
