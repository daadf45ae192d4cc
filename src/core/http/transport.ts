import type { Result } from '../base/failure.ts';
import type { Connection } from '../connection/connection.ts';

/** One call to the service. `url` is absolute. */
export interface TransportRequest {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
	readonly url: string;
	/** JSON text as it is to be sent; composed by the caller so that numbers keep their spelling. */
	readonly body?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** True when a repetition does no harm; only such calls are retried once bytes may have been sent. Default: GET is. */
	readonly safeToRepeat?: boolean;
	readonly signal?: AbortSignal;
	/** Milliseconds until the headers of the reply must be there. */
	readonly headersTimeoutMs?: number;
	/** Texts in the body that must not come back in the service's own words about it. */
	readonly secrets?: readonly string[];
	/** Statuses beyond 2xx whose JSON body is an answer too and not a failure. */
	readonly answers?: readonly number[];
}

/** A download as it arrives. The caller must consume or cancel `body`; a fault on the way is thrown as `FailureError`. */
export interface TransportStream {
	readonly status: number;
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>;
	/** Bytes announced by `Content-Length`, if it was there. */
	readonly length?: number;
	readonly body: AsyncIterable<Uint8Array>;
}

/** The single way out of Easel: pools, time-outs, retries, proxy, certificates, and the token's guard. */
export interface Transport {
	/**
	 * A JSON call. The value is the parsed reply, numbers that a double would change kept as `RawNumber` (json.ts);
	 * `undefined` for an empty 2xx body. A 2xx with a non-null `error_code` is a failure.
	 */
	json(request: TransportRequest): Promise<Result<unknown>>;
	/** A streamed GET of any URL; the bearer token goes along only to the connection's own origins. */
	stream(request: TransportRequest): Promise<Result<TransportStream>>;
	close(): Promise<void>;
}

/** A signed-in way to one service: what every client module takes as its first argument. */
export interface Service {
	readonly connection: Connection;
	readonly transport: Transport;
}
