import * as l10n from '@vscode/l10n';
import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { failed, type Result, signedOutFailure, success } from '../base/failure.ts';
import type { Estimate } from '../records/estimate.ts';
import type { RecordServiceOptions } from '../records/followedRecords.ts';
import { RecordService, type ServedKind } from '../records/recordService.ts';
import { askToStart, type StartWatch } from '../records/startWatch.ts';
import { diskTrouble } from '../transfers/diskTrouble.ts';
import { JobConfigs } from './config/configs.ts';
import { hasHiddenSecrets } from './config/secrets.ts';
import { type PlannedWork, restOf, trainingEstimate } from './estimate.ts';
import type { Gpu, JobResult } from './job.ts';
import { type JobApi, serviceJobApi } from './jobApi.ts';
import { cancelAtService, editAtService, ownedJob, resumeAtService } from './jobCalls.ts';
import { JobFollower } from './jobFollower.ts';
import { type ImportedJobs, importJobs, writeJobList } from './jobImport.ts';
import { endKey, type JobNews, JobNotifications } from './jobNews.ts';
import { hasEnded, isPerhapsResumed, type JobRecord } from './jobRecord.ts';
import { JobRecovery } from './jobRecovery.ts';
import { JobResults } from './jobResults.ts';
import { attemptId, earlierJobs, paidJob } from './jobSpending.ts';
import { type JobParts, type JobSubmission, submitJob } from './jobSubmissions.ts';
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
	jobTexts,
	perhapsResumedFailure,
	submittingFailure,
	unknownJobFailure,
} from './notices.ts';

const jobKind: ServedKind<JobRecord> = {
	texts: jobTexts,
	hasEnded,
	endKey,
	withNotice,
	idOfService: ({ jobId }) => jobId,
	lost,
	unknownFailure: unknownJobFailure,
};

interface JobServiceOptions extends RecordServiceOptions {
	/** Folder with one file for the configuration of each job. */
	readonly configFolder: string;
	/** Asked before a job is sent. */
	readonly spending?: StartWatch;
	/** The calls of the service; tests may pass others. */
	readonly api?: JobApi;
}

/**
 * Training jobs: submitted, followed, kept. One for each window; together they poll once. The service cannot list jobs, so
 * the ledger is their only list. It is idle before `begin` or `submit`.
 */
export class JobService extends RecordService<JobRecord> {
	readonly configs: JobConfigs;
	readonly recovery: JobRecovery;
	readonly #options: JobServiceOptions;
	readonly #jobs: JobTable;
	readonly #results: JobResults;
	readonly #news: JobNotifications;
	readonly #parts: JobParts;

	constructor(options: JobServiceOptions) {
		const { ledger, log, coordinator, session } = options;
		const { clock } = coordinator;
		const jobs = new JobTable(ledger);
		const api = options.api ?? serviceJobApi;
		super(options, jobs, jobKind);
		const { records } = this;
		this.#options = options;
		this.#jobs = jobs;
		this.configs = new JobConfigs({
			folder: options.configFolder,
			log,
			session,
			get: (id) => this.get(id),
			result: (id) => this.result(id, 'recent'),
		});
		this.#results = new JobResults(api.result, clock);
		this.#news = new JobNotifications(records.notifications, clock);
		this.#parts = { records, api, log, configs: this.configs };
		this.recovery = new JobRecovery({ jobs, records, api, session });
		records.followWith(
			new JobFollower({
				jobs: this.#jobs,
				clock,
				api,
				results: this.#results,
				records,
				news: this.#news,
				recovery: this.recovery,
			}),
		);
		records.onDidChange((record) => {
			this.#news.observe(record);
			if (hasEnded(record)) {
				options.spending?.ended(attemptId(record), record.phase === 'unsent' ? 0 : undefined);
			}
			if (!hasEnded(record) && record.cancelRequested) coordinator.pollSoon('job', record.id);
		});
	}

	/** Continues to follow the jobs that have not ended, and watches the other windows. */
	begin(): void {
		this.records.begin();
	}

	/**
	 * Submits a job. Its record is in the ledger before the request is sent, its id immediately after the reply. A
	 * failure leaves the record there as `unsent` or `uncertain`. A job that may have arrived is never sent again.
	 */
	async submit(submission: JobSubmission): Promise<Result<JobRecord>> {
		const asked = this.#options.session.current;
		if (asked.state !== 'signedIn') return failed(signedOutFailure);
		const { totalSteps: steps, arch, load, gpuType, gpuCount } = submission;
		const estimate = this.estimate({ gpuType, gpuCount, ...compact({ steps, arch, load }) });
		const id = crypto.randomUUID();
		const paid = paidJob(id, submission, estimate);
		const allowed = await askToStart(this.#options, asked, paid);
		if (!allowed.ok) return allowed;
		const { session: current, begun } = allowed.value;
		const submitted = await submitJob(this.#parts, current, { ...submission, id }, (record) => {
			begun();
			this.records.beginNotifying(record);
			this.begin();
		});
		if (!submitted.ok) return submitted;
		return this.#passCancelOn(current, submitted.value);
	}

	/** Sends the cancel that the person requested before the reply with the id arrived. */
	async #passCancelOn(session: SignedIn, record: JobRecord): Promise<Result<JobRecord>> {
		if (record.cancelRequested && record.jobId !== undefined) {
			const canceled = await cancelAtService(this.#parts, { session, record, jobId: record.jobId });
			if (!canceled.ok) await this.records.update(record.id, withCancelFailed);
		}
		return this.records.followed(record.id);
	}

	/** Cancels a job that waits or runs. Its artifacts stay available. */
	async cancel(id: string): Promise<Result<JobRecord>> {
		const record = this.get(id);
		if (record?.phase === 'submitting') {
			// The reply with the id has not arrived yet; the window that receives it sends the cancel.
			return success((await this.records.update(id, withCancelRequested)) ?? record);
		}
		const owned = ownedJob(this.records, id);
		if (!owned.ok) return owned;
		if (hasEnded(owned.value.record)) return success(owned.value.record);
		const canceled = await cancelAtService(this.#parts, owned.value);
		return canceled.ok ? success(this.get(id) ?? owned.value.record) : canceled;
	}

	/** Estimates a training from earlier jobs of the account. */
	estimate(planned: PlannedWork): Estimate {
		const { session, spending } = this.#options;
		const { current } = session;
		if (current.state !== 'signedIn') return { count: 0 };
		const { perHour } = paidJob('', { name: '', ...planned });
		return {
			...trainingEstimate(planned, this.jobs(), earlierJobs(spending, current, planned)),
			...compact({ hourlyRate: perHour }),
		};
	}

	/** Queues an ended job again, on another machine if `gpu` is given; it is followed from then on. */
	async resume(id: string, gpu?: Gpu): Promise<Result<JobRecord>> {
		const owned = ownedJob(this.records, id);
		if (!owned.ok) return owned;
		const { record } = owned.value;
		const machine = gpu ? { gpuType: gpu.type, gpuCount: gpu.count } : record;
		const paid = paidJob(
			attemptId({ id, attempt: record.attempt + 1 }),
			{ ...machine, name: record.name },
			this.estimate(restOf(record, gpu)),
		);
		const allowed = await askToStart(this.#options, owned.value.session, paid);
		if (!allowed.ok) return allowed;
		const { session } = allowed.value;
		const reply = await resumeAtService(this.#parts, { ...owned.value, session }, gpu);
		if (!reply.ok) {
			// The job may have been resumed elsewhere.
			if (reply.failure.kind === 'conflict') await this.recovery.lookAgain(id);
			return reply;
		}
		const { record: again, doubt } = reply.value;
		allowed.value.begun();
		if (again) this.records.beginNotifying(again);
		this.begin();
		if (doubt === undefined) return this.records.followed(id);
		const asked = await this.recovery.lookAgain(id);
		this.records.follow(id);
		return asked.ok && !isPerhapsResumed(asked.value)
			? asked
			: failed(perhapsResumedFailure(this.get(id) ?? record, doubt));
	}

	/** Replaces the configuration of a job that has ended, and its machine if `gpu` is given; its state stays, and it can be resumed. */
	async edit(id: string, configText: string, gpu?: Gpu): Promise<Result<JobRecord>> {
		const owned = ownedJob(this.records, id);
		if (!owned.ok) return owned;
		if (hasHiddenSecrets(configText)) return failed(hiddenSecretFailure);
		return editAtService(this.#parts, owned.value, configText, gpu);
	}

	/** Takes a job out of the list, with its configuration. One that moves continues at the service. */
	async remove(id: string): Promise<Result<undefined>> {
		const record = this.get(id);
		if (!record) return success(undefined);
		if (record.phase === 'submitting' && this.records.submissions.isUnderWay(id))
			return failed(submittingFailure);
		try {
			await this.configs.remove(id);
		} catch (error) {
			return failed(diskTrouble(error, l10n.t('The configuration of this job')));
		}
		await this.records.remove(id);
		return success(undefined);
	}

	/** Returns the jobs of the account, newest first; when signed out, those of the connection on this computer. */
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
	 * Requests the artifacts of a job so far. Its addresses are secrets that expire: never store, log or show them.
	 * @param age `recent` also accepts an answer that another caller got a moment ago.
	 */
	async result(id: string, age: 'now' | 'recent' = 'now'): Promise<Result<JobResult>> {
		const owned = ownedJob(this.records, id);
		if (!owned.ok) return owned;
		const { session, record, jobId } = owned.value;
		const reply = await this.#results[age](session.service, jobId, record);
		if (reply.ok && record.phase !== 'ending') {
			await this.records.update(id, (current) => withResultSince(current, record, reply.value));
		}
		return reply;
	}

	/**
	 * Claims the news of a changed job for this window: each once, in one window only, and never for events before this window opened. Not
	 * for a submission that failed in this window: `submit` has returned that.
	 */
	async claimNews(record: JobRecord): Promise<readonly JobNews[]> {
		return this.records.submissions.isOwn(record.id) ? [] : this.#news.claim(record);
	}

	/** Returns the list as JSON text for another computer, without configurations and secrets. */
	export(): string {
		return writeJobList(this.jobs());
	}

	/** Adds the jobs of an exported list that are not yet known; those of the account are followed. */
	async import(json: string): Promise<Result<ImportedJobs>> {
		const imported = await importJobs(this.#jobs, this.records, json);
		this.begin();
		return imported;
	}

	/** Reports nothing more. The ledger and the coordinator stay open. */
	dispose(): void {
		this.records.dispose();
	}
}
