import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import { type Artifacts, artifactsOf } from './artifacts.ts';
import { artifactUrl } from './artifactUrls.ts';
import type { JobRecord, TrainingJobs } from './records.ts';
import type { Trainer } from './trainer.ts';

export const jobsPath = '/prod/v1/trainers/ai-toolkit/jobs';

export interface JobParts {
	readonly sandbox: SandboxContext;
	readonly jobs: TrainingJobs;
	readonly trainer: Trainer;
}

/** Returns a job as submit, cancel, resume and edit answer it: id under both of its names, and its addresses. */
export function jobRecord({ sandbox }: JobParts, job: JobRecord) {
	const url = `${sandbox.origins.api}${jobsPath}/${job.id}`;
	return {
		id: job.id,
		job_id: job.id,
		name: job.name,
		status: job.state,
		gpu_type: job.gpuType,
		gpu_count: job.gpuCount,
		created_at: timestamp(job.createdAt),
		status_url: `${url}/status`,
		result_url: `${url}/result`,
		cancel_url: `${url}/cancel`,
	};
}

/** Returns the status record: a job with its progress, its times and its error. */
export function statusRecord(parts: JobParts, job: JobRecord) {
	const progress = parts.trainer.progress(job);
	return {
		...jobRecord(parts, job),
		progress:
			progress === undefined
				? null
				: {
						current_step: progress.step,
						total_steps: progress.steps,
						percent: Math.floor((100 * progress.step) / progress.steps),
					},
		error: job.error ?? null,
		started_at: optionalTime(job.startedAt),
		finished_at: optionalTime(job.finishedAt),
	};
}

/** Returns the result record. `artifacts` is null before the first run begins. */
export function resultRecord(parts: JobParts, job: JobRecord) {
	const made = artifactsOf(job.name, parts.jobs.runs(job.id), parts.trainer.currentStep(job.id));
	return {
		id: job.id,
		job_id: job.id,
		name: job.name,
		status: job.state,
		artifacts: made === undefined ? null : addresses(parts.sandbox, job, made),
		error: job.error ?? null,
		created_at: timestamp(job.createdAt),
		finished_at: optionalTime(job.finishedAt),
	};
}

function addresses(sandbox: SandboxContext, job: JobRecord, made: Artifacts) {
	const at = (file: string) => ({ path: artifactUrl(sandbox, job.accountId, job.name, file) });
	return {
		checkpoints: made.checkpoints.map(({ name }) => at(name)),
		config: at(made.config.name),
		samples: made.samples.map(({ name }) => at(`samples/${name}`)),
	};
}

function optionalTime(at: number | undefined): string | null {
	return at === undefined ? null : timestamp(at);
}
