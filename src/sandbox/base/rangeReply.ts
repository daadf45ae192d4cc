import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { getMimeType, mimes } from 'hono/utils/mime';

interface StorageFile {
	readonly name: string;
	readonly size: number;
	/** Another one for other bytes. */
	readonly key: string | Uint8Array;
}

/** Types of files that are not among those of the library. */
const types = { ...mimes, flac: 'audio/flac', wav: 'audio/wav', yaml: 'application/yaml' };

/** Sends a file whole, or the one requested range. `part` contains the bytes from `start` to `end`, both included. */
export function rangeReply(
	{ req }: Context,
	{ name, size, key }: StorageFile,
	part: (start: number, end: number) => ConstructorParameters<typeof Response>[0],
): Response {
	const type = getMimeType(name, types) ?? 'application/octet-stream';
	const etag = `"${createHash('sha256').update(key).digest('hex').slice(0, 16)}-${size}"`;
	const headers: Record<string, string> = { 'content-type': type, 'accept-ranges': 'bytes', etag };
	const asked = /^bytes=(\d+)-(\d*)$/.exec(req.header('range') ?? '');
	const start = Number(asked?.[1] ?? 0);
	const end = Math.min(asked?.[2] ? Number(asked[2]) : size - 1, size - 1);
	if (asked !== null && (start >= size || end < start)) {
		return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
	}
	headers['content-length'] = String(end - start + 1);
	if (asked !== null) headers['content-range'] = `bytes ${start}-${end}/${size}`;
	const body = req.method === 'HEAD' ? null : part(start, end);
	return new Response(body, { status: asked === null ? 200 : 206, headers });
}
