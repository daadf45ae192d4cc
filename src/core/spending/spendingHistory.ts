import { type Owner, ownerOf, type Session, type SessionSource, type SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import type { Disposable } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { EarlierStart } from '../records/estimate.ts';
import type { PaidStart, StartsAnswer, StartsWatch, StartWatch } from '../records/startWatch.ts';
import type { BalanceReader, BalanceReading } from './balanceReader.ts';
import { Ceiling, type CeilingAnswer, type CeilingQuestion } from './ceiling.ts';
import {
	balanceTrustedMs,
	freshMs,
	type PaidTarget,
	remembered,
	type Spending,
	targetKey,
} from './spending.ts';
import { SpendingTable } from './spendingTable.ts';
import { earlierOf, usualCost } from './usual.ts';

interface SpendingHistoryOptions {
	readonly ledger: Ledger;
	readonly session: SessionSource;
	readonly clock: Clock;
	readonly log: Log;
	readonly reader: BalanceReader;
	/** Returns the limit for a day in millionths of a US dollar; undefined for none. */
	readonly limit: () => number | undefined;
	readonly ask: (question: CeilingQuestion) => Promise<CeilingAnswer>;
	/** Asks for the price of one run of a model, for models that were never run here. */
	readonly priceOf?: (session: SignedIn, modelId: string) => Promise<number | undefined>;
}

/** The starts of this editor, with the balance before and after each, and the daily limit. */
export class SpendingHistory implements StartWatch, StartsWatch {
	readonly #options: SpendingHistoryOptions;
	readonly #table: SpendingTable;
	readonly #watch: Disposable;
	readonly #ceiling: Ceiling;
	/** Ends with the writes in progress. */
	#written: Promise<void> = Promise.resolve();

	constructor(options: SpendingHistoryOptions) {
		this.#options = options;
		this.#table = new SpendingTable(options.ledger);
		const { ledger, clock, limit, ask, reader } = options;
		const balance = {
			get latest() {
				return reader.latest;
			},
			read: () => this.#read(),
		};
		this.#ceiling = new Ceiling({ leases: ledger.leases, table: this.#table, clock, limit, ask, balance });
		this.#watch = options.reader.onDidChange((reading) => {
			if (reading !== undefined) this.#settle(reading);
		});
	}

	/** Returns the starts of the account in use, newest first. */
	records(limit: number, since = 0): readonly Spending[] {
		const owner = ownerIn(this.#options.session.current);
		return owner === undefined ? [] : this.#table.of(owner, limit, since);
	}

	/**
	 * Returns the amount that the account has spent today through this editor, including the expected cost of work in progress; an
	 * estimate.
	 */
	spentToday(): number {
		const owner = ownerIn(this.#options.session.current);
		return owner === undefined ? 0 : this.#ceiling.spentToday(owner);
	}

	async withExpected(session: SignedIn, start: PaidStart): Promise<PaidStart> {
		const expected =
			start.expected ??
			usualCost(this.#table.of(ownerOf(session), remembered), start) ??
			(await this.listedPrice(session, start));
		return { ...start, ...compact({ expected }) };
	}

	async mayStart(session: SignedIn, start: PaidStart, quietly: boolean): Promise<boolean> {
		return this.#options.limit() === undefined || this.#ceiling.mayStart(ownerOf(session), start, quietly);
	}

	async mayStartAll(session: SignedIn, starts: readonly PaidStart[]): Promise<StartsAnswer> {
		if (this.#options.limit() === undefined) return 'below';
		const usual = new Map<string, Promise<PaidStart>>();
		const priced = starts.map(async (start) => {
			if (start.expected !== undefined) return start;
			const key = targetKey(start);
			const first = usual.get(key) ?? this.withExpected(session, start);
			usual.set(key, first);
			return { ...start, ...compact({ expected: (await first).expected }) };
		});
		return this.#ceiling.mayStartAll(ownerOf(session), await Promise.all(priced));
	}

	started(session: SignedIn, start: PaidStart): void {
		const { clock, reader } = this.#options;
		const now = clock.now();
		const { latest } = reader;
		const fresh = latest !== undefined && now - latest.at <= freshMs ? latest : undefined;
		const record: Spending = {
			...start,
			...ownerOf(session),
			startedAt: now,
			...(fresh && { before: fresh.microdollars, beforeAt: fresh.at }),
		};
		this.#write(this.#table.put(record));
		// Little is used up in the moments after a start, so a balance read now still counts as the one before.
		if (fresh === undefined) reader.want();
	}

	ended(id: string, costMicrodollars?: number): void {
		const now = this.#options.clock.now();
		this.#write(
			this.#table.update(id, (record) =>
				record.endedAt === undefined
					? { ...record, endedAt: now, ...compact({ reported: costMicrodollars }) }
					: record,
			),
		);
		this.#options.reader.want();
	}

	earlier(session: SignedIn, target: PaidTarget): readonly EarlierStart[] {
		return earlierOf(this.#table.of(ownerOf(session), remembered), target);
	}

	async listedPrice(session: SignedIn, { kind, targetId }: PaidTarget): Promise<number | undefined> {
		return kind === 'model' ? this.#options.priceOf?.(session, targetId) : undefined;
	}

	/** Reads the balance if it is the one after an end, or the one before a start just now, and writes it down. */
	async settle(): Promise<void> {
		await this.#written;
		const owner = ownerIn(this.#options.session.current);
		const fresh = this.#options.clock.now() - freshMs;
		const isOpen = ({ endedAt, before, reported, startedAt }: Spending) =>
			reported === undefined &&
			(endedAt === undefined ? before === undefined && startedAt >= fresh : before !== undefined);
		if (owner !== undefined && this.#table.unsettled(owner).some(isOpen)) await this.#read(0);
	}

	dispose(): void {
		this.#watch.dispose();
	}

	async #read(withinMs?: number): Promise<void> {
		await this.#options.reader.read(withinMs);
		await this.#written;
	}

	/** Records a balance: it is the one after all ended work, and the one before all work that has just begun. */
	#settle(reading: BalanceReading): void {
		const { session, reader } = this.#options;
		const owner = ownerIn(session.current);
		if (owner === undefined) return;
		const unsettled = this.#table.unsettled(owner);
		for (const { id } of unsettled) this.#write(this.#table.update(id, (record) => settled(record, reading)));
		if (unsettled.some((record) => isAwaited(record, reading))) reader.want();
	}

	/** Handles a write. The money is spent whether or not it is recorded, so a full disk stops nothing. */
	#write(written: Promise<unknown>): void {
		const noted = written.then(
			() => undefined,
			(error: unknown) => this.#options.log.warn('Spending could not be recorded.', error),
		);
		this.#written = this.#written.then(() => noted);
	}
}

/** Returns a record with a balance before its start or after its end. */
function settled(record: Spending, reading: BalanceReading): Spending {
	const { at, microdollars } = reading;
	if (record.after !== undefined || isAwaited(record, reading)) return record;
	if (record.endedAt !== undefined && record.endedAt <= at)
		return { ...record, after: microdollars, readAt: at };
	const isNew = record.before === undefined && record.endedAt === undefined;
	return isNew && at - record.startedAt <= freshMs
		? { ...record, before: microdollars, beforeAt: at }
		: record;
}

/** Returns whether the balance may not include the cost yet: the service can deduct it some time after the end. */
function isAwaited(
	{ endedAt, before, after, reported }: Spending,
	{ at, microdollars }: BalanceReading,
): boolean {
	if (after !== undefined || reported !== undefined || endedAt === undefined || before === undefined)
		return false;
	return endedAt <= at && microdollars === before && at - endedAt < balanceTrustedMs;
}

function ownerIn(current: Session): Owner | undefined {
	return current.state === 'signedOut' ? undefined : ownerOf(current);
}
