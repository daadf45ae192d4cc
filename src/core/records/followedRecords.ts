import { isOwn, type Owner, type SessionSource, type SignedIn } from '../account/session.ts';
import { pause } from '../base/clock.ts';
import type { Disposable } from '../base/emitter.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { WindowCoordinator, WindowKind } from '../following/windowCoordinator.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RecordTable } from '../ledger/recordTable.ts';
import { ChangeFeed, type SharedRecords } from './changeFeed.ts';
import { type FollowedTexts, type KindTexts, notMissingFailure } from './notices.ts';
import { NotificationLease } from './notificationLease.ts';
import { sessionOf } from './sessionOf.ts';
import { Submissions } from './submissions.ts';

/** The common members of records of something that moves on the service. */
export interface MovingRecord extends Owner {
	readonly id: string;
}

export interface MovingRecords<T extends MovingRecord>
	extends SharedRecords<T>,
		Pick<RecordTable<T>, 'left'> {
	/** Returns the records of a connection, or of one of its accounts, that have not ended. */
	unfinished(connectionId: string, accountId?: string): readonly T[];
}

export interface RecordKind<T> {
	readonly texts: KindTexts;
	hasEnded(record: T): boolean;
	/** Returns the key of one completion; a restarted record gets a new key. */
	endKey(record: T): string;
	/** Returns the record with a sentence about a problem, unless it has ended. */
	withNotice(record: T, notice: string): T;
	/** The notice while the sign-in is not accepted; that of the service, unless given. */
	refusedNotice?(session: SignedIn): string;
	/** The failure for a record that no longer exists. */
	readonly unknownFailure: Failure;
}

export interface RecordServiceOptions {
	readonly ledger: Ledger;
	readonly session: SessionSource;
	/** The coordinator of the items that this window follows together with other windows; its owner disposes of it. */
	readonly coordinator: WindowCoordinator;
	readonly log: Log;
}

interface FollowedRecordsOptions<T extends MovingRecord> extends RecordServiceOptions {
	readonly table: MovingRecords<T>;
	readonly kind: RecordKind<T>;
}

/** The attempts of an ending program to write the rest, and the milliseconds before each of them. */
const settlingTries = 10;
const settlingPauseMs = 500;

/** A record with the session that may request it. */
interface Owned<T> {
	readonly record: T;
	readonly session: SignedIn;
}

/**
 * Records of one kind in this window: changed in the ledger, reported once, followed by one of the windows, noticed once. Everything about
 * a kind is in its table, its transitions and its one step (`WindowKind`).
 */
export class FollowedRecords<T extends MovingRecord> extends ChangeFeed<T> {
	readonly submissions: Submissions;
	readonly notifications: NotificationLease;
	readonly kind: RecordKind<T>;
	readonly coordinator: WindowCoordinator;
	readonly #options: FollowedRecordsOptions<T>;
	readonly #tickWatch: Disposable;
	#follower: WindowKind<T> | undefined;

	constructor(options: FollowedRecordsOptions<T>) {
		const { table, kind, ledger, coordinator, log } = options;
		const { leases } = ledger;
		const { owner, clock, isPresent } = coordinator;
		super(
			table,
			(record) => !kind.hasEnded(record),
			(error) => log.error(`A listener of records of the kind "${kind.texts.name}" failed.`, error),
		);
		this.kind = kind;
		this.coordinator = coordinator;
		this.#options = options;
		this.submissions = new Submissions(leases, owner, (id) => table.isWritten(id));
		this.notifications = new NotificationLease(leases, clock, owner, kind.texts.name, isPresent);
		this.#tickWatch = coordinator.onDidTick(() => {
			this.look();
			void this.notifications.renew();
			void this.submissions.renew();
		});
		this.onDidChange((record) => {
			void this.notifications.observe(kind.endKey(record), kind.hasEnded(record));
		});
	}

	get now(): number {
		return this.coordinator.clock.now();
	}

	/** Lets the windows follow these records from now on. Only the first call has an effect. */
	followWith(follower: WindowKind<T>): void {
		if (this.#follower !== undefined) return;
		this.#follower = follower;
		this.coordinator.register(follower);
	}

	/** Continues the records that have not ended, and watches the other windows. */
	override begin(): void {
		super.begin();
		this.coordinator.begin();
	}

	get(id: string): T | undefined {
		return this.#options.table.get(id);
	}

	/** Returns the records of an account that have not ended. */
	unfinished({ connection, account }: SignedIn): readonly T[] {
		return this.#options.table.unfinished(connection.id, account.id);
	}

	/** Notes each record that moves, before its end can be reported. */
	override note(record: T): void {
		if (this.kind.hasEnded(record)) return;
		super.note(record);
		void this.notifications.observe(this.kind.endKey(record), false);
	}

	/** Notes that this window has begun the record and will notify of its end. */
	beginNotifying(record: T): void {
		void this.notifications.begin(this.kind.endKey(record));
	}

	/** Follows a record immediately if this window is the one that polls. */
	follow(id: string): T | undefined {
		const record = this.get(id);
		if (record && this.#follower) this.coordinator.add(this.#follower, record);
		return record;
	}

	/** Follows a record that a call has changed; fails if it was removed meanwhile. */
	followed(id: string): Result<T> {
		const record = this.follow(id);
		return record ? success(record) : failed(this.kind.unknownFailure);
	}

	/** Resolves once a moving record has been polled, if this window polls. */
	async askedOnce(id: string): Promise<void> {
		if (this.#follower) await this.coordinator.askedOnce(this.#follower.kind, id);
	}

	/** Returns a record of the account in use, with its session. */
	owned(id: string): Result<Owned<T>> {
		const record = this.get(id);
		if (!record) return failed(this.kind.unknownFailure);
		const { current } = this.#options.session;
		const session = sessionOf(record, current, this.kind.texts);
		return session.ok ? success({ record, session: session.value }) : session;
	}

	/** Returns the reason why a record that has not ended is not followed, as a sentence; undefined if it is followed, or over. */
	whyUnwatched(record: T): string | undefined {
		if (this.kind.hasEnded(record)) return undefined;
		const { current } = this.#options.session;
		const { refused, signedOut, otherAccount } = this.kind.texts;
		if (record.connectionId !== current.connection.id) return otherAccount;
		if (current.state !== 'signedIn') return current.isChecked ? refused : signedOut;
		return isOwn(record, current) ? undefined : otherAccount;
	}

	/** Reports that the sign-in of a session is not accepted: its records show that they are not being followed. */
	reportRefusal(session: SignedIn): void {
		const { texts, refusedNotice, withNotice } = this.kind;
		const notice = refusedNotice?.(session) ?? texts.refused;
		for (const { id } of this.unfinished(session))
			void this.update(id, (current) => withNotice(current, notice));
	}

	async updateUnfinished(connectionId: string, change: (record: T) => T): Promise<void> {
		await Promise.all(this.#options.table.unfinished(connectionId).map(({ id }) => this.update(id, change)));
	}

	/**
	 * Gives up a record at a person's request; the service may still have it. `givenUp` returns a record that cannot be
	 * given up unchanged.
	 */
	async giveUp(
		id: string,
		texts: FollowedTexts,
		givenUp: (record: T, texts: FollowedTexts, now: number) => T,
	): Promise<Result<T>> {
		let isGivenUp = false;
		const record = await this.update(id, (current) => {
			const next = givenUp(current, texts, this.now);
			isGivenUp = next !== current;
			return next;
		});
		if (record === undefined) return failed(this.kind.unknownFailure);
		return isGivenUp ? success(record) : failed(notMissingFailure(texts));
	}

	/** Tries for a few seconds to write the records that could not be written; returns the rest. */
	async settleWrites(): Promise<ReturnType<MovingRecords<T>['left']>> {
		const { table, coordinator } = this.#options;
		for (let tries = 0; tries < settlingTries; tries++) {
			if (table.left().length === 0) return [];
			await pause(coordinator.clock, settlingPauseMs);
			await table.writeLeft();
		}
		return table.left();
	}

	/** Returns the records that were interrupted while they were being handed over, in any window. */
	interrupted(session: SignedIn, isBeingSent: (record: T) => boolean): readonly T[] {
		return this.unfinished(session).filter(
			(record) => isBeingSent(record) && !this.submissions.isUnderWay(record.id),
		);
	}

	/** Reports nothing more. The ledger and the coordinator stay open. */
	override dispose(): void {
		this.#tickWatch.dispose();
		void this.notifications.release();
		super.dispose();
	}
}
