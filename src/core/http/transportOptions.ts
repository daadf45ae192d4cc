import type { Result } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { Connection } from '../connection/connection.ts';
import type { NetworkSettings } from './network.ts';
import type { RetryPolicy } from './retry.ts';

export interface TransportLimits {
	/** Milliseconds until the headers of a reply must arrive, in addition to the upload time of the body. */
	readonly headersMs: number;
	/** Milliseconds until a whole JSON reply must have arrived, counted from its headers. */
	readonly replyMs: number;
	/** Most bytes of a JSON reply, unless the call allows more. */
	readonly replyBytes: number;
	/** Most values in a JSON reply, unless the call allows more. */
	readonly replyValues: number;
	/** Most bytes of an error reply, which has a few sentences. */
	readonly errorBytes: number;
	/** Milliseconds without a sent byte of a stream. */
	readonly progressMs: number;
}

export interface TransportOptions {
	readonly connection: Connection;
	/** Returns the token at the time of the call; it is sent only to the connection's own origins. */
	readonly token?: () => string | undefined;
	readonly network: NetworkSettings;
	readonly log: Log;
	/**
	 * Called when the service refused `usedToken`; true means that another token is stored now, or that the service accepts this one after
	 * all, and the call is made again. Must answer without asking the person; may take some seconds.
	 */
	readonly onUnauthorized?: (usedToken: string) => Promise<boolean>;
	/** Called when a call is sent that must not be repeated; the returned function is called with its outcome. */
	readonly onUnsafeCall?: () => (outcome: Result<unknown>) => void;
	readonly retry?: Partial<RetryPolicy>;
	readonly limits?: Partial<TransportLimits>;
}
