import type { Leases } from '../ledger/ledger.ts';

/** How long after its window vanished a submission counts as interrupted, in milliseconds. */
const submissionLeaseMs = 30_000;

/** Which submissions are under way, in this window and in others: a run in nobody's hands was interrupted. */
export class Submissions {
	readonly #leases: Leases;
	readonly #owner: string;
	readonly #own = new Set<string>();

	constructor(leases: Leases, owner: string) {
		this.#leases = leases;
		this.#owner = owner;
	}

	async begin(runId: string): Promise<void> {
		this.#own.add(runId);
		await this.#leases.lease(nameOf(runId), this.#owner, submissionLeaseMs);
	}

	async end(runId: string): Promise<void> {
		this.#own.delete(runId);
		await this.#leases.release(nameOf(runId), this.#owner);
	}

	/** Whether this window is submitting the run. */
	isOwn(runId: string): boolean {
		return this.#own.has(runId);
	}

	isUnderWay(runId: string): boolean {
		return this.#own.has(runId) || this.#leases.leased(nameOf(runId));
	}

	/** Called every second. */
	async renew(): Promise<void> {
		await Promise.all(
			[...this.#own].map((runId) => this.#leases.lease(nameOf(runId), this.#owner, submissionLeaseMs)),
		);
	}
}

function nameOf(runId: string): string {
	return JSON.stringify(['submit', runId]);
}
