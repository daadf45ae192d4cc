import type { SandboxContext } from '../base/context.ts';
import type { Accounts } from './accounts.ts';

/** Work that costs money while it exists. */
interface Metered {
	readonly accountId: string;
	/** Millionths of a US dollar a second; it may be a fraction. */
	readonly rate: number;
	/** Returns the billed time, in milliseconds; the virtual clock by default. */
	readonly now?: () => number;
	/** The end of the paid time, in milliseconds of that clock; a fraction may remain from whole millionths of a dollar. */
	chargedUntil: number;
	/** Writes down up to when it is paid for. */
	readonly note: (chargedUntil: number) => void;
}

/**
 * Charges for work that costs money by the second: running jobs and warm instances. Nothing ticks: costs are settled
 * when a balance is read or changes, when something ends, and when the balance will be used up.
 */
export class Meter {
	readonly #sandbox: SandboxContext;
	readonly #accounts: Accounts;
	readonly #running = new Map<string, Metered>();
	readonly #alarms = new Map<string, () => void>();
	/** True while settling: a charge causes the balance to be read again, which would settle again. */
	#settling = false;

	constructor(sandbox: SandboxContext, accounts: Accounts) {
		this.#sandbox = sandbox;
		this.#accounts = accounts;
		accounts.onSettle = (accountId) => this.settle(accountId);
		accounts.onChanged = (accountId) => this.#predict(accountId);
	}

	/** Starts to count. Work that costs nothing is not metered. */
	add(key: string, metered: Metered): void {
		if (metered.rate === 0) return;
		this.#running.set(key, metered);
		this.#predict(metered.accountId);
	}

	get(key: string): Metered | undefined {
		return this.#running.get(key);
	}

	/** Stops to count, without a charge: settle before. */
	remove(key: string): void {
		const metered = this.#running.get(key);
		this.#running.delete(key);
		if (metered !== undefined) this.#predict(metered.accountId);
	}

	/** Charges the account for its use since the last time. */
	settle(accountId: string): void {
		if (this.#settling) return;
		this.#settling = true;
		try {
			this.#charge(accountId);
		} finally {
			this.#settling = false;
		}
	}

	/** Settles all accounts. Work on another time than the virtual clock has no alarm, so this is called now and then. */
	settleAll(): void {
		const accountIds = [...this.#running.values()].map(({ accountId }) => accountId);
		for (const accountId of new Set(accountIds)) this.settle(accountId);
	}

	/** Forgets everything without a note in the store. */
	forget(): void {
		for (const cancel of this.#alarms.values()) cancel();
		this.#alarms.clear();
		this.#running.clear();
	}

	/** Sets the alarm for the time of the virtual clock at which the balance of the account will be used up. */
	#predict(accountId: string): void {
		const { clock } = this.#sandbox;
		this.#alarms.get(accountId)?.();
		this.#alarms.delete(accountId);
		let rate = 0;
		for (const metered of this.#running.values()) {
			if (metered.accountId === accountId && metered.now === undefined) rate += metered.rate;
		}
		if (rate === 0) return;
		const balance = this.#accounts.get(accountId)?.balance ?? 0;
		if (balance <= 0) return;
		const at = clock.now() + Math.ceil((balance / rate) * 1000) + 1;
		const cancel = clock.at(at, () => {
			this.settle(accountId);
			this.#predict(accountId);
		});
		this.#alarms.set(accountId, cancel);
	}

	/**
	 * Charges an account for its running work. The work and the payment are written in one transaction, so that a kill leaves both or
	 * neither.
	 */
	#charge(accountId: string): void {
		const { clock, db } = this.#sandbox;
		const now = clock.now();
		const due = [...this.#running.values()]
			.filter((metered) => metered.accountId === accountId)
			.map((metered) => ({ metered, cost: costOf(metered, metered.now?.() ?? now) }))
			.filter(({ cost }) => cost > 0);
		if (due.length === 0) return;
		const until = ({ metered, cost }: (typeof due)[number]) =>
			metered.chargedUntil + (cost * 1000) / metered.rate;
		const total = due.reduce((sum, { cost }) => sum + cost, 0);
		db.transaction(() => {
			for (const each of due) each.metered.note(until(each));
			this.#accounts.take(accountId, total);
		});
		for (const each of due) each.metered.chargedUntil = until(each);
		this.#accounts.taken(accountId);
	}
}

function costOf({ rate, chargedUntil }: Metered, now: number): number {
	return Math.floor(((now - chargedUntil) * rate) / 1000);
}
