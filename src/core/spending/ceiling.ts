import type { Owner } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import type { Leases } from '../ledger/ledger.ts';
import type { PaidStart, StartsAnswer } from '../records/startWatch.ts';
import type { BalanceReading } from './balanceReader.ts';
import { freshMs, remembered, type Spending, sumOf, targetKey } from './spending.ts';
import type { SpendingTable } from './spendingTable.ts';
import { type LeavingStart, StartBook, type StartPage } from './startBook.ts';
import { totalOf } from './total.ts';
import { usualCost } from './usual.ts';

/** The question to the person: the answer is for all these starts. Amounts in millionths of a US dollar. */
export interface CeilingQuestion {
	/** In the order of their requests; at least one. */
	readonly starts: readonly PaidStart[];
	/** The amount that this editor has spent today, including work in progress; an estimate. */
	readonly spent: number;
	/** The expected total cost of those starts, as far as known. */
	readonly expected?: number;
	/** The number of starts with unknown cost. */
	readonly unknown: number;
	/** The work in progress with unknown cost: it counts with the loss of the balance so far. */
	readonly uncounted: readonly Pick<Spending, 'name' | 'startedAt'>[];
	readonly limit: number;
}

/** `today`: and do not ask again on this day. */
export type CeilingAnswer = 'once' | 'today' | 'no';

/** Largest number of records of one day that are added up; more than anyone starts. */
const mostOfDay = 20_000;

/** A start that nothing was decided about yet. */
interface Waiting {
	readonly owner: Owner;
	readonly start: PaidStart;
	/** True to ask no question: it is sent only if it fits. */
	readonly quietly: boolean;
	decide(mayStart: boolean): void;
	fail(cause: unknown): void;
}

/** The amounts of a day. Amounts in millionths of a US dollar. */
interface Day {
	readonly begin: number;
	readonly spent: number;
	/** Starts of the day. */
	readonly count: number;
	/** The number of starts in progress or being sent with unknown cost. */
	readonly unknown: number;
	/** Records in progress with unknown cost. */
	readonly uncounted: readonly Spending[];
	readonly leaving: readonly LeavingStart[];
}

interface Asked {
	readonly question: CeilingQuestion;
	readonly open: readonly Waiting[];
	readonly day: Day;
}

interface CeilingOptions {
	readonly leases: Leases;
	readonly table: Pick<SpendingTable, 'of'>;
	readonly clock: Clock;
	/** Returns the limit for a day in millionths of a US dollar; undefined for none. */
	readonly limit: () => number | undefined;
	readonly ask: (question: CeilingQuestion) => Promise<CeilingAnswer>;
	readonly balance: {
		readonly latest: BalanceReading | undefined;
		/** Reads the balance, and settles the starts that it covers. */
		read(): Promise<unknown>;
	};
}

/** The daily limit: decides for all windows of this computer together which starts are sent, and asks about the others. */
export class Ceiling {
	readonly #options: CeilingOptions;
	readonly #book: StartBook;
	#waiting: readonly Waiting[] = [];
	#isDeciding = false;

	constructor(options: CeilingOptions) {
		this.#options = options;
		this.#book = new StartBook(options.leases, options.clock);
	}

	/** Returns the amount that an account has spent today, including the expected cost of work in progress; an estimate. */
	spentToday(owner: Owner): number {
		return this.#dayOf(owner, this.#book.of(owner)).spent;
	}

	/** Returns whether a start may be sent; asks the person if it could exceed the limit, unless `quietly`. */
	mayStart(owner: Owner, start: PaidStart, quietly: boolean): Promise<boolean> {
		const { promise, resolve, reject } = Promise.withResolvers<boolean>();
		this.#waiting = [...this.#waiting, { owner, start, quietly, decide: resolve, fail: reject }];
		if (!this.#isDeciding) void this.#decideAll();
		return promise;
	}

	/**
	 * Returns whether starts may be sent in succession, perhaps over hours; asks the person once if all of them could
	 * exceed the limit. Starts below it are checked again when they are sent.
	 */
	async mayStartAll(owner: Owner, starts: readonly PaidStart[]): Promise<StartsAnswer> {
		const limit = this.#options.limit() ?? Number.POSITIVE_INFINITY;
		await this.#options.balance.read();
		const page = this.#book.of(owner);
		const day = this.#dayOf(owner, page);
		const question = questionOf(starts, day, limit);
		const { unknown, expected = 0 } = question;
		const fits = day.spent < limit && day.spent + expected <= limit;
		const isUnseen = unknown > 0 && day.unknown + unknown > 1 && page.unknownDay !== day.begin;
		if (page.agreedDay === day.begin || (fits && !(isUnseen && Number.isFinite(limit)))) return 'below';
		const answer = await this.#options.ask(question);
		if (answer === 'today')
			await this.#book.turn(owner, (latest) => ({
				page: { ...latest, agreedDay: day.begin },
				value: undefined,
			}));
		return answer === 'no' ? 'no' : 'agreed';
	}

	/**
	 * Decides all waiting starts. Never rejects. Awaits nothing between the last check of `#waiting` and the end: a
	 * start added in between would wait forever.
	 */
	async #decideAll(): Promise<void> {
		this.#isDeciding = true;
		for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
			const { owner } = next;
			const { balance } = this.#options;
			let open: readonly Waiting[] = [next];
			try {
				if (this.#dayOf(owner, this.#book.of(owner)).uncounted.length > 0) await balance.read();
				let asked = await this.#book.turn(owner, (page) => {
					open = this.#waiting.filter((each) => isSameOwner(each.owner, owner));
					this.#waiting = this.#waiting.filter((each) => !open.includes(each));
					return this.#letLeave(owner, open, page);
				});
				if (asked !== undefined) {
					open = asked.open;
					await balance.read();
					asked = await this.#book.turn(owner, (page) => this.#letLeave(owner, open, page));
				}
				while (asked !== undefined) {
					open = asked.open;
					const answer = await this.#options.ask(asked.question);
					if (answer === 'no') break;
					const { day, open: agreed } = asked;
					asked = await this.#book.turn(owner, (page) =>
						this.#letLeave(owner, agreed, page, { answer, day }),
					);
				}
				if (asked !== undefined) for (const { decide } of open) decide(false);
			} catch (cause) {
				this.#waiting = this.#waiting.filter((each) => !open.includes(each));
				for (const { fail } of open) fail(cause);
			}
		}
		this.#isDeciding = false;
	}

	/**
	 * Sends starts that fit below the limit, and all of them if the person agreed and nothing has changed since.
	 * @returns the next page, and the question about the other starts.
	 */
	#letLeave(
		owner: Owner,
		starts: readonly Waiting[],
		page: StartPage,
		agreed?: { readonly answer: CeilingAnswer; readonly day: Day },
	): { readonly page: StartPage; readonly value: Asked | undefined } {
		const limit = this.#options.limit() ?? Number.POSITIVE_INFINITY;
		const day = this.#dayOf(owner, page);
		// A start that another window has let through during the question is not part of the person's consent.
		const isAgreed = agreed !== undefined && agreed.day.begin === day.begin && agreed.day.count >= day.count;
		let { spent, unknown } = day;
		const open: Waiting[] = [];
		const left: LeavingStart[] = [];
		for (const each of starts) {
			const { id, expected } = each.start;
			const fits = spent < limit && spent + (expected ?? 0) <= limit;
			const isUnseen = expected === undefined && unknown > 0 && page.unknownDay !== day.begin;
			if (!isAgreed && page.agreedDay !== day.begin && (!fits || isUnseen)) {
				if (each.quietly) each.decide(false);
				else open.push(each);
				continue;
			}
			spent += expected ?? 0;
			if (expected === undefined) unknown++;
			left.push({ id, at: this.#options.clock.now(), ...compact({ expected }) });
			each.decide(true);
		}
		const next: StartPage = {
			...page,
			leaving: [...day.leaving, ...left],
			...(isAgreed && agreed.answer === 'today' ? { agreedDay: day.begin } : {}),
			...(isAgreed && starts.some(({ start }) => start.expected === undefined)
				? { unknownDay: day.begin }
				: {}),
		};
		if (open.length === 0) return { page: next, value: undefined };
		const wanted = open.map(({ start }) => start);
		const question = questionOf(wanted, { spent, uncounted: day.uncounted }, limit);
		return { page: next, value: { question, open, day: { ...day, count: day.count + left.length } } };
	}

	/** Returns the amounts of the day of an account, including the starts that are leaving by a page. */
	#dayOf(owner: Owner, page: StartPage): Day {
		const now = this.#options.clock.now();
		const begin = dayOf(now);
		// A clock that was days ahead has left starts with future days; they do not count for today.
		const today = this.#options.table
			.of(owner, mostOfDay, begin)
			.filter(({ startedAt }) => startedAt < dayAfter(begin));
		const known = new Map<string, number | undefined>();
		let earlier: readonly Spending[] | undefined;
		const expected = (record: Spending) => {
			const key = targetKey(record);
			if (record.expected === undefined && !known.has(key)) {
				earlier ??= this.#options.table.of(owner, remembered);
				known.set(key, usualCost(earlier, record));
			}
			return record.expected ?? known.get(key);
		};
		const written = new Set(today.map(({ id }) => id));
		// A start not sent after this time was given up.
		const leaving = page.leaving.filter(({ id, at }) => !written.has(id) && Math.abs(now - at) <= freshMs);
		const uncounted = today.filter(
			(record) =>
				record.after === undefined && record.reported === undefined && expected(record) === undefined,
		);
		return {
			begin,
			leaving,
			count: today.length + leaving.length,
			spent:
				totalOf(today, expected, this.#options.balance.latest) +
				sumOf(leaving.map((each) => each.expected ?? 0)),
			uncounted,
			unknown: uncounted.length + leaving.filter((each) => each.expected === undefined).length,
		};
	}
}

function questionOf(
	starts: readonly PaidStart[],
	{ spent, uncounted }: Pick<Day, 'spent' | 'uncounted'>,
	limit: number,
): CeilingQuestion {
	const known = starts.flatMap(({ expected }) => expected ?? []);
	const expected = known.length === 0 ? {} : { expected: sumOf(known) };
	return { starts, spent, limit, unknown: starts.length - known.length, uncounted, ...expected };
}

function isSameOwner(one: Owner, other: Owner): boolean {
	return one.connectionId === other.connectionId && one.accountId === other.accountId;
}

/** Returns the beginning of the local day of a time. */
function dayOf(moment: number): number {
	return new Date(moment).setHours(0, 0, 0, 0);
}

/** Returns the beginning of the next day; days on which clocks change have other lengths. */
function dayAfter(begin: number): number {
	const day = new Date(begin);
	return day.setDate(day.getDate() + 1);
}
