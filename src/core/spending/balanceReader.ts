import { type Balance, fetchBalance, onDidFetchBalance } from '../account/balance.ts';
import type { Session, SessionSource } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import { type Disposable, Emitter, type Event } from '../base/emitter.ts';
import type { Log } from '../base/log.ts';
import type { Service } from '../http/transport.ts';

/** Minimum time between two requests for a balance, in milliseconds. */
const balanceEveryMs = 60_000;
/** The same for a person who waits for another one, in milliseconds. */
const soonMs = 5000;

export interface BalanceReading extends Balance {
	/** The time of the request, in milliseconds since 1970. */
	readonly at: number;
}

interface BalanceReaderOptions {
	readonly session: SessionSource;
	readonly clock: Clock;
	readonly log: Log;
	/** The call of the service; tests may pass another. */
	readonly fetch?: typeof fetchBalance;
}

/** The last read balance of the account that is signed in: requested at most once a minute, unless a person waits for it. */
export class BalanceReader {
	readonly #options: BalanceReaderOptions;
	readonly #changed: Emitter<BalanceReading | undefined>;
	readonly #watches: readonly Disposable[];
	#latest: BalanceReading | undefined;
	/** The account of the latest request for a balance, and its time. */
	#asked: { readonly account: string; readonly at: number } | undefined;
	#cancelTimer: (() => void) | undefined;
	#reading: Promise<void> | undefined;
	#disposed = false;

	constructor(options: BalanceReaderOptions) {
		this.#options = options;
		this.#changed = new Emitter((error) => options.log.error('A listener of the balance failed.', error));
		this.#watches = [
			options.session.onDidChange(() => this.#onSession()),
			onDidFetchBalance(({ service, balance }) => this.#onFetched(service, balance)),
		];
	}

	/** Fires after a balance was read, and with undefined if it belongs to an account that is no longer signed in. */
	get onDidChange(): Event<BalanceReading | undefined> {
		return this.#changed.event;
	}

	get latest(): BalanceReading | undefined {
		return this.#latest;
	}

	/** Reads the balance, unless it was read within the last `withinMs` milliseconds; returns the latest one. */
	async read(withinMs = soonMs): Promise<BalanceReading | undefined> {
		const { session, clock } = this.#options;
		const since = clock.now() - withinMs;
		// A call in progress may have begun too early.
		await this.#reading;
		const asked = this.#asked;
		if (asked === undefined || asked.account !== accountOf(session.current) || asked.at < since)
			await this.#read();
		return this.#latest;
	}

	/** Reads the balance as soon as a minute has passed since the last time. */
	want(): void {
		if (this.#cancelTimer === undefined) this.#readEvery(balanceEveryMs);
	}

	/** Reads it as soon as a few seconds have passed since the last time: a person who knows that it is too low may have topped it up. */
	wantSoon(): void {
		this.#cancelTimer?.();
		this.#cancelTimer = undefined;
		this.#readEvery(soonMs);
	}

	#readEvery(everyMs: number): void {
		const { session, clock } = this.#options;
		const account = accountOf(session.current);
		if (this.#disposed || account === undefined) return;
		const asked = this.#asked;
		const waited = asked?.account === account ? clock.now() - asked.at : everyMs;
		// A clock that was set back must not cause a wait of hours.
		const left = waited < 0 ? everyMs : everyMs - waited;
		if (left <= 0) void this.#read();
		else {
			this.#cancelTimer = clock.after(left, () => {
				this.#cancelTimer = undefined;
				void this.#read();
			});
		}
	}

	dispose(): void {
		this.#disposed = true;
		for (const watch of this.#watches) watch.dispose();
		this.#cancelTimer?.();
		this.#changed.dispose();
	}

	/** Reads the balance again if a question or a message shows another one than the latest, so that both are the same. */
	#onFetched(service: Service, { microdollars }: Balance): void {
		const { current } = this.#options.session;
		if (current.state === 'signedOut' || current.service !== service || this.#reading !== undefined) return;
		if (this.#latest !== undefined && this.#latest.microdollars !== microdollars) void this.#read();
	}

	#onSession(): void {
		const { current } = this.#options.session;
		const account = accountOf(current);
		const isKnown = this.#latest !== undefined || this.#reading !== undefined;
		if (account !== undefined && account === this.#asked?.account && isKnown) return;
		this.#latest = undefined;
		this.#changed.fire(undefined);
		// Also after the same account has signed out and in.
		this.wantSoon();
	}

	#read(): Promise<void> {
		this.#reading ??= this.#ask().finally(() => {
			this.#reading = undefined;
		});
		return this.#reading;
	}

	async #ask(): Promise<void> {
		const { session, clock, log, fetch = fetchBalance } = this.#options;
		const { current } = session;
		const account = accountOf(current);
		if (current.state === 'signedOut' || account === undefined) return;
		const at = clock.now();
		this.#asked = { account, at };
		const balance = await fetch(current.service);
		if (this.#disposed) return;
		if (accountOf(session.current) !== account) {
			this.want();
			return;
		}
		if (!balance.ok) {
			log.debug(`The balance could not be read: ${balance.failure.message}`);
			return;
		}
		this.#latest = { ...balance.value, at };
		this.#changed.fire(this.#latest);
	}
}

function accountOf(session: Session): string | undefined {
	return session.state === 'signedOut'
		? undefined
		: JSON.stringify([session.connection.id, session.account.id]);
}
