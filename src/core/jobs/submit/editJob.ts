import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import type { TrainingDocument } from '../../training/yaml/document.ts';
import { gpuOf } from '../gpus.ts';
import type { Gpu, JobResult } from '../job.ts';
import { hasOwnName, type JobRecord } from '../jobRecord.ts';
import { freeName } from './names.ts';
import { beginOfResume } from './resumeJob.ts';
import { type JobAsk, type JobSource, reviewed, type SubmissionParts } from './submission.ts';
import { type SubmitOutcome, submitJob } from './submitJob.ts';

interface EditRequest {
	readonly source: JobSource;
	readonly job: JobRecord;
	/** True if the job is resumed with it. */
	readonly resume: boolean;
	/** The machine that replaces the current one. */
	readonly gpu?: Gpu;
	readonly newJobGpu: () => Gpu;
}

/** The outcome of an edit; `submitted` if it became a new job. */
export type EditOutcome =
	| SubmitOutcome
	| { readonly kind: 'edited' | 'resumed'; readonly job: JobRecord }
	/** The service has the configuration, and did not resume the job. */
	| { readonly kind: 'notResumed'; readonly job: JobRecord; readonly failure: Failure };

/** Sends a configuration to the job that it belongs to, and resumes the job on request. */
export async function editJob(
	parts: SubmissionParts,
	session: SignedIn,
	{ source, job, resume, gpu: first, newJobGpu }: EditRequest,
	ask: JobAsk,
): Promise<EditOutcome> {
	const { services, facts } = parts;
	const service = await services.jobs();
	let gpu = first;
	let made: JobResult | undefined;
	const plan = {
		action: (document: TrainingDocument) =>
			({
				kind: 'edit',
				job,
				resume,
				gpu: gpu ?? gpuOf(job),
				...compact({
					freeName: job.state === 'FAILED' ? freeName((name) => facts.nameTaken(name), job) : undefined,
					begins: made && beginOfResume(job, made, document),
				}),
			}) as const,
		submission: () => ({
			operation: 'edit' as const,
			...compact({
				originalName: hasOwnName(job) ? job.name : undefined,
				gpuType: gpu?.type,
				gpuCount: gpu?.count,
				jobStatus: job.state === '' ? undefined : job.state,
			}),
		}),
		ask: async () => {
			const result = resume ? await service.result(job.id) : undefined;
			made = result?.ok ? result.value : undefined;
		},
		useGpu: (chosen: Gpu) => {
			gpu = chosen;
		},
	};
	const found = await reviewed(parts, session, source, plan, ask);
	if (found.kind === 'newJob') return submitJob(parts, session, { source, gpu: newJobGpu() }, ask);
	if (found.kind !== 'confirmed') return found;
	const { document } = found;
	const sent = await facts.during('editing', () => service.edit(job.id, document.source, gpu));
	if (!sent.ok) return { kind: 'refused', failure: sent.failure };
	if (!resume) return { kind: 'edited', job: sent.value };
	const resumed = await service.resume(job.id, gpu);
	return resumed.ok
		? { kind: 'resumed', job: resumed.value }
		: { kind: 'notResumed', job: sent.value, failure: resumed.failure };
}
