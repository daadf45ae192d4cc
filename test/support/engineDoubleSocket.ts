import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A frame of the event stream: text, a picture encoded as each client requested, or raw bytes. Recorded streams may
 * contain notes of the recorder (`_client`), which are skipped, and pictures without their bytes (`_binary`).
 */
export type Frame =
	| { readonly type: string; readonly data: unknown }
	| Picture
	| { readonly _client: string }
	| { readonly _binary: true; readonly event_type: number; readonly metadata?: object }
	| Uint8Array;

interface Picture {
	readonly preview: Uint8Array;
	readonly mediaType: string;
	readonly metadata: object;
}

interface EventSocket {
	/** True if its first message asked for pictures with the ids of their runs. */
	readonly wantsMetadata: boolean;
	send(bytes: { readonly opcode: 1 | 2; readonly payload: Uint8Array }): void;
	close(): void;
}

/** The open event sockets, one for each client id. */
export class EventClients {
	readonly #sockets = new Map<string, EventSocket>();

	get ids(): readonly string[] {
		return [...this.#sockets.keys()];
	}

	/** Accepts a socket; a second one with the same id replaces the first. */
	accept(id: string, request: IncomingMessage, connection: Socket): void {
		this.#sockets.get(id)?.close();
		const socket = acceptSocket(request, connection, () => {
			if (this.#sockets.get(id) === socket) this.#sockets.delete(id);
		});
		this.#sockets.set(id, socket);
	}

	/** Sends a frame to one client, or to all. */
	send(frame: Frame, id?: string): void {
		for (const [each, socket] of this.#sockets) {
			if (id !== undefined && each !== id) continue;
			const bytes = frameBytes(frame, socket.wantsMetadata);
			if (bytes !== undefined) socket.send(bytes);
		}
	}
}

/** Returns the frame for one client; undefined for one that is not sent. */
function frameBytes(
	frame: Frame,
	wantsMetadata: boolean,
): { readonly opcode: 1 | 2; readonly payload: Uint8Array } | undefined {
	if (frame instanceof Uint8Array) return { opcode: 2, payload: frame };
	if ('_client' in frame) return undefined;
	if ('_binary' in frame) return frameBytes(standIn(frame), frame.event_type === 4);
	if ('preview' in frame) return { opcode: 2, payload: picture(frame, wantsMetadata) };
	return { opcode: 1, payload: Buffer.from(JSON.stringify(frame)) };
}

/** Returns the same frame for another run. */
export function withPromptId(frame: Frame, promptId: string): Frame {
	if (frame instanceof Uint8Array) return frame;
	const replaced: unknown = JSON.parse(
		JSON.stringify(frame, (key, value: unknown) =>
			key === 'prompt_id' ? promptId : value instanceof Uint8Array ? undefined : value,
		),
	);
	return 'preview' in frame ? { ...(replaced as typeof frame), preview: frame.preview } : (replaced as Frame);
}

function standIn({ metadata }: { readonly metadata?: object }) {
	return {
		preview: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
		mediaType: 'image/jpeg',
		metadata: metadata ?? {},
	};
}

/** Returns event 4 with metadata, or event 1 with the number of the format. */
function picture(frame: Picture, wantsMetadata: boolean): Buffer {
	const word = (value: number) => {
		const bytes = Buffer.alloc(4);
		bytes.writeUInt32BE(value);
		return bytes;
	};
	const { preview, mediaType, metadata } = frame;
	if (!wantsMetadata) return Buffer.concat([word(1), word(mediaType === 'image/png' ? 2 : 1), preview]);
	const about = Buffer.from(JSON.stringify({ image_type: mediaType, ...metadata }));
	return Buffer.concat([word(4), word(about.length), about, preview]);
}

/** Completes the handshake and sends frames without extensions (RFC 6455). */
function acceptSocket(request: IncomingMessage, connection: Socket, gone: () => void): EventSocket {
	const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
	const accept = createHash('sha1').update(key).digest('base64');
	connection.write(
		`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
	);
	const write = (opcode: number, payload: Uint8Array) => {
		if (!connection.writable) return;
		const { length } = payload;
		const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
		head[0] = 0x80 | opcode;
		head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
		if (length >= 65_536) head.writeBigUInt64BE(BigInt(length), 2);
		else if (length >= 126) head.writeUInt16BE(length, 2);
		connection.write(Buffer.concat([head, payload]));
	};
	let wantsMetadata = false;
	let first = true;
	let rest = Buffer.alloc(0);
	connection.on('data', (part: Buffer) => {
		rest = Buffer.concat([rest, part]);
		for (let frame = readFrame(rest); frame !== undefined; frame = readFrame(rest)) {
			rest = rest.subarray(frame.length);
			if (frame.opcode === 8) {
				write(8, frame.payload);
				connection.end();
			} else if (frame.opcode === 9) write(10, frame.payload);
			else if (frame.opcode === 1 && first) {
				first = false;
				const text = frame.payload.toString();
				wantsMetadata = /"supports_preview_metadata"\s*:\s*true/.test(text);
				const data = { supports_preview_metadata: true, max_upload_size: 104_857_600 };
				if (text.includes('"feature_flags"'))
					write(1, Buffer.from(JSON.stringify({ type: 'feature_flags', data })));
			}
		}
	});
	connection.on('error', () => connection.destroy());
	connection.on('close', gone);
	return {
		get wantsMetadata() {
			return wantsMetadata;
		},
		send: ({ opcode, payload }) => write(opcode, payload),
		close: () => connection.destroy(),
	};
}

/** Returns the first whole frame of a client, unmasked. */
function readFrame(bytes: Buffer): { opcode: number; payload: Buffer; length: number } | undefined {
	if (bytes.length < 2) return undefined;
	const short = (bytes[1] ?? 0) & 0x7f;
	const wide = short === 126 ? 2 : short === 127 ? 8 : 0;
	const start = 2 + wide + 4;
	if (bytes.length < start) return undefined;
	const size = wide === 0 ? short : wide === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
	if (bytes.length < start + size) return undefined;
	const mask = bytes.subarray(start - 4, start);
	const payload = Buffer.from(bytes.subarray(start, start + size));
	for (let index = 0; index < size; index++) payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
	return { opcode: (bytes[0] ?? 0) & 0x0f, payload, length: start + size };
}
