import type { Clock } from '../base/clock.ts';
import type { NotificationLease } from '../records/notificationLease.ts';
import { hasEnded, type JobRecord } from './jobRecord.ts';

/** The events that a person is notified of. */
export type JobNews = 'ended' | 'stalled' | 'lowBalance';

/** After this time the claim of a window that has vanished has lapsed, in milliseconds. */
const vanishedMs = 25_000;

/**
 * Decides which changes of a job are news, and which window notifies of them: once for each completion, each stall and
 * each time the balance runs low. Earlier events, before this window saw the job, are not news.
 */
export class JobNotifications {
	readonly #lease: NotificationLease;
	/** Jobs that were seen without a stall, and with enough balance. */
	readonly #calm = new Set<string>();
	readonly #claimed = new Set<string>();
	/** Ways to an end that this window has seen before it. */
	readonly #moving = new Set<string>();
	readonly #clock: Clock;

	/** @param lease elects the window that notifies, for all kinds of news. */
	constructor(lease: NotificationLease, clock: Clock) {
		this.#clock = clock;
		this.#lease = lease;
	}

	/** Observes each job that moves or has changed. */
	observe(record: JobRecord): void {
		if (record.stalledAt === undefined) this.#calm.add(calmKey(record, 'stalled'));
		if (record.lowBalance === undefined) this.#calm.add(calmKey(record, 'lowBalance'));
		if (!hasEnded(record)) this.#moving.add(endKey(record));
	}

	/** Claims the news of this window; each is returned once. */
	async claim(record: JobRecord): Promise<readonly JobNews[]> {
		const news: JobNews[] = [];
		if (hasEnded(record)) return (await this.#claimEnd(endKey(record))) ? ['ended'] : [];
		if (record.stalledAt !== undefined && this.#calm.delete(calmKey(record, 'stalled'))) {
			if (await this.#once(`stall:${record.id}:${record.stalledAt}`)) news.push('stalled');
		}
		if (record.lowBalance !== undefined && this.#calm.delete(calmKey(record, 'lowBalance'))) {
			const { connectionId, accountId, lowBalance } = record;
			// One balance for all jobs of an account.
			if (await this.#once(JSON.stringify(['balance', connectionId, accountId, lowBalance.at]))) {
				news.push('lowBalance');
			}
		}
		return news;
	}

	/** Claims an end once, however often the record changes afterwards. */
	async #claimEnd(key: string): Promise<boolean> {
		if (!this.#moving.delete(key)) return false;
		if (await this.#lease.claim(key)) return true;
		// The window that submitted the job may have vanished just before the end: its claim lapses, one that was used does not.
		await new Promise<void>((resolve) => this.#clock.after(vanishedMs, resolve));
		return this.#lease.claim(key);
	}

	async #once(key: string): Promise<boolean> {
		if (this.#claimed.has(key)) return false;
		this.#claimed.add(key);
		await this.#lease.observe(key, false);
		return this.#lease.claim(key);
	}
}

/** Differs with each attempt, since a resumed job ends again. */
export function endKey({ id, attempt }: JobRecord): string {
	return `${id}#${attempt}`;
}

function calmKey({ id }: JobRecord, what: JobNews): string {
	return `${what}:${id}`;
}
