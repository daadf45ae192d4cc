import type { Clock } from '../base/clock.ts';
import type { Leases } from '../ledger/ledger.ts';

/** Milliseconds after its window vanished until another one may notify of an end. */
const absenceMs = 20_000;
const renewalMs = 5000;

/** Milliseconds that a claim to have notified lasts: longer than any window takes to see the end. */
const notifiedMs = 60 * 60 * 1000;

/**
 * Decides which of several windows notifies the person that something has ended, so that it happens once. `key` identifies one completion:
 * a restarted item (a resumed job) needs a new one each time.
 */
export class NotificationLease {
	readonly #leases: Leases;
	readonly #clock: Clock;
	readonly #owner: string;
	readonly #kind: string;
	readonly #isPresent: () => Promise<boolean>;
	/** The ids that this window has seen before their end; the end of all others is not reported. */
	readonly #observed = new Set<string>();
	/** Started by this window and not ended yet. */
	readonly #own = new Set<string>();
	#renewedAt = 0;

	/** @param isPresent returns whether a person can read the messages of this window */
	constructor(leases: Leases, clock: Clock, owner: string, kind: string, isPresent: () => Promise<boolean>) {
		this.#leases = leases;
		this.#isPresent = isPresent;
		this.#clock = clock;
		this.#owner = owner;
		this.#kind = kind;
	}

	/** Notes that this window has started it and will notify of its end. */
	async begin(key: string): Promise<void> {
		this.#own.add(key);
		await this.#leases.lease(this.#name(key), this.#owner, absenceMs);
	}

	/** Observes every record that this window sees, moving or ended. */
	async observe(key: string, hasEnded: boolean): Promise<void> {
		if (!hasEnded) this.#observed.add(key);
		else if (this.#own.delete(key)) {
			if (await this.#isPresent()) await this.#leases.lease(this.#name(key), this.#owner, notifiedMs);
			else await this.#leases.release(this.#name(key), this.#owner);
		}
	}

	/** Keeps the claims of this window alive, and releases them if no person can read a notification. Called often. */
	async renew(): Promise<void> {
		const sinceMs = this.#clock.now() - this.#renewedAt;
		if (this.#own.size === 0 || (sinceMs >= 0 && sinceMs < renewalMs)) return;
		this.#renewedAt = this.#clock.now();
		if (!(await this.#isPresent())) return this.release();
		await Promise.all(
			[...this.#own].map((key) => this.#leases.lease(this.#name(key), this.#owner, absenceMs)),
		);
	}

	/**
	 * Returns whether this window notifies of an end: the window that started it or, if that is closed, the first that
	 * asks. True in one window only, and never for an end before this window saw it.
	 */
	async claim(key: string): Promise<boolean> {
		return (
			this.#observed.has(key) &&
			(await this.#isPresent()) &&
			(await this.#leases.lease(this.#name(key), this.#owner, notifiedMs))
		);
	}

	/** Gives up the claims when the window closes: any other may notify. */
	async release(): Promise<void> {
		const keys = [...this.#own];
		this.#own.clear();
		await Promise.all(keys.map((key) => this.#leases.release(this.#name(key), this.#owner)));
	}

	#name(key: string): string {
		return JSON.stringify(['notify', this.#kind, key]);
	}
}
