import * as l10n from '@vscode/l10n';
import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { Connection } from '../connection/connection.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { wasNotSubmitted } from '../records/submissions.ts';
import { configFacts } from './config/facts.ts';
import { gpuOf, isSameGpu, trainingGpus } from './gpus.ts';
import { type Gpu, jobHasEnded } from './job.ts';
import type { JobRecord } from './jobRecord.ts';
import type { JobParts } from './jobSubmissions.ts';
import { perhapsResumed, resumed, withCancelRequested, withStatus } from './jobTransitions.ts';
import { noIdFailure, perhapsResumedNotice } from './notices.ts';

/** A job with the session that may request it. */
interface OwnedJob {
	readonly record: JobRecord;
	readonly session: SignedIn;
	readonly jobId: string;
}

/** Returns a job of the account in use that the service has accepted, with its session. */
export function ownedJob(records: FollowedRecords<JobRecord>, id: string): Result<OwnedJob> {
	const owned = records.owned(id);
	if (!owned.ok) return owned;
	const { jobId } = owned.value.record;
	return jobId === undefined ? failed(noIdFailure) : success({ ...owned.value, jobId });
}

/** A resumed job; after a resume with an unknown outcome, also the failure. */
interface ResumedJob {
	readonly record: JobRecord | undefined;
	readonly doubt?: Failure;
}

function withMachine<Known extends Pick<JobRecord, 'gpuType' | 'gpuCount'>>(record: Known, gpu?: Gpu): Known {
	return gpu === undefined ? record : { ...record, gpuType: gpu.type, gpuCount: gpu.count };
}

/**
 * Returns the machine of a job if it is not the default one of a submission. An edit may be read like a submission
 * (trainer-service.md, "Job submission body"), and must not change the machine silently.
 */
function unusualMachine(record: JobRecord, connection: Connection): Gpu | undefined {
	const machine = gpuOf(record);
	return isSameGpu(trainingGpus(connection)[0], machine) ? undefined : machine;
}

/** Cancels a job at the service, and notes that in the ledger. */
export async function cancelAtService(
	parts: JobParts,
	{ session, record, jobId }: OwnedJob,
): Promise<Result<undefined>> {
	const { api, records } = parts;
	const reply = await api.cancel(session.service, jobId);
	if (!reply.ok) return refused(parts, 'cancel', record, reply.failure);
	const { now, coordinator } = records;
	await records.update(record.id, (current) => {
		const asked = withCancelRequested(current);
		return reply.value && jobHasEnded(reply.value.state) ? withStatus(asked, reply.value, now) : asked;
	});
	coordinator.pollSoon('job', record.id);
	return success(undefined);
}

/** Queues an ended job again, on another machine if `gpu` is given. */
export async function resumeAtService(
	parts: JobParts,
	{ session, record, jobId }: OwnedJob,
	gpu?: Gpu,
): Promise<Result<ResumedJob>> {
	const { api, records } = parts;
	const reply = await api.resume(session.service, jobId, gpu);
	if (!reply.ok && wasNotSubmitted(reply.failure)) return refused(parts, 'resume', record, reply.failure);
	const state = reply.ok ? reply.value?.state : undefined;
	const { now } = records;
	const again = await records.update(record.id, (current) =>
		withMachine(
			reply.ok
				? resumed(current, now, state === undefined || jobHasEnded(state) ? 'IN_QUEUE' : state)
				: perhapsResumed(current, now, perhapsResumedNotice(reply.failure)),
			gpu,
		),
	);
	return success({ record: again, ...(reply.ok ? {} : { doubt: reply.failure }) });
}

/** Replaces the configuration of a job that has ended. A refusal is about the configuration and is passed on unchanged. */
export async function editAtService(
	{ api, records, configs }: JobParts,
	{ session, record, jobId }: OwnedJob,
	configText: string,
	gpu?: Gpu,
): Promise<Result<JobRecord>> {
	const machine = gpu ?? unusualMachine(record, session.connection);
	const edit = { configText, ...compact({ gpu: machine }) };
	const reply = await api.edit(session.service, jobId, edit);
	if (!reply.ok) return reply;
	const kept = await configs.keep(record.id, configText);
	const facts = configFacts(configText);
	const after = await records.update(
		record.id,
		({ config, plannedSteps, sampleEvery, saveEvery, progress, ...current }) => ({
			...withMachine(current, gpu),
			...facts,
			...kept,
			// The total of the service is that of the configuration before.
			...compact({ progress: progress && { ...progress, ...compact({ totalSteps: facts.plannedSteps }) } }),
		}),
	);
	return success(after ?? record);
}

function refused(
	{ log }: JobParts,
	what: 'cancel' | 'resume',
	{ id, name }: JobRecord,
	failure: Failure,
): Result<never> {
	log.warn(`The ${what} of the training job ${id} failed: ${failure.message}`);
	const message =
		what === 'cancel'
			? l10n.t('"{0}" could not be canceled. {1}', name, failure.message)
			: l10n.t('"{0}" could not be resumed. {1}', name, failure.message);
	return failed({ ...failure, message });
}
