import { setTimeout as wait } from 'node:timers/promises';
import { canceledFailure, unlessAborted } from '../base/canceled.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import { ownOrigins } from '../connection/address.ts';
import { dialectOf } from '../connection/dialects.ts';
import { mayLeadTo } from '../connection/reach.ts';
import { parseReply } from '../json/exact.ts';
import { isTooMuchJson } from '../json/size.ts';
import { createDispatchers, type Dispatchers } from './dispatchers.ts';
import { errorCodeOf, failureOfReply, type ReplyContext, unreadableReply } from './errorReplies.ts';
import { failureOfError } from './networkErrors.ts';
import { defaultRetryPolicy, jitter, type RetryPolicy, retryAfterMs, retryDelay } from './retry.ts';
import { type ReplyHead, type RequestRoute, readText, sendRequest } from './sendRequest.ts';
import { downloadBody, followRedirects, headersOf } from './streaming.ts';
import type { Transport, TransportReply, TransportRequest, TransportStream } from './transport.ts';
import {
	closedFailure,
	forbiddenAddress,
	redirectFailure,
	strayRefusal,
	targetOf,
	tooMuchJson,
} from './transportFailures.ts';
import type { TransportLimits, TransportOptions } from './transportOptions.ts';

const defaultLimits: TransportLimits = {
	headersMs: 30_000,
	replyMs: 120_000,
	replyBytes: 8_000_000,
	replyValues: 500_000,
	errorBytes: 65_536,
	progressMs: 60_000,
};

/** Names of codes by which the service rejects a token, with any HTTP status. */
const unauthorizedCodes: readonly (string | undefined)[] = ['Unauthorized', 'UserAccountError'];

/** The way out for one connection. Nothing is connected before the first call. */
export class HttpTransport implements Transport {
	readonly #options: TransportOptions;
	readonly #policy: RetryPolicy;
	readonly #limits: TransportLimits;
	readonly #origins: ReadonlySet<string>;
	#dispatchers: Dispatchers | undefined;
	#closed = false;

	constructor(options: TransportOptions) {
		this.#options = options;
		this.#policy = { ...defaultRetryPolicy, ...options.retry };
		this.#limits = { ...defaultLimits, ...options.limits };
		this.#origins = ownOrigins(options.connection);
	}

	json(request: TransportRequest): Promise<Result<unknown>> {
		return this.#call(request, (url, token) => this.#jsonOnce(request, url, token));
	}

	send(request: TransportRequest): Promise<Result<TransportReply>> {
		return this.#call(request, (url, token) => this.#textOnce(request, url, token));
	}

	stream(request: TransportRequest): Promise<Result<TransportStream>> {
		return this.#call(request, (url, token) => this.#streamOnce(request, url, token));
	}

	async socket(...[address, handlers]: Parameters<Transport['socket']>): ReturnType<Transport['socket']> {
		if (this.#closed) return failed(closedFailure(this.#options.connection));
		const url = new URL(address);
		const asHttp = new URL(address.replace(/^ws/, 'http'));
		const token = this.#origins.has(asHttp.origin) ? this.#options.token?.() : undefined;
		try {
			const { openWebSocket } = await import('./webSocket.ts');
			const opened = await openWebSocket(url.href, this.#pools().for(asHttp), token, handlers);
			this.#options.log.debug(`WS ${asHttp.pathname} ${opened.ok ? 'open' : 'not opened'}`);
			return opened;
		} catch (thrown) {
			return failed(failureOfError(thrown, url.host));
		}
	}

	secrets(): readonly (string | undefined)[] {
		return [this.#options.token?.()];
	}

	async close(): Promise<void> {
		this.#closed = true;
		await this.#dispatchers?.close();
	}

	#pools(): Dispatchers {
		this.#dispatchers ??= createDispatchers(this.#options.network);
		return this.#dispatchers;
	}

	/** Returns whether a call carries the sign-in, now or after it was renewed. */
	#isOwnCall(request: TransportRequest, url: URL): boolean {
		return this.#origins.has(url.origin) && request.bearer !== false;
	}

	/** Makes one call without repetition. Returns the reply's head, or the failure that prevented one. */
	async #sendOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<ReplyHead>> {
		const started = performance.now();
		const isOwn = this.#isOwnCall(request, url);
		const label = `${request.method} ${isOwn ? url.pathname : `${url.origin}/...`}`;
		const sent = await this.#routed(request, url, token);
		const took = `${Math.round(performance.now() - started)} ms`;
		if (sent.ok) this.#options.log.debug(`${label} ${sent.value.status} ${took}`);
		else this.#options.log.debug(`${label} ${sent.failure.kind} ${took}`, sent.failure.cause ?? '');
		return sent;
	}

	async #routed(request: TransportRequest, url: URL, token: string | undefined): Promise<Result<ReplyHead>> {
		try {
			const pools = this.#pools();
			const { headersMs, progressMs } = this.#limits;
			const proxyTrouble = () => pools.proxyTrouble(url);
			const route: RequestRoute = { dispatcher: pools.for(url), proxyTrouble, headersMs, progressMs };
			return await sendRequest(route, request, url, token);
		} catch (thrown) {
			// The proxy's address cannot be used.
			return failed(failureOfError(thrown, url.host));
		}
	}

	#contextOf(
		request: TransportRequest,
		reply: Pick<ReplyHead, 'status' | 'headers'>,
		url: URL,
	): ReplyContext {
		return {
			status: reply.status,
			host: url.host,
			contentType: reply.headers['content-type'],
			part: request.part ?? 'inference',
			codes: dialectOf(this.#options.connection).codes,
			withoutSignIn: !this.#isOwnCall(request, url),
			retryAfterMs: retryAfterMs(reply.headers['retry-after'], Date.now()),
			secrets: [this.#options.token?.(), ...(request.secrets ?? [])],
		};
	}

	#read(
		request: TransportRequest,
		reply: ReplyHead,
		{ host }: URL,
		replyBytes: number,
	): Promise<Result<string>> {
		return readText(reply, { replyMs: this.#limits.replyMs, replyBytes, signal: request.signal, host });
	}

	/** Returns the whole reply as text, if the caller can read it. */
	async #textOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<TransportReply>> {
		const sent = await this.#sendOnce(request, url, token);
		if (!sent.ok) return sent;
		const reply = sent.value;
		const good = isGood(reply.status, request);
		const limit = good ? (request.replyBytes ?? this.#limits.replyBytes) : this.#limits.errorBytes;
		const text = await this.#read(request, reply, url, limit);
		if (reply.status >= 300 && reply.status < 400 && !good) {
			const location = reply.status === 303 ? URL.parse(reply.headers.location ?? '', url.href) : null;
			const named = location === null ? undefined : request.seeOther?.(location);
			if (named === undefined) return failed(redirectFailure(reply, url));
			return success({ status: 200, headers: {}, text: JSON.stringify(named) });
		}
		if (!good) return failed(failureOfReply(this.#contextOf(request, reply, url), text.ok ? text.value : ''));
		return text.ok ? success({ status: reply.status, headers: headersOf(reply), text: text.value }) : text;
	}

	async #jsonOnce(request: TransportRequest, url: URL, token: string | undefined): Promise<Result<unknown>> {
		const received = await this.#textOnce(request, url, token);
		if (!received.ok) return received;
		const reply = received.value;
		if (reply.text.trim() === '') return success(undefined);
		if (isTooMuchJson(reply.text, request.replyValues ?? this.#limits.replyValues)) {
			return failed(tooMuchJson(url.host));
		}
		const parsed = parseReply(reply.text);
		const context = this.#contextOf(request, reply, url);
		if (!parsed.ok) return failed(unreadableReply(context, reply.text));
		if (reply.status < 300 && errorCodeOf(parsed.value) !== undefined && !request.isAnswer?.(parsed.value)) {
			return failed(failureOfReply(context, reply.text));
		}
		return parsed;
	}

	async #streamOnce(
		request: TransportRequest,
		url: URL,
		token: string | undefined,
	): Promise<Result<TransportStream>> {
		const sent = await followRedirects(url, (at, first) =>
			first || mayLeadTo(at, this.#options.connection)
				? this.#sendOnce(request, at, first ? token : undefined)
				: Promise.resolve(failed(forbiddenAddress(at))),
		);
		if (!sent.ok) return sent;
		const { reply, at } = sent.value;
		if (reply.status >= 400 || reply.status < 200) {
			const text = await this.#read(request, reply, at, this.#limits.errorBytes);
			return failed(failureOfReply(this.#contextOf(request, reply, at), text.ok ? text.value : ''));
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
	async #call<T>(
		request: TransportRequest,
		once: (url: URL, token: string | undefined) => Promise<Result<T>>,
	): Promise<Result<T>> {
		const target = targetOf(request.url, this.#options.connection);
		if (!target.ok) return target;
		const url = target.value;
		if (!mayLeadTo(url, this.#options.connection)) return failed(forbiddenAddress(url));
		const safe = request.safeToRepeat ?? request.method === 'GET';
		// Also if the token is good: the refused call had no effect, but a submission is not sent a third time.
		let again = safe ? 2 : 1;
		for (let attempt = 0; ; attempt += 1) {
			if (request.signal?.aborted) return failed(canceledFailure());
			if (this.#closed) return failed(closedFailure(this.#options.connection));
			const token = this.#isOwnCall(request, url) ? this.#options.token?.() : undefined;
			const over = safe ? undefined : this.#options.onUnsafeCall?.();
			const result = await once(url, token);
			over?.(result);
			if (result.ok) return result;
			const { failure } = result;
			if (token !== undefined && this.#options.onUnauthorized && isUnauthorized(failure)) {
				const usable =
					again === 0 || (await unlessAborted(this.#options.onUnauthorized(token), request.signal));
				if (request.signal?.aborted) return failed(canceledFailure());
				if (usable !== true) return result;
				if (again === 0 || hasLeft(request, failure)) return failed(strayRefusal(url.host));
				again -= 1;
				// One stray refusal delays nothing.
				const delay = attempt === 0 ? 0 : jitter(attempt, this.#policy);
				if (!(await pause(delay, request.signal))) return failed(canceledFailure());
				continue;
			}
			if (this.#closed || hasLeft(request, failure)) return result;
			const delay = retryDelay(failure, attempt, safe, this.#policy);
			if (delay === undefined) return result;
			this.#options.log.debug(
				`${request.method} to ${url.host} is repeated in ${Math.round(delay)} ms: ${failure.kind}`,
			);
			if (!(await pause(delay, request.signal))) return failed(canceledFailure());
		}
	}
}

function isGood(status: number, request: TransportRequest): boolean {
	return (status >= 200 && status < 300) || request.answers?.includes(status) === true;
}

/**
 * Returns whether bytes of a stream may have left. It is then not sent again automatically: only the caller can decide
 * that.
 */
function hasLeft(request: TransportRequest, failure: Failure): boolean {
	return typeof request.body === 'object' && failure.mayHaveArrived !== false;
}

/** Waits; false when the signal ended the waiting. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
	try {
		await wait(ms, undefined, { signal });
		return true;
	} catch {
		return false;
	}
}

function isUnauthorized(failure: Failure): boolean {
	return failure.status === 401 || unauthorizedCodes.includes(failure.codeName);
}
