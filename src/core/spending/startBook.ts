import * as z from 'zod/mini';
import type { Owner } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import type { Leases } from '../ledger/ledger.ts';
import { SharedPage } from '../ledger/sharedPage.ts';

/** A start that may leave and is perhaps not written down yet. */
const leaving = z.object({
	id: z.string(),
	/** The expected cost in millionths of a US dollar, if known. */
	expected: z.exactOptional(z.number()),
	/** The time when it was allowed, in milliseconds since 1970. */
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

export type StartPage = z.output<typeof page>;

/**
 * Shares between the windows of this computer the allowed starts that are not written yet, and the person's consent:
 * one page for each account, with a lease that lets one window at a time decide.
 */
export class StartBook {
	readonly #pages: SharedPage<StartPage>;

	constructor(leases: Leases, clock: Clock) {
		this.#pages = new SharedPage(leases, clock, page, { leaving: [] });
	}

	/** Returns the page as it was written last; one that cannot be read is empty. */
	of(account: Owner): StartPage {
		return this.#pages.of(nameOf(account));
	}

	/** Writes the next page; no other program writes between reading the page for `work` and writing the returned one. */
	turn<T>(
		account: Owner,
		work: (page: StartPage) => { readonly page: StartPage; readonly value: T },
	): Promise<T> {
		return this.#pages.turn(nameOf(account), work);
	}
}

function nameOf({ connectionId, accountId }: Owner): string {
	return JSON.stringify(['starts', connectionId, accountId]);
}
