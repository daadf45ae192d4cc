import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { failed, type Result, success } from '../../base/failure.ts';
import { numberText } from '../../base/language.ts';
import { exactUsd, microdollarsOf } from '../../base/money.ts';
import { givenValues } from '../../operations/documentInput.ts';
import { inputFailure } from '../../operations/inputFailure.ts';
import { jobCancel, jobStatus } from '../../operations/jobs/jobs.ts';
import { modelSchema } from '../../operations/models.ts';
import { deploymentRun, modelRun } from '../../operations/runs/inputs.ts';
import { runCancel, runList, runResult, runStatus } from '../../operations/runs/runs.ts';
import { runStart } from '../../operations/runs/start.ts';
import { isWholeId } from '../../records/meant.ts';
import { stateGroups } from '../../runs/history/filter.ts';
import { changeLine, mostChanges } from '../questions.ts';
import { badCursor, countOf, named, namedAddress, nextPage, notConfirmed, orElse } from '../texts.ts';
import { type Call, changes, reads, type Tool, tool } from '../tool.ts';
import { orUncertain, stateOf, waitInput } from '../waiting.ts';
import { longestText, orRequests, ownId, type Run, request, requestId, requestOf } from './requestFacts.ts';
import { showResult } from './showResult.ts';

/** Returns the line of a question that names the price of one run of a model. */
function priceLine(usd: number, unit: string | undefined): string {
	const price = exactUsd(microdollarsOf(usd) ?? 0);
	return unit === undefined
		? l10n.t('Price: {0} for one run', price)
		: l10n.t('Price: {0} for one {1}', price, named(unit));
}

const anyInputs = z.union([z.string(), z.record(z.string(), z.unknown())]);

const submitInput = z.strictObject({
	deployment_id: z.exactOptional(z.string().check(z.describe('the deployment to run on'))),
	model_id: z.exactOptional(
		z.string().check(z.describe('a model of the catalog, in place of a deployment; see search_models')),
	),
	path: z.exactOptional(z.string().check(z.describe('path of a workflow document on this computer'))),
	workflow_api_json: z.exactOptional(
		anyInputs.check(
			z.describe(
				'a workflow in API format; as JSON text its numbers keep their digits. Without it and path, the saved workflow of the deployment runs',
			),
		),
	),
	inputs: z.exactOptional(
		anyInputs.check(z.describe('inputs of a model, or of a deployment that takes inputs and no workflow')),
	),
	overrides: z.exactOptional(
		anyInputs.check(
			z.describe(
				'inputs of the workflow with other values, as an object or as JSON text, whose numbers keep their digits, such as {"6.text": "a harbor"} or {"6": {"inputs": {"text": "a harbor"}}}; the file stays as it is',
			),
		),
	),
	seed: z.exactOptional(
		z
			.union([z.int().check(z.gte(0)), z.string()])
			.check(z.describe('a number for every seed of the workflow, or "random" for new ones')),
	),
	webhook_url: z.exactOptional(
		z
			.string()
			.check(
				z.describe(
					'where the service reports the end, an address that begins with https://; a person is shown it',
				),
			),
	),
	...waitInput,
});

const submit = tool({
	name: 'submit_request',
	title: 'Run a workflow or a model',
	description:
		'Runs a workflow document or the saved workflow on a deployment, or a model of the catalog with inputs. get_deployment shows the inputs of a saved workflow for overrides. This may cost money: a person is asked each time. Check the document first with check_document. Answers at once unless wait_for_completion is true.',
	annotations: changes,
	input: submitInput,
	output: request,
	async run(call, input) {
		const started = await orUncertain(call, runStatus, await start(call, input));
		if (!started.ok) return started;
		const { id } = started.value;
		const run = await stateOf(call, runStatus, id, input);
		return success(requestOf(run.ok ? run.value : started.value));
	},
});

async function start(call: Call, input: z.output<typeof submitInput>): Promise<Result<Run>> {
	const { deployment_id: deployment, model_id: model, path, workflow_api_json: workflow, inputs } = input;
	const hasDocument = path !== undefined || workflow !== undefined;
	const { overrides: changes, seed, webhook_url: webhook } = input;
	const runsWorkflow = hasDocument || (deployment !== undefined && inputs === undefined);
	if (!runsWorkflow && (changes !== undefined || seed !== undefined))
		return failed(
			inputFailure(
				'overrides and seed change a workflow: give one by its path, as workflow_api_json, or the deployment_id of one that is saved. A model, and a deployment without a workflow, take inputs.',
			),
		);
	const overrides = jsonOf(changes);
	const given = givenValues(compact({ overrides }));
	if (!given.ok) return given;
	for (const { name, words } of given.value.slice(0, mostChanges)) call.note(changeLine(name, words), name);
	if (given.value.length > mostChanges)
		call.note(l10n.t('and {0} more', numberText(given.value.length - mostChanges)));
	for (const line of inputLines(inputs)) call.note(line);
	if (webhook !== undefined)
		call.disclose(l10n.t('The service reports the end to {0}', namedAddress(webhook)));
	if (model !== undefined) {
		if (hasDocument || deployment !== undefined)
			return failed(inputFailure('A model takes inputs, and neither a workflow nor a deployment.'));
		const found = await call.run(modelSchema, { id: model });
		if (!found.ok) return found;
		const { usd, unit } = found.value.model;
		if (usd !== undefined) call.note(priceLine(usd, unit));
		const done = await call.run(modelRun, { id: model, ...compact({ inputs, webhook }) });
		return done.ok ? success(done.value.run) : done;
	}
	if (runsWorkflow) {
		const done = await call.run(runStart, {
			...compact({
				path,
				document: jsonOf(workflow),
				overrides,
				deployment,
				webhook,
				seed: seed === undefined ? undefined : String(seed),
			}),
		});
		if (!done.ok) return done;
		return done.value.run === undefined ? notConfirmed() : success(done.value.run);
	}
	if (deployment === undefined)
		return failed(inputFailure('Give a deployment_id, or a model_id with inputs.'));
	const done = await call.run(deploymentRun, { id: deployment, ...compact({ inputs, webhook }) });
	return done.ok ? success(done.value.run) : done;
}

/** Returns JSON text as it is, and a value as JSON text. */
function jsonOf(given: z.output<typeof anyInputs> | undefined): string | undefined {
	return typeof given === 'object' ? JSON.stringify(given) : given;
}

/** Returns the lines of a question that name the inputs of a model or a deployment. */
function inputLines(inputs: z.output<typeof anyInputs> | undefined): readonly string[] {
	if (inputs === undefined) return [];
	if (typeof inputs === 'string') return [l10n.t('Inputs: {0}', named(inputs, longestInputs))];
	const entries = Object.entries(inputs);
	return [
		...entries.slice(0, mostChanges).map(([name, value]) => changeLine(name, JSON.stringify(value))),
		...(entries.length > mostChanges
			? [l10n.t('and {0} more', numberText(entries.length - mostChanges))]
			: []),
	];
}

const longestInputs = 500;

const status = tool({
	name: 'get_request_status',
	title: 'Show the state of a request',
	description: 'Shows the state of a request, at its end with its cost where the service says it.',
	annotations: reads,
	input: z.strictObject({ request_id: requestId, ...waitInput }),
	output: request,
	async run(call, { request_id: given, ...waiting }) {
		const id = await ownId(call, given);
		const found = await orRequests(call, id, await stateOf(call, runStatus, id, waiting));
		return found.ok ? success(requestOf(found.value)) : found;
	},
});

const result = tool({
	name: 'get_request_result',
	title: 'List what a request has made',
	description:
		'Lists the files of a request that has ended, with their paths on this computer, and the texts that it made. To look at a picture, call show_result.',
	annotations: reads,
	input: z.strictObject({ request_id: requestId }),
	output: runResult.output,
	async run(call, { request_id: given }) {
		const id = await ownId(call, given);
		const made = await orRequests(call, id, await call.run(runResult, { id }));
		if (!made.ok) return made;
		const { run, files, texts } = made.value;
		const lines = files.map(({ name, path, problem }) => `- ${path ?? `${name}: ${problem ?? 'not here'}`}`);
		const cut = texts.map((each) => ({ ...each, text: each.text.slice(0, longestText) }));
		const value = { run, files, texts: cut };
		return success({ value, text: [requestOf(run).text, ...lines].join('\n') });
	},
});

const cancel = tool({
	name: 'cancel_request',
	title: 'Cancel a request or a training job',
	description: 'Cancels a request or a training job that has not ended. A person is asked before.',
	annotations: { ...changes, destructiveHint: true, idempotentHint: true },
	input: z.strictObject({
		request_id: z.string().check(z.minLength(1), z.describe('id of a request or of a training job')),
	}),
	output: z.object({ id: z.string(), outcome: z.string() }),
	async run(call, { request_id: given }) {
		const id = await ownId(call, given);
		const run = await call.run(runStatus, { id });
		const isJob = !run.ok && run.failure.kind === 'notFound';
		if (!run.ok && !isJob) return run;
		if (isJob) {
			const known = orElse(
				await call.run(jobStatus, { id }),
				'list_requests and get_training_job list the ids.',
			);
			if (!known.ok) return known;
		}
		if (isJob) {
			const job = await call.run(jobCancel, { id });
			return job.ok
				? success({ value: { id, outcome: job.value.phase }, text: `Training job ${id}: ${job.value.state}` })
				: job;
		}
		const done = await call.run(runCancel, { id });
		if (!done.ok) return done;
		const said = { requested: 'is being canceled', notCancellable: 'can no longer be canceled' };
		return success({ value: done.value, text: `Request ${id} ${said[done.value.outcome]}.` });
	},
});

/** In a page of this size, the text of a list stays below 2,000 words. */
const pageSize = 20;

const list = tool({
	name: 'list_requests',
	title: 'List requests',
	description:
		'Lists the requests that were started from this computer, the newest first: state, document, prompt, seed and cost. Give words to find some by document, deployment, prompt, seed or changed input.',
	annotations: reads,
	input: z.strictObject({
		search: z.exactOptional(
			z.string().check(z.describe('words that must occur in what is known of a request')),
		),
		state: z.exactOptional(
			z
				.enum(Object.keys(stateGroups) as [keyof typeof stateGroups])
				.check(z.describe('only requests in this state')),
		),
		since: z.exactOptional(
			z
				.string()
				.check(
					z.describe(
						'only requests that were started since then: a date such as 2026-01-31, today, yesterday, or a time ago such as 2h, 3d or 1w',
					),
				),
		),
		before: z.exactOptional(
			z.string().check(z.describe('only requests that were started before then, in the same words')),
		),
		cursor: z.exactOptional(z.string().check(z.describe('next_cursor of the page before'))),
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

export const requestTools: readonly Tool[] = [submit, list, status, result, showResult, cancel];
