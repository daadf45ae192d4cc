import type { Clock } from '../base/clock.ts';
import type { Leases } from '../ledger/ledger.ts';
import { hasEnded, type Run } from './run.ts';

/** How long after its window vanished another one may speak for a run. */
const absenceMs = 20_000;
const renewalMs = 5000;

/** How long a claim to have told an end lasts: longer than any window takes to see it. */
const toldMs = 60 * 60 * 1000;

/** Decides which of several windows tells the person that a run has ended, so that it is told once. */
export class Telling {
	readonly #leases: Leases;
	readonly #clock: Clock;
	readonly #owner: string;
	/** Runs that this window has seen before their end; for all others the end is old news. */
	readonly #witnessed = new Set<string>();
	/** Unfinished runs that this window started. */
	readonly #own = new Set<string>();
	#renewedAt = 0;

	constructor(leases: Leases, clock: Clock, owner: string) {
		this.#leases = leases;
		this.#clock = clock;
		this.#owner = owner;
	}

	/** This window starts a run and will speak for it. */
	begin(runId: string): void {
		this.#own.add(runId);
		void this.#leases.lease(tellingLease(runId), this.#owner, absenceMs);
	}

	witness(run: Run): void {
		if (!hasEnded(run)) this.#witnessed.add(run.id);
		else if (this.#own.delete(run.id)) void this.#leases.lease(tellingLease(run.id), this.#owner, toldMs);
	}

	/** Called often; keeps the claims on runs of this window alive. */
	renew(): void {
		if (this.#own.size === 0 || this.#clock.now() - this.#renewedAt < renewalMs) return;
		this.#renewedAt = this.#clock.now();
		for (const id of this.#own) void this.#leases.lease(tellingLease(id), this.#owner, absenceMs);
	}

	async speaksFor(runId: string): Promise<boolean> {
		return this.#witnessed.has(runId) && (await this.#leases.lease(tellingLease(runId), this.#owner, toldMs));
	}

	/** The window goes: whoever is there when a run ends may tell it. */
	leave(): void {
		for (const id of this.#own) void this.#leases.release(tellingLease(id), this.#owner);
		this.#own.clear();
	}
}

function tellingLease(runId: string): string {
	return JSON.stringify(['tell', runId]);
}
