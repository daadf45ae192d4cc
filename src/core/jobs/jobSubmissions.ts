import type { SignedIn } from '../account/session.ts';
import type { Clock } from '../base/clock.ts';
import { failed, type Result, success } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { ChangeFeed } from '../records/changeFeed.ts';
import { type Submissions, surelyNotSubmitted } from '../records/submissions.ts';
import { configFacts } from './configFacts.ts';
import { hasHiddenSecrets } from './configSecrets.ts';
import type { JobApi } from './jobApi.ts';
import type { JobRecord } from './jobRecord.ts';
import type { JobTable } from './jobTable.ts';
import { accepted, notAccepted } from './jobTransitions.ts';
import {
	hiddenSecretFailure,
	interruptedNotice,
	notRecordedFailure,
	uncertainNotice,
	unsentNotice,
} from './notices.ts';

/** What is submitted. */
export interface JobSubmission {
	/** The whole configuration, sent as it is; `${VAR}` is left to the service. */
	readonly configText: string;
	readonly gpuType: string;
	readonly gpuCount: number;
	/** `config.name` of the configuration. */
	readonly name: string;
	/** URI of the document it comes from. */
	readonly documentUri?: string;
	/** `train.steps` of the configuration. */
	readonly totalSteps?: number;
}

export interface JobSubmissionsOptions {
	readonly jobs: JobTable;
	readonly feed: ChangeFeed<JobRecord>;
	readonly api: JobApi;
	readonly clock: Clock;
	readonly log: Log;
	/** Which submissions are in the hands of a window. */
	readonly underWay: Submissions;
	/** Keeps a configuration; says how it was kept. */
	readonly keep: (id: string, text: string) => Promise<Pick<JobRecord, 'config'>>;
}

/** "Job record could not be created": the one error of the service that says that nothing came of a submission. */
const jobCreateFailed = 50052;

/** Submits jobs, each once: the record is in the ledger before the request leaves, its id right after the reply. */
export class JobSubmissions {
	readonly #options: JobSubmissionsOptions;

	constructor(options: JobSubmissionsOptions) {
		this.#options = options;
	}

	/**
	 * Submits a job under an id of ours; `onRecorded` is called before the request leaves. A failure leaves the record as `unsent` or `uncertain`. A
	 * job that may have arrived is never sent again.
	 */
	async submit(
		session: SignedIn,
		submission: JobSubmission & { readonly id: string },
		onRecorded: (record: JobRecord) => void,
	): Promise<Result<JobRecord>> {
		const { feed, clock, underWay, keep } = this.#options;
		const { id, configText, gpuType, gpuCount, name, documentUri, totalSteps } = submission;
		if (hasHiddenSecrets(configText)) return failed(hiddenSecretFailure);
		const record: JobRecord = {
			id,
			connectionId: session.connection.id,
			accountId: session.account.id,
			name,
			phase: 'submitting',
			state: '',
			gpuType,
			gpuCount,
			submittedAt: clock.now(),
			attempt: 1,
			...configFacts(configText),
			...(totalSteps === undefined ? {} : { plannedSteps: totalSteps }),
			...(documentUri === undefined ? {} : { documentUri }),
			...(await keep(id, configText)),
		};
		await underWay.begin(id);
		try {
			// A job that was not written is one that nobody would find again.
			if (!(await feed.put(record))) return failed(notRecordedFailure);
			onRecorded(record);
			return await this.#send(session, record, submission);
		} finally {
			await underWay.end(id);
		}
	}

	/** A job that is in nobody's hands while it is being submitted was interrupted. */
	async endInterrupted({ connection, account }: SignedIn): Promise<void> {
		const { jobs, feed, clock, underWay } = this.#options;
		const now = clock.now();
		for (const { id, phase } of jobs.unfinished(connection.id, account.id)) {
			if (phase !== 'submitting' || underWay.isUnderWay(id)) continue;
			const notice = interruptedNotice(connection.webUrl);
			await feed.update(id, (current) => notAccepted(current, 'uncertain', notice, now));
		}
	}

	/** Whether this window is submitting the job. */
	isOwn(id: string): boolean {
		return this.#options.underWay.isOwn(id);
	}

	isUnderWay(id: string): boolean {
		return this.#options.underWay.isUnderWay(id);
	}

	/** Called every second. */
	renew(): Promise<void> {
		return this.#options.underWay.renew();
	}

	async #send(
		session: SignedIn,
		record: JobRecord,
		{ configText, gpuType, gpuCount }: JobSubmission,
	): Promise<Result<JobRecord>> {
		const { feed, api, clock, log } = this.#options;
		const reply = await api.submit(session.service, { configText, gpuType, gpuCount });
		if (!reply.ok) {
			const { failure } = reply;
			const surely = surelyNotSubmitted(failure) || failure.code === jobCreateFailed;
			const notice = surely ? unsentNotice(failure) : uncertainNotice(failure, session.connection.webUrl);
			const now = clock.now();
			log.warn(`The training job ${record.id} was not accepted: ${failure.message}`);
			await feed.update(record.id, (current) =>
				notAccepted(current, surely ? 'unsent' : 'uncertain', notice, now),
			);
			return reply;
		}
		log.info(`The training job ${record.id} is job ${reply.value.id} of the service.`);
		const taken = await feed.update(record.id, (current) => accepted(current, reply.value));
		return success(taken ?? accepted(record, reply.value));
	}
}
