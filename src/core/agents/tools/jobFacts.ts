import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import type { Result } from '../../base/failure.ts';
import { jobStatus } from '../../operations/jobs/jobs.ts';
import { nonEmpty } from '../../operations/members.ts';
import { runStatus } from '../../operations/runs/runs.ts';
import { named, orElse } from '../texts.ts';
import type { Answer, Call } from '../tool.ts';
import { ownId } from './requestFacts.ts';

export const jobId = nonEmpty('as get_training_job gives it');

// All steps are in the text alone, which costs no words in the list of tools.
const { id: _id, jobId: serviceId, steps: _steps, ...facts } = jobStatus.output.shape;

export const job = z.object({
	job_id: z.string(),
	service_id: serviceId,
	...facts,
});

/** Returns the answer about a training job: its facts, and a sentence or more. */
export function jobOf(fact: z.output<typeof jobStatus.output>): Answer<z.output<typeof job>> {
	const { id, jobId: service_id, steps, ...rest } = fact;
	const { name, state, step, error, notice } = rest;
	const of = steps === undefined ? '' : ` of ${steps}`;
	const parts = [step === undefined ? '' : `, step ${step}${of}`, error === undefined ? '' : `: ${error}`];
	const text = [`Training job ${id} ${named(name)}: ${state}${parts.join('')}`, notice]
		.filter(Boolean)
		.join('\n');
	return { value: { job_id: id, ...rest, ...compact({ service_id }) }, text, begun: id };
}

/** Returns a result about a training job; if the job is unknown, the failure directs to the list of jobs. */
export async function orJobs<T>(call: Call, id: string, result: Result<T>): Promise<Result<T>> {
	if (result.ok || result.failure.kind !== 'notFound') return result;
	const known = await call.run(jobStatus, { id });
	if (known.ok) return result;
	const run = await call.run(runStatus, { id: await ownId(call, id) });
	return orElse(
		result,
		run.ok
			? 'It is the ID of a request: call get_request_status.'
			: 'Call get_training_job without a job_id to list the newest jobs.',
	);
}
