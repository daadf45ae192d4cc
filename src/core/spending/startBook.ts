import * as z from 'zod/mini';
import type { Clock } from '../base/clock.ts';
import type { Leases } from '../ledger/ledger.ts';
import type { SpendingOwner } from './spendingTable.ts';

/** A start that may leave and is perhaps not written down yet. */
const leaving = z.object({
	id: z.string(),
	/** What it is likely to cost in millionths of a US dollar, where anything is known of that. */
	expected: z.exactOptional(z.number()),
	/** When it was allowed, in milliseconds since 1970. */
	at: z.number(),
});

const page = z.object({
	leaving: z.array(leaving),
	/** The day on which the person does not want to be asked again. */
	agreedDay: z.exactOptional(z.number()),
	/** The day on which the person knows that starts of unknown cost leave. */
	unknownDay: z.exactOptional(z.number()),
});

export type LeavingStart = z.output<typeof leaving>;

/** What was allowed and agreed to. */
export type StartPage = z.output<typeof page>;

/** How long a window that vanished while it decided keeps the others waiting, in milliseconds. */
const holdMs = 5000;
const retryMs = 20;

/**
 * What the windows of this computer know together of starts that are allowed and not written down yet, and of what the person agreed to:
 * one page for each account, beside a lease that lets one window at a time decide.
 */
export class StartBook {
	readonly #leases: Leases;
	readonly #clock: Clock;
	readonly #owner = crypto.randomUUID();

	constructor(leases: Leases, clock: Clock) {
		this.#leases = leases;
		this.#clock = clock;
	}

	/** The page as it was written last; one that cannot be read is empty. */
	of(account: SpendingOwner): StartPage {
		try {
			return page.parse(JSON.parse(this.#leases.noteOf(nameOf(account)) ?? ''));
		} catch {
			return { leaving: [] };
		}
	}

	/** Writes the next page; nobody else writes between the page that `work` reads and the one that it returns. */
	async turn<T>(
		account: SpendingOwner,
		work: (page: StartPage) => { readonly page: StartPage; readonly value: T },
	): Promise<T> {
		const name = nameOf(account);
		while (!(await this.#leases.lease(name, this.#owner, holdMs)))
			await new Promise<void>((resolve) => this.#clock.after(retryMs, resolve));
		const next = work(this.of(account));
		// A lease of no length is free for others, and its note stays.
		await this.#leases.lease(name, this.#owner, 0, JSON.stringify(next.page));
		return next.value;
	}
}

function nameOf({ connectionId, accountId }: SpendingOwner): string {
	return JSON.stringify(['starts', connectionId, accountId]);
}
