import type { SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import type { Failure } from '../base/failure.ts';
import { sandboxId } from '../connection/connections.ts';
import type { FollowStep, ItemTimes } from '../following/follower.ts';
import { jobPollCapMs, pollDelay, shortestPollMs } from '../following/pollSchedule.ts';
import type { StepContext, WindowKind } from '../following/windowCoordinator.ts';
import { BalanceWatch } from './balanceWatch.ts';
import type { JobApi } from './jobApi.ts';
import { hasEnded, isPerhapsResumed, type JobRecord } from './jobRecord.ts';
import type { JobResults } from './jobResults.ts';
import type { JobTable } from './jobTable.ts';
import {
	endedWithout,
	lost,
	withEnoughBalance,
	withLowBalance,
	withNotice,
	withResultSince,
	withStatus,
} from './jobTransitions.ts';
import { lostNotice, noResultNotice, resetNotice, troubleNotice, waitNotice } from './notices.ts';
import { hasMadeMore, millisecondsLeft, nextEventMs } from './pace.ts';

/** Failed polls in a row after which the person sees a notice, and after which an ended job is left as it is known. */
const quietFailures = 2;
const lastFailures = 8;

/** The longest wait that a service can ask for, in milliseconds, and from when on the person sees a notice. */
const longestWaitMs = 5 * 60_000;
const silentWaitMs = 30_000;

export interface JobFollowerOptions {
	readonly jobs: JobTable;
	readonly clock: Clock;
	readonly api: Pick<JobApi, 'status' | 'balance'>;
	/** Asks what a job has made. */
	readonly results: Pick<JobResults, 'now'>;
	/** Applies a change to a record in the ledger and reports it; the record afterwards. */
	readonly update: (id: string, change: (record: JobRecord) => JobRecord) => Promise<JobRecord | undefined>;
	/** Called with each job that moves. */
	readonly note: (record: JobRecord) => void;
	/** Takes over jobs whose submission was interrupted. */
	readonly tend: (session: SignedIn) => Promise<void>;
	readonly onRefused: (session: SignedIn) => void;
	/** Called once with the address of the configuration of a job about whose steps nothing is known. */
	readonly learn: (id: string, configUrl: string, session: SignedIn) => Promise<void>;
}

/** Failed polls in a row, and how many of the last ones said that there is no such job. */
interface FailedPolls {
	readonly all: number;
	readonly gone: number;
}

/** How jobs are followed. A step makes one call, so that the budget of polls counts them all. */
export class JobFollower implements WindowKind<JobRecord> {
	readonly kind = 'job';
	readonly capMs = jobPollCapMs;
	readonly #options: JobFollowerOptions;
	readonly #failures = new Map<string, FailedPolls>();
	/** The step at which a job's result could not be asked for: its status counts more, so that is asked for until it moves on. */
	readonly #resultFailed = new Map<string, number>();
	readonly #learned = new Set<string>();
	readonly #balances = new Map<string, BalanceWatch>();

	constructor(options: JobFollowerOptions) {
		this.#options = options;
	}

	load({ session }: Pick<StepContext, 'session'>): readonly JobRecord[] {
		return this.#options.jobs.unfinished(session.connection.id, session.account.id);
	}

	get(id: string): JobRecord | undefined {
		return this.#options.jobs.get(id);
	}

	isActive(record: JobRecord): boolean {
		return !hasEnded(record) && record.jobId !== undefined;
	}

	times({ submittedAt, resumedAt, startedAt }: JobRecord): ItemTimes {
		return {
			since: resumedAt ?? submittedAt,
			...(startedAt === undefined ? {} : { runningSince: startedAt }),
		};
	}

	note(record: JobRecord): void {
		this.#options.note(record);
	}

	tend(session: SignedIn): Promise<void> {
		return this.#options.tend(session);
	}

	onRefused(session: SignedIn): void {
		this.#options.onRefused(session);
	}

	async step(record: JobRecord, context: StepContext): Promise<FollowStep> {
		if (record.jobId === undefined) return { done: true };
		if (this.#wantsResult(record)) {
			return this.#askResult(record, record.jobId, context);
		}
		if (record.state === 'RUNNING' && this.#balanceOf(context.session).isDue(this.#options.clock.now())) {
			return this.#askBalance(context);
		}
		return this.#askStatus(record, record.jobId, context);
	}

	async #askStatus(record: JobRecord, jobId: string, context: StepContext): Promise<FollowStep> {
		const { api, update, clock } = this.#options;
		const reply = await api.status(context.session.service, jobId, { signal: context.signal });
		if (!reply.ok) {
			const { failure } = reply;
			return isGone(failure) ? this.#gone(record, failure, context) : this.#trouble(record, failure, context);
		}
		this.#failures.delete(record.id);
		const now = clock.now();
		const after = await update(record.id, (current) => withStatus(current, reply.value, now));
		if (!after) return { done: true };
		// What it made is asked for at once.
		if (this.#wantsResult(after)) return { done: false, inMs: 0 };
		const usual = pollDelay(now - this.times(after).since, jobPollCapMs);
		const next = nextEventMs(after, now, usual);
		return next === undefined || next >= usual
			? { done: false }
			: { done: false, inMs: Math.max(shortestPollMs, next) };
	}

	async #askResult(record: JobRecord, jobId: string, context: StepContext): Promise<FollowStep> {
		const { results, update, clock } = this.#options;
		const { session, signal } = context;
		const reply = await results.now(session.service, jobId, record, { signal });
		if (!reply.ok) {
			if (record.phase === 'moving') this.#resultFailed.set(record.id, record.progress?.step ?? 0);
			return this.#trouble(record, reply.failure, context);
		}
		this.#failures.delete(record.id);
		this.#resultFailed.delete(record.id);
		const after = await update(record.id, (current) => withResultSince(current, record, reply.value));
		const { config } = reply.value;
		if (after && config && isUnknown(after) && !this.#learned.has(record.id)) {
			this.#learned.add(record.id);
			void this.#options.learn(record.id, config.url, session);
		}
		if (!after || hasEnded(after)) return this.#done(record.id);
		// It has ended meanwhile.
		if (after.phase !== record.phase) return { done: false, inMs: 0 };
		const usual = pollDelay(clock.now() - this.times(after).since, jobPollCapMs);
		const next = nextEventMs(after, clock.now(), usual);
		return next === undefined ? { done: false } : { done: false, inMs: clamp(next, usual) };
	}

	/** Trouble with the balance is no trouble of a job: it is asked for again in a while. */
	async #askBalance({ session, signal }: StepContext): Promise<FollowStep> {
		const { api, jobs, clock, update } = this.#options;
		const watch = this.#balanceOf(session);
		watch.asked(clock.now());
		const reply = await api.balance(session.service, { signal });
		if (reply.ok) {
			const now = clock.now();
			const moving = jobs.unfinished(session.connection.id, session.account.id);
			const left = moving.map((job) => millisecondsLeft(job, now) ?? 0);
			const isLow = watch.isLow(reply.value, left.length > 0 ? Math.max(...left) : undefined, now);
			for (const job of moving) {
				if (isLow) await update(job.id, (current) => withLowBalance(current, reply.value, now));
				else if (job.lowBalance) await update(job.id, withEnoughBalance);
			}
		}
		return { done: false, inMs: 0 };
	}

	#balanceOf({ connection, account }: SignedIn): BalanceWatch {
		const key = JSON.stringify([connection.id, account.id]);
		const watch = this.#balances.get(key) ?? new BalanceWatch();
		this.#balances.set(key, watch);
		return watch;
	}

	async #trouble(record: JobRecord, failure: Failure, context: StepContext): Promise<FollowStep> {
		const { update, clock } = this.#options;
		if (failure.kind === 'canceled') return { done: false };
		if (failure.kind === 'auth' && failure.status !== 403) {
			context.refused();
			return { done: false };
		}
		const { all: failures, gone } = this.#failed(record.id, failure);
		if (record.phase === 'ending' && (failures >= lastFailures || gone >= quietFailures)) {
			await update(record.id, (current) => endedWithout(current, noResultNotice(failure)));
			return this.#done(record.id);
		}
		const askedToWait = Math.min(failure.retryAfterMs ?? 0, longestWaitMs);
		const say = (notice: string) =>
			// That nobody knows whether the job runs counts more than why it cannot be asked about.
			update(record.id, (current) => (isPerhapsResumed(current) ? current : withNotice(current, notice)));
		if (askedToWait >= silentWaitMs) await say(waitNotice(askedToWait));
		else if (failures >= quietFailures) await say(troubleNotice(failure));
		const doubling = Math.min(jobPollCapMs, 1000 * 2 ** (failures - 1));
		const usual = pollDelay(clock.now() - this.times(record).since, jobPollCapMs);
		return { done: false, inMs: Math.max(Math.min(doubling, jobPollCapMs), usual, askedToWait) };
	}

	/** The service does not know the job: asked twice, since a fresh one may not have reached every server. */
	async #gone(record: JobRecord, failure: Failure, { session }: StepContext): Promise<FollowStep> {
		const { update, clock } = this.#options;
		if (this.#failed(record.id, failure).gone < 2) return { done: false, inMs: 2000 };
		// The local sandbox forgets jobs only when it is reset.
		const notice = session.connection.id === sandboxId ? resetNotice : lostNotice;
		await update(record.id, (current) => lost(current, notice, clock.now()));
		return this.#done(record.id);
	}

	/** Whether the result is to be asked for before the status. */
	#wantsResult(record: JobRecord): boolean {
		if (record.phase === 'ending') return true;
		return (
			record.phase === 'moving' &&
			hasMadeMore(record) &&
			this.#resultFailed.get(record.id) !== record.progress?.step
		);
	}

	#failed(id: string, failure: Failure): FailedPolls {
		const { all, gone } = this.#failures.get(id) ?? { all: 0, gone: 0 };
		const failures = { all: all + 1, gone: isGone(failure) ? gone + 1 : 0 };
		this.#failures.set(id, failures);
		return failures;
	}

	#done(id: string): FollowStep {
		this.#failures.delete(id);
		this.#resultFailed.delete(id);
		return { done: true };
	}
}

/** A job from elsewhere, of whose configuration nothing was read. */
function isUnknown({ plannedSteps, sampleEvery, saveEvery }: JobRecord): boolean {
	return plannedSteps === undefined && sampleEvery === undefined && saveEvery === undefined;
}

function isGone(failure: Failure): boolean {
	return failure.kind === 'notFound' || failure.status === 404;
}

function clamp(ms: number, usual: number): number {
	return Math.min(usual, Math.max(shortestPollMs, ms));
}
