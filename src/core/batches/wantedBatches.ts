import type { WindowCoordinator } from '../following/windowCoordinator.ts';
import type { Leases } from '../ledger/ledger.ts';

/** Milliseconds without a renewal until the request of a program expires, and between two renewals. */
const [wishMs, renewMs] = [15_000, 5000];

/**
 * Tracks the batches that running programs want to be sent: an editor wants all of them, a command its own. The window
 * that polls hands over their items, also for the others, and leaves the batches of exited programs alone.
 */
export class WantedBatches {
	readonly #leases: Leases;
	readonly #coordinator: Pick<WindowCoordinator, 'owner' | 'clock'>;
	readonly #own = new Set<string>();
	readonly #renewedAt = new Map<string, number>();
	#wantsAll = false;

	constructor(leases: Leases, coordinator: Pick<WindowCoordinator, 'owner' | 'clock'>) {
		this.#leases = leases;
		this.#coordinator = coordinator;
	}

	/** Notes that this program wants a batch, or all of them, to be sent. */
	add(id: string | undefined): void {
		if (id === undefined) this.#wantsAll = true;
		else this.#own.add(id);
	}

	has(id: string): boolean {
		return this.#isOwn(id) || this.#leases.leased(nameOf(id));
	}

	/** Renews the request of this program for a batch, if it has one. */
	renew(id: string): void {
		const { owner, clock } = this.#coordinator;
		const now = clock.now();
		if (!this.#isOwn(id) || Math.abs(now - (this.#renewedAt.get(id) ?? 0)) < renewMs) return;
		this.#renewedAt.set(id, now);
		void this.#leases.lease(nameOf(id), owner, wishMs);
	}

	/** Withdraws all requests of this program. */
	async release(): Promise<void> {
		const { owner } = this.#coordinator;
		await Promise.all([...this.#renewedAt.keys()].map((id) => this.#leases.release(nameOf(id), owner)));
	}

	#isOwn(id: string): boolean {
		return this.#wantsAll || this.#own.has(id);
	}
}

function nameOf(id: string): string {
	return JSON.stringify(['batch', id]);
}
