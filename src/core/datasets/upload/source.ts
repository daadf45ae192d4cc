import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { getDefaultHighWaterMark } from 'node:stream';
import * as l10n from '@vscode/l10n';
import { codeOf } from '../../base/disk/codeOf.ts';
import { bytesBody, type StreamBody } from '../../http/requestBody.ts';
import { isAsChosen, type UploadFile } from './upload.ts';

/** A file that can be sent, or a sentence why not. */
export type Source =
	| {
			readonly ok: true;
			readonly body: StreamBody;
			/**
			 * Returns why the bytes may differ from the chosen file; undefined if they do not. Call it after the bytes
			 * were sent.
			 */
			readonly verify: () => Promise<string | undefined>;
			/** Releases the bytes. Call it when the service has acknowledged them, so that they are no longer read. */
			readonly release: () => void;
	  }
	| { readonly ok: false; readonly reason: string };

/** Files up to this size are read completely, before their turn; of larger ones only one piece at a time is in memory. */
export const wholeBytes = 1_500_000;

/** Bytes of larger files read from the disk at a time: more than a socket takes without asking to wait. */
const chunkBytes = 256 * 1024;

/**
 * Buffers that take turns in reading a large file. The network asks for the next piece when the one before is with the operating
 * system, so that at most three are in use; without turns the garbage of a fast upload is 60 MB.
 */
const turns = 8;

/** Does not wait for a writer, in case it has become a pipe. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Buffers of fewer bytes are not worth keeping. */
const smallBytes = 64 * 1024;

const noFileReason = l10n.t('This is no longer a file.');
/**
 * The reason why a file is not sent after its size or time has changed: a code, since a retry looks for it in any
 * language.
 */
export const changedReason = 'changed';

/** The content type that is sent with a file; the service checks the extension and the content. */
const types: Readonly<Record<string, string>> = {
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.png': 'image/png',
	'.webp': 'image/webp',
	'.gif': 'image/gif',
	'.bmp': 'image/bmp',
	'.tif': 'image/tiff',
	'.tiff': 'image/tiff',
	'.mp4': 'video/mp4',
	'.mov': 'video/quicktime',
	'.webm': 'video/webm',
	'.mkv': 'video/x-matroska',
	'.avi': 'video/x-msvideo',
	'.txt': 'text/plain',
};

/** Reused buffers for files that are read completely: each new megabyte brings a garbage collection nearer. */
export class SpareBuffers {
	readonly #spare: Buffer[] = [];

	/** Returns a buffer of at least this length, at most `wholeBytes`; its content is anything. */
	take(bytes: number): Buffer {
		if (bytes < smallBytes) return Buffer.allocUnsafeSlow(bytes);
		return this.#spare.pop() ?? Buffer.allocUnsafeSlow(wholeBytes);
	}

	give(buffer: Buffer): void {
		if (buffer.length === wholeBytes) this.#spare.push(buffer);
	}
}

/** Checks whether a file is still as selected, and returns its bytes. */
export async function openSource(file: UploadFile, buffers: SpareBuffers): Promise<Source> {
	const { name, path, bytes, text } = file;
	const contentType = types[extname(name).toLowerCase()] ?? 'application/octet-stream';
	if (text !== undefined) return inMemory(new TextEncoder().encode(text), contentType);
	try {
		if (bytes <= wholeBytes) {
			const buffer = buffers.take(bytes);
			const reason = await readWhole(file, buffer);
			if (reason !== undefined) return { ok: false, reason };
			return inMemory(buffer.subarray(0, bytes), contentType, () => buffers.give(buffer));
		}
		const reason = problemOf(file, await stat(path));
		if (reason !== undefined) return { ok: false, reason };
	} catch (error) {
		return { ok: false, reason: readTrouble(error) };
	}
	// If a file is read during a write, its halves may be from different versions.
	const verify = () => stat(path).then((now) => problemOf(file, now), readTrouble);
	const body = { length: bytes, contentType, open: () => inPieces(path) };
	return { ok: true, body, verify, release: () => {} };
}

function inMemory(content: Uint8Array, contentType: string, release = () => {}): Source {
	return { ok: true, body: bytesBody(content, contentType), verify: async () => undefined, release };
}

/** Reads a file from its first byte to its last, on demand. */
async function* inPieces(path: string): AsyncGenerator<Uint8Array, void, void> {
	const handle = await open(path, readOnly);
	try {
		const buffers: Buffer[] = [];
		// Other code of this process may let streams buffer more than a piece.
		const takesTurns = getDefaultHighWaterMark(false) < chunkBytes;
		for (let piece = 0; ; piece++) {
			const spare = takesTurns ? buffers[piece % turns] : undefined;
			const buffer = spare ?? Buffer.allocUnsafeSlow(chunkBytes);
			if (takesTurns && buffers.length < turns) buffers.push(buffer);
			const filled = await fill(buffer, handle);
			if (filled > 0) yield buffer.subarray(0, filled);
			if (filled < chunkBytes) return;
		}
	} finally {
		await handle.close();
	}
}

/** Reads on until the buffer is full or the file ends; only a full piece makes the network ask to wait. */
async function fill(buffer: Buffer, handle: FileHandle): Promise<number> {
	let filled = 0;
	while (filled < buffer.length) {
		const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
		if (bytesRead === 0) break;
		filled += bytesRead;
	}
	return filled;
}

/** Reads a file; a sentence if it is not as selected. One with its time and size unchanged afterwards was unchanged throughout. */
async function readWhole(file: UploadFile, into: Buffer): Promise<string | undefined> {
	const handle = await open(file.path, readOnly);
	try {
		await fill(into.subarray(0, file.bytes), handle);
		return problemOf(file, await handle.stat());
	} finally {
		await handle.close();
	}
}

/** Returns the reason why a file differs from the chosen one; `undefined` if it does not. */
function problemOf(file: UploadFile, now: Stats): string | undefined {
	if (!now.isFile()) return noFileReason;
	return isAsChosen(file, { bytes: now.size, modifiedAt: now.mtimeMs }) ? undefined : changedReason;
}

/** Returns the current file, to send in that state; `undefined` if it cannot be read. */
export async function asItIsNow(file: UploadFile): Promise<UploadFile | undefined> {
	if (file.text !== undefined) return file;
	try {
		const now = await stat(file.path);
		return now.isFile() ? { ...file, bytes: now.size, modifiedAt: now.mtimeMs } : undefined;
	} catch {
		return undefined;
	}
}

/** Describes an error of the file system, without the path. */
function readTrouble(error: unknown): string {
	const code = codeOf(error);
	switch (code) {
		case 'ENOENT':
		case 'ENOTDIR':
			return l10n.t('The file is no longer there.');
		case 'EACCES':
		case 'EPERM':
			return l10n.t('The file cannot be read: permission denied.');
		case 'EISDIR':
			return noFileReason;
		case 'ELOOP':
			return l10n.t('The file is a link that refers to itself.');
		default:
			return l10n.t('The file cannot be read ({0}).', code ?? l10n.t('unknown error'));
	}
}
