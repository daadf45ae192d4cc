import { compact } from '../base/compact.ts';

/** A body of known length that is streamed and never held as a whole. */
export interface StreamBody {
	/** Exact length in bytes; sent as `Content-Length`, never exceeded and never fallen short of. */
	readonly length: number;
	readonly contentType?: string;
	/** Begins to read from the start; called once for each attempt. An error that it throws ends the call as a failure. */
	open(): AsyncIterable<Uint8Array>;
}

/** The body of a request: JSON text to be sent unchanged, or a stream. */
export type RequestBody = string | StreamBody;

/** One part of a form: a text, or a file with the name that the service gets to see. */
type FormPart =
	| { readonly name: string; readonly value: string }
	| { readonly name: string; readonly fileName: string; readonly body: StreamBody };

/** Bytes read from the disk at a time. */
const chunkBytes = 256 * 1024;

/** Returns a body of bytes in memory. */
export function bytesBody(bytes: Uint8Array, contentType?: string): StreamBody {
	return compact({
		length: bytes.byteLength,
		contentType,
		async *open() {
			for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
		},
	});
}

/** Returns a form (`multipart/form-data`, RFC 7578) with streamed files. Names are escaped as browsers do it. */
export function formBody(parts: readonly FormPart[]): StreamBody {
	const boundary = `easel-${crypto.randomUUID()}`;
	const encoder = new TextEncoder();
	const sections = parts.map((part) => ({
		head: encoder.encode(headOf(part, boundary)),
		body: 'body' in part ? part.body : bytesBody(encoder.encode(part.value)),
	}));
	const lineEnd = encoder.encode('\r\n');
	const end = encoder.encode(`--${boundary}--\r\n`);
	return {
		length: sections.reduce(
			(sum, { head, body }) => sum + head.length + body.length + lineEnd.length,
			end.length,
		),
		contentType: `multipart/form-data; boundary=${boundary}`,
		async *open() {
			for (const { head, body } of sections) {
				yield head;
				yield* body.open();
				yield lineEnd;
			}
			yield end;
		},
	};
}

function headOf(part: FormPart, boundary: string): string {
	const file = 'body' in part ? `; filename="${quoted(part.fileName)}"` : '';
	const type =
		'body' in part ? `Content-Type: ${part.body.contentType ?? 'application/octet-stream'}\r\n` : '';
	return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"${file}\r\n${type}\r\n`;
}

function quoted(name: string): string {
	return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
