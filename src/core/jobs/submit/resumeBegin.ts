import { planJob, removedSteps } from '../../training/jobPlan.ts';
import { parseTraining, type TrainingDocument } from '../../training/yaml/document.ts';
import { readCheckpointName } from '../checkpoints/artifactNames.ts';
import { resumePoint } from '../checkpoints/resume.ts';
import type { JobResult } from '../job.ts';
import type { JobRecord } from '../jobRecord.ts';
import type { EditBegin } from './reviewedAction.ts';

/** Returns the point at which a job resumes with a configuration, and the checkpoints that will be removed until its end. */
export function beginOfResume(job: JobRecord, made: JobResult, document: TrainingDocument): EditBegin {
	const point = resumePoint(job, made);
	const steps = made.checkpoints.flatMap(({ name }) => readCheckpointName(name)?.step ?? []);
	return { point, removed: removedSteps(planJob(document), steps, point.step) };
}

/** Returns the point at which a job begins that is resumed with the text of a configuration. */
export function beginWithText(job: JobRecord, made: JobResult, text: string): EditBegin {
	return beginOfResume(job, made, parseTraining(text));
}
