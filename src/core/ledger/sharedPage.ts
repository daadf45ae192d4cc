import type * as z from 'zod/mini';
import { type Clock, pause } from '../base/clock.ts';
import type { Leases } from './ledger.ts';

/** Milliseconds for which a program that vanished while it decided keeps the others waiting. */
const holdMs = 5000;
const retryMs = 20;

/** A page that all programs of this computer write in turns, protected by a lease. */
export class SharedPage<T> {
	readonly #leases: Leases;
	readonly #clock: Clock;
	readonly #schema: z.ZodMiniType<T>;
	readonly #empty: T;
	readonly #unreadable: T;
	readonly #owner = crypto.randomUUID();

	/** @param unreadable the value of an existing page that cannot be read; empty by default. */
	constructor(leases: Leases, clock: Clock, schema: z.ZodMiniType<T>, empty: T, unreadable = empty) {
		this.#leases = leases;
		this.#clock = clock;
		this.#schema = schema;
		this.#empty = empty;
		this.#unreadable = unreadable;
	}

	/** Returns the page of this name as it was written last. */
	of(name: string): T {
		const text = this.#leases.noteOf(name);
		if (text === undefined) return this.#empty;
		try {
			return this.#schema.parse(JSON.parse(text));
		} catch {
			return this.#unreadable;
		}
	}

	/** Writes the next page; no other program writes between reading the page for `work` and writing the returned one. */
	async turn<V>(name: string, work: (page: T) => { readonly page: T; readonly value: V }): Promise<V> {
		while (!(await this.#leases.lease(name, this.#owner, holdMs))) await pause(this.#clock, retryMs);
		const next = work(this.of(name));
		// A lease of no length is free for others, and its note stays.
		await this.#leases.lease(name, this.#owner, 0, JSON.stringify(next.page));
		return next.value;
	}
}
