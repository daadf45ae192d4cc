import type { Dispatcher } from 'undici';
import { failed, type Result, success } from '../base/failure.ts';
import { failureOfError } from './networkErrors.ts';
import type { TransportRequest } from './transport.ts';

/** The head of a reply and its body as it arrives. */
export interface ReplyHead {
	readonly status: number;
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Dispatcher.ResponseData['body'];
}

/** The pool a call goes through and how long it may take. */
export interface RequestRoute {
	readonly dispatcher: Dispatcher;
	readonly headersMs: number;
}

/** A slow line still carries this many bytes in a millisecond; large bodies get the time they need. */
const slowestBytesPerMs = 32;

/** Sends one request and waits for the head of its reply. Throws what the network throws. */
export async function sendRequest(
	way: RequestRoute,
	request: TransportRequest,
	url: URL,
	token: string | undefined,
): Promise<ReplyHead> {
	const body = request.body === undefined ? undefined : Buffer.from(request.body, 'utf8');
	const reply = await way.dispatcher.request({
		origin: url.origin,
		path: `${url.pathname}${url.search}`,
		method: request.method,
		headers: {
			accept: 'application/json',
			'user-agent': 'Easel',
			...(body === undefined ? {} : { 'content-type': 'application/json' }),
			...request.headers,
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
		},
		body: body ?? null,
		headersTimeout: (request.headersTimeoutMs ?? way.headersMs) + (body?.length ?? 0) / slowestBytesPerMs,
		...(request.signal === undefined ? {} : { signal: request.signal }),
	});
	return { status: reply.statusCode, headers: flatten(reply.headers), body: reply.body };
}

function flatten(headers: Dispatcher.ResponseData['headers']): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
		),
	);
}

interface ReadOptions {
	readonly replyBytes: number;
	readonly replyMs: number;
	readonly host: string;
	readonly signal: AbortSignal | undefined;
}

/** Reads a whole reply as text, bounded in size and time; beyond that the connection is dropped. */
export async function readText(reply: ReplyHead, options: ReadOptions): Promise<Result<string>> {
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	let late = false;
	const timer = setTimeout(() => {
		late = true;
		reply.body.destroy();
	}, options.replyMs);
	try {
		for await (const chunk of reply.body as AsyncIterable<Uint8Array>) {
			bytes += chunk.length;
			if (bytes > options.replyBytes) return failed(tooLarge(options));
			chunks.push(chunk);
		}
		if (late) return failed(tooSlow(reply, options));
		return success(new TextDecoder().decode(Buffer.concat(chunks, bytes)));
	} catch (thrown) {
		if (late) return failed(tooSlow(reply, options));
		const failure = failureOfError(thrown, options.host, options.signal?.aborted === true);
		return failed({
			...failure,
			...(failure.kind === 'cancelled' ? {} : { status: reply.status, mayHaveArrived: true }),
		});
	} finally {
		clearTimeout(timer);
	}
}

/** Without a status, so that it is not taken for a reply that was cut: a repetition would be as large. */
function tooLarge(options: ReadOptions) {
	return {
		kind: 'protocol' as const,
		message: `The answer of ${options.host} is larger than ${Math.round(options.replyBytes / 1024)} KB, so reading it was stopped.`,
		nextStep: 'Ask for less at once, or check the addresses of the connection.',
		fixer: 'service' as const,
		mayHaveArrived: true,
	};
}

function tooSlow(reply: ReplyHead, options: ReadOptions) {
	return {
		kind: 'timeout' as const,
		message: `The answer of ${options.host} began but was not complete in time.`,
		nextStep: 'Try again; if it stays so, check the network.',
		fixer: 'nobody' as const,
		status: reply.status,
		mayHaveArrived: true,
	};
}
