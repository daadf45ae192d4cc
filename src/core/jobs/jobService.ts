import * as l10n from '@vscode/l10n';
import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { Estimate } from '../records/estimate.ts';
import { RecordService, type RecordServiceOptions, type UnwrittenRecord } from '../records/recordService.ts';
import { askToStart, type StartWatch } from '../records/startWatch.ts';
import { diskTrouble } from '../transfers/diskTrouble.ts';
import { JobConfigs } from './config/configs.ts';
import { type JobConfig, resolvedConfig } from './config/jobConfig.ts';
import { hasHiddenSecrets } from './config/secrets.ts';
import { type PlannedWork, trainingEstimate } from './estimate.ts';
import { ForeignJobs, type ImportedJobs } from './foreignJobs.ts';
import { gpuOf } from './gpus.ts';
import type { Gpu, JobResult } from './job.ts';
import { type JobApi, serviceJobApi } from './jobApi.ts';
import { JobCalls, type OwnedJob } from './jobCalls.ts';
import { JobFollower } from './jobFollower.ts';
import { jobKind } from './jobKind.ts';
import { writeJobList } from './jobList.ts';
import { type JobNews, JobNotifications } from './jobNews.ts';
import { hasEnded, isPerhapsResumed, type JobRecord } from './jobRecord.ts';
import { JobResults } from './jobResults.ts';
import { attemptId, earlierJobs, paidJob } from './jobSpending.ts';
import { type JobSubmission, JobSubmissions } from './jobSubmissions.ts';
import { JobTable } from './jobTable.ts';
import { lost, withCancelFailed, withCancelRequested, withResultSince } from './jobTransitions.ts';
import {
	hiddenSecretFailure,
	jobTexts,
	noIdFailure,
	notMissingFailure,
	perhapsResumedFailure,
	submittingFailure,
	unknownJobFailure,
} from './notices.ts';

interface JobServiceOptions extends RecordServiceOptions {
	/** Folder with one file for the configuration of each job. */
	readonly configFolder: string;
	/** Is asked before a job leaves. */
	readonly spending?: StartWatch;
	/** The calls; those of the service, unless a test brings others. */
	readonly api?: JobApi;
}

/**
 * Training jobs: submitted, followed, kept. One for each window; together they poll once. The service cannot list jobs, so
 * the ledger is their only list. It does nothing by itself before `begin` or `submit`.
 */
export class JobService extends RecordService<JobRecord> {
	readonly #options: JobServiceOptions;
	readonly #jobs: JobTable;
	readonly #api: JobApi;
	readonly #calls: JobCalls;
	readonly #results: JobResults;
	readonly #configs: JobConfigs;
	readonly #news: JobNotifications;
	readonly #submissions: JobSubmissions;
	readonly #foreign: ForeignJobs;

	constructor(options: JobServiceOptions) {
		const { ledger, log, coordinator } = options;
		const { clock } = coordinator;
		const jobs = new JobTable(ledger);
		const api = options.api ?? serviceJobApi;
		super(options, jobs, jobKind, lost);
		const { records } = this;
		this.#options = options;
		this.#jobs = jobs;
		this.#api = api;
		this.#configs = new JobConfigs(options.configFolder, log);
		this.#results = new JobResults(api.result, clock);
		this.#news = new JobNotifications(records.notifications, clock);
		const update = (id: string, change: (record: JobRecord) => JobRecord) => records.update(id, change);
		const keep = (id: string, text: string) => this.#configs.keep(id, text);
		this.#calls = new JobCalls({ api, coordinator, log, update, keepConfig: keep });
		this.#submissions = new JobSubmissions({ records, api, log, keep });
		records.followWith(
			new JobFollower({
				jobs: this.#jobs,
				clock,
				api,
				results: this.#results,
				update,
				note: (record) => {
					records.note(record);
					this.#news.observe(record);
				},
				maintain: (signedIn) => this.#submissions.endInterrupted(signedIn),
				onRefused: (signedIn) => records.reportRefusal(signedIn),
			}),
		);
		this.#foreign = new ForeignJobs({ jobs: this.#jobs, records, api });
		records.onDidChange((record) => {
			this.#news.observe(record);
			if (hasEnded(record)) {
				options.spending?.ended(attemptId(record), record.phase === 'unsent' ? 0 : undefined);
			}
			if (!hasEnded(record) && record.cancelRequested) coordinator.pollSoon('job', record.id);
		});
	}

	/** Continues to follow what had not ended, and watches what other windows do. */
	begin(): void {
		this.records.begin();
	}

	/**
	 * Submits a job. Its record is in the ledger before the request leaves, its id right after the reply. A failure leaves the
	 * record there as `unsent` or `uncertain`. A job that may have arrived is never sent again. `id` is our own id of the job (a UUID), where the
	 * caller has one that no other job has.
	 */
	async submit(submission: JobSubmission, id: string = crypto.randomUUID()): Promise<Result<JobRecord>> {
		const asked = this.#options.session.current;
		if (asked.state !== 'signedIn') return failed(signedOutFailure);
		const { totalSteps: steps, arch, load, gpuType, gpuCount } = submission;
		const estimate = this.estimate({ gpuType, gpuCount, ...compact({ steps, arch, load }) });
		const paid = paidJob(id, submission, estimate);
		const allowed = await askToStart(this.#options, asked, paid);
		if (!allowed.ok) return allowed;
		const { session: current, begun } = allowed.value;
		const submitted = await this.#submissions.submit(current, { ...submission, id }, (record) => {
			begun();
			this.records.beginNotifying(record);
			this.begin();
		});
		if (!submitted.ok) return submitted;
		return this.#passCancelOn(current, submitted.value);
	}

	/** The person has canceled the job while the reply with its id was on its way. */
	async #passCancelOn(session: SignedIn, record: JobRecord): Promise<Result<JobRecord>> {
		if (record.cancelRequested && record.jobId !== undefined) {
			const canceled = await this.#calls.cancel({ session, record, jobId: record.jobId });
			if (!canceled.ok) await this.records.update(record.id, withCancelFailed);
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

	/** Takes the word of a person that an `uncertain` record is this job of the service: it is followed from now on. */
	async settleAs(id: string, jobId: string): Promise<Result<JobRecord>> {
		const owned = this.records.owned(id);
		if (!owned.ok) return owned;
		const settled = await this.#foreign.settle(owned.value.session, owned.value.record, jobId);
		return settled.ok ? this.#take(id) : settled;
	}

	/** Ends a job that is not found for now, or that is uncertain, on the word of a person. The service may still have it. */
	async giveUp(id: string): Promise<Result<JobRecord>> {
		let isMissing = false;
		const record = await this.records.update(id, (current) => {
			const isUncertain = current.phase === 'uncertain';
			isMissing = current.missingSince !== undefined || isUncertain;
			const notice = isUncertain ? jobTexts.neverTaken : jobTexts.givenUp;
			return isMissing ? lost(current, notice, this.records.now) : current;
		});
		if (record === undefined) return failed(unknownJobFailure);
		return isMissing ? success(record) : failed(notMissingFailure);
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

	/** Cancels a job that waits or runs. Its artifacts stay available. */
	async cancel(id: string): Promise<Result<JobRecord>> {
		const record = this.get(id);
		if (record?.phase === 'submitting') {
			// The reply with the id is still on its way; the window that receives it passes the cancel on.
			return success((await this.records.update(id, withCancelRequested)) ?? record);
		}
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		if (hasEnded(owned.value.record)) return success(owned.value.record);
		const canceled = await this.#calls.cancel(owned.value);
		return canceled.ok ? success(this.get(id) ?? owned.value.record) : canceled;
	}

	/** Estimates a training from earlier jobs of the account. */
	estimate(planned: PlannedWork): Estimate {
		const { session, spending } = this.#options;
		const { current } = session;
		if (current.state !== 'signedIn') return { count: 0 };
		return trainingEstimate(planned, this.jobs(), earlierJobs(spending, current, planned));
	}

	/** Estimates what a job still has to do when it is resumed, from its last checkpoint on. */
	estimateRest(job: JobRecord, gpu: Gpu | undefined = gpuOf(job)): Estimate {
		const { arch, load, progress, plannedSteps, saveEvery } = job;
		const total = progress?.totalSteps ?? plannedSteps;
		const step = progress?.step ?? 0;
		const done = saveEvery === undefined || saveEvery <= 0 ? 0 : step - (step % saveEvery);
		const steps = total === undefined ? undefined : Math.max(0, total - done);
		const machine = gpu && { gpuType: gpu.type, gpuCount: gpu.count };
		return this.estimate({ resumed: job.id, ...machine, ...compact({ arch, load, steps }) });
	}

	/** Queues an ended job again, on another machine where `gpu` names one; it is followed from then on. */
	async resume(id: string, gpu?: Gpu): Promise<Result<JobRecord>> {
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		const { record } = owned.value;
		const machine = gpu ? { gpuType: gpu.type, gpuCount: gpu.count } : record;
		const paid = paidJob(
			attemptId({ id, attempt: record.attempt + 1 }),
			{ ...machine, name: record.name },
			this.estimateRest(record, gpu),
		);
		const allowed = await askToStart(this.#options, owned.value.session, paid);
		if (!allowed.ok) return allowed;
		const reply = await this.#calls.resume({ ...owned.value, session: allowed.value.session }, gpu);
		if (!reply.ok) {
			// The job may have been resumed elsewhere.
			if (reply.failure.kind === 'conflict') await this.refresh(id);
			return reply;
		}
		const { record: again, doubt } = reply.value;
		allowed.value.begun();
		if (again) this.records.beginNotifying(again);
		this.begin();
		if (doubt === undefined) return this.#take(id);
		const asked = await this.refresh(id);
		this.records.follow(id);
		return asked.ok && !isPerhapsResumed(asked.value)
			? asked
			: failed(perhapsResumedFailure(this.get(id) ?? record, doubt));
	}

	/** Replaces the configuration of a job that has ended, and its machine where `gpu` names one; its state stays, and it can be resumed. */
	async edit(id: string, configText: string, gpu?: Gpu): Promise<Result<JobRecord>> {
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		if (hasHiddenSecrets(configText)) return failed(hiddenSecretFailure);
		return this.#calls.edit(owned.value, configText, gpu);
	}

	/** Takes a job out of the list, with its configuration. One that moves continues at the service. */
	async remove(id: string): Promise<Result<undefined>> {
		const record = this.get(id);
		if (!record) return success(undefined);
		if (record.phase === 'submitting' && this.records.submissions.isUnderWay(id))
			return failed(submittingFailure);
		try {
			await this.#configs.remove(id);
		} catch (error) {
			return failed(diskTrouble(error, l10n.t('The configuration of this job')));
		}
		await this.records.remove(id);
		return success(undefined);
	}

	/** Returns the jobs of the account, newest first; signed out, those of the connection: they are on this computer. */
	jobs(): readonly JobRecord[] {
		const { current } = this.#options.session;
		return this.#jobs.of({
			connectionId: current.connection.id,
			...(current.state === 'signedIn' ? { accountId: current.account.id } : {}),
		});
	}

	/** Returns the number of jobs of the account that have not ended. */
	moving(): number {
		const { current } = this.#options.session;
		if (current.state === 'signedOut') return 0;
		return this.#jobs.unfinished(current.connection.id, current.account.id).length;
	}

	/**
	 * Asks for what a job has made so far. Its addresses are secrets that expire: never store, log or show them.
	 * @param age `recent` also takes the answer that someone else got a moment ago.
	 */
	async result(id: string, age: 'now' | 'recent' = 'now'): Promise<Result<JobResult>> {
		const owned = this.#owned(id);
		if (!owned.ok) return owned;
		const { session, record, jobId } = owned.value;
		const reply = await this.#results[age](session.service, jobId, record);
		if (reply.ok && record.phase !== 'ending') {
			await this.records.update(id, (current) => withResultSince(current, record, reply.value));
		}
		return reply;
	}

	/** Reads the configuration of a job as it is kept on this computer, perhaps without secrets; undefined where it is not. */
	async keptConfiguration(id: string): Promise<string | undefined> {
		const record = this.get(id);
		return record && this.#configs.kept(record);
	}

	/** Reads the configuration of a job: the one that was kept, else the one that the service resolved. */
	async configuration(id: string): Promise<Result<JobConfig>> {
		const record = this.get(id);
		if (!record) return failed(unknownJobFailure);
		return this.#configs.read(record, this.#resolved(id));
	}

	/** Returns the configuration of a job as the service resolved it, also where the text that was sent is kept. */
	async resolvedConfiguration(id: string): Promise<Result<JobConfig>> {
		return resolvedConfig(this.#resolved(id));
	}

	#resolved(id: string) {
		const { current } = this.#options.session;
		return {
			result: () => this.result(id, 'recent'),
			...(current.state === 'signedIn' ? { transport: current.service.transport } : {}),
		};
	}

	/**
	 * Claims what this window is to notify of a changed job: each once, in one window only, and never what had happened before this
	 * window opened. Not for a submission that failed in this window: `submit` has answered with that.
	 */
	async claimNews(record: JobRecord): Promise<readonly JobNews[]> {
		return this.records.submissions.isOwn(record.id) ? [] : this.#news.claim(record);
	}

	/** Returns the list as JSON text for another computer, without configurations and secrets. */
	export(): string {
		return writeJobList(this.jobs());
	}

	/** Adds the jobs of an exported list that are not known yet; those of the account are followed. */
	async import(json: string): Promise<Result<ImportedJobs>> {
		const imported = await this.#foreign.import(json);
		this.begin();
		return imported;
	}

	/** Writes what could not be written; returns the records of whose jobs the history does not know. */
	settleWrites(): Promise<readonly UnwrittenRecord[]> {
		return this.settleRecords(({ jobId }) => jobId);
	}

	/** Reports nothing more. The ledger and the coordinator stay open. */
	dispose(): void {
		this.records.dispose();
	}

	#take(id: string): Result<JobRecord> {
		const record = this.records.follow(id);
		return record ? success(record) : failed(unknownJobFailure);
	}

	#owned(id: string): Result<OwnedJob> {
		const owned = this.records.owned(id);
		if (!owned.ok) return owned;
		const { jobId } = owned.value.record;
		return jobId === undefined ? failed(noIdFailure) : success({ ...owned.value, jobId });
	}
}
