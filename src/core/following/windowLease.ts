import type { Clock } from '../base/clock.ts';
import type { Leases } from '../ledger/ledger.ts';

/** Milliseconds for which a window that vanished keeps the others from polling. */
const pollLeaseMs = 15_000;
const renewalMs = 5000;

/** The note on a held lease: if its holder vanishes, its last actions are unknown. */
const inUse = '';

/** Elects the one window that polls for an account: it has a lease and renews it while items are active. */
export class WindowLease {
	readonly #leases: Leases;
	readonly #clock: Clock;
	readonly #owner: string;
	readonly #name: string;
	#heldUntil = 0;
	#handedOver: string | undefined;
	#asking: Promise<boolean> | undefined;
	/** Incremented with each release, so that a late answer is ignored. */
	#term = 0;

	/** @param account names the polled account, for example connection and account. */
	constructor(leases: Leases, clock: Clock, owner: string, account: readonly string[]) {
		this.#leases = leases;
		this.#clock = clock;
		this.#owner = owner;
		this.#name = JSON.stringify(['poll', ...account]);
	}

	/** True if this window may poll now, by its own clock. */
	get isHeld(): boolean {
		const left = this.#heldUntil - this.#clock.now();
		// A clock that was set back makes the own lease look longer than any lease is.
		return left > 0 && left <= pollLeaseMs;
	}

	/** The state that the previous window handed over with the lease; absent if it vanished. */
	get handedOver(): string | undefined {
		return this.#handedOver;
	}

	/** Takes or keeps the lease; true while this window is the one that polls. */
	async hold(): Promise<boolean> {
		if (this.isHeld && this.#heldUntil - this.#clock.now() > pollLeaseMs - renewalMs) return true;
		this.#asking ??= this.#ask().finally(() => {
			this.#asking = undefined;
		});
		return this.#asking;
	}

	async #ask(): Promise<boolean> {
		const term = this.#term;
		// Counted from before the write, so that this window stops before another one may begin.
		const until = this.#clock.now() + pollLeaseMs;
		const isNew = !this.isHeld;
		const note = isNew ? this.#leases.noteOf(this.#name) : undefined;
		const given = await this.#leases.lease(
			this.#name,
			this.#owner,
			pollLeaseMs,
			...(isNew ? ([inUse] as const) : []),
		);
		if (isNew) this.#handedOver = note === inUse ? undefined : note;
		if (term !== this.#term) {
			if (given) await this.#leases.release(this.#name, this.#owner);
			return false;
		}
		this.#heldUntil = given ? until : 0;
		return given;
	}

	/** Gives the lease back, with a note for the window that takes it next. */
	async release(note: string): Promise<void> {
		const held = this.#heldUntil > 0;
		this.#term++;
		this.#heldUntil = 0;
		// A lease of no length is free for others, and its note stays.
		if (held) await this.#leases.lease(this.#name, this.#owner, 0, note);
	}
}
