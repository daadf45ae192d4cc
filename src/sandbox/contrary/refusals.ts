import type { Dice } from '../media/paint/random.ts';
import type { Draw } from './draw.ts';
import type { OddityKind } from './kinds.ts';
import type { Route, Turn } from './route.ts';

/** A reply in place of the right one. */
export interface Refusal {
	readonly kind: OddityKind;
	readonly what: string;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
	/** True if the call takes effect anyway. */
	readonly lost: boolean;
}

const page = (title: string) =>
	`<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center><hr><center>gateway</center></body></html>\n`;

const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };

/** Real milliseconds between two 401 at the least: a token that is refused again and again would be refused. */
const quietAfter401Ms = 3000;
/** The most times in a row that one call is refused, so that a caller that keeps asking is answered. */
const mostInARow = 2;

/** Draws the answer in place of a right reply, in ways after which the right one still comes. */
export class Refusals {
	readonly #draw: Draw;
	readonly #inARow = new Map<string, number>();
	#last401 = Number.NEGATIVE_INFINITY;

	constructor(draw: Draw) {
		this.#draw = draw;
	}

	/** Returns the next refusal, if one was drawn. `young` is true if the thing is new enough for a replica not to know it yet. */
	next(route: Route, turn: Turn, young: boolean): Refusal | undefined {
		const before = this.#inARow.get(turn.series) ?? 0;
		const refusal = before < mostInARow ? this.#drawn(route, turn, young) : undefined;
		this.#inARow.set(turn.series, refusal === undefined ? 0 : before + 1);
		return refusal;
	}

	#drawn(route: Route, { key }: Turn, young: boolean): Refusal | undefined {
		const stored = route.thing === 'file' || route.thing === 'signed-upload';
		// A 401 of the call that identifies the account is authoritative for its token.
		const open = !stored && route.thing !== 'account';
		const unauthorized = open && performance.now() - this.#last401 > quietAfter401Ms;
		const stray401 = unauthorized ? this.#draw.take('stray-401', key) : undefined;
		if (stray401 !== undefined) {
			this.#last401 = performance.now();
			return refused('stray-401', stray401.pick([strays.detail, strays.page, strays.empty])(401));
		}
		const stray404 = route.thing === 'account' ? undefined : this.#draw.take('stray-404', key);
		if (stray404 !== undefined) return notFound(stray404, route, young);
		const rateLimit = this.#draw.take('rate-limit', key);
		if (rateLimit !== undefined) return tooMany(rateLimit);
		const serverError = this.#draw.take('server-errors', key);
		if (serverError !== undefined) return failed(serverError, route);
		const gateway = this.#draw.take('html-pages', key);
		if (gateway === undefined || stored) return undefined;
		const title = gateway.pick(['Please wait', 'Sign in to the network', 'Maintenance']);
		return {
			kind: 'html-pages',
			what: `200 with the page "${title}"`,
			status: 200,
			headers: html,
			body: page(title),
			lost: gateway.next() < 0.5,
		};
	}
}

type Written = Pick<Refusal, 'what' | 'status' | 'headers' | 'body'>;

const strays = {
	detail: (status: number): Written => ({
		what: `${status} without a code`,
		status,
		headers: json,
		body: JSON.stringify({ detail: status === 401 ? 'Not authenticated' : 'Not Found' }),
	}),
	page: (status: number): Written => ({
		what: `${status} with a page`,
		status,
		headers: html,
		body: page(String(status)),
	}),
	empty: (status: number): Written => ({ what: `${status} without a body`, status, headers: {}, body: '' }),
};

function refused(kind: OddityKind, written: Written): Refusal {
	return { kind, ...written, lost: false };
}

function notFound(dice: Dice, route: Route, young: boolean): Refusal {
	const status = dice.pick([404, 404, 404, 410, 403]);
	const shape = dice.pick<keyof typeof strays | 'code'>(['detail', 'page', 'empty', 'code']);
	if (shape !== 'code') return refused('stray-404', strays[shape](status));
	// A code reports that the thing does not exist, which only a replica without it may do.
	const code = { dataset: 40_401, job: 40_451 }[route.thing as string] ?? 404_001;
	if (!young) return refused('stray-404', strays.detail(status));
	const body = JSON.stringify({ error_code: code, message: 'There is no such thing.' });
	return refused('stray-404', { what: `404 with code ${code}`, status: 404, headers: json, body });
}

function tooMany(dice: Dice): Refusal {
	const seconds = dice.whole(0, 3);
	const [how, wait] = dice.pick<[string, Record<string, string>]>([
		['without Retry-After', {}],
		[`with Retry-After: ${seconds}`, { 'retry-after': String(seconds) }],
		['with a date as Retry-After', { 'retry-after': new Date(Date.now() + seconds * 1000).toUTCString() }],
	]);
	const [headers, body] = dice.pick([
		[json, JSON.stringify({ message: 'Too many requests.' })],
		[html, page('429 Too Many Requests')],
		[{}, ''],
	]) as [Record<string, string>, string];
	return refused('rate-limit', {
		what: `429 ${how}`,
		status: 429,
		headers: { ...headers, ...wait },
		body,
	});
}

function failed(dice: Dice, { thing }: Route): Refusal {
	const status = dice.pick([500, 502, 503, 504, 520]);
	const code = { dataset: 50_001, job: 50_051 }[thing as string];
	const coded = status === 500 && code !== undefined && dice.next() < 0.7;
	const asPage = dice.next() < 0.5;
	const wait = status === 503 && dice.next() < 0.5 ? { 'retry-after': '1' } : {};
	const message = 'An unexpected error has occurred.';
	return {
		kind: 'server-errors',
		what: `${status} with ${coded ? `code ${code}` : asPage ? 'a page' : 'JSON without a code'}`,
		status,
		headers: { ...(coded || !asPage ? json : html), ...wait },
		body: coded
			? JSON.stringify({ error_code: code, message })
			: asPage
				? page(`${status} Bad Gateway`)
				: JSON.stringify({ message }),
		lost: dice.next() < 0.5,
	};
}
