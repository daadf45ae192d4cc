import { randomUUID } from 'node:crypto';
import { isOwn, type SessionSource, type SignedIn } from '../account/session.ts';
import type { Disposable, Event } from '../base/emitter.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import { sandboxId } from '../connection/connections.ts';
import type { WindowCoordinator } from '../following/windowCoordinator.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { ChangeFeed } from '../records/changeFeed.ts';
import { askToStart, type StartWatch } from '../records/startWatch.ts';
import { Submissions } from '../records/submissions.ts';
import { diskTrouble } from '../transfers/diskTrouble.ts';
import { configFacts } from './configFacts.ts';
import { keepConfig, removeConfig } from './configFiles.ts';
import { hasHiddenSecrets } from './configSecrets.ts';
import { ForeignJobs, type ImportedJobs } from './foreignJobs.ts';
import type { JobResult } from './job.ts';
import { type JobApi, serviceJobApi } from './jobApi.ts';
import { JobCalls, type OwnedJob } from './jobCalls.ts';
import { fetchConfig, type JobConfig, readJobConfig } from './jobConfig.ts';
import { JobFollower } from './jobFollower.ts';
import { writeJobList } from './jobList.ts';
import { type JobNews, JobNewsDesk } from './jobNews.ts';
import { hasEnded, isPerhapsResumed, type JobRecord } from './jobRecord.ts';
import { JobResults } from './jobResults.ts';
import { attemptId, paidJob } from './jobSpending.ts';
import { type JobSubmission, JobSubmissions } from './jobSubmissions.ts';
import { JobTable } from './jobTable.ts';
import {
	lost,
	withCancelFailed,
	withCancelRequested,
	withNotice,
	withResultSince,
} from './jobTransitions.ts';
import {
	hiddenSecretFailure,
	noIdFailure,
	otherAccountFailure,
	otherAccountNotice,
	perhapsResumedFailure,
	resetNotice,
	signedOutNotice,
	signInNotice,
	submittingFailure,
	unknownJobFailure,
} from './notices.ts';

export interface JobServiceOptions {
	readonly ledger: Ledger;
	readonly session: SessionSource;
	/** What this window follows, together with the other windows; its owner disposes of it. */
	readonly coordinator: WindowCoordinator;
	/** Folder with one file for the configuration of each job. */
	readonly configFolder: string;
	readonly log: Log;
	/** Is asked before a job leaves. */
	readonly spending?: StartWatch;
	/** The calls; those of the service, unless a test brings others. */
	readonly api?: JobApi;
}

/**
 * Training jobs: submitted, followed, kept. One for each window; together they poll once. The service cannot list jobs, so
 * the ledger is their only list. It does nothing by itself before `begin` or `submit`.
 */
export class JobService {
	readonly #options: JobServiceOptions;
	readonly #jobs: JobTable;
	readonly #api: JobApi;
	readonly #calls: JobCalls;
	readonly #results: JobResults;
	readonly #coordinator: WindowCoordinator;
	readonly #feed: ChangeFeed<JobRecord>;
	readonly #news: JobNewsDesk;
	readonly #submissions: JobSubmissions;
	readonly #follower: JobFollower;
	readonly #foreign: ForeignJobs;
	readonly #lookWatch: Disposable;

	constructor(options: JobServiceOptions) {
		const { ledger, log, coordinator } = options;
		this.#options = options;
		this.#jobs = new JobTable(ledger);
		this.#api = options.api ?? serviceJobApi;
		this.#coordinator = coordinator;
		const { owner, clock } = coordinator;
		this.#results = new JobResults(this.#api.result, clock);
		this.#feed = new ChangeFeed(
			this.#jobs,
			(record) => !hasEnded(record),
			(error) => log.error('A listener of training jobs failed.', error),
		);
		this.#news = new JobNewsDesk(ledger.leases, clock, owner);
		this.#calls = new JobCalls({
			api: this.#api,
			coordinator,
			log,
			update: (id, change) => this.#feed.update(id, change),
			keepConfig: (id, text) => this.#keepConfig(id, text),
		});
		this.#submissions = new JobSubmissions({
			jobs: this.#jobs,
			feed: this.#feed,
			api: this.#api,
			clock,
			log,
			underWay: new Submissions(ledger.leases, owner),
			keep: (id, text) => this.#keepConfig(id, text),
		});
		this.#follower = new JobFollower({
			jobs: this.#jobs,
			clock,
			api: this.#api,
			results: this.#results,
			update: (id, change) => this.#feed.update(id, change),
			note: (record) => {
				this.#feed.note(record);
				void this.#news.observe(record);
			},
			tend: (signedIn) => this.#submissions.endInterrupted(signedIn),
			onRefused: (signedIn) => this.#sayRefused(signedIn),
			learn: async (id, configUrl, { service }) => {
				const text = await fetchConfig(service.transport, configUrl);
				if (text.ok) await this.#feed.update(id, (current) => ({ ...current, ...configFacts(text.value) }));
			},
		});
		this.#foreign = new ForeignJobs({ jobs: this.#jobs, feed: this.#feed, api: this.#api, clock });
		this.#coordinator.register(this.#follower);
		this.#lookWatch = this.#coordinator.onLook(() => this.#look());
		this.#feed.onChange((record) => {
			void this.#news.observe(record);
			if (hasEnded(record)) {
				options.spending?.ended(attemptId(record), record.phase === 'unsent' ? 0 : undefined);
			}
			if (!hasEnded(record) && record.cancelRequested) this.#coordinator.pollSoon('job', record.id);
		});
	}

	/** Fires after each change of a job, also those that other windows make. */
	get onChange(): Event<JobRecord> {
		return this.#feed.onChange;
	}

	/** Fires with the id of a record after it has been taken out of the list. */
	get onRemove(): Event<string> {
		return this.#feed.onRemove;
	}

	/** Continues to follow what had not ended, and watches what other windows do. */
	begin(): void {
		this.#feed.begin();
		this.#coordinator.begin();
	}

	/**
	 * Submits a job. Its record is in the ledger before the request leaves, its id right after the reply. A failure leaves the
	 * record there as `unsent` or `uncertain`. A job that may have arrived is never sent again.
	 */
	async submit(submission: JobSubmission): Promise<Result<JobRecord>> {
		const { session, spending } = this.#options;
		const asked = session.current;
		if (asked.state !== 'signedIn') return failed(signedOutFailure);
		const id = randomUUID();
		const paid = paidJob(id, submission);
		const allowed = await askToStart(this.#options, asked, paid);
		if (!allowed.ok) return allowed;
		const current = allowed.value;
		const submitted = await this.#submissions.submit(current, { ...submission, id }, (record) => {
			spending?.started(current, paid);
			void this.#news.begin(record);
			this.begin();
		});
		if (!submitted.ok) return submitted;
		this.#coordinator.accepted(current);
		return this.#passCancelOn(current, submitted.value);
	}

	/** The person has canceled the job while the reply with its id was on its way. */
	async #passCancelOn(session: SignedIn, record: JobRecord): Promise<Result<JobRecord>> {
		if (record.cancelRequested && record.jobId !== undefined) {
			const canceled = await this.#calls.cancel({ session, record, jobId: record.jobId });
			if (!canceled.ok) await this.#feed.update(record.id, withCancelFailed);
		}
		return this.#take(record.id);
	}

	/** Adds a job that was submitted elsewhere, or asks about one that is in the list already. */
	async track(jobId: string): Promise<Result<JobRecord>> {
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		const tracked = await this.#foreign.track(current, jobId);
		this.begin();
		return tracked.ok ? this.#take(tracked.value) : tracked;
	}

	/** Asks the service about a job now, also about one that had ended: it may have been resumed elsewhere. */
	async refresh(id: string): Promise<Result<JobRecord>> {
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		const { session, record, jobId } = owned.value;
		const reply = await this.#api.status(session.service, jobId);
		if (!reply.ok) return reply;
		await this.#foreign.refresh(session, record, jobId, reply.value);
		return this.#take(record.id);
	}

	/** Cancels a job that waits or runs. What it made stays available. */
	async cancel(id: string): Promise<Result<JobRecord>> {
		const record = this.get(id);
		if (record?.phase === 'submitting') {
			// The reply with the id is still on its way; the window that receives it passes the cancel on.
			return success((await this.#feed.update(id, withCancelRequested)) ?? record);
		}
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		if (hasEnded(owned.value.record)) return success(owned.value.record);
		const canceled = await this.#calls.cancel(owned.value);
		return canceled.ok ? success(this.get(id) ?? owned.value.record) : canceled;
	}

	/** Queues a stopped or canceled job again; it is followed from then on. */
	async resume(id: string): Promise<Result<JobRecord>> {
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		const { record } = owned.value;
		const { spending } = this.#options;
		const paid = paidJob(attemptId({ id, attempt: record.attempt + 1 }), record);
		const allowed = await askToStart(this.#options, owned.value.session, paid);
		if (!allowed.ok) return allowed;
		const reply = await this.#calls.resume({ ...owned.value, session: allowed.value });
		if (!reply.ok) {
			// The job may have been resumed elsewhere.
			if (reply.failure.kind === 'conflict') await this.refresh(id);
			return reply;
		}
		const { record: again, doubt } = reply.value;
		spending?.started(allowed.value, paid);
		if (again) void this.#news.begin(again);
		this.begin();
		if (doubt === undefined) return this.#take(id);
		const asked = await this.refresh(id);
		this.#follow(id);
		return asked.ok && !isPerhapsResumed(asked.value)
			? asked
			: failed(perhapsResumedFailure(record.name, doubt));
	}

	/** Replaces the configuration of a job that has ended; its state stays, and it can be resumed. */
	async edit(id: string, configText: string): Promise<Result<JobRecord>> {
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		if (hasHiddenSecrets(configText)) return failed(hiddenSecretFailure);
		return this.#calls.edit(owned.value, configText);
	}

	/** Takes a job out of the list, with its configuration. One that moves continues at the service. */
	async remove(id: string): Promise<Result<undefined>> {
		const record = this.get(id);
		if (!record) return success(undefined);
		if (record.phase === 'submitting' && this.#submissions.isUnderWay(id)) return failed(submittingFailure);
		try {
			await removeConfig(this.#options.configFolder, id);
		} catch (error) {
			return failed(diskTrouble(error, 'The configuration of this job'));
		}
		await this.#feed.remove(id);
		return success(undefined);
	}

	/** The jobs of the account, newest first; signed out, those of the connection: they are on this computer. */
	jobs(): readonly JobRecord[] {
		const { current } = this.#options.session;
		return this.#jobs.of({
			connectionId: current.connection.id,
			...(current.state === 'signedIn' ? { accountId: current.account.id } : {}),
		});
	}

	/** How many jobs of the account have not ended. */
	moving(): number {
		const { current } = this.#options.session;
		if (current.state === 'signedOut') return 0;
		return this.#jobs.unfinished(current.connection.id, current.account.id).length;
	}

	/** A job by our own id. */
	get(id: string): JobRecord | undefined {
		return this.#jobs.get(id);
	}

	/**
	 * What a job has made so far. Its addresses are secrets that expire: never store, log or show them.
	 * @param age `recent` also takes the answer that someone else got a moment ago.
	 */
	async result(id: string, age: 'now' | 'recent' = 'now'): Promise<Result<JobResult>> {
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		const { session, record, jobId } = owned.value;
		const reply = await this.#results[age](session.service, jobId, record);
		if (reply.ok && record.phase !== 'ending') {
			await this.#feed.update(id, (current) => withResultSince(current, record, reply.value));
		}
		return reply;
	}

	/** The configuration of a job: the one that was kept, else the one that the service resolved. */
	async configuration(id: string): Promise<Result<JobConfig>> {
		const record = this.get(id);
		if (!record) return failed(unknownJobFailure);
		const { current } = this.#options.session;
		return readJobConfig(record, {
			folder: this.#options.configFolder,
			result: () => this.result(id, 'recent'),
			...(current.state === 'signedIn' ? { transport: current.service.transport } : {}),
		});
	}

	/** Why nobody follows a job that has not ended, as a sentence; absent when it is followed, or over. */
	whyUnwatched(record: JobRecord): string | undefined {
		if (hasEnded(record)) return undefined;
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return signedOutNotice;
		return isOwn(record, current) ? undefined : otherAccountNotice;
	}

	/**
	 * What of a changed job this window is to notify of: each once, in one window only, and never what had happened before this
	 * window opened. Not for a submission that failed in this window: `submit` has answered with that.
	 */
	async claimNews(record: JobRecord): Promise<readonly JobNews[]> {
		return this.#submissions.isOwn(record.id) ? [] : this.#news.claim(record);
	}

	/** The list as JSON text for another computer, without configurations and secrets. */
	export(): string {
		return writeJobList(this.jobs());
	}

	/** Adds the jobs of an exported list that are not known yet; those of the account are followed. */
	async import(json: string): Promise<Result<ImportedJobs>> {
		const imported = await this.#foreign.import(json);
		this.begin();
		return imported;
	}

	/** Ends all jobs of the local sandbox that move: after a reset nobody can say any more what became of them. */
	async sandboxWasReset(): Promise<void> {
		const now = this.#coordinator.clock.now();
		await Promise.all(
			this.#jobs
				.unfinished(sandboxId)
				.map(({ id }) => this.#feed.update(id, (current) => lost(current, resetNotice, now))),
		);
	}

	/** Reports nothing more. The ledger and the coordinator stay open. */
	dispose(): void {
		this.#lookWatch.dispose();
		void this.#news.release();
		this.#feed.dispose();
	}

	/** Once a second: what other windows did, and what this one continues to hold. */
	#look(): void {
		this.#feed.look();
		void this.#news.renew();
		void this.#submissions.renew();
	}

	#sayRefused({ connection, account }: SignedIn): void {
		for (const { id } of this.#jobs.unfinished(connection.id, account.id)) {
			void this.#feed.update(id, (current) => withNotice(current, signInNotice));
		}
	}

	#take(id: string): Result<JobRecord> {
		this.#follow(id);
		const record = this.get(id);
		return record ? success(record) : failed(unknownJobFailure);
	}

	#follow(id: string): void {
		const record = this.get(id);
		if (record) this.#coordinator.add(this.#follower, record);
	}

	/** A job without its configuration on this computer is better than none. */
	async #keepConfig(id: string, text: string): Promise<Pick<JobRecord, 'config'>> {
		try {
			return { config: await keepConfig(this.#options.configFolder, id, text) };
		} catch (error) {
			this.#options.log.error('The configuration of a training job could not be kept.', error);
			return {};
		}
	}

	#owned(id: string): Result<OwnedJob> {
		const record = this.get(id);
		if (!record) return failed(unknownJobFailure);
		const { current } = this.#options.session;
		if (current.state !== 'signedIn') return failed(signedOutFailure);
		if (!isOwn(record, current)) return failed(otherAccountFailure);
		if (record.jobId === undefined) return failed(noIdFailure);
		return success({ record, session: current, jobId: record.jobId });
	}
}
