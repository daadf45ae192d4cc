import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../base/loopback.ts';
import { type NetworkSettings, proxiesOf } from './network.ts';

/** The pools of one transport, each with its own connections per origin. */
export interface Dispatchers {
	/** The pool for an address. Throws where the proxy's address cannot be used. */
	for(url: URL): Dispatcher;
	/** Ends all connections at once. */
	close(): Promise<void>;
}

const connectTimeoutMs = 10_000;
const idleBodyMs = 30_000;

export function createDispatchers(network: NetworkSettings): Dispatchers {
	const proxies = proxiesOf(network);
	const hasProxy = proxies.httpProxy !== '' || proxies.httpsProxy !== '';
	const pools = new Map<string, Dispatcher>();
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
		return new EnvHttpProxyAgent({ ...limits, ...proxies, connect, requestTls: connect, proxyTls: connect });
	}

	return {
		for(url) {
			// This computer is always reached directly.
			const kind = hasProxy && !isLoopback(url.hostname) ? 'proxy' : url.protocol;
			const pool = pools.get(kind) ?? create(kind);
			pools.set(kind, pool);
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
