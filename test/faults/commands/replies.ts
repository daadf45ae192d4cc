import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Dice } from '../../../src/sandbox/media/paint/random.ts';

export interface Reply {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: Buffer;
}

export const page = Buffer.from(
	'<!doctype html><html><head><title>Gateway</title></head><body>Try later.</body></html>',
);
export const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };

export function refusal(status: number, dice: Dice): Reply {
	return dice.pick([
		{ status, headers: json, body: Buffer.from('{"message": "who are you"}') },
		{ status, headers: html, body: page },
		{ status, headers: {}, body: Buffer.alloc(0) },
	]);
}

export function later(dice: Dice): Reply {
	const seconds = dice.whole(1, 2);
	const wait =
		dice.next() < 0.5 ? String(seconds) : new Date(Date.now() + seconds * 1000 + 500).toUTCString();
	const body = Buffer.from('{"message": "later"}');
	return { status: dice.pick([429, 503]), headers: { ...json, 'retry-after': wait }, body };
}

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
	response.writeHead(status, { ...headers, 'content-length': body.length });
	response.end(body);
}

/** Sends half of a body, and closes the connection. */
export function cut(response: ServerResponse, { status, headers, body }: Reply): void {
	response.writeHead(status, { ...headers, 'content-length': body.length });
	response.write(body.subarray(0, body.length >> 1), () => response.destroy());
}

export async function trickle(response: ServerResponse, { status, headers, body }: Reply): Promise<void> {
	const parts = 5;
	response.writeHead(status, { ...headers, 'content-length': body.length });
	for (let part = 0; part < parts; part++) {
		response.write(body.subarray((body.length * part) / parts, (body.length * (part + 1)) / parts));
		await delay(250);
	}
	response.end();
}

/** Returns a reply that leads to another address. */
export function elsewhere(status: number, location: string): Reply {
	return { status, headers: { location }, body: Buffer.alloc(0) };
}

/** Returns a reply with status 200 and a body that is not the file. */
export function notYet(dice: Dice): Reply {
	const signIn = '<html><head><title>Sign in</title></head><body>Sign in to the network.</body></html>';
	const [type, body] = dice.pick<readonly [string, Buffer]>([
		['text/plain', Buffer.from('Service temporarily unavailable')],
		['application/octet-stream', Buffer.alloc(600)],
		['text/html; charset=utf-16', Buffer.from(`\ufeff${signIn}`, 'utf16le')],
		['text/html', Buffer.from('<script>location="/login"</script>')],
		['image/png', Buffer.from(`<!-- edge -->${signIn}`)],
	]);
	return { status: 200, headers: { 'content-type': type }, body };
}
