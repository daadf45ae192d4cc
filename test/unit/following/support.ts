import type { Clock } from '../../../src/core/base/clock.ts';
import type { FollowStep } from '../../../src/core/following/follower.ts';
import type { Leases } from '../../../src/core/ledger/ledger.ts';
import type { SharedRecords } from '../../../src/core/records/changeFeed.ts';

/** Leases that all windows of a test see. */
export class MemoryLeases implements Leases {
	readonly #clock: Clock;
	readonly #held = new Map<string, { readonly owner: string; readonly until: number }>();
	readonly #notes = new Map<string, string>();
	/** Called before a lease is given; tests delay answers with it. */
	before: () => Promise<void> = () => Promise.resolve();

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	async lease(name: string, owner: string, ttlMs: number, note?: string): Promise<boolean> {
		await this.before();
		const now = this.#clock.now();
		const held = this.#held.get(name);
		if (held && held.owner !== owner && held.until > now) return false;
		this.#held.set(name, { owner, until: now + ttlMs });
		if (note !== undefined) this.#notes.set(name, note);
		return true;
	}

	leased(name: string): boolean {
		return (this.#held.get(name)?.until ?? 0) > this.#clock.now();
	}

	noteOf(name: string): string | undefined {
		return this.#notes.get(name);
	}

	async release(name: string, owner: string): Promise<void> {
		if (this.#held.get(name)?.owner === owner) this.#held.delete(name);
	}

	holders(): readonly string[] {
		const now = this.#clock.now();
		return [...this.#held.values()].filter(({ until }) => until > now).map(({ owner }) => owner);
	}
}

/** Records that all windows of a test share. */
export class MemoryRecords<T extends { readonly id: string }> implements SharedRecords<T> {
	#revision = 0;
	#records = new Map<string, { readonly record: T; readonly revision: number }>();
	#removed: { readonly id: string; readonly revision: number }[] = [];
	/** Writes fail while this is set. */
	broken = false;

	revision(): number {
		return this.#revision;
	}

	changedSince(revision: number) {
		return {
			revision: this.#revision,
			changed: this.all().filter(({ id }) => (this.#records.get(id)?.revision ?? 0) > revision),
			removed: this.#removed.filter((entry) => entry.revision > revision).map(({ id }) => id),
		};
	}

	all(): readonly T[] {
		return [...this.#records.values()].map(({ record }) => record);
	}

	get(id: string): T | undefined {
		return this.#records.get(id)?.record;
	}

	async put(record: T): Promise<boolean> {
		if (this.broken) return false;
		this.#records.set(record.id, { record, revision: ++this.#revision });
		return true;
	}

	isWritten(): boolean {
		return true;
	}

	writeLeft(): Promise<void> {
		return Promise.resolve();
	}

	restore(record: T): Promise<boolean> {
		return this.get(record.id) ? Promise.resolve(false) : this.put(record);
	}

	async update(id: string, change: (record: T) => T | undefined): Promise<T | undefined> {
		const before = this.get(id);
		if (!before || this.broken) return undefined;
		const after = change(before);
		if (!after || after === before) return before;
		await this.put(after);
		return after;
	}

	async remove(id: string): Promise<void> {
		this.#records.delete(id);
		this.#removed.push({ id, revision: ++this.#revision });
	}

	/** Begins again, as when a damaged file was set aside. */
	beginAgain(): void {
		this.#revision = 0;
		this.#records = new Map();
		this.#removed = [];
	}
}

/** A training job: it can be resumed after its end, and its samples grow in number while it runs. */
export interface Job {
	readonly id: string;
	readonly createdAt: number;
	readonly state: 'waiting' | 'training' | 'stopped' | 'done';
	readonly samples: readonly string[];
	/** The number of times that it was resumed. */
	readonly resumes: number;
}

export const movesJob = ({ state }: Job) => state === 'waiting' || state === 'training';

/** The service's reply about a job at a certain time. */
export type JobReply = Pick<Job, 'state' | 'samples'>;

/** Takes a reply in and fetches the samples that are new, which continues after the step. */
export async function stepJob(
	records: SharedRecords<Job>,
	job: Job,
	reply: JobReply,
	fetch: (sample: string) => void,
): Promise<FollowStep> {
	for (const sample of reply.samples) if (!job.samples.includes(sample)) fetch(sample);
	const after = await records.update(job.id, (current) => ({ ...current, ...reply }));
	return { done: after === undefined || !movesJob(after) };
}

/** Returns a clock of one window; nothing happens after the window was killed. */
export function killable(clock: Clock): { readonly clock: Clock; readonly kill: () => void } {
	let killed = false;
	return {
		clock: {
			now: () => clock.now(),
			after: (ms, callback) => clock.after(ms, () => (killed ? undefined : callback())),
		},
		kill: () => {
			killed = true;
		},
	};
}

/** Returns the same "random" numbers from 0 to 1 each time. */
export function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1664525 + 1013904223) >>> 0;
		return (state + 0.5) / 2 ** 32;
	};
}
