import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import type { Result } from '../../base/failure.ts';
import { exactUsd } from '../../base/money.ts';
import { jobStatus } from '../../operations/jobs/jobs.ts';
import { nonEmpty } from '../../operations/members.ts';
import { runFact } from '../../operations/runs/facts.ts';
import { runList } from '../../operations/runs/list.ts';
import { runStatus } from '../../operations/runs/runs.ts';
import { countOf, named, orElse } from '../texts.ts';
import type { Answer, Call } from '../tool.ts';

export type Run = z.output<typeof runFact>;

export const requestId = nonEmpty('as submit_request gave it, or the service_id');

/** Names of files that agents can be shown. */
export const pictureName = /\.(png|jpe?g|webp|gif)$/i;

const { requestId: serviceId, instanceId, ...known } = runFact.shape;
const { id: _id, status: _status, target: _target, ...facts } = known;

export const request = z.object({
	request_id: z.string(),
	service_id: serviceId,
	instance_id: instanceId,
	/** The name of the deployment, the model or the engine. */
	target: z.string(),
	deployment_id: z.exactOptional(z.string()),
	model_id: z.exactOptional(z.string()),
	...facts,
});

/** Returns the answer about a request: its facts, and a sentence or more. */
export function requestOf(run: Run): Answer<z.output<typeof request>> {
	const { id, status, target, document, files, requestId, instanceId, ...more } = run;
	const lines = [
		run.error && `It failed: ${run.error}`,
		...(run.errorDetails ?? []),
		run.warning,
		run.notice,
		run.costMicrodollars === undefined ? undefined : `It cost ${exactUsd(run.costMicrodollars)}.`,
	].filter((line) => line !== undefined && line !== '');
	const first = `Request ${id}: ${status}. ${named(document)} on ${named(target.name)}, ${countOf(files, 'file')}.`;
	return {
		value: {
			request_id: id,
			...more,
			document,
			files,
			target: target.name,
			...compact({ service_id: requestId, instance_id: instanceId }),
			...(target.kind === 'engine' ? {} : { [`${target.kind}_id`]: target.id }),
		},
		text: [first, ...lines].join('\n'),
		begun: id,
	};
}

/** Returns our own id of a request, which may have been named by that of the service. */
export async function ownId(call: Call, given: string): Promise<string> {
	const known = await call.run(runStatus, { id: given });
	if (known.ok || known.failure.kind !== 'notFound') return given;
	const listed = await call.run(runList, { limit: 500 });
	const runs = listed.ok ? listed.value.runs : [];
	return runs.find((run) => run.requestId === given)?.id ?? given;
}

/** Returns a result about a request; if the request is unknown, the failure directs to the list of requests. */
export async function orRequests<T>(call: Call, id: string, result: Result<T>): Promise<Result<T>> {
	if (result.ok || result.failure.kind !== 'notFound') return result;
	const job = await call.run(jobStatus, { id });
	return orElse(
		result,
		job.ok
			? 'It is the ID of a training job: call get_training_job with it as job_id.'
			: 'list_requests lists those that are known here.',
	);
}

/** Characters of a text that a run has made. */
export const longestText = 4000;
