import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { bytesBody, type StreamBody } from '../http/requestBody.ts';
import type { UploadFile } from './upload.ts';

/** A file that can be sent, or a sentence that says why not. */
export type Source =
	| { readonly ok: true; readonly body: StreamBody }
	| { readonly ok: false; readonly reason: string };

const changedReason = 'The file changed after it was chosen. Send it again to send it as it is now.';

/** The type that goes along with a file; the service looks at the extension and the content. */
const types: Readonly<Record<string, string>> = {
	'.jpg': 'image/jpeg',
	'.jpeg': 'image/jpeg',
	'.png': 'image/png',
	'.webp': 'image/webp',
	'.gif': 'image/gif',
	'.bmp': 'image/bmp',
	'.mp4': 'video/mp4',
	'.mov': 'video/quicktime',
	'.webm': 'video/webm',
	'.mkv': 'video/x-matroska',
	'.avi': 'video/x-msvideo',
	'.txt': 'text/plain',
};

/** Looks whether a file is still what was chosen, and gives its bytes, which are read as they are sent. */
export async function openSource(file: UploadFile): Promise<Source> {
	const contentType = types[extname(file.name).toLowerCase()] ?? 'application/octet-stream';
	if (file.text !== undefined) {
		const bytes = new TextEncoder().encode(file.text);
		return { ok: true, body: bytesBody(bytes, contentType) };
	}
	const problem = await problemOf(file);
	if (problem !== undefined) return { ok: false, reason: problem };
	const body = { length: file.bytes, contentType, open: () => bytesOf(file) };
	return { ok: true, body };
}

/** Why a file cannot be sent, or was not sent as it was chosen; `undefined` when it is unchanged. */
export async function problemOf({ path, bytes, modifiedAt, text }: UploadFile): Promise<string | undefined> {
	if (text !== undefined) return undefined;
	try {
		const now = await stat(path);
		if (!now.isFile()) return 'There is something else than a file at this place now.';
		// Some callers keep whole milliseconds.
		const same = now.size === bytes && Math.abs(now.mtimeMs - modifiedAt) < 1;
		return same ? undefined : changedReason;
	} catch (error) {
		return readTrouble(error);
	}
}

/** The file as it is now, to be sent like that; `undefined` where it cannot be looked at. */
export async function asItIsNow(file: UploadFile): Promise<UploadFile | undefined> {
	if (file.text !== undefined) return file;
	try {
		const now = await stat(file.path);
		return now.isFile() ? { ...file, bytes: now.size, modifiedAt: now.mtimeMs } : undefined;
	} catch {
		return undefined;
	}
}

/** Small files are read at once, which is the quickest way; of large ones never more than a piece is in memory. */
async function* bytesOf({ path, bytes }: UploadFile): AsyncGenerator<Uint8Array> {
	if (bytes > chunkBytes) {
		yield* createReadStream(path, { highWaterMark: chunkBytes }) as AsyncIterable<Uint8Array>;
		return;
	}
	const handle = await open(path);
	try {
		yield* whole(handle, bytes);
	} finally {
		await handle.close();
	}
}

/** Bytes read from the disk at a time. */
const chunkBytes = 256 * 1024;

/** One byte more than expected is asked for, so that a file that has grown is noticed. */
async function* whole(handle: FileHandle, bytes: number): AsyncGenerator<Uint8Array> {
	const buffer = new Uint8Array(bytes + 1);
	let filled = 0;
	for (;;) {
		const { bytesRead } = await handle.read(buffer, filled, buffer.byteLength - filled);
		filled += bytesRead;
		if (bytesRead === 0 || filled === buffer.byteLength) break;
	}
	if (filled > 0) yield buffer.subarray(0, filled);
}

/** What an error of the file system means, without the path. */
function readTrouble(error: unknown): string {
	const code = (error as NodeJS.ErrnoException | undefined)?.code;
	switch (code) {
		case 'ENOENT':
		case 'ENOTDIR':
			return 'The file is no longer there.';
		case 'EACCES':
		case 'EPERM':
			return 'The file cannot be read, because this account may not open it.';
		case 'ELOOP':
			return 'The file is a link that leads to itself.';
		default:
			return `The file cannot be read (${code ?? 'unknown error'}).`;
	}
}
