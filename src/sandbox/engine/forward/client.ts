import { type Json, parseKnownJson } from '../../../core/json/value.ts';

/** Real milliseconds that calls to an engine may take, and after which a run on an unresponsive one is given up. */
export interface EngineTimes {
	/** A short question: queue, history, interrupt. */
	readonly call: number;
	/** Milliseconds to wait for an answer that takes the engine work: to a document, with its node info, with a file. */
	readonly longCall: number;
	/** Between two polls of a run; events of the engine trigger the next poll early. */
	readonly look: number;
	/** Milliseconds after which an engine that refuses connections counts as exited. */
	readonly refused: number;
	/** One that takes connections and answers nothing for so long hangs. */
	readonly silent: number;
	/** A run is considered lost with its worker if the engine has accepted it and started no node for this time. */
	readonly idleWorker: number;
}

export const usualTimes: EngineTimes = {
	call: 20_000,
	longCall: 180_000,
	look: 500,
	refused: 2000,
	silent: 120_000,
	idleWorker: 60_000,
};

/** The engine did not respond. `silent`: it accepted the connection. */
export class NoAnswer extends Error {
	readonly silent: boolean;

	constructor(message: string, silent: boolean) {
		super(message);
		this.silent = silent;
	}
}

/** The HTTP side of an engine at one address. A name and a password in the address are sent as a header. */
export class EngineClient {
	/** Host and port, for sentences. */
	readonly host: string;
	/** Without name, password and slash at its end. */
	readonly address: string;
	readonly times: EngineTimes;
	readonly #authorization: Readonly<Record<string, string>>;

	constructor(address: string, times: EngineTimes) {
		const url = new URL(address);
		const { username, password } = url;
		this.host = url.host;
		this.times = times;
		this.#authorization =
			username === '' && password === ''
				? {}
				: {
						authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
					};
		url.username = '';
		url.password = '';
		url.search = '';
		url.hash = '';
		this.address = url.href.replace(/\/$/, '');
	}

	/** Returns the address of the event stream of a client, and the headers that it takes. */
	socket(clientId: string): { readonly url: string; readonly headers: Readonly<Record<string, string>> } {
		const url = `${this.address.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`;
		return { url, headers: this.#authorization };
	}

	/**
	 * Makes one call. Throws `NoAnswer` if no reply begins within the time; a reply of any status is returned. Redirects are not followed,
	 * since the request is meant for this host alone.
	 */
	async send(path: string, init: RequestInit = {}, timeout = this.times.call): Promise<Response> {
		const late = new AbortController();
		const timer = setTimeout(() => late.abort(), timeout);
		const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
		const headers = { ...Object.fromEntries(new Headers(init.headers)), ...this.#authorization };
		try {
			const reply = await fetch(this.#addressOf(path), { ...init, headers, signal, redirect: 'manual' });
			if (reply.status < 300 || reply.status >= 400) return reply;
			await reply.body?.cancel();
			throw new NoAnswer('it leads to another address', false);
		} catch (error) {
			init.signal?.throwIfAborted();
			throw error instanceof NoAnswer ? error : noAnswer(error, late.signal.aborted, timeout);
		} finally {
			clearTimeout(timer);
		}
	}

	/**
	 * Returns the address of a path. If the engine's address ends with `/api`, all routes are below it, those of the
	 * jobs too.
	 */
	#addressOf(path: string): string {
		return this.address + (this.address.endsWith('/api') ? path.replace(/^\/api(?=\/)/, '') : path);
	}

	/** Reads the JSON at a path, numbers in their spelling. Throws `NoAnswer` for anything other than a valid reply. */
	async read(path: string, signal?: AbortSignal, timeout?: number): Promise<Json> {
		return parseKnownJson(await this.readText(path, signal, timeout));
	}

	async readText(path: string, signal?: AbortSignal, timeout = this.times.call): Promise<string> {
		return new TextDecoder().decode(await this.readBytes(path, signal, timeout));
	}

	/** Reads the bytes at a path. The time limit is for the whole reply. */
	async readBytes(path: string, signal?: AbortSignal, timeout = this.times.call): Promise<Uint8Array> {
		const limit = AbortSignal.timeout(timeout);
		const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
		try {
			const reply = await this.send(path, { signal: both }, timeout);
			if (reply.ok) return new Uint8Array(await reply.arrayBuffer());
			await reply.body?.cancel();
			throw new NoAnswer(`${path.replace(/\?.*/, '')} was answered with ${reply.status}`, false);
		} catch (error) {
			signal?.throwIfAborted();
			throw error instanceof NoAnswer ? error : noAnswer(error, limit.aborted, timeout);
		}
	}

	/** Makes a call and ignores its reply. */
	async post(path: string, body: unknown): Promise<void> {
		const headers = { 'content-type': 'application/json' };
		const reply = await this.send(path, { method: 'POST', headers, body: JSON.stringify(body) });
		await reply.body?.cancel();
	}
}

function noAnswer(error: unknown, late: boolean, timeout: number): NoAnswer {
	if (late) return new NoAnswer(`it did not answer within ${Math.round(timeout / 1000)} seconds`, true);
	if (!(error instanceof Error)) return new NoAnswer(String(error), false);
	const { cause } = error;
	return new NoAnswer(cause instanceof Error && cause.message !== '' ? cause.message : error.message, false);
}
