import { fetchBalance } from '../../account/balance.ts';
import type { SignedIn } from '../../account/session.ts';
import { compact } from '../../base/compact.ts';
import { failed, type Result } from '../../base/failure.ts';
import { dialectOf } from '../../connection/dialects.ts';
import type { Estimate } from '../../records/estimate.ts';
import { planJob, removedSteps } from '../../training/jobPlan.ts';
import { parseTraining, type TrainingDocument } from '../../training/yaml/document.ts';
import { readCheckpointName } from '../checkpoints/artifactNames.ts';
import { resumePoint } from '../checkpoints/resume.ts';
import { restOf } from '../estimate.ts';
import { gpuOf, gpuText, otherGpuFailure } from '../gpus.ts';
import type { Gpu, JobResult } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import type { JobService } from '../jobService.ts';
import type { EditBegin } from './reviewedAction.ts';
import type { JobAsk } from './submission.ts';

/** The outcome of the call, or the question that was not answered with yes. */
type ResumeOutcome = Result<JobRecord> | 'confirmResume' | 'confirmSpending';

/** Resumes a job after the person has confirmed its first step, the checkpoints that it removes, its machine and its cost. */
export async function resumeJob(
	service: Pick<JobService, 'result' | 'resume' | 'configs' | 'estimate'>,
	session: SignedIn,
	{ job, gpu: first }: { readonly job: JobRecord; readonly gpu?: Gpu },
	ask: Pick<JobAsk, 'confirmResume' | 'confirmSpending'>,
): Promise<ResumeOutcome> {
	const refusal = first && otherGpuFailure(first, job, session.connection);
	if (refusal !== undefined) return failed(refusal);
	const [made, config, asked] = await Promise.all([
		service.result(job.id),
		service.configs.read(job.id),
		fetchBalance(session.service),
	]);
	if (!made.ok) return made;
	const balance = asked.ok ? asked.value : undefined;
	// Without its configuration, the number of kept checkpoints is unknown.
	const begins = beginOfResume(job, made.value, parseTraining(config.ok ? config.value.text : ''));
	const minimumMicrodollars = dialectOf(session.connection).minimumBalance.training;
	let gpu = first;
	let estimate: Estimate;
	for (;;) {
		estimate = service.estimate(restOf(job, gpu));
		const more = compact({ machine: gpu ?? gpuOf(job), balance });
		const answer = await ask.confirmResume({ job, begins, estimate, minimumMicrodollars, ...more });
		if (answer === undefined) return 'confirmResume';
		if (answer === 'resume') break;
		gpu = answer.gpu;
	}
	const may = await ask.confirmSpending({
		what: 'job',
		name: job.name,
		estimate,
		...compact({ on: gpu && gpuText(gpu), balance }),
	});
	return may === true ? service.resume(job.id, gpu) : 'confirmSpending';
}

/** Returns the point at which a job resumes with a configuration, and the checkpoints that will be removed until its end. */
export function beginOfResume(job: JobRecord, made: JobResult, document: TrainingDocument): EditBegin {
	const point = resumePoint(job, made);
	const steps = made.checkpoints.flatMap(({ name }) => readCheckpointName(name)?.step ?? []);
	return { point, removed: removedSteps(planJob(document), steps, point.step) };
}
