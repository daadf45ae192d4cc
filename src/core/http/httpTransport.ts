import { setTimeout as wait } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { canceledFailure, unlessAborted } from '../base/canceled.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { ownOrigins } from '../connection/address.ts';
import type { Connection } from '../connection/connection.ts';
import { mayLeadTo } from '../connection/reach.ts';
import { parseReply } from '../json/exact.ts';
import { isTooMuchJson } from '../json/size.ts';
import { createDispatchers, type Dispatchers } from './dispatchers.ts';
import { errorCodeOf, failureOfReply, type ReplyContext, unreadableReply } from './errorReplies.ts';
import { failureOfError } from './networkErrors.ts';
import { defaultRetryPolicy, type RetryPolicy, retryAfterMs, retryDelay } from './retry.ts';
import { type ReplyHead, type RequestRoute, readText, sendRequest } from './sendRequest.ts';
import { downloadBody, followRedirects, headersOf } from './streaming.ts';
import type { Transport, TransportReply, TransportRequest, TransportStream } from './transport.ts';
import type { TransportLimits, TransportOptions } from './transportOptions.ts';
import { openWebSocket } from './webSocket.ts';

const defaultLimits: TransportLimits = {
	headersMs: 30_000,
	replyMs: 120_000,
	replyBytes: 8_000_000,
	replyValues: 500_000,
	errorBytes: 65_536,
	progressMs: 60_000,
};

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

	/** Whether the sign-in goes along, now or after it was renewed. */
	const isOwnCall = (request: TransportRequest, url: URL) =>
		origins.has(url.origin) && request.bearer !== false;

	/** One call without repetition: the reply's head, or the failure that prevented one. */
	async function sendOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<ReplyHead>> {
		const started = performance.now();
		const isOwn = isOwnCall(request, url);
		const label = `${request.method} ${isOwn ? url.pathname : `${url.origin}/...`}`;
		const sent = await routed(request, url, token);
		const took = `${Math.round(performance.now() - started)} ms`;
		if (sent.ok) log.debug(`${label} ${sent.value.status} ${took}`);
		else log.debug(`${label} ${sent.failure.kind} ${took}`, sent.failure.cause ?? '');
		return sent;
	}

	async function routed(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<ReplyHead>> {
		try {
			dispatchers ??= createDispatchers(options.network);
			const pools = dispatchers;
			const { headersMs, progressMs } = limits;
			const proxyTrouble = () => pools.proxyTrouble(url);
			const route: RequestRoute = { dispatcher: pools.for(url), proxyTrouble, headersMs, progressMs };
			return await sendRequest(route, request, url, token);
		} catch (thrown) {
			// The proxy's address cannot be used.
			return failed(failureOfError(thrown, url.host));
		}
	}

	function contextOf(
		request: TransportRequest,
		reply: Pick<ReplyHead, 'status' | 'headers'>,
		url: URL,
	): ReplyContext {
		const asked = retryAfterMs(reply.headers['retry-after']);
		return {
			status: reply.status,
			host: url.host,
			part: request.part ?? 'inference',
			withoutSignIn: !isOwnCall(request, url),
			retryAfterMs: asked,
			secrets: [options.token?.(), ...(request.secrets ?? [])],
		};
	}

	/** The whole reply as text, if it is one that the caller can read. */
	async function textOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<TransportReply>> {
		const sent = await sendOnce(request, url, token);
		if (!sent.ok) return sent;
		const reply = sent.value;
		const good = isGood(reply.status, request);
		const text = await readText(reply, {
			replyMs: limits.replyMs,
			replyBytes: good ? (request.replyBytes ?? limits.replyBytes) : limits.errorBytes,
			signal: request.signal,
			host: url.host,
		});
		if (reply.status >= 300 && reply.status < 400 && !good) return failed(redirectFailure(reply, url));
		if (!good) return failed(failureOfReply(contextOf(request, reply, url), text.ok ? text.value : ''));
		return text.ok ? success({ status: reply.status, headers: headersOf(reply), text: text.value }) : text;
	}

	async function jsonOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<unknown>> {
		const received = await textOnce(request, url, token);
		if (!received.ok) return received;
		const reply = received.value;
		if (reply.text.trim() === '') return success(undefined);
		if (isTooMuchJson(reply.text, request.replyValues ?? limits.replyValues)) {
			return failed(tooMuchJson(url.host));
		}
		const parsed = parseReply(reply.text);
		const context = contextOf(request, reply, url);
		if (!parsed.ok) return failed(unreadableReply(context, reply.headers['content-type'], reply.text));
		if (reply.status < 300 && errorCodeOf(parsed.value) !== undefined && !request.isAnswer?.(parsed.value)) {
			return failed(failureOfReply(context, reply.text));
		}
		return parsed;
	}

	async function streamOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<TransportStream>> {
		const sent = await followRedirects(url, (at, first) =>
			first || mayLeadTo(at, connection)
				? sendOnce(request, at, first ? token : undefined)
				: Promise.resolve(failed(forbiddenAddress(at))),
		);
		if (!sent.ok) return sent;
		const { reply, at } = sent.value;
		if (reply.status >= 400 || reply.status < 200) {
			const text = await readText(reply, {
				replyMs: limits.replyMs,
				replyBytes: limits.errorBytes,
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

	/** Repeats a call as the policy allows, and again when its refused token has been replaced or is accepted after all. */
	async function call<T>(
		request: TransportRequest,
		once: (url: URL, token: string | undefined) => Promise<Result<T>>,
	): Promise<Result<T>> {
		const target = targetOf(request.url, connection);
		if (!target.ok) return target;
		const url = target.value;
		if (!mayLeadTo(url, connection)) return failed(forbiddenAddress(url));
		const safe = request.safeToRepeat ?? request.method === 'GET';
		// Also where the token is good: what was refused has done nothing, but a submission is not sent a third time.
		let again = safe ? 2 : 1;
		for (let attempt = 0; ; attempt += 1) {
			if (request.signal?.aborted) return failed(canceledFailure());
			if (closed) return failed(closedFailure(connection));
			const token = isOwnCall(request, url) ? options.token?.() : undefined;
			const result = await once(url, token);
			if (result.ok) return result;
			const { failure } = result;
			if (token !== undefined && options.onUnauthorized && isUnauthorized(failure)) {
				const usable = again === 0 || (await unlessAborted(options.onUnauthorized(token), request.signal));
				if (request.signal?.aborted) return failed(canceledFailure());
				if (usable !== true) return result;
				if (again === 0 || hasLeft(request, failure)) return failed(strayRefusal(url.host));
				again -= 1;
				continue;
			}
			if (closed || hasLeft(request, failure)) return result;
			const delay = retryDelay(failure, attempt, safe, policy);
			if (delay === undefined) return result;
			log.debug(`${request.method} to ${url.host} is repeated in ${Math.round(delay)} ms: ${failure.kind}`);
			if (!(await pause(delay, request.signal))) return failed(canceledFailure());
		}
	}

	return {
		json: (request) => call(request, (url, token) => jsonOnce(request, url, token)),
		send: (request) => call(request, (url, token) => textOnce(request, url, token)),
		stream: (request) => call(request, (url, token) => streamOnce(request, url, token)),
		async socket(address, handlers) {
			if (closed) return failed(closedFailure(connection));
			const url = new URL(address);
			const asHttp = new URL(address.replace(/^ws/, 'http'));
			const token = origins.has(asHttp.origin) ? options.token?.() : undefined;
			try {
				dispatchers ??= createDispatchers(options.network);
				const opened = await openWebSocket(url.href, dispatchers.for(asHttp), token, handlers);
				log.debug(`WS ${asHttp.pathname} ${opened.ok ? 'open' : 'not opened'}`);
				return opened;
			} catch (thrown) {
				return failed(failureOfError(thrown, url.host));
			}
		},
		secrets: () => [options.token?.()],
		async close() {
			closed = true;
			await dispatchers?.close();
		},
	};
}

function isGood(status: number, request: TransportRequest): boolean {
	return (status >= 200 && status < 300) || request.answers?.includes(status) === true;
}

/** A stream of which bytes may have left is not sent again by itself: only the caller can decide that. */
function hasLeft(request: TransportRequest, failure: Failure): boolean {
	return typeof request.body === 'object' && failure.mayHaveArrived !== false;
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
			? l10n.t('The connection {0} has no address, because its service is not running.', connection.name)
			: l10n.t('The address of this call is not a web address that Easel can use.'),
		nextStep: stopped
			? l10n.t('Start it, then try again.')
			: l10n.t('Check the addresses of the connection in the settings.'),
		fixer: 'you',
		mayHaveArrived: false,
	});
}

function isUnauthorized(failure: Failure): boolean {
	return failure.status === 401 || unauthorizedCodes.includes(failure.code);
}

/** The token is good, so this is trouble that passes; without a status, which speaks of the token. */
function strayRefusal(host: string): Failure {
	return {
		kind: 'upstream',
		message: l10n.t('{0} refused the call, although the service accepts the sign-in.', host),
		nextStep: l10n.t('Try again in a minute; if this continues, the service has to fix it.'),
		fixer: 'service',
		mayHaveArrived: false,
	};
}

/** Without a status, so that it is not taken for a reply that was cut: a repetition would be as large. */
function tooMuchJson(host: string): Failure {
	return {
		kind: 'protocol',
		message: l10n.t(
			'The answer of {0} holds more values than Easel reads at once, or nests them too deeply.',
			host,
		),
		nextStep: l10n.t('Ask for less at once, or check the addresses of the connection.'),
		fixer: 'service',
		mayHaveArrived: true,
	};
}

/** A JSON call has no business elsewhere: a redirect means a wrong address or something in between. */
function redirectFailure(reply: ReplyHead, url: URL): Failure {
	const elsewhere = URL.parse(reply.headers.location ?? '', url.href)?.host ?? l10n.t('another address');
	return {
		kind: 'protocol',
		message: l10n.t(
			'{0} redirected the call to {1}, and a sign-in must not follow there.',
			url.host,
			elsewhere,
		),
		nextStep: l10n.t(
			'Check the addresses of the connection, and whether the network requires its own sign-in.',
		),
		fixer: 'you',
		status: reply.status,
		// Only 303 says that the call was taken, and where the answer is.
		mayHaveArrived: reply.status === 303,
	};
}

/** Bytes that the service may know must not travel readable, and it must not make Easel call programs that only this computer reaches. */
function forbiddenAddress(url: URL): Failure {
	return {
		kind: 'protocol',
		message: l10n.t(
			'The service named an address at {0}, and Easel calls only protected addresses on the web.',
			url.host,
		),
		nextStep: l10n.t('Check the addresses of the connection; if they are right, the service has to fix it.'),
		fixer: 'service',
		mayHaveArrived: false,
	};
}

function closedFailure(connection: Connection): Failure {
	return {
		kind: 'canceled',
		message: l10n.t('The connection {0} was closed before the call was made.', connection.name),
		nextStep: l10n.t('Try again.'),
		fixer: 'nobody',
		mayHaveArrived: false,
	};
}
