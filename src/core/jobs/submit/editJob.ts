import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import { planJob, removedSteps } from '../../training/jobPlan.ts';
import type { TrainingDocument } from '../../training/yaml/document.ts';
import { readCheckpointName } from '../checkpoints/artifactNames.ts';
import { resumePoint } from '../checkpoints/resume.ts';
import { gpuOf } from '../gpus.ts';
import type { Gpu } from '../job.ts';
import { hasOwnName, type JobRecord } from '../jobRecord.ts';
import { freeName } from './names.ts';
import type { EditBegin } from './reviewedAction.ts';
import { type JobAsk, type JobSource, refused, reviewed, type SubmissionParts } from './submission.ts';
import { type SubmitOutcome, submitJob } from './submitJob.ts';

/** The new configuration of a job. */
interface EditRequest {
	readonly source: JobSource;
	readonly job: JobRecord;
	/** Whether the job is resumed with it. */
	readonly resume: boolean;
	/** The machine in the place of the one that it has. */
	readonly gpu?: Gpu;
	/** The machine where the configuration becomes a new job. */
	readonly newJobGpu: () => Gpu;
}

/** What came of an edit; `submitted` where it became a new job. */
export type EditOutcome =
	| SubmitOutcome
	| { readonly kind: 'edited' | 'resumed'; readonly job: JobRecord }
	/** The service has the configuration, and did not resume the job. */
	| { readonly kind: 'notResumed'; readonly job: JobRecord; readonly failure: Failure };

/** Sends a configuration to the job that it belongs to, and resumes the job where that is wanted. */
export async function editJob(
	parts: SubmissionParts,
	session: SignedIn,
	{ source, job, resume, gpu: first, newJobGpu }: EditRequest,
	ask: JobAsk,
): Promise<EditOutcome> {
	const { services, facts } = parts;
	const service = await services.jobs();
	let gpu = first;
	let begins: Omit<EditBegin, 'removed'> | undefined;
	const plan = {
		action: (document: TrainingDocument) =>
			({
				kind: 'edit',
				job,
				resume,
				gpu: gpu ?? gpuOf(job),
				...compact({
					freeName: job.state === 'FAILED' ? freeName((name) => facts.nameTaken(name), job) : undefined,
					begins: begins && withRemoved(begins, document),
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
			begins = undefined;
			if (!resume) return;
			const made = await service.result(job.id);
			if (!made.ok) return;
			const { checkpoints } = made.value;
			begins = {
				point: resumePoint(job, made.value),
				checkpointSteps: checkpoints.flatMap(({ name }) => readCheckpointName(name)?.step ?? []),
			};
		},
		useGpu: (chosen: Gpu) => {
			gpu = chosen;
		},
	};
	const found = await reviewed(parts, session, source, plan, ask);
	if (found.kind === 'newJob') return submitJob(parts, session, { source, gpu: newJobGpu() }, ask);
	if (found.kind !== 'confirmed') return found;
	const { document } = found;
	const sent = await facts.during('editing', () => service.edit(job.id, document.text, gpu));
	if (!sent.ok) return refused(document, sent.failure);
	if (!resume) return { kind: 'edited', job: sent.value };
	const resumed = await service.resume(job.id, gpu);
	return resumed.ok
		? { kind: 'resumed', job: resumed.value }
		: { kind: 'notResumed', job: sent.value, failure: resumed.failure };
}

function withRemoved(begins: Omit<EditBegin, 'removed'>, document: TrainingDocument): EditBegin {
	const { checkpointSteps, point } = begins;
	return { ...begins, removed: removedSteps(planJob(document), checkpointSteps, point.step) };
}
