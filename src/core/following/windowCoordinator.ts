import type { Session, SessionSource, SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, Emitter, type Event } from '../base/emitter.ts';
import { eachErrorOnce, type Log } from '../base/log.ts';
import type { Leases } from '../ledger/ledger.ts';
import { Follower, type FollowKind, type Item } from './follower.ts';
import { PollBudget } from './pollBudget.ts';
import { WindowLease } from './windowLease.ts';

/** Milliseconds between two checks of the changes of other windows. Costs no network. */
const tickMs = 1000;

/** Milliseconds without a call after each refusal of the sign-in in a row; the last one from then on. */
const refusalPausesMs = [5, 10, 60, 120, 300, 900, 3600].map((seconds) => seconds * 1000);

/** A sign-in that is refused so soon after a pause was refused in a row. */
const inARowMs = 120_000;

/** Milliseconds for which a window that cannot poll leaves the polls to others. */
const leavePauseMs = 60_000;

/**
 * The pause of a session without polls, because its sign-in was refused repeatedly, or because this window has stopped
 * polling.
 */
interface Refusal {
	readonly session: Session;
	readonly until: number;
	/** 0 if this window has stopped. */
	readonly times: number;
}

export interface StepContext {
	readonly session: SignedIn;
	/** Aborts when this window stops polling for the session. */
	readonly signal: AbortSignal;
	/** Called when the service refused the sign-in: nothing is polled for a while, unless the session is replaced. */
	readonly refused: () => void;
	/** Called when this window cannot do the work of the polling window: for a while another one may. */
	readonly leave: () => void;
}

/** The items of a kind, as every window has them. */
interface WindowRecords<T extends Item> {
	get(id: string): T | undefined;
	/** Called with each tick for each moving item, in every window with a signed-in account. */
	note?(item: T): void;
	/** The service refused the sign-in; the items of the session are not watched for a while. */
	reportRefusal?(session: SignedIn): void;
}

/** A kind of item that the windows follow together. */
export interface WindowKind<T extends Item> extends FollowKind<T, StepContext> {
	readonly records: WindowRecords<T>;
	load(context: Pick<StepContext, 'session'>): readonly T[];
	/** Called after the same of its records. */
	note?(item: T): void;
	/** Does the further work of the window that polls, with each tick. Work that takes longer is started and left to continue. */
	maintain?(session: SignedIn, context: StepContext): Promise<void>;
}

export interface CoordinatorOptions {
	readonly leases: Leases;
	readonly session: SessionSource;
	readonly log: Log;
	readonly clock: Clock;
	/** Name of this window, for the log; windows with the same name stay distinct. */
	readonly windowId: string;
	/** Returns whether a person can read the messages of this window; always true by default. */
	readonly isPresent?: () => Promise<boolean>;
}

interface ActivePoller {
	readonly session: SignedIn;
	readonly lease: WindowLease;
	readonly abort: AbortController;
	readonly follower: Follower<StepContext>;
	readonly context: StepContext;
}

/**
 * The cooperation of windows: by leases, one of them polls for an account, and the work of a vanished window is taken
 * over. Independent of the kind of item; all registered kinds share one budget for each connection.
 */
export class WindowCoordinator {
	/** Identifies a window: editors give the same name to several of them. */
	readonly owner: string;
	readonly clock: Clock;
	/** Returns whether a person can read the messages of this window. */
	readonly isPresent: () => Promise<boolean>;
	readonly #options: CoordinatorOptions;
	readonly #kinds: WindowKind<Item>[] = [];
	readonly #budgets = new Map<string, PollBudget>();
	readonly #ticked: Emitter<void>;
	/** Failures are retried each second, and logged once. */
	readonly #errors: Pick<Log, 'error'>;
	#poller: ActivePoller | undefined;
	#refusal: Refusal | undefined;
	#election: Promise<void> | undefined;
	#cancelTimer: (() => void) | undefined;
	#sessionWatch: Disposable | undefined;
	#begun = false;
	#disposed = false;

	constructor(options: CoordinatorOptions) {
		this.#options = options;
		this.clock = options.clock;
		this.isPresent = options.isPresent ?? (() => Promise.resolve(true));
		this.owner = `${options.windowId}/${crypto.randomUUID()}`;
		this.#errors = eachErrorOnce(options.log);
		this.#ticked = new Emitter((error) =>
			this.#errors.error('A look at the work of other windows failed.', error),
		);
	}

	/** Fires with each tick, once a second: the time to read the changes of other windows. */
	get onDidTick(): Event<void> {
		return this.#ticked.event;
	}

	/** Adds a kind of item. Before `begin`, or it is followed from the next tick on. */
	register<T extends Item>(kind: WindowKind<T>): void {
		this.#kinds.push(kind as unknown as WindowKind<Item>);
	}

	/** Starts watching (once) and checks immediately. */
	begin(): void {
		if (this.#disposed) return;
		if (!this.#begun) {
			this.#begun = true;
			this.#sessionWatch = this.#options.session.onDidChange(() => {
				this.#stepDown();
				this.#tick();
			});
		}
		this.#tick();
	}

	/** Follows a new item immediately if this window is the one that polls. */
	add<T extends Item>(kind: WindowKind<T>, item: T): void {
		this.#poller?.follower.add(kind, item);
	}

	/** Asks about an item within a second. */
	pollSoon(kind: string, id: string): void {
		this.#poller?.follower.pollSoon(kind, id);
	}

	/**
	 * Resolves once an item has been polled since this window began; immediately if this window does not poll it: the
	 * item does not move, the session is signed out, or another window polls.
	 */
	async askedOnce(kind: string, id: string): Promise<void> {
		await this.#election;
		await this.#poller?.follower.askedOnce(kind, id);
	}

	/** Notes that the service accepted a call of this session, so that its sign-in is valid (again). */
	accepted(session: Session): void {
		if (this.#refusal?.session === session) this.#refusal = undefined;
	}

	dispose(): void {
		this.#disposed = true;
		this.#cancelTimer?.();
		this.#sessionWatch?.dispose();
		this.#stepDown();
		this.#ticked.dispose();
	}

	#tick(): void {
		if (this.#disposed) return;
		this.#cancelTimer?.();
		this.#cancelTimer = this.clock.after(tickMs, () => this.#tick());
		this.#ticked.fire();
		this.#election ??= this.#elect()
			.catch((error: unknown) => this.#errors.error('Following what is under way failed.', error))
			.finally(() => {
				this.#election = undefined;
			});
	}

	/** Becomes, remains or ceases to be the polling window, and follows the active items. */
	async #elect(): Promise<void> {
		const { current } = this.#options.session;
		if (current.state !== 'signedIn' || this.#isPaused(current)) {
			this.#stepDown();
			return;
		}
		const loaded = this.#kinds.map((kind) => ({
			kind,
			items: this.#try(kind, () => kind.load({ session: current })) ?? [],
		}));
		for (const { kind, items } of loaded)
			for (const item of items)
				this.#try(kind, () => {
					kind.records.note?.(item);
					kind.note?.(item);
				});
		if (loaded.every(({ items }) => items.length === 0)) {
			this.#stepDown();
			return;
		}
		const poller = this.#pollerFor(current);
		const wasHeld = poller.lease.isHeld;
		const elected = await poller.lease.hold();
		// A change during the election overrides its outcome.
		if (this.#poller !== poller || this.#disposed) return;
		if (!elected) {
			this.#stepDown();
			return;
		}
		if (!wasHeld) this.#budgetOf(current).takeOver(poller.lease.handedOver);
		for (const { kind, items } of loaded) {
			await this.#try(kind, () => kind.maintain?.(current, poller.context))?.catch((error: unknown) =>
				this.#report(kind, error),
			);
			for (const item of items) this.#try(kind, () => poller.follower.add(kind, item));
		}
	}

	/** Does work for one kind; its failure is logged and stops no other kind. */
	#try<R>(kind: WindowKind<Item>, work: () => R): R | undefined {
		try {
			return work();
		} catch (error) {
			this.#report(kind, error);
			return undefined;
		}
	}

	#report({ kind }: WindowKind<Item>, error: unknown): void {
		this.#errors.error(`Following what is under way failed for the kind "${kind}".`, error);
	}

	#pollerFor(session: SignedIn): ActivePoller {
		if (this.#poller?.session === session) return this.#poller;
		this.#stepDown();
		const account = [session.connection.id, session.account.id];
		const lease = new WindowLease(this.#options.leases, this.clock, this.owner, account);
		const abort = new AbortController();
		const context = {
			session,
			signal: abort.signal,
			refused: () => this.#pause(session),
			leave: () => this.#leave(session),
		};
		const follower = new Follower({
			clock: this.clock,
			budget: this.#budgetOf(session),
			context,
			log: this.#errors,
			mayPoll: async () => lease.isHeld,
		});
		this.#poller = { session, lease, abort, follower, context };
		return this.#poller;
	}

	#budgetOf({ connection }: SignedIn): PollBudget {
		const budget = this.#budgets.get(connection.id) ?? new PollBudget(this.clock);
		this.#budgets.set(connection.id, budget);
		return budget;
	}

	#stepDown(): void {
		const poller = this.#poller;
		this.#poller = undefined;
		if (!poller) return;
		poller.follower.stop();
		poller.abort.abort();
		void poller.lease.release(this.#budgetOf(poller.session).handOver());
	}

	#isPaused(session: Session): boolean {
		const until = this.#refusal?.session === session ? this.#refusal.until : 0;
		const left = until - this.clock.now();
		// A clock that was set back must not make the pause longer.
		return left > 0 && left <= Math.max(...refusalPausesMs);
	}

	#leave(session: SignedIn): void {
		if (this.#poller?.session !== session) return;
		this.#options.log.warn(`This window leaves polling to other windows for ${leavePauseMs / 1000} s.`);
		this.#refusal = { session, until: this.clock.now() + leavePauseMs, times: 0 };
		this.#stepDown();
	}

	#pause(session: SignedIn): void {
		if (this.#isPaused(session)) return;
		const now = this.clock.now();
		const before = this.#refusal;
		const inARow = before?.session === session && now - before.until < inARowMs;
		const times = inARow ? before.times + 1 : 1;
		const pauseMs = refusalPausesMs[Math.min(times, refusalPausesMs.length) - 1] ?? 0;
		this.#refusal = { session, until: now + pauseMs, times };
		this.#options.log.warn(`The service refused the sign-in; nothing is polled for ${pauseMs / 1000} s.`);
		this.#stepDown();
		for (const kind of this.#kinds) this.#try(kind, () => kind.records.reportRefusal?.(session));
	}
}
