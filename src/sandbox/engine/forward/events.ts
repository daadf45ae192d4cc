import { member } from '../../../core/json/value.ts';
import type { EngineClient } from './client.ts';
import { parsed } from './faults.ts';

/** A picture that a node sent over the event stream and wrote nowhere. */
export interface StreamedPicture {
	readonly nodeId: string;
	readonly extension: 'png' | 'jpg';
	readonly bytes: Uint8Array;
}

/** Events of one run in the event stream: hints when to poll, and pictures that are nowhere else. History and queue are authoritative. */
export interface RunEvents {
	/** True if the stream was open before the run was submitted, and still is. */
	readonly complete: boolean;
	/** True if a node of the run has begun. */
	readonly working: boolean;
	/** Pictures of nodes of the class `SaveImageWebsocket`. */
	readonly pictures: readonly StreamedPicture[];
	/** Resolves at the next event that may have ended the run, or after `ms`. */
	next(ms: number, signal: AbortSignal): Promise<void>;
	close(): void;
}

/** Milliseconds that a run waits for the stream before it begins without it. */
const openMs = 2000;

/** Listens to the events of a run; its id is the client's. Never fails: a stream that does not open is `complete: false`. */
export async function listen(
	client: EngineClient,
	runId: string,
	sendsPictures: (nodeId: string) => boolean,
): Promise<RunEvents> {
	const { url, headers } = client.socket(runId);
	// Node's own socket takes headers, which the type of browsers lacks.
	const socket = new WebSocket(url, { headers } as unknown as string[]);
	socket.binaryType = 'arraybuffer';
	const pictures: StreamedPicture[] = [];
	let [open, working, closed] = [false, false, false];
	let current: string | undefined;
	let wake = () => {};
	let received = false;
	socket.addEventListener('message', ({ data }) => {
		if (data instanceof ArrayBuffer) {
			const picture = pictureOf(Buffer.from(data), current);
			if (picture !== undefined && sendsPictures(picture.nodeId)) pictures.push(picture);
		} else if (typeof data === 'string') take(data);
	});
	const opened = new Promise<void>((resolve) => {
		socket.addEventListener('open', () => {
			open = true;
			const data = { supports_preview_metadata: true };
			socket.send(JSON.stringify({ type: 'feature_flags', data }));
			resolve();
		});
		for (const end of ['error', 'close']) {
			socket.addEventListener(end, () => {
				closed = true;
				resolve();
			});
		}
		setTimeout(resolve, openMs).unref();
	});
	await opened;
	const wasOpen = open;
	return {
		get complete() {
			return wasOpen && !closed;
		},
		get working() {
			return working;
		},
		pictures,
		async next(ms, signal) {
			if (!received) {
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, ms);
					const done = () => {
						clearTimeout(timer);
						resolve();
					};
					wake = done;
					signal.addEventListener('abort', done, { once: true });
				});
			}
			received = false;
		},
		close: () => socket.close(),
	};

	function take(text: string): void {
		const event = parsed(text);
		const data = member(event, 'data');
		const type = member(event, 'type');
		if (member(data, 'prompt_id') !== runId) return;
		if (type === 'executing') {
			const node = member(data, 'node');
			current = typeof node === 'string' ? node : undefined;
		}
		if (type !== 'execution_start' && type !== 'execution_cached') working = true;
		if (/^execution_(success|error|interrupted)$/.test(String(type)) || type === 'executing') {
			received = current === undefined || type !== 'executing';
			if (received) wake();
		}
	}
}

/** Reads the picture of a frame: event 1 has the format in a number, event 4 the node in a description. */
function pictureOf(frame: Buffer, current: string | undefined): StreamedPicture | undefined {
	if (frame.length < 8) return undefined;
	const [event, word] = [frame.readUInt32BE(0), frame.readUInt32BE(4)];
	if (event === 1 && current !== undefined)
		return { nodeId: current, extension: word === 2 ? 'png' : 'jpg', bytes: frame.subarray(8) };
	if (event !== 4 || word > frame.length - 8) return undefined;
	const about = parsed(frame.toString('utf8', 8, 8 + word));
	const nodeId = member(about, 'node_id');
	if (typeof nodeId !== 'string') return undefined;
	const extension = member(about, 'image_type') === 'image/png' ? 'png' : 'jpg';
	return { nodeId, extension, bytes: frame.subarray(8 + word) };
}
