import type { Session, SessionSource, SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import type { Disposable } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { EarlierStart } from '../records/estimate.ts';
import type { PaidStart, StartsAnswer, StartsWatch, StartWatch } from '../records/startWatch.ts';
import type { BalanceReader, BalanceReading } from './balanceReader.ts';
import { Ceiling, type CeilingAnswer, type CeilingQuestion } from './ceiling.ts';
import { earlierOf, freshMs, remembered, type Spending, usualCost } from './spending.ts';
import { type SpendingOwner, SpendingTable } from './spendingTable.ts';

interface SpendingHistoryOptions {
	readonly ledger: Ledger;
	readonly session: SessionSource;
	readonly clock: Clock;
	readonly log: Log;
	readonly reader: BalanceReader;
	/** Returns the most for a day in millionths of a US dollar; undefined for none. */
	readonly limit: () => number | undefined;
	readonly ask: (question: CeilingQuestion) => Promise<CeilingAnswer>;
	/** Asks for the price of one run of a model, for models that were never run here. */
	readonly priceOf?: (session: SignedIn, modelId: string) => Promise<number | undefined>;
}

/** The starts of this editor, with the balance before and after each, and the ceiling that holds for a day. */
export class SpendingHistory implements StartWatch, StartsWatch {
	readonly #options: SpendingHistoryOptions;
	readonly #table: SpendingTable;
	readonly #watch: Disposable;
	readonly #ceiling: Ceiling;

	constructor(options: SpendingHistoryOptions) {
		this.#options = options;
		this.#table = new SpendingTable(options.ledger);
		const { ledger, clock, limit, ask } = options;
		this.#ceiling = new Ceiling({ leases: ledger.leases, table: this.#table, clock, limit, ask });
		this.#watch = options.reader.onDidChange((reading) => {
			if (reading !== undefined) this.#settle(reading);
		});
	}

	/** Returns the starts of the account in use, newest first. */
	records(limit: number, since = 0): readonly Spending[] {
		const owner = ownerOf(this.#options.session.current);
		return owner === undefined ? [] : this.#table.of(owner, limit, since);
	}

	/** Returns what the account has spent today through this editor, with what is under way as far as it can be expected; an estimate. */
	spentToday(): number {
		const owner = ownerOf(this.#options.session.current);
		return owner === undefined ? 0 : this.#ceiling.spentToday(owner);
	}

	async mayStart(session: SignedIn, start: PaidStart, quietly = false): Promise<boolean> {
		if (this.#options.limit() === undefined) return true;
		const expected = await this.#expectedCost(session, start);
		const owner = { connectionId: session.connection.id, accountId: session.account.id };
		return this.#ceiling.mayStart(owner, start, expected, quietly);
	}

	async mayStartAll(session: SignedIn, starts: readonly PaidStart[]): Promise<StartsAnswer> {
		if (this.#options.limit() === undefined) return 'below';
		const owner = { connectionId: session.connection.id, accountId: session.account.id };
		const expected = await Promise.all(
			starts.map(async (start) => ({ start, expected: await this.#expectedCost(session, start) })),
		);
		return this.#ceiling.mayStartAll(owner, expected);
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
			...compact({ before }),
		};
		this.#write(this.#table.put(record));
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
							...compact({ reported: costMicrodollars }),
						},
			),
		);
		this.#options.reader.want();
	}

	earlier(session: SignedIn, target: Pick<PaidStart, 'kind' | 'targetId'>): readonly EarlierStart[] {
		const owner = { connectionId: session.connection.id, accountId: session.account.id };
		return earlierOf(this.#table.of(owner, remembered, 0), target);
	}

	dispose(): void {
		this.#watch.dispose();
	}

	/** A balance was read: it is the one after everything that had ended, and the one before what has just begun. */
	#settle({ at, microdollars }: BalanceReading): void {
		const owner = ownerOf(this.#options.session.current);
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

function ownerOf(current: Session): SpendingOwner | undefined {
	return current.state === 'signedOut'
		? undefined
		: { connectionId: current.connection.id, accountId: current.account.id };
}
