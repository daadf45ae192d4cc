import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { type NetworkSettings, proxyFor } from './network.ts';

/** The pools of one transport: one per way out, each with its own connections per origin. */
export interface Dispatchers {
	/** The pool for an address. Throws where the proxy's address cannot be used. */
	for(url: URL): Dispatcher;
	/** Ends all connections at once. */
	close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const idleBodyMs = 30_000;

export function createDispatchers(network: NetworkSettings): Dispatchers {
	const pools = new Map<string, Dispatcher>();
	let context: SecureContext | undefined;

	function tlsOptions() {
		context ??= createSecureContext(trustedAuthorities(network));
		return {
			secureContext: context,
			rejectUnauthorized: network.strictSsl !== false,
			timeout: connectTimeoutMs,
		};
	}

	function create(url: URL, proxy: string | undefined): Dispatcher {
		// One secure context for all connections: reading the authorities again for each would cost milliseconds.
		const connect =
			url.protocol === 'https:' || proxy !== undefined ? tlsOptions() : { timeout: connectTimeoutMs };
		const limits = { connections: 16, pipelining: 1, bodyTimeout: idleBodyMs, keepAliveTimeout: 15_000 };
		if (proxy === undefined) return new Agent({ ...limits, connect });
		return new ProxyAgent({ ...limits, uri: proxy, requestTls: connect, proxyTls: connect });
	}

	return {
		for(url) {
			const proxy = proxyFor(url, network);
			const key = `${url.protocol} ${proxy ?? 'direct'}`;
			const pool = pools.get(key) ?? create(url, proxy);
			pools.set(key, pool);
			return pool;
		},
		async close() {
			const all = [...pools.values()];
			pools.clear();
			await Promise.all(all.map((pool) => pool.destroy()));
		},
	};
}

/** Node's own authorities, those of `NODE_EXTRA_CA_CERTS`, and those of the operating system. */
function trustedAuthorities(network: NetworkSettings): { ca?: string[] } {
	// Older hosts cannot read the system's store.
	if (network.systemCertificates === false || typeof getCACertificates !== 'function') return {};
	return { ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])] };
}
