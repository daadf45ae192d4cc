import { setTimeout as wait } from 'node:timers/promises';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { ownOrigins } from '../connection/address.ts';
import type { Connection } from '../connection/connection.ts';
import { parseJson } from '../json/exact.ts';
import { createDispatchers, type Dispatchers } from './dispatchers.ts';
import { errorCodeOf, failureOfReply, type ReplyContext, unreadableReply } from './errorReplies.ts';
import type { TransportLimits, TransportOptions } from './lazyTransport.ts';
import { cancelledFailure, failureOfError } from './networkErrors.ts';
import { defaultRetryPolicy, type RetryPolicy, retryAfterMs, retryDelay } from './retry.ts';
import { type ReplyHead, type RequestRoute, readText, sendRequest } from './sendRequest.ts';
import { downloadBody, followRedirects, headersOf } from './streaming.ts';
import type { Transport, TransportRequest, TransportStream } from './transport.ts';

const defaultLimits: TransportLimits = { headersMs: 30_000, replyMs: 120_000, replyBytes: 64 * 1024 * 1024 };

/** Codes by which the service says that a token is not accepted, whatever the HTTP status. */
const unauthorizedCodes: readonly (number | undefined)[] = [401001, 400004];

/** The way out for one connection. Nothing is connected before the first call. */
export function httpTransport(options: TransportOptions): Transport {
	const { connection, log } = options;
	const policy: RetryPolicy = { ...defaultRetryPolicy, ...options.retry };
	const limits: TransportLimits = { ...defaultLimits, ...options.limits };
	const origins = ownOrigins(connection);
	let dispatchers: Dispatchers | undefined;
	let closed = false;

	/** One call without repetition: the reply's head, or the failure that prevented one. */
	async function send(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<ReplyHead>> {
		const started = performance.now();
		const label = `${request.method} ${origins.has(url.origin) ? url.pathname : `${url.origin}/...`}`;
		try {
			dispatchers ??= createDispatchers(options.network);
			const way: RequestRoute = { dispatcher: dispatchers.for(url), headersMs: limits.headersMs };
			const reply = await sendRequest(way, request, url, token);
			log.debug(`${label} ${reply.status} ${Math.round(performance.now() - started)} ms`);
			return success(reply);
		} catch (thrown) {
			const failure = failureOfError(thrown, url.host, request.signal?.aborted === true);
			log.debug(
				`${label} ${failure.kind} ${Math.round(performance.now() - started)} ms`,
				failure.cause ?? '',
			);
			return failed(failure);
		}
	}

	function contextOf(request: TransportRequest, reply: ReplyHead, url: URL): ReplyContext {
		const asked = retryAfterMs(reply.headers['retry-after']);
		return {
			status: reply.status,
			host: url.host,
			part: partOf(connection, url),
			retryAfterMs: asked,
			secrets: [options.token?.(), ...(request.secrets ?? [])],
		};
	}

	async function jsonOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<unknown>> {
		const sent = await send(request, url, token);
		if (!sent.ok) return sent;
		const reply = sent.value;
		const context = contextOf(request, reply, url);
		const text = await readText(reply, { ...limits, signal: request.signal, host: url.host });
		if (!text.ok) return reply.status >= 400 ? failed(failureOfReply(context, '')) : text;
		if (reply.status >= 300 && reply.status < 400) return failed(redirectFailure(reply, url));
		const good = reply.status < 300 || request.answers?.includes(reply.status) === true;
		if (good && text.value.trim() === '') return success(undefined);
		const parsed = parseJson(text.value);
		if (!good) return failed(failureOfReply(context, text.value));
		if (!parsed.ok) return failed(unreadableReply(context, reply.headers['content-type'], text.value));
		if (reply.status < 300 && errorCodeOf(parsed.value) !== undefined) {
			return failed(failureOfReply(context, text.value));
		}
		return parsed;
	}

	async function streamOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<TransportStream>> {
		const sent = await followRedirects(url, (at, first) => send(request, at, first ? token : undefined));
		if (!sent.ok) return sent;
		const { reply, at } = sent.value;
		if (reply.status >= 400 || reply.status < 200) {
			const text = await readText(reply, {
				...limits,
				replyBytes: 65_536,
				signal: request.signal,
				host: at.host,
			});
			return failed(failureOfReply(contextOf(request, reply, at), text.ok ? text.value : ''));
		}
		const length = Number(reply.headers['content-length'] ?? Number.NaN);
		return success({
			status: reply.status,
			headers: headersOf(reply),
			...(Number.isSafeInteger(length) ? { length } : {}),
			body: downloadBody(reply, at.host, request.signal),
		});
	}

	/** Repeats a call as the policy allows, and once more when a refused token has been replaced. */
	async function call<T>(
		request: TransportRequest,
		once: (url: URL, token: string | undefined) => Promise<Result<T>>,
	): Promise<Result<T>> {
		const target = targetOf(request.url, connection);
		if (!target.ok) return target;
		const url = target.value;
		const safe = request.safeToRepeat ?? request.method === 'GET';
		let recovered = false;
		for (let attempt = 0; ; attempt += 1) {
			if (request.signal?.aborted) return failed(cancelledFailure());
			if (closed) return failed(closedFailure(connection));
			const token = origins.has(url.origin) ? options.token?.() : undefined;
			const result = await once(url, token);
			if (result.ok) return result;
			const { failure } = result;
			if (token !== undefined && !recovered && isUnauthorized(failure)) {
				recovered = true;
				if ((await options.onUnauthorized?.(token)) === true) continue;
			}
			const delay = closed ? undefined : retryDelay(failure, attempt, safe, policy);
			if (delay === undefined) return result;
			log.debug(`${request.method} to ${url.host} is repeated in ${Math.round(delay)} ms: ${failure.kind}`);
			if (!(await pause(delay, request.signal))) return failed(cancelledFailure());
		}
	}

	return {
		json: (request) => call(request, (url, token) => jsonOnce(request, url, token)),
		stream: (request) => call(request, (url, token) => streamOnce(request, url, token)),
		async close() {
			closed = true;
			await dispatchers?.close();
		},
	};
}

/** Waits; false when the signal ended the waiting. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
	try {
		await wait(ms, undefined, signal === undefined ? {} : { signal });
		return true;
	} catch {
		return false;
	}
}

function targetOf(address: string, connection: Connection): Result<URL> {
	const url = URL.parse(address);
	if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
		return success(url);
	const stopped = connection.baseUrl === '';
	return failed({
		kind: stopped ? 'network' : 'input',
		message: stopped
			? `The connection ${connection.name} has no address, because its service is not running.`
			: 'The address of this call is not a web address that Easel can use.',
		nextStep: stopped
			? 'Start it, then try again.'
			: 'Check the addresses of the connection in the settings.',
		fixer: 'you',
		mayHaveArrived: false,
	});
}

function partOf(connection: Connection, url: URL): ReplyContext['part'] {
	if (url.pathname.includes('/v1/trainers/')) return 'trainer';
	const catalog = `${connection.modelApiUrl}/v1/`;
	return connection.modelApiUrl !== '' && url.href.startsWith(catalog) ? 'catalog' : 'inference';
}

function isUnauthorized(failure: Failure): boolean {
	return failure.status === 401 || unauthorizedCodes.includes(failure.code);
}

/** A JSON call has no business elsewhere: a redirect means a wrong address or something in between. */
function redirectFailure(reply: ReplyHead, url: URL): Failure {
	const elsewhere = URL.parse(reply.headers.location ?? '', url.href)?.host ?? 'another address';
	return {
		kind: 'protocol',
		message: `${url.host} sent Easel on to ${elsewhere}, where a sign-in must not be taken along.`,
		nextStep: 'Check the addresses of the connection, and whether the network wants a sign-in of its own.',
		fixer: 'you',
		status: reply.status,
		mayHaveArrived: true,
	};
}

function closedFailure(connection: Connection): Failure {
	return {
		kind: 'cancelled',
		message: `The connection ${connection.name} was closed before the call was made.`,
		nextStep: 'Try again.',
		fixer: 'nobody',
		mayHaveArrived: false,
	};
}
