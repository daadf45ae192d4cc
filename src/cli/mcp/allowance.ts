import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import type { SetAside, SpendingAllowance } from '../../core/agents/consent.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Leases } from '../../core/ledger/ledger.ts';
import { SharedPage } from '../../core/ledger/sharedPage.ts';
import type { OperationServices } from '../../core/operations/services.ts';
import { amountsOf } from '../../core/spending/groups.ts';

const start = z.object({
	key: z.string(),
	/** The most that it was expected to cost, in millionths of a US dollar. */
	microdollars: z.number(),
	/** Our own id of the started work, once known. */
	id: z.exactOptional(z.string()),
});
/** `before` is the amount of starts that are no longer listed. */
const book = z.object({ before: z.number(), starts: z.array(start) });

type Book = z.output<typeof book>;

/** Number of latest starts that are listed, and compared with their actual cost. */
const mostListed = 200;

/**
 * An amount that a person allowed to be spent without a question. Its uses are in the history of this computer, for the
 * account, so that it is not available again after a restart. A start counts with its maximum expected cost until its
 * actual cost is reported or measured; a share of a combined cost only increases it.
 */
export class Allowance implements SpendingAllowance {
	readonly microdollars: number;
	readonly #services: OperationServices;
	readonly #clock: Clock;

	constructor(microdollars: number, services: OperationServices, clock: Clock) {
		this.microdollars = microdollars;
		this.#services = services;
		this.#clock = clock;
	}

	async whyUnknown(): Promise<string | undefined> {
		return (await this.#open()).unknown;
	}

	/** Returns the remaining amount, in millionths of a US dollar. */
	async left(): Promise<number> {
		const { pages, name, used, unknown } = await this.#open();
		if (unknown !== undefined) return 0;
		return Math.max(0, this.microdollars - used(pages.of(name)));
	}

	/** Reserves an amount if it is available; of two simultaneous requests, both only if both fit. */
	async setAside(most: number): Promise<SetAside | undefined> {
		// Whole ones, so that sums are exact.
		const microdollars = Math.ceil(most);
		const key = crypto.randomUUID();
		const { pages, name, used, unknown } = await this.#open();
		if (unknown !== undefined) return undefined;
		const fits = await pages.turn(name, (page) =>
			used(page) + microdollars <= this.microdollars
				? { page: shortened({ ...page, starts: [...page.starts, { key, microdollars }] }), value: true }
				: { page, value: false },
		);
		// If it was not recorded, a restart would not know of it.
		if (!fits || !pages.of(name).starts.some((each) => each.key === key)) return undefined;
		const change = (starts: (all: Book['starts']) => Book['starts']) =>
			pages.turn(name, (page) => ({ page: { ...page, starts: starts(page.starts) }, value: undefined }));
		return {
			begun: (id) => change((all) => all.map((each) => (each.key === key ? { ...each, id } : each))),
			giveBack: () => change((all) => all.filter((each) => each.key !== key)),
		};
	}

	async #open() {
		const [{ ledger, spending }, session] = await Promise.all([
			this.#services.ledger(),
			this.#services.signedIn(),
		]);
		const owner = session.ok ? [session.value.connection.id, session.value.account.id] : [];
		const amounts = amountsOf(spending.history.records(mostListed * 2));
		const cost = ({ microdollars, id }: z.output<typeof start>) => {
			const amount = id === undefined ? undefined : amounts.get(id);
			if (amount === undefined) return microdollars;
			return amount.basis === 'estimate' ? Math.max(microdollars, amount.microdollars) : amount.microdollars;
		};
		const name = JSON.stringify(['allowed', ...owner]);
		const isWritten = ledger.leases.noteOf(name) !== undefined;
		return {
			pages: pagesOf(ledger.leases, this.#clock),
			name,
			used: (page: Book) => page.starts.reduce((sum, each) => sum + cost(each), page.before),
			unknown: ledger.problem ?? (isWritten ? undefined : replacedText(ledger.leftBehind)),
		};
	}
}

/** Returns the sentence about the file with the uses from before a history was damaged; undefined without such a file. */
function replacedText(file: string | undefined): string | undefined {
	return file === undefined
		? undefined
		: l10n.t(
				'The history of this computer was damaged and is kept as "{0}". Delete that file to reset the used amount.',
				file,
			);
}

function pagesOf(leases: Leases, clock: Clock): SharedPage<Book> {
	const empty = { before: 0, starts: [] };
	// Pages that cannot be read may have been used up.
	return new SharedPage(leases, clock, book, empty, { before: Number.POSITIVE_INFINITY, starts: [] });
}

/** Returns the book without the oldest starts; their amounts are added up. */
function shortened({ before, starts }: Book): Book {
	const old = starts.slice(0, -mostListed);
	return {
		before: old.reduce((sum, { microdollars }) => sum + microdollars, before),
		starts: starts.slice(-mostListed),
	};
}
