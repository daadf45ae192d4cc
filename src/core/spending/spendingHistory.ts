import type { SessionSource, SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PaidStart, StartWatch } from '../records/startWatch.ts';
import type { BalanceReader, BalanceReading } from './balanceReader.ts';
import { type Spending, totalOf, usualCost } from './spending.ts';
import { type SpendingOwner, SpendingTable } from './spendingTable.ts';

/** What the person is asked about. Amounts in millionths of a US dollar. */
export interface CeilingQuestion {
	readonly start: PaidStart;
	/** What this editor has spent today and what is under way; an estimate. */
	readonly spent: number;
	/** What the start is likely to cost, where anything is known of it. */
	readonly expected?: number;
	readonly limit: number;
}

/** `today`: and do not ask again on this day. */
export type CeilingAnswer = 'once' | 'today' | 'no';

export interface SpendingHistoryOptions {
	readonly ledger: Ledger;
	readonly session: SessionSource;
	readonly clock: Clock;
	readonly log: Log;
	readonly reader: BalanceReader;
	/** The most for a day in millionths of a US dollar; undefined for none. */
	readonly limit: () => number | undefined;
	readonly ask: (question: CeilingQuestion) => Promise<CeilingAnswer>;
	/** What one run of a model costs by its price, for models that were never run here. */
	readonly priceOf?: (session: SignedIn, modelId: string) => Promise<number | undefined>;
}

/** A balance that is older than this is not the one at the start, in milliseconds. */
const freshMs = 5 * 60_000;
/** Records that say what a target usually costs. */
const remembered = 500;
/** Records of one day that are added up; more than anyone starts. */
const mostOfDay = 20_000;

/** What this editor started, with the balance before and after it, and the ceiling that holds for a day. */
export class SpendingHistory implements StartWatch {
	readonly #options: SpendingHistoryOptions;
	readonly #table: SpendingTable;
	readonly #watch: Disposable;
	/** Starts that wait for the answer to one question. */
	#asking: Promise<CeilingAnswer> | undefined;
	/** Starts that may leave and are not written down yet, with what they are likely to cost and when they were allowed. */
	readonly #leaving = new Map<string, { readonly expected: number; readonly at: number }>();
	/** The day on which the person does not want to be asked again. */
	#agreedDay: number | undefined;

	constructor(options: SpendingHistoryOptions) {
		this.#options = options;
		this.#table = new SpendingTable(options.ledger);
		this.#watch = options.reader.onChange((reading) => {
			if (reading !== undefined) this.#settle(reading);
		});
	}

	/** What was started with the account in use, newest first. */
	records(limit: number, since = 0): readonly Spending[] {
		const owner = ownerOf(this.#options.session);
		return owner === undefined ? [] : this.#table.of(owner, limit, since);
	}

	/** What the account has spent today through this editor, with what is under way as far as it can be expected; an estimate. */
	spentToday(): number {
		const since = dayOf(this.#options.clock.now());
		// A clock that was days ahead has left starts of days to come; they are not of today.
		const today = this.records(mostOfDay, since).filter(({ startedAt }) => startedAt < dayAfter(since));
		const known = new Map<string, number | undefined>();
		const written = totalOf(today, (record) => {
			const key = JSON.stringify([record.kind, record.targetId]);
			if (!known.has(key)) known.set(key, usualCost(this.records(remembered), record));
			return known.get(key);
		});
		return written + this.#leavingCost();
	}

	async mayStart(session: SignedIn, start: PaidStart): Promise<boolean> {
		const limit = this.#options.limit();
		const expected = limit === undefined ? undefined : await this.#expectedCost(session, start);
		const leave = () => {
			this.#leaving.set(start.id, { expected: expected ?? 0, at: this.#options.clock.now() });
			return true;
		};
		if (limit === undefined) return leave();
		// Several starts at once are one question.
		if (this.#asking !== undefined) return (await this.#asking) === 'no' ? false : leave();
		// From here to `leave` nothing waits: a start that is asked for at the same time must see this one.
		const spent = this.spentToday();
		const fits = spent < limit && spent + (expected ?? 0) <= limit;
		const day = dayOf(this.#options.clock.now());
		if (fits || this.#agreedDay === day) return leave();
		const question = { start, spent, limit, ...(expected === undefined ? {} : { expected }) };
		this.#asking = this.#options.ask(question);
		try {
			const answer = await this.#asking;
			if (answer === 'today') this.#agreedDay = day;
			return answer === 'no' ? false : leave();
		} finally {
			this.#asking = undefined;
		}
	}

	started(session: SignedIn, start: PaidStart): void {
		const { clock, reader } = this.#options;
		const now = clock.now();
		const { latest } = reader;
		const before = latest !== undefined && now - latest.at <= freshMs ? latest.microdollars : undefined;
		const record: Spending = {
			...start,
			connectionId: session.connection.id,
			accountId: session.account.id,
			startedAt: now,
			...(before === undefined ? {} : { before }),
		};
		this.#write(this.#table.put(record).finally(() => this.#leaving.delete(start.id)));
		// Little is used up in the moments after a start, so a balance that is read now still counts as that before.
		if (before === undefined) reader.want();
	}

	ended(id: string, costMicrodollars?: number): void {
		const now = this.#options.clock.now();
		this.#write(
			this.#table.update(id, (record) =>
				record.endedAt !== undefined
					? record
					: {
							...record,
							endedAt: now,
							...(costMicrodollars === undefined ? {} : { reported: costMicrodollars }),
						},
			),
		);
		this.#options.reader.want();
	}

	dispose(): void {
		this.#watch.dispose();
	}

	#leavingCost(): number {
		const now = this.#options.clock.now();
		let sum = 0;
		for (const [id, { expected, at }] of this.#leaving) {
			// One that has not left after all this time was given up.
			if (Math.abs(now - at) > freshMs) this.#leaving.delete(id);
			else sum += expected;
		}
		return sum;
	}

	/** A balance was read: it is the one after everything that had ended, and the one before what has just begun. */
	#settle({ at, microdollars }: BalanceReading): void {
		const owner = ownerOf(this.#options.session);
		if (owner === undefined) return;
		for (const { id } of this.#table.unsettled(owner)) {
			this.#write(
				this.#table.update(id, (record) => {
					if (record.after !== undefined) return record;
					if (record.endedAt !== undefined && record.endedAt <= at)
						return { ...record, after: microdollars, readAt: at };
					const isNew = record.before === undefined && record.endedAt === undefined;
					return isNew && at - record.startedAt <= freshMs ? { ...record, before: microdollars } : record;
				}),
			);
		}
	}

	async #expectedCost(session: SignedIn, start: PaidStart): Promise<number | undefined> {
		const known = usualCost(this.records(remembered), start);
		if (known !== undefined || start.kind !== 'model') return known;
		return this.#options.priceOf?.(session, start.targetId);
	}

	/** The money is spent whether or not it is written down, so a disk that is full stops nothing. */
	#write(written: Promise<unknown>): void {
		written.catch((error: unknown) => this.#options.log.warn('Spending could not be written down.', error));
	}
}

function ownerOf({ current }: SessionSource): SpendingOwner | undefined {
	return current.state === 'signedOut'
		? undefined
		: { connectionId: current.connection.id, accountId: current.account.id };
}

/** The beginning of the day of a moment, where the person is. */
export function dayOf(moment: number): number {
	return new Date(moment).setHours(0, 0, 0, 0);
}

/** The beginning of the day after one that begins then; days at which clocks change have other lengths. */
function dayAfter(begin: number): number {
	const day = new Date(begin);
	return day.setDate(day.getDate() + 1);
}
