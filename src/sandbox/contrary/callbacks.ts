import type { Journal } from '../base/journal.ts';
import type { OddCallback } from '../requests/webhooks.ts';
import type { Draw } from './draw.ts';
import { copied, type Members } from './json.ts';
import type { Turns } from './route.ts';
import { otherSpelling } from './spelling.ts';

/** A posted callback, with its draws. */
export interface ContraryCallback extends OddCallback {
	readonly notes: readonly string[];
}

/** Most real milliseconds for which a callback is delayed, so that later ones overtake it. */
const longestHoldMs = 1500;

/** Draws how a callback is written and posted. Undefined if it is posted unchanged. */
export function contraryCallback(draw: Draw, turns: Turns, payload: Members): ContraryCallback | undefined {
	const { request_id: id, status } = payload;
	const key = `callback ${turns.ordinalOf('request', String(id))} ${String(status)}`;
	const dice = draw.take('callbacks', key);
	if (dice === undefined) return undefined;
	const body = copied(payload);
	const notes: string[] = [];
	if (typeof status === 'string' && dice.next() < 0.5) {
		const word = otherSpelling(dice, status);
		if (dice.next() < 0.5) delete body.status;
		else body.status = word;
		body.outcome = word;
		notes.push(`callbacks: ${status} as ${word}`);
	}
	const afterMs = dice.next() < 0.5 ? dice.whole(1, longestHoldMs) : 0;
	if (afterMs > 0) notes.push(`callbacks: held back ${afterMs} ms`);
	const again = dice.next() < 0.5;
	if (again) notes.push('callbacks: posted twice');
	return { notes, bodies: [{ body, afterMs }, ...(again ? [{ body, afterMs: 0 }] : [])] };
}

/** Returns the callbacks of a contrary sandbox, each with an entry in the journal. Its address is a secret. */
export function callbacksOf(
	layer: { callback(payload: object): ContraryCallback | undefined },
	journal: Journal,
): (payload: object) => OddCallback | undefined {
	return (payload) => {
		const odd = layer.callback(payload);
		if (odd === undefined || odd.notes.length === 0) return undefined;
		journal.add({ host: 'webhook', method: 'POST', path: '***', headers: [], faults: [] }).drawn = odd.notes;
		return odd;
	};
}
