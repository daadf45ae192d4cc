import { type Dice, diceFor } from '../../../src/sandbox/media/paint/random.ts';

/** The kinds of calls that have oddities of their own. */
export type CallKind = 'submission' | 'change' | 'upload' | 'list' | 'record' | 'file';

/**
 * A reply that replaces the right one. After those that begin with `lost` and after `see-other`, the call has taken
 * effect.
 */
type TroubleName =
	| 'stray-401'
	| 'stray-403'
	| 'stray-425'
	| 'gateway-page'
	| 'redirect'
	| 'reset'
	| 'retry-later'
	| 'lost-reset'
	| 'lost-cut'
	| 'lost-502'
	| 'lost-504'
	| 'see-other'
	| 'not-yet';

export interface Trouble {
	readonly name: TroubleName;
	/** For the rest of the reply. */
	readonly dice: Dice;
}

/** A right reply in another form, at another time or by another way. */
type Form = 'trace' | 'trickle' | 'lag' | 'names' | 'detour';

const strays = { 'stray-401': 0.015, 'stray-403': 0.015, 'stray-425': 0.01 } as const;
const between = { 'gateway-page': 0.02, redirect: 0.02, reset: 0.02, 'retry-later': 0.02 } as const;
const lost = { 'lost-reset': 0.02, 'lost-cut': 0.02, 'lost-502': 0.015, 'lost-504': 0.015 } as const;

const troubles: Readonly<Record<CallKind, Readonly<Partial<Record<TroubleName, number>>>>> = {
	submission: { ...strays, ...between, ...lost, 'see-other': 0.08 },
	change: { ...strays, ...between, ...lost },
	upload: { ...strays, ...between, ...lost },
	list: { ...strays, ...between, ...lost },
	record: { ...strays, ...between, ...lost },
	file: { reset: 0.03, 'retry-later': 0.03, 'lost-cut': 0.05, redirect: 0.02, 'not-yet': 0.25 },
};

const forms: Readonly<Record<Form, number>> = {
	trace: 0.3,
	trickle: 0.06,
	lag: 0.3,
	names: 0.45,
	detour: 0.1,
};

/** Real milliseconds between two troubles of the same call: a caller that repeats it gets through. */
const quietMs = 4000;

/** Decides which replies are odd, by a seed and the number of times that the same call was made. */
export class Oddities {
	readonly #seed: string;
	/** Oddities by name. */
	readonly counts = new Map<string, number>();
	readonly #calls = new Map<string, number>();
	readonly #troubled = new Map<string, number>();

	constructor(seed: string) {
		this.#seed = seed;
	}

	/** Returns the number of times that the call with this key was made, this one included. */
	call(key: string): number {
		const number = (this.#calls.get(key) ?? 0) + 1;
		this.#calls.set(key, number);
		return number;
	}

	/** Returns the trouble of a call, if any. */
	trouble(kind: CallKind, key: string, number: number): Trouble | undefined {
		const dice = diceFor(`${this.#seed} trouble ${key} ${number}`);
		if (Date.now() - (this.#troubled.get(key) ?? 0) < quietMs) return undefined;
		let left = dice.next();
		for (const [name, share] of Object.entries(troubles[kind]) as [TroubleName, number][]) {
			left -= share;
			if (left >= 0) continue;
			this.#troubled.set(key, Date.now());
			this.#count(name);
			return { name, dice };
		}
		return undefined;
	}

	/** Returns dice for a form of a reply; undefined if the reply does not have it. */
	form(name: Form, key: string): Dice | undefined {
		const dice = diceFor(`${this.#seed} ${name} ${key}`);
		if (dice.next() >= forms[name]) return undefined;
		this.#count(name);
		return dice;
	}

	#count(name: string): void {
		this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
	}
}

/** Returns an envelope with a trace id around a record, or the record with one above it. */
export function traced(record: object, dice: Dice): object {
	const trace = `trace-${dice.whole(1e6, 9e6)}`;
	return dice.pick<object>([
		{ trace_id: trace, data: record },
		{ id: trace, data: record },
		{ request_id: trace, data: record },
		{ id: trace, status: 'success', data: record },
		{ meta: { request_id: trace }, data: record },
		{ trace_id: trace, meta: { id: trace }, ...record },
	]);
}

/** Gives the files of a result names that are equal, or so long that only the end differs. */
export function renameFiles(value: unknown, dice: Dice): void {
	const isEqual = dice.next() < 0.4;
	let number = 0;
	const walk = (each: unknown): void => {
		if (typeof each !== 'object' || each === null) return;
		const record = each as Record<string, unknown>;
		if (typeof record.filename === 'string' && typeof record.url === 'string') {
			number++;
			record.filename = isEqual
				? 'picture.png'
				: `${'a lighthouse at dawn, '.repeat(14).slice(0, 290)}_0000${number}_.png`;
		}
		for (const inner of Object.values(record)) walk(inner);
	};
	walk(value);
}
