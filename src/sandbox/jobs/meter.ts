import type { JobRecord } from './records.ts';
import type { TrainerParts } from './trainer.ts';

interface Metered {
	readonly job: JobRecord;
	/** A fraction of a millisecond may be left over from whole millionths of a dollar. */
	chargedUntil: number;
}

/**
 * What running jobs cost. Nothing ticks: costs are settled when a balance is looked at or changes, when a job ends, and at
 * the moment at which the balance will be used up.
 */
export class TrainingMeter {
	readonly #parts: Pick<TrainerParts, 'sandbox' | 'accounts' | 'jobs'>;
	readonly #running = new Map<string, Metered>();
	readonly #alarms = new Map<string, () => void>();
	/** A charge makes the balance be read again, which would settle what a fast clock has added meanwhile, and so on. */
	#settling = false;

	constructor(parts: Pick<TrainerParts, 'sandbox' | 'accounts' | 'jobs'>) {
		this.#parts = parts;
	}

	/** A job that costs nothing is not metered. */
	add(job: JobRecord): void {
		if (job.price === 0) return;
		const chargedUntil = job.chargedUntil ?? this.#parts.sandbox.clock.now();
		this.#running.set(job.id, { job, chargedUntil });
		this.predict(job.accountId);
	}

	remove(jobId: string): void {
		this.#running.delete(jobId);
	}

	/** Takes what the account's jobs have cost since the last time from its balance. */
	settle(accountId: string): void {
		if (this.#settling) return;
		this.#settling = true;
		try {
			this.#charge(accountId);
		} finally {
			this.#settling = false;
		}
	}

	/** Sets the alarm for the moment at which the balance of the account will be used up. */
	predict(accountId: string): void {
		const { sandbox, accounts } = this.#parts;
		this.#alarms.get(accountId)?.();
		this.#alarms.delete(accountId);
		let rate = 0;
		for (const { job } of this.#running.values()) if (job.accountId === accountId) rate += job.price;
		if (rate === 0) return;
		const balance = accounts.get(accountId)?.balance ?? 0;
		if (balance <= 0) return;
		const at = sandbox.clock.now() + Math.ceil((balance / rate) * 1000) + 1;
		const cancel = sandbox.clock.at(at, () => {
			this.settle(accountId);
			this.predict(accountId);
		});
		this.#alarms.set(accountId, cancel);
	}

	/** Forgets everything without a note in the store. */
	forget(): void {
		for (const cancel of this.#alarms.values()) cancel();
		this.#alarms.clear();
		this.#running.clear();
	}

	#charge(accountId: string): void {
		const { sandbox, accounts, jobs } = this.#parts;
		const now = sandbox.clock.now();
		let total = 0;
		for (const metered of this.#running.values()) {
			const { id, price } = metered.job;
			if (metered.job.accountId !== accountId) continue;
			const cost = Math.floor(((now - metered.chargedUntil) * price) / 1000);
			if (cost <= 0) continue;
			metered.chargedUntil += (cost * 1000) / price;
			jobs.charged(id, metered.chargedUntil);
			total += cost;
		}
		if (total > 0) accounts.charge(accountId, total);
	}
}
