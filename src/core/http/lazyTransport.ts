import { lazy } from '../base/lazy.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import type { NetworkSettings } from './network.ts';
import type { RetryPolicy } from './retry.ts';
import type { Transport } from './transport.ts';

/** Bounds of one call. Milliseconds and bytes. */
export interface TransportLimits {
	/** Until the headers of a reply must be there, beside what the body needs on its way up. */
	readonly headersMs: number;
	/** Until a whole JSON reply must be there, counted from its headers. */
	readonly replyMs: number;
	readonly replyBytes: number;
}

export interface TransportOptions {
	readonly connection: Connection;
	/** The token at the time of the call; it goes to the connection's own origins only. */
	readonly token?: () => string | undefined;
	readonly network: NetworkSettings;
	readonly log: Log;
	/**
	 * Called when the service refused `usedToken`; true means that another token is there now and the call
	 * is made once more. Must answer without asking the person.
	 */
	readonly onUnauthorized?: (usedToken: string) => Promise<boolean>;
	readonly retry?: Partial<RetryPolicy>;
	readonly limits?: Partial<TransportLimits>;
}

/**
 * Makes the way out for one connection. Everything behind it is loaded at the first call, so that a window which makes
 * none pays nothing.
 */
export function lazyTransport(options: TransportOptions): Transport {
	const opened = lazy(async () => (await import('./httpTransport.ts')).httpTransport(options));
	return {
		json: async (request) => (await opened.get()).json(request),
		stream: async (request) => (await opened.get()).stream(request),
		close: async () => (await opened.get()).close(),
	};
}
