import { randomBytes } from 'node:crypto';
import { isLoopback, isOnThisComputer } from '../base/loopback.ts';
import { trimEndOf } from '../base/trimEnd.ts';
import type { Connection } from '../connection/connection.ts';
import type { Webhook } from '../requests/request.ts';

/** Returns the unguessable part of an address: 256 random bits, in characters that no address escapes. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** Returns the address of the receiver on this computer. */
export function localAddress(port: number, secret: string): string {
	return `http://127.0.0.1:${port}/${secret}`;
}

/**
 * Returns the address under which a tunnel makes the receiver public, or why `base` cannot be one: it has to be https,
 * since the service delivers nowhere else (inference-service.md, "Enabling").
 */
export function publicBase(
	text: string,
): { readonly base: string } | { readonly problem: PublicBaseProblem } {
	const url = URL.parse(text.trim());
	if (url === null || url.hostname === '') return { problem: 'notAnAddress' };
	if (url.protocol !== 'https:') return { problem: 'notHttps' };
	if (url.username !== '' || url.password !== '') return { problem: 'credentials' };
	if (url.search !== '' || url.hash !== '') return { problem: 'query' };
	if (isLoopback(url.hostname)) return { problem: 'loopback' };
	return { base: `${url.origin}${trimEndOf(url.pathname, /\//)}` };
}
type PublicBaseProblem = 'notAnAddress' | 'notHttps' | 'credentials' | 'query' | 'loopback';

export interface ReceiverAddresses {
	readonly local: string;
	/** The https address of a tunnel, if any. */
	readonly public?: string;
}

/**
 * Returns the webhook of a run: a unique address, so that a callback identifies its run even if the reply to the
 * submission was lost. `undefined` if the service could not deliver to it.
 */
export function webhookOfRun(
	addresses: ReceiverAddresses,
	connection: Pick<Connection, 'baseUrl'>,
	runId: string,
	intermediate: boolean,
): Webhook | undefined {
	// A service on this computer reaches the receiver without a tunnel.
	const base = isOnThisComputer(connection.baseUrl) ? addresses.local : addresses.public;
	return base === undefined ? undefined : { url: `${base}/${runId}`, intermediate };
}
