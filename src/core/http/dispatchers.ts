import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import api from 'undici/lib/api/index.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Failure } from '../base/failure.ts';
import { isLoopback } from '../base/loopback.ts';
import { type NetworkSettings, proxiesOf } from './network.ts';
import { FailureError, failureOfError, proxyFailure, timeoutFailure } from './networkErrors.ts';

/** The pools of one transport, each with its own connections per origin. */
export interface Dispatchers {
	/** Returns the pool for an address. Throws if the proxy's address is unusable. */
	for(url: URL): Dispatcher;
	/** Returns the failure of the proxy, if it keeps calls to this address waiting. */
	proxyTrouble(url: URL): Failure | undefined;
	close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const idleBodyMs = 30_000;

// As the index of the library does, which also loads its `fetch`, caches and doubles: a fifth of the time in which a command starts.
Object.assign(Dispatcher.prototype, api);

export function createDispatchers(network: NetworkSettings): Dispatchers {
	const proxies = proxiesOf(network);
	const hasProxy = proxies.httpProxy !== '' || proxies.httpsProxy !== '';
	const pools = new Map<string, Dispatcher>();
	/** Each connection requested from a proxy, with the name and port of the host. */
	const asking = new Set<{ readonly proxy: string; readonly target: string }>();
	let context: SecureContext | undefined;

	function tlsOptions() {
		// One secure context for all connections: reading the authorities again for each would cost milliseconds.
		context ??= createSecureContext(trustedAuthorities(network));
		return {
			secureContext: context,
			rejectUnauthorized: network.strictSsl !== false,
			timeout: connectTimeoutMs,
		};
	}

	function create(kind: string): Dispatcher {
		const limits = { connections: 16, pipelining: 1, bodyTimeout: idleBodyMs, keepAliveTimeout: 15_000 };
		if (kind === 'http:') return new Agent({ ...limits, connect: { timeout: connectTimeoutMs } });
		const connect = tlsOptions();
		if (kind === 'https:') return new Agent({ ...limits, connect });
		const tls = { connect, requestTls: connect, proxyTls: connect };
		return new EnvHttpProxyAgent({ ...limits, ...proxies, ...tls, clientFactory: proxyPool });
	}

	/**
	 * Returns the connections to a proxy. The library retries without end if a proxy hangs up, so a failure before the
	 * host is reached becomes a failure of the call.
	 */
	function proxyPool(proxy: URL, options: object): Dispatcher {
		const pool = new Pool(proxy, { ...options, headersTimeout: connectTimeoutMs });
		const connect = async (asked: Dispatcher.ConnectOptions) => {
			const call = { proxy: proxy.host, target: asked.path };
			asking.add(call);
			try {
				return await pool.connect(asked);
			} catch (thrown) {
				throw new FailureError(proxyFailure(failureOfError(thrown, proxy.host), asked.path));
			} finally {
				asking.delete(call);
			}
		};
		return new Proxy(pool, {
			get: (target, name) => (name === 'connect' ? connect : Reflect.get(target, name)),
		});
	}

	return {
		for(url) {
			// This computer is always reached directly.
			const kind = hasProxy && !isLoopback(url.hostname) ? 'proxy' : url.protocol;
			const pool = pools.get(kind) ?? create(kind);
			pools.set(kind, pool);
			return pool;
		},
		proxyTrouble(url) {
			const target = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
			const call = [...asking].find((each) => each.target === target);
			return call && proxyFailure(timeoutFailure(call.proxy, true), target);
		},
		async close() {
			const all = [...pools.values()];
			pools.clear();
			await Promise.all(all.map((pool) => pool.destroy()));
		},
	};
}

/** Returns Node's own authorities, those of `NODE_EXTRA_CA_CERTS`, and those of the operating system. */
function trustedAuthorities(network: NetworkSettings): { ca?: string[] } {
	// Older hosts cannot read the system's store.
	if (network.systemCertificates === false || typeof getCACertificates !== 'function') return {};
	return { ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])] };
}
