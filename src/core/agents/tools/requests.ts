import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, mapped, success } from '../../base/failure.ts';
import { jobCancel, jobStatus } from '../../operations/jobs/jobs.ts';
import { nonEmpty, optionalText } from '../../operations/members.ts';
import { runList } from '../../operations/runs/list.ts';
import { runCancel, runResult, runStatus } from '../../operations/runs/runs.ts';
import { isWholeId } from '../../records/meant.ts';
import { stateGroups } from '../../runs/history/filter.ts';
import { badCursor, countOf, named, nextPage, orElse } from '../texts.ts';
import { changes, reads, type Tool, tool } from '../tool.ts';
import { stateOf, waitInput } from '../waiting.ts';
import { longestText, orRequests, ownId, request, requestId, requestOf } from './requestFacts.ts';
import { showResult } from './showResult.ts';
import { submitRequest } from './submitRequest.ts';

const status = tool({
	name: 'get_request_status',
	title: 'Show the state of a request',
	description: 'Shows the state of a request, with its cost at its end if reported.',
	annotations: reads,
	input: z.strictObject({ request_id: requestId, ...waitInput }),
	output: request,
	async run(call, { request_id: given, ...waiting }) {
		const id = await ownId(call, given);
		return mapped(await orRequests(call, id, await stateOf(call, runStatus, id, waiting)), requestOf);
	},
});

const result = tool({
	name: 'get_request_result',
	title: 'List the results of a request',
	description:
		'Lists the files of a request that has ended, with their paths on this computer, and its texts. To look at a picture, call show_result.',
	annotations: reads,
	input: z.strictObject({ request_id: requestId }),
	output: z.object({
		...z.omit(request, { files: true }).shape,
		...z.omit(runResult.output, { run: true }).shape,
	}),
	async run(call, { request_id: given }) {
		const id = await ownId(call, given);
		const made = await orRequests(call, id, await call.run(runResult, { id }));
		if (!made.ok) return made;
		const { run, files, texts } = made.value;
		const lines = files.map(({ name, path, problem }) => `- ${path ?? `${name}: ${problem ?? 'not here'}`}`);
		const cut = texts.map((each) => ({ ...each, text: each.text.slice(0, longestText) }));
		const about = requestOf(run);
		const value = { ...about.value, files, texts: cut };
		return success({ value, text: [about.text, ...lines].join('\n') });
	},
});

const cancel = tool({
	name: 'cancel_request',
	title: 'Cancel a request or a training job',
	description: 'Cancels a request or a training job that has not ended. A person is asked first.',
	annotations: { ...changes, destructiveHint: true, idempotentHint: true },
	input: z.strictObject({
		request_id: nonEmpty('ID of either'),
	}),
	output: z.object({
		request_id: z.exactOptional(z.string()),
		job_id: z.exactOptional(z.string()),
		outcome: z.string(),
	}),
	async run(call, { request_id: given }) {
		const id = await ownId(call, given);
		const run = await call.run(runStatus, { id });
		const isJob = !run.ok && run.failure.kind === 'notFound';
		if (!run.ok && !isJob) return run;
		if (isJob) {
			const known = orElse(
				await call.run(jobStatus, { id }),
				'list_requests and get_training_job list the IDs.',
			);
			if (!known.ok) return known;
			const job = await call.run(jobCancel, { id });
			return job.ok
				? success({
						value: { job_id: id, outcome: job.value.phase },
						text: `Training job ${id}: ${job.value.state}`,
					})
				: job;
		}
		const done = await call.run(runCancel, { id });
		if (!done.ok) return done;
		const said = { requested: 'is being canceled', notCancellable: 'can no longer be canceled' };
		const { outcome } = done.value;
		return success({ value: { request_id: id, outcome }, text: `Request ${id} ${said[outcome]}.` });
	},
});

/** In a page of this size, the text of a list stays below 2,000 words. */
const pageSize = 20;

const list = tool({
	name: 'list_requests',
	title: 'List requests',
	description:
		'Lists the requests that were started from this computer, newest first: state, document, prompt, seed and cost.',
	annotations: reads,
	input: z.strictObject({
		search: optionalText('words in its document, deployment, prompt, seed or changed inputs'),
		state: z.exactOptional(z.enum(Object.keys(stateGroups) as [keyof typeof stateGroups])),
		since: optionalText(
			'started since a date such as 2026-01-31, today, yesterday, or an age such as 2h, 3d, 1w',
		),
		before: optionalText('in the same words'),
		cursor: optionalText('next_cursor of the page before'),
	}),
	output: z.object({
		requests: z.array(request),
		total: z.number(),
		next_cursor: z.exactOptional(z.string()),
	}),
	async run(call, { search: text, cursor: after, ...rest }) {
		if (after !== undefined && !isWholeId(after)) return failed(badCursor);
		const listed = await call.run(runList, { limit: pageSize, ...rest, ...compact({ text, after }) });
		if (!listed.ok) return listed;
		const { runs, total, next } = listed.value;
		const lines = runs.map(({ id, status, document, target, prompt, seed }) =>
			[
				`${id} ${status} ${named(document)} on ${named(target.name)}`,
				...(prompt === undefined ? [] : [`prompt ${named(prompt)}`]),
				...(seed === undefined ? [] : [`seed ${seed}`]),
			].join(', '),
		);
		return success({
			value: {
				requests: runs.map((run) => requestOf(run).value),
				total,
				...compact({ next_cursor: next }),
			},
			text: [countOf(total, 'request'), ...lines, ...nextPage(next, after)].join('\n'),
		});
	},
});

export const requestTools: readonly Tool[] = [submitRequest, list, status, result, showResult, cancel];
