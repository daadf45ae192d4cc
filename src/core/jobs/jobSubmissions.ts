import { ownerOf, type SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { failed, type Result } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { uncertainNotice } from '../records/notices.ts';
import { wasNotSubmitted } from '../records/submissions.ts';
import { submitOnce } from '../records/submitOnce.ts';
import type { NewJob } from './client.ts';
import type { JobConfigs } from './config/configs.ts';
import { configFacts } from './config/facts.ts';
import { hasHiddenSecrets } from './config/secrets.ts';
import type { JobApi } from './jobApi.ts';
import type { JobRecord } from './jobRecord.ts';
import { accepted, notAccepted } from './jobTransitions.ts';
import { hiddenSecretFailure, jobTexts, lookFirst, uncertainJob, unsentNotice } from './notices.ts';

export interface JobSubmission extends Omit<NewJob, 'secrets'> {
	/** `config.name` of the configuration. */
	readonly name: string;
	readonly documentUri?: string;
	/** `train.steps` of the configuration. */
	readonly totalSteps?: number;
	/** `model.arch` of the configuration. */
	readonly arch?: string;
	/** Pixels of a step, as `JobPlan` has them. */
	readonly load?: number;
}

export interface JobParts {
	readonly records: FollowedRecords<JobRecord>;
	readonly api: JobApi;
	readonly log: Log;
	readonly configs: Pick<JobConfigs, 'keep'>;
}

/** "Job record could not be created": the one error of the service that proves that a submission had no effect. */
const jobCreateFailed = 'JOB_CREATE_FAILED';
const nameConflict = 'JOB_NAME_CONFLICT';

/**
 * Submits a job once, under our own id; `onRecorded` is called before the request is sent. A failure leaves the record as
 * `unsent` or `uncertain`.
 */
export async function submitJob(
	{ records, api, log, configs }: JobParts,
	session: SignedIn,
	submission: JobSubmission & { readonly id: string },
	onRecorded: (record: JobRecord) => void,
): Promise<Result<JobRecord>> {
	const { id, configText, gpuType, gpuCount, name, documentUri, totalSteps, arch, load } = submission;
	if (hasHiddenSecrets(configText)) return failed(hiddenSecretFailure);
	const record: JobRecord = {
		id,
		...ownerOf(session),
		name,
		phase: 'submitting',
		state: '',
		gpuType,
		gpuCount,
		submittedAt: records.now,
		attempt: 1,
		...configFacts(configText),
		...compact({ plannedSteps: totalSteps, documentUri, arch, load }),
		...(await configs.keep(id, configText)),
	};
	const { webUrl } = session.connection;
	/** True if the name turned out to be taken, most likely by the job of the first attempt. */
	let isDoubtful = false;
	return submitOnce(records, session, record, {
		onRecorded,
		send: async () => {
			const job = { configText, gpuType, gpuCount };
			const first = await api.submit(session.service, job);
			const isUncreated = !first.ok && first.failure.codeName === jobCreateFailed;
			// The table of codes allows one more attempt.
			const reply = isUncreated ? await api.submit(session.service, job) : first;
			isDoubtful = isUncreated && !reply.ok && reply.failure.codeName === nameConflict;
			if (reply.ok) log.info(`The training job ${id} is job ${reply.value.id} of the service.`);
			return reply;
		},
		accepted,
		refused: (current, phase, failure) => {
			log.warn(`The training job ${id} was not accepted: ${failure.message}`);
			const notice =
				phase === 'unsent'
					? unsentNotice(failure)
					: uncertainNotice(jobTexts, failure, lookFirst(id, webUrl));
			return notAccepted(current, phase, notice, records.now);
		},
		uncertain: (current) => uncertainJob(current, webUrl),
		isRefusal: (failure) => !isDoubtful && (wasNotSubmitted(failure) || failure.codeName === jobCreateFailed),
	});
}
