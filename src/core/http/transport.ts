import type { Result } from '../base/failure.ts';
import type { Connection } from '../connection/connection.ts';
import type { ServicePart } from '../wire/codes.ts';
import type { RequestBody } from './requestBody.ts';

/** One call to the service. `url` is absolute. */
export interface TransportRequest {
	readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
	readonly url: string;
	/** The part of the service that is called: the meaning of some codes depends on it. Default: `inference`. */
	readonly part?: ServicePart;
	/**
	 * JSON text to be sent unchanged, composed by the caller so that numbers keep their spelling; or a stream of known
	 * length (`requestBody.ts`: a file, bytes, a form with files).
	 */
	readonly body?: RequestBody;
	/** Names in any case; they override those of the transport. */
	readonly headers?: Readonly<Record<string, string>>;
	/** False for a signed address: no token is sent, even if it is one of the connection's own origins. Default: true. */
	readonly bearer?: boolean;
	/**
	 * True if a repetition is harmless; only such calls are retried once bytes may have been sent. Default: true for
	 * GET. A stream is never sent a second time once bytes of it have been sent.
	 */
	readonly safeToRepeat?: boolean;
	/** True for a call that changes nothing although its method is not GET. */
	readonly onlyReads?: boolean;
	/** Called as bytes of a stream are sent, with their number so far, from 0 again at a new attempt. */
	readonly onProgress?: (sentBytes: number) => void;
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds until the headers of the reply must have arrived. */
	readonly headersTimeoutMs?: number;
	/** Texts in the body that must not come back in the service's own words about it. */
	readonly secrets?: readonly string[];
	/** Returns whether a 2xx with an `error_code` is still an answer, such as the record of something that failed. */
	readonly isAnswer?: (reply: unknown) => boolean;
	/**
	 * Returns the reply at the address of a 303, for an accepted call; undefined if it contains nothing. The address is read and never
	 * called.
	 */
	readonly seeOther?: (location: URL) => unknown;
	/** Statuses other than 2xx with a JSON body that is an answer and not a failure. */
	readonly answers?: readonly number[];
	/** Most bytes of the reply, if a valid one may be larger than usual. */
	readonly replyBytes?: number;
	/** Most JSON values in the reply, if a valid one may have more than usual. */
	readonly replyValues?: number;
}

/** A completely read reply. */
export interface TransportReply {
	readonly status: number;
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
}

/** A download as it arrives. The caller must consume or cancel `body`; a fault on the way is thrown as `FailureError`. */
export interface TransportStream {
	readonly status: number;
	/** Lower-case names. */
	readonly headers: Readonly<Record<string, string>>;
	/** Bytes announced by `Content-Length`, if present. */
	readonly length?: number;
	readonly body: AsyncIterable<Uint8Array>;
}

/** The receivers of WebSocket messages. `onClose` is called once, when the other side or the network ended it. */
export interface SocketHandlers {
	onText(text: string): void;
	onBytes(bytes: Uint8Array): void;
	onClose(): void;
}

/** An open WebSocket. Closing it is safe to repeat, and reports nothing. */
export interface TransportSocket {
	send(text: string): void;
	close(): void;
}

/** The single way out of Easel: pools, time-outs, retries, proxy, certificates, and the token's guard. */
export interface Transport {
	/**
	 * Makes a JSON call. The value is the parsed reply, with numbers that a double would change as `RawNumber`
	 * (json.ts); `undefined` for an empty 2xx body. A 2xx with a meaningful `error_code` is a failure, unless
	 * `isAnswer` returns true.
	 */
	json(request: TransportRequest): Promise<Result<unknown>>;
	/** Makes any other call with a small reply, for instance an upload to a signed address. Redirects are not followed. */
	send(request: TransportRequest): Promise<Result<TransportReply>>;
	/** Starts a streamed GET of any URL; the bearer token is sent only to the connection's own origins. */
	stream(request: TransportRequest): Promise<Result<TransportStream>>;
	/** Opens a WebSocket at a `ws:` or `wss:` address; the bearer token is sent only to the connection's own origins. */
	socket(url: string, handlers: SocketHandlers): Promise<Result<TransportSocket>>;
	/** Returns the token of the sign-in, if any: it must be removed from a reply before that is kept or shown. */
	secrets(): readonly (string | undefined)[];
	close(): Promise<void>;
}

/** A signed-in connection to one service: the first argument of every client module. */
export interface Service {
	readonly connection: Connection;
	readonly transport: Transport;
}
