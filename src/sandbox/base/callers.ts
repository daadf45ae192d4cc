import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isLoopback } from '../../core/base/loopback.ts';

/** Methods that change nothing, so that a page of another site may well make a browser send them. */
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the reason why a call is not answered, as a sentence; undefined for answered calls. A web page with a name
 * made to resolve to this computer is recognized by its Host header, and a page of another site by the origin that
 * browsers send with a post. Neither may use a service with accounts that have no password.
 */
export function refuseCaller(request: IncomingMessage, listensOn: string): string | undefined {
	const port = request.socket.localPort ?? 0;
	const host = request.headers.host ?? '';
	if (!isOwnHost(host, listensOn, port)) {
		return `The sandbox does not answer under the name "${host.slice(0, 100)}". Use http://127.0.0.1:${port}.`;
	}
	if (safeMethods.has(request.method ?? 'GET')) return undefined;
	const site = request.headers['sec-fetch-site'];
	const origin = request.headers.origin;
	const foreignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
	const foreignOrigin = origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`;
	return foreignSite || foreignOrigin ? 'The sandbox takes no posts from pages of other sites.' : undefined;
}

/** Returns whether a host is a loopback name, or the name or address on which the sandbox listens, with its port. */
function isOwnHost(header: string, listensOn: string, port: number): boolean {
	const match = /^(\[[0-9a-f:.]+\]|[^:@/?#\s]+)(?::(\d{1,5}))?$/i.exec(header);
	if (match === null || Number(match[2] ?? 80) !== port) return false;
	const name = (match[1] ?? '').replace(/^\[|\]$/g, '').toLowerCase();
	if (isLoopback(name) || name === listensOn.toLowerCase()) return true;
	const everywhere = listensOn === '0.0.0.0' || listensOn === '::';
	return everywhere && (isIP(name) !== 0 || name === hostname().toLowerCase());
}
