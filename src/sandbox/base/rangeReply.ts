/** A file on the storage host, and its requested part. */
interface RangeRequest {
	readonly size: number;
	readonly type: string;
	readonly etag: string;
	/** The header of the call. */
	readonly range: string | undefined;
	readonly headersOnly: boolean;
}

/** Sends a file whole, or the one requested range. `part` contains the bytes from `start` to `end`, both included. */
export function rangeReply(
	{ size, type, etag, range, headersOnly }: RangeRequest,
	part: (start: number, end: number) => ConstructorParameters<typeof Response>[0],
): Response {
	const headers: Record<string, string> = { 'content-type': type, 'accept-ranges': 'bytes', etag };
	const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
	const start = Number(asked?.[1] ?? 0);
	const end = Math.min(asked?.[2] ? Number(asked[2]) : size - 1, size - 1);
	if (asked !== null && (start >= size || end < start)) {
		return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } });
	}
	headers['content-length'] = String(end - start + 1);
	if (asked !== null) headers['content-range'] = `bytes ${start}-${end}/${size}`;
	return new Response(headersOnly ? null : part(start, end), { status: asked === null ? 200 : 206, headers });
}
