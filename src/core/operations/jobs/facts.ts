import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { hasEnded, type JobRecord, totalStepsOf } from '../../jobs/jobRecord.ts';
import { jobPhase } from '../../jobs/jobSchema.ts';
import { unknownJobFailure } from '../../jobs/notices.ts';
import { idOf } from '../members.ts';
import type { Progress } from '../operation.ts';

export const jobId = idOf(
	'job',
	l10n.t('a training job, by its ID, the beginning of its ID, or its unique name'),
);

/** A training job in a few facts. Moments in milliseconds since 1970. */
export const jobFact = z.object({
	id: z.string(),
	jobId: z.exactOptional(z.string()),
	name: z.string(),
	phase: jobPhase,
	/** The service's word. */
	state: z.string(),
	gpuType: z.exactOptional(z.string()),
	gpuCount: z.exactOptional(z.number()),
	submittedAt: z.number(),
	endedAt: z.exactOptional(z.number()),
	step: z.exactOptional(z.number()),
	/** All steps, if known. */
	steps: z.exactOptional(z.number()),
	error: z.exactOptional(z.string()),
	notice: z.exactOptional(z.string()),
});

/** Returns the facts about a training job. */
export function factsOf(job: JobRecord): z.input<typeof jobFact> {
	const { id, jobId, name, phase, state, gpuType, gpuCount, submittedAt, endedAt, progress, error, notice } =
		job;
	const step = progress?.step;
	return {
		id,
		name,
		phase,
		state,
		submittedAt,
		...compact({ jobId, gpuType, gpuCount, endedAt, step, steps: totalStepsOf(job), error, notice }),
	};
}

export const waitedJob = {
	hasEnded,
	unknown: unknownJobFailure,
	progress(job: JobRecord): Progress {
		const done = job.progress?.step;
		return { message: job.state, ...compact({ done, total: totalStepsOf(job) }) };
	},
};
