import type { Failure } from '../base/failure.ts';
import type { Leases } from '../ledger/ledger.ts';

/** Milliseconds after its window vanished until a submission counts as interrupted. */
const submissionLeaseMs = 30_000;

/** The submissions in progress, in this window and in others: one that no window holds was interrupted. Ids are UUIDs. */
export class Submissions {
	readonly #leases: Leases;
	readonly #owner: string;
	readonly #isWritten: (id: string) => boolean;
	readonly #own = new Set<string>();
	/** Finished, but their outcome is not in the ledger yet. */
	readonly #over = new Set<string>();

	/** @param isWritten returns whether this window's state of a record is in the ledger. */
	constructor(leases: Leases, owner: string, isWritten: (id: string) => boolean) {
		this.#leases = leases;
		this.#owner = owner;
		this.#isWritten = isWritten;
	}

	/** Takes the submission; returns false if another window is submitting it, or if nothing can be written. */
	async begin(id: string): Promise<boolean> {
		this.#own.add(id);
		return this.#leases.lease(nameOf(id), this.#owner, submissionLeaseMs);
	}

	/** Notes the reply. Other windows notice it once it is written. */
	async end(id: string): Promise<void> {
		this.#own.delete(id);
		if (this.#isWritten(id)) await this.#leases.release(nameOf(id), this.#owner);
		else this.#over.add(id);
	}

	/** Returns whether this window is submitting it. */
	isOwn(id: string): boolean {
		return this.#own.has(id);
	}

	isUnderWay(id: string): boolean {
		return this.#own.has(id) || this.#over.has(id) || this.#leases.leased(nameOf(id));
	}

	/** Renews the claims of this window. Called every second. */
	async renew(): Promise<void> {
		for (const id of this.#over) {
			if (!this.#isWritten(id)) continue;
			this.#over.delete(id);
			await this.#leases.release(nameOf(id), this.#owner);
		}
		await Promise.all(
			[...this.#own, ...this.#over].map((id) =>
				this.#leases.lease(nameOf(id), this.#owner, submissionLeaseMs),
			),
		);
	}
}

function nameOf(id: string): string {
	return JSON.stringify(['submit', id]);
}

/** Returns whether the reply to a submission proves that it had no effect. */
export function wasNotSubmitted(failure: Failure): boolean {
	if (failure.kind === 'uncertain') return false;
	if (failure.mayHaveArrived === false) return true;
	const { status } = failure;
	if (status === undefined) return false;
	// A host that redirects has not accepted it, except for the status that leads to the answer.
	if (status >= 300 && status < 500) return status !== 303 && status !== 408;
	// A reply of the success class that carries an error code is a refusal too.
	return status < 300 && failure.code !== undefined;
}
