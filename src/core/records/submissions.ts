import type { Failure } from '../base/failure.ts';
import type { Leases } from '../ledger/ledger.ts';

/** How long after its window vanished a submission counts as interrupted, in milliseconds. */
const submissionLeaseMs = 30_000;

/** Which submissions are under way, in this window and in others: one in nobody's hands was interrupted. Ids are UUIDs. */
export class Submissions {
	readonly #leases: Leases;
	readonly #owner: string;
	readonly #own = new Set<string>();

	constructor(leases: Leases, owner: string) {
		this.#leases = leases;
		this.#owner = owner;
	}

	async begin(id: string): Promise<void> {
		this.#own.add(id);
		await this.#leases.lease(nameOf(id), this.#owner, submissionLeaseMs);
	}

	async end(id: string): Promise<void> {
		this.#own.delete(id);
		await this.#leases.release(nameOf(id), this.#owner);
	}

	/** Whether this window is submitting it. */
	isOwn(id: string): boolean {
		return this.#own.has(id);
	}

	isUnderWay(id: string): boolean {
		return this.#own.has(id) || this.#leases.leased(nameOf(id));
	}

	/** Called every second. */
	async renew(): Promise<void> {
		await Promise.all(
			[...this.#own].map((id) => this.#leases.lease(nameOf(id), this.#owner, submissionLeaseMs)),
		);
	}
}

function nameOf(id: string): string {
	return JSON.stringify(['submit', id]);
}

/** Whether the reply to a submission makes sure that nothing came of it. */
export function surelyNotSubmitted(failure: Failure): boolean {
	if (failure.mayHaveArrived === false) return true;
	const { status } = failure;
	if (status === undefined) return false;
	if (status >= 400 && status < 500) return status !== 408;
	// A reply of the success class that carries an error code is a refusal too.
	return status < 300 && failure.code !== undefined;
}
