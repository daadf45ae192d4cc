import type { Draw, Drawn } from './draw.ts';
import { isMembers } from './json.ts';
import type { Turn } from './route.ts';

const issuedName = 'issued';
const movedName = 'moved';

/** Adds a number to each address of a file in a reply, so that each reply has unique addresses. Changes the reply. */
export function renewAddresses(value: unknown, storage: string, issued: string): void {
	if (!Array.isArray(value) && !isMembers(value)) return;
	for (const [name, each] of Object.entries(value)) {
		if (typeof each === 'string' && each.startsWith(`${storage}/`))
			(value as Record<string, unknown>)[name] =
				`${each}${each.includes('?') ? '&' : '?'}${issuedName}=${issued}`;
		else renewAddresses(each, storage, issued);
	}
}

/** Decides how a file is answered, drawn per call and, for an address that has expired, per address. */
export class FileReplies {
	readonly #draw: Draw;

	constructor(draw: Draw) {
		this.#draw = draw;
	}

	/** Returns a reply in place of the file, or undefined. */
	instead(request: Request, { key, about }: Turn, drawn: Drawn): Response | undefined {
		const url = new URL(request.url);
		const issued = url.searchParams.get(issuedName) ?? url.searchParams.get('expires');
		const expired = issued === null ? undefined : this.#draw.take('expired-addresses', `${about} ${issued}`);
		if (expired !== undefined) {
			const status = expired.pick([403, 403, 400, 401]);
			drawn.note('expired-addresses', String(status));
			const body =
				'<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
			return new Response(body, { status, headers: { 'content-type': 'application/xml' } });
		}
		if (request.method !== 'GET') return undefined;
		const moved = url.searchParams.get(movedName) === null ? this.#draw.take('redirects', key) : undefined;
		if (moved !== undefined) {
			const status = moved.pick([302, 303, 307, 308]);
			url.searchParams.append(movedName, '1');
			drawn.note('redirects', String(status));
			const location = moved.next() < 0.5 ? url.href : url.pathname + url.search;
			return new Response(null, { status, headers: { location } });
		}
		const page = this.#draw.take('file-pages', key);
		if (page === undefined) return undefined;
		const empty = page.next() < 0.4;
		drawn.note('file-pages', empty ? '200 without a body' : '200 with a page');
		if (empty)
			return new Response(new Uint8Array(0), { status: 200, headers: { 'content-type': 'image/png' } });
		const text = '<!DOCTYPE html><html><body>Sign in to the network to continue.</body></html>';
		return new Response(text, { status: 200, headers: { 'content-type': 'text/html' } });
	}

	/** Returns the call as processed by the storage host: without the range if it ignores that. */
	asked(request: Request, { key }: Turn, drawn: Drawn): Request {
		if (request.headers.get('range') === null) return request;
		if (this.#draw.take('whole-files', key) === undefined) return request;
		drawn.note('whole-files', 'the range was not looked at');
		const headers = new Headers(request.headers);
		headers.delete('range');
		return new Request(request.url, { method: request.method, headers });
	}

	/** Returns the file with another type, or without one. */
	typed(reply: Response, { key }: Turn, drawn: Drawn): Response {
		const dice = reply.ok && reply.body !== null ? this.#draw.take('file-types', key) : undefined;
		if (dice === undefined) return reply;
		const type = dice.pick(['application/octet-stream', 'binary/octet-stream', '']);
		const headers = new Headers(reply.headers);
		if (type === '') headers.delete('content-type');
		else headers.set('content-type', type);
		drawn.note('file-types', type === '' ? 'none' : type);
		return new Response(reply.body, { status: reply.status, headers });
	}
}
