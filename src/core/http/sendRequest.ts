import * as l10n from '@vscode/l10n';
import type { Dispatcher } from 'undici';
import { describeBytes } from '../base/bytes.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { FailureError, failureOfError, timeoutFailure } from './networkErrors.ts';
import type { TransportRequest } from './transport.ts';
import { startUpload } from './upload.ts';

/** The head of a reply and its body as it arrives. */
export interface ReplyHead {
	readonly status: number;
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Dispatcher.ResponseData['body'];
}

/** The pool of a call and its time limits. */
export interface RequestRoute {
	readonly dispatcher: Dispatcher;
	/** Returns why the call has no connection yet, if a proxy is the reason. */
	readonly proxyTrouble: () => Failure | undefined;
	readonly headersMs: number;
	readonly progressMs: number;
}

/** A slow line still carries this many bytes in a millisecond; large bodies get the time they need. */
const slowestBytesPerMs = 32;

/** Set by the transport alone: only it knows the connection and the body. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect']);

/**
 * Sends one request and waits for the head of its reply. The failure of a stream reports that it may have arrived as
 * soon as bytes of it have been sent.
 */
export async function sendRequest(
	route: RequestRoute,
	request: TransportRequest,
	url: URL,
	token: string | undefined,
): Promise<Result<ReplyHead>> {
	const { body, signal } = request;
	const { host } = url;
	const { progressMs, headersMs } = route;
	const replyMs = request.headersTimeoutMs ?? headersMs;
	const streamed =
		typeof body === 'object'
			? startUpload(body, { host, progressMs, replyMs, onProgress: request.onProgress })
			: undefined;
	const text = typeof body === 'string' ? Buffer.from(body, 'utf8') : undefined;
	const deadline = startDeadline(route.dispatcher, {
		ms: replyMs + (text?.length ?? 0) / slowestBytesPerMs,
		untilBegun: streamed !== undefined,
		late: (begun) => (begun ? undefined : route.proxyTrouble()) ?? timeoutFailure(host, !begun),
	});
	const ended = AbortSignal.any(
		[signal, streamed?.signal, deadline.signal].filter((one) => one !== undefined),
	);
	try {
		const called = deadline.dispatcher.request({
			origin: url.origin,
			path: `${url.pathname}${url.search}`,
			method: request.method,
			headers: headersFor(request, token),
			body: streamed?.bytes ?? text ?? null,
			headersTimeout: 0,
			signal: ended,
		});
		// The library notices the signal only when the call gets a connection.
		const reply = await Promise.race([called, rejectionOf(ended)]);
		return success({ status: reply.statusCode, headers: flatten(reply.headers), body: reply.body });
	} catch (thrown) {
		const failure = failureOfError(thrown, host, signal?.aborted === true);
		return failed(streamed && streamed.sent() > 0 ? { ...failure, mayHaveArrived: true } : failure);
	} finally {
		streamed?.end();
		deadline.end();
	}
}

/** Rejects with the reason of the signal when it fires. */
function rejectionOf(signal: AbortSignal): Promise<never> {
	return new Promise((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
		if (signal.aborted) reject(signal.reason);
	});
}

function headersFor(request: TransportRequest, token: string | undefined): Readonly<Record<string, string>> {
	const { body } = request;
	const headers = new Map([
		['accept', 'application/json'],
		['user-agent', 'Easel'],
	]);
	if (typeof body === 'string') headers.set('content-type', 'application/json');
	if (typeof body === 'object' && body.contentType !== undefined)
		headers.set('content-type', body.contentType);
	for (const [name, value] of Object.entries(request.headers ?? {})) {
		if (!ownHeaders.has(name.toLowerCase())) headers.set(name.toLowerCase(), value);
	}
	if (typeof body === 'object') headers.set('content-length', String(body.length));
	if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
	return Object.fromEntries(headers);
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

/** Reads a whole reply as text, limited in size and time; beyond that the connection is closed. */
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
			...(failure.kind === 'canceled' ? {} : { status: reply.status, mayHaveArrived: true }),
		});
	} finally {
		clearTimeout(timer);
	}
}

/** Returns a failure without a status, so that it does not count as a truncated reply: a repetition would be as large. */
function tooLarge(options: ReadOptions): Failure {
	return {
		kind: 'protocol',
		message: l10n.t(
			'The response from {0} is larger than {1}, so Easel stopped reading it.',
			options.host,
			describeBytes(options.replyBytes),
		),
		nextStep: l10n.t('Request less at once, or check the addresses of the connection.'),
		fixer: 'service',
		mayHaveArrived: true,
	};
}

function tooSlow(reply: ReplyHead, options: ReadOptions): Failure {
	return {
		kind: 'timeout',
		message: l10n.t('The response from {0} started but did not finish in time.', options.host),
		nextStep: l10n.t('Try again; if this continues, check the network.'),
		fixer: 'nobody',
		status: reply.status,
		mayHaveArrived: true,
	};
}

/** The clock of one call. */
interface Deadline {
	/** The pool of the call; it notes when the call gets a connection. */
	readonly dispatcher: Dispatcher;
	/** Aborts after the time; its reason is a `FailureError`. */
	readonly signal: AbortSignal;
	/** Ends the deadline. Call it when the head of the reply has arrived, or the call has failed. */
	end(): void;
}

interface DeadlineOptions {
	/** Milliseconds for everything up to the head of the reply: a free connection, a proxy, certificates, and the answer. */
	readonly ms: number;
	/** True if the time applies only until the call has a connection; the rest has its own limit. */
	readonly untilBegun: boolean;
	/**
	 * Returns the failure for an expired time; `begun` is true if the call had a connection, so that bytes of it may
	 * have been sent.
	 */
	readonly late: (begun: boolean) => Failure;
}

/** Starts the clock of a call. Interim replies do not reset it. */
function startDeadline(pool: Dispatcher, { ms, untilBegun, late }: DeadlineOptions): Deadline {
	const over = new AbortController();
	let begun = false;
	const timer = setTimeout(() => over.abort(new FailureError(late(begun))), ms);
	const dispatcher = pool.compose((dispatch) => (options, handler) => {
		const start = handler.onRequestStart?.bind(handler);
		handler.onRequestStart = (controller, context) => {
			begun = true;
			if (untilBegun) clearTimeout(timer);
			start?.(controller, context);
		};
		return dispatch(options, handler);
	});
	return { dispatcher, signal: over.signal, end: () => clearTimeout(timer) };
}
