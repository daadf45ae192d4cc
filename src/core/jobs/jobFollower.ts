import { isOwn, ownerOf, type SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import { compact } from '../base/compact.ts';
import type { Failure } from '../base/failure.ts';
import { sandboxId } from '../connection/connections.ts';
import type { FollowStep, ItemTimes } from '../following/follower.ts';
import { jobPollCapMs, pollDelay, shortestPollMs } from '../following/pollSchedule.ts';
import type { StepContext, WindowKind } from '../following/windowCoordinator.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { pollNotice, resetNotice } from '../records/notices.ts';
import { PollTrouble, type Trouble } from '../records/pollTrouble.ts';
import { BalanceWatch } from './balanceWatch.ts';
import { readCheckpointName } from './checkpoints/artifactNames.ts';
import { fetchConfig } from './client.ts';
import { isFinished, type JobResult } from './job.ts';
import type { JobApi } from './jobApi.ts';
import type { JobNotifications } from './jobNews.ts';
import { hasEnded, isPerhapsResumed, type JobRecord } from './jobRecord.ts';
import type { JobRecovery } from './jobRecovery.ts';
import type { JobResults } from './jobResults.ts';
import type { JobTable } from './jobTable.ts';
import {
	endedWithout,
	lost,
	withConfig,
	withEnoughBalance,
	withLowBalance,
	withMissing,
	withNotice,
	withResultSince,
	withStatus,
} from './jobTransitions.ts';
import { jobTexts, noResultNotice } from './notices.ts';
import { hasMadeMore, millisecondsLeft, nextEventMs } from './pace.ts';

/** Failed polls in a row after which an ended job keeps its known state. */
const lastFailures = 8;

/** Milliseconds after each check of an ended job until the next: its last artifacts may be listed later than its end. */
const lateLooksMs = [15_000, 60_000, 5 * 60_000, 20 * 60_000] as const;
const lateMs = lateLooksMs.reduce<number>((sum, ms) => sum + ms, 0);
/** The number of these checks that are also made when all expected artifacts are listed: samples may be a minute late as well. */
const certainLooks = 2;
/** The number of newest jobs that a window checks for recent ends when it takes over. */
const recentJobs = 100;

interface JobFollowerOptions {
	readonly jobs: Pick<JobTable, 'of'>;
	readonly clock: Clock;
	readonly api: Pick<JobApi, 'status' | 'balance'>;
	readonly results: Pick<JobResults, 'now'>;
	readonly records: FollowedRecords<JobRecord>;
	readonly news: Pick<JobNotifications, 'observe'>;
	readonly recovery: Pick<JobRecovery, 'endInterrupted'>;
}

/** Follows jobs. A step makes one call, so that the poll budget counts them all. */
export class JobFollower implements WindowKind<JobRecord> {
	readonly kind = 'job';
	readonly capMs = jobPollCapMs;
	readonly records: FollowedRecords<JobRecord>;
	readonly #options: JobFollowerOptions;
	readonly #troubles: PollTrouble;
	/** The number of failed requests for the artifacts of an ended job. */
	readonly #lastFailures = new Map<string, number>();
	/** Ended jobs that are checked again, with the number of checks of each. */
	readonly #late = new Map<string, number>();
	/** Accounts in which this window has looked for such jobs. */
	readonly #takenOver = new Set<string>();
	/** The step at which a job's result could not be requested: its status matters more, so that is requested until it moves on. */
	readonly #resultFailed = new Map<string, number>();
	readonly #learned = new Set<string>();
	readonly #balances = new Map<string, BalanceWatch>();

	constructor(options: JobFollowerOptions) {
		this.#options = options;
		this.records = options.records;
		this.#troubles = new PollTrouble(options.clock, jobPollCapMs);
	}

	load({ session }: Pick<StepContext, 'session'>): readonly JobRecord[] {
		this.#takeOverLate(session);
		const late = [...this.#late.keys()].flatMap((id) => this.records.get(id) ?? []);
		return [
			...this.records.unfinished(session),
			...late.filter((record) => hasEnded(record) && isOwn(record, session)),
		];
	}

	/** Checks jobs that have just ended: a vanished window may have planned to poll them. */
	#takeOverLate(session: SignedIn): void {
		const owner = ownerOf(session);
		const key = JSON.stringify(owner);
		if (this.#takenOver.has(key)) return;
		this.#takenOver.add(key);
		const now = this.#options.clock.now();
		for (const { id, phase, endedAt = 0 } of this.#options.jobs.of({ ...owner, limit: recentJobs })) {
			if (phase === 'ended' && now - endedAt < lateMs && !this.#late.has(id)) this.#late.set(id, 0);
		}
	}

	isActive(record: JobRecord): boolean {
		return record.jobId !== undefined && (!hasEnded(record) || this.#late.has(record.id));
	}

	times({ submittedAt, resumedAt, startedAt }: JobRecord): ItemTimes {
		return {
			since: resumedAt ?? submittedAt,
			...compact({ runningSince: startedAt }),
		};
	}

	note(record: JobRecord): void {
		if (!hasEnded(record)) this.#options.news.observe(record);
	}

	maintain(session: SignedIn): Promise<void> {
		return this.#options.recovery.endInterrupted(session);
	}

	async step(record: JobRecord, context: StepContext): Promise<FollowStep> {
		if (record.jobId === undefined) return { done: true };
		if (hasEnded(record)) return this.#lookLate(record, record.jobId, context);
		if (this.#wantsResult(record)) {
			return this.#askResult(record, record.jobId, context);
		}
		if (record.state === 'RUNNING' && this.#balanceOf(context.session).isDue(this.#options.clock.now())) {
			return this.#askBalance(context);
		}
		return this.#askStatus(record, record.jobId, context);
	}

	async #askStatus(record: JobRecord, jobId: string, context: StepContext): Promise<FollowStep> {
		const { api, records, clock } = this.#options;
		const reply = await api.status(context.session.service, jobId, { signal: context.signal });
		if (!reply.ok) return this.#trouble(record, reply.failure, context);
		this.#troubles.clear(record.id);
		const now = clock.now();
		const after = await records.update(record.id, (current) => withStatus(current, reply.value, now));
		if (!after) return { done: true };
		// The artifacts of the job are requested immediately.
		if (this.#wantsResult(after)) return { done: false, inMs: 0 };
		const usual = pollDelay(now - this.times(after).since, jobPollCapMs);
		const next = nextEventMs(after, now, usual);
		return next === undefined || next >= usual
			? { done: false }
			: { done: false, inMs: Math.max(shortestPollMs, next) };
	}

	async #askResult(record: JobRecord, jobId: string, context: StepContext): Promise<FollowStep> {
		const { results, records, clock } = this.#options;
		const { session, signal } = context;
		const reply = await results.now(session.service, jobId, record, { signal });
		if (!reply.ok) {
			if (record.phase === 'moving') this.#resultFailed.set(record.id, record.progress?.step ?? 0);
			return this.#trouble(record, reply.failure, context);
		}
		this.#troubles.clear(record.id);
		this.#resultFailed.delete(record.id);
		const after = await records.update(record.id, (current) => withResultSince(current, record, reply.value));
		const { config } = reply.value;
		if (after && config && isUnknown(after) && !this.#learned.has(record.id)) {
			this.#learned.add(record.id);
			void this.#learn(record.id, config.url, session);
		}
		if (!after) return this.#done(record.id);
		if (hasEnded(after)) return this.#lookLater(record.id, isComplete(after, reply.value));
		// It has ended in the meantime.
		if (after.phase !== record.phase) return { done: false, inMs: 0 };
		const usual = pollDelay(clock.now() - this.times(after).since, jobPollCapMs);
		const next = nextEventMs(after, clock.now(), usual);
		return next === undefined ? { done: false } : { done: false, inMs: clamp(next, usual) };
	}

	/** Completes the unknown facts of a job from its configuration. */
	async #learn(id: string, configUrl: string, { service }: SignedIn): Promise<void> {
		const text = await fetchConfig(service.transport, configUrl);
		if (text.ok) await this.records.update(id, (current) => withConfig(current, text.value));
	}

	/** Requests the balance. A failure is not a problem of a job: it is repeated later. */
	async #askBalance({ session, signal }: StepContext): Promise<FollowStep> {
		const { api, clock, records } = this.#options;
		const watch = this.#balanceOf(session);
		watch.asked(clock.now());
		const reply = await api.balance(session.service, { signal });
		if (reply.ok) {
			const now = clock.now();
			const moving = records.unfinished(session);
			const left = moving.map((job) => millisecondsLeft(job, now) ?? 0);
			const isLow = watch.isLow(reply.value, left.length > 0 ? Math.max(...left) : undefined, now);
			for (const job of moving) {
				if (isLow) await records.update(job.id, (current) => withLowBalance(current, reply.value, now));
				else if (job.lowBalance) await records.update(job.id, withEnoughBalance);
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
		const { records, clock } = this.#options;
		const trouble = this.#troubles.take(record.id, failure, {
			since: this.times(record).since,
			...compact({ missingSince: record.missingSince }),
		});
		if (trouble.kind === 'canceled') return { done: false };
		if (trouble.kind === 'refused') {
			context.refused();
			return { done: false };
		}
		if (record.phase === 'ending') {
			const failures = (this.#lastFailures.get(record.id) ?? 0) + 1;
			this.#lastFailures.set(record.id, failures);
			if (failures >= lastFailures || trouble.kind === 'gone') {
				await records.update(record.id, (current) => endedWithout(current, noResultNotice(failure)));
				return this.#lookLater(record.id, false);
			}
		}
		if (trouble.kind === 'gone') {
			// The local sandbox forgets jobs only when it is reset.
			const notice = context.session.connection.id === sandboxId ? resetNotice : jobTexts.lost;
			await records.update(record.id, (current) => lost(current, notice, clock.now()));
			return this.#done(record.id);
		}
		const change = changeBy(trouble, failure);
		if (change) {
			// An unknown state matters more than the polling error.
			await records.update(record.id, (current) => (isPerhapsResumed(current) ? current : change(current)));
		}
		return { done: false, inMs: trouble.inMs };
	}

	/** Asks again for the artifacts of an ended job: the last files may be listed after the end. */
	async #lookLate(record: JobRecord, jobId: string, { session, signal }: StepContext): Promise<FollowStep> {
		const { results, records } = this.#options;
		const reply = await results.now(session.service, jobId, record, { signal });
		if (!reply.ok) return this.#lookLater(record.id, false);
		const after = await records.update(record.id, (current) => withResultSince(current, record, reply.value));
		return after && hasEnded(after)
			? this.#lookLater(record.id, isComplete(after, reply.value))
			: this.#done(record.id);
	}

	/** Returns the time of the next poll of an ended job; for a complete list only for a minute more. */
	#lookLater(id: string, isComplete: boolean): FollowStep {
		const looks = this.#late.get(id) ?? 0;
		const inMs = lateLooksMs[looks];
		if (inMs === undefined || (isComplete && looks >= certainLooks)) return this.#done(id);
		this.#late.set(id, looks + 1);
		return { done: false, inMs };
	}

	/** Returns whether the result is requested before the status. */
	#wantsResult(record: JobRecord): boolean {
		if (record.phase === 'ending') return true;
		return (
			record.phase === 'moving' &&
			hasMadeMore(record) &&
			this.#resultFailed.get(record.id) !== record.progress?.step
		);
	}

	#done(id: string): FollowStep {
		this.#troubles.clear(id);
		this.#lastFailures.delete(id);
		this.#resultFailed.delete(id);
		this.#late.delete(id);
		return { done: true };
	}
}

/** Returns whether nothing is known of the configuration of a job, which then was submitted elsewhere. */
function isUnknown({ plannedSteps, sampleEvery, saveEvery }: JobRecord): boolean {
	return plannedSteps === undefined && sampleEvery === undefined && saveEvery === undefined;
}

/** Returns the change of the record for a temporary problem; `undefined` while it is too minor to be mentioned. */
function changeBy(
	trouble: Extract<Trouble, { kind: 'absent' | 'passing' }>,
	failure: Failure,
): ((record: JobRecord) => JobRecord) | undefined {
	if (trouble.kind === 'absent') {
		const { since } = trouble;
		if (since === undefined) return undefined;
		return (record) => withMissing(record, since, jobTexts.missing);
	}
	const { say } = trouble;
	if (say === undefined) return undefined;
	const notice = pollNotice(jobTexts, say, failure);
	return (record) => withNotice(record, notice);
}

/**
 * Returns whether all expected artifacts of a job are listed: a job that has done all its steps writes a last
 * checkpoint without a step in its name.
 */
function isComplete(record: JobRecord, { checkpoints }: JobResult): boolean {
	const named = checkpoints.flatMap(({ name }) => readCheckpointName(name) ?? []);
	return isFinished(record) && named.some(({ step }) => step === undefined);
}

function clamp(ms: number, usual: number): number {
	return Math.min(usual, Math.max(shortestPollMs, ms));
}
