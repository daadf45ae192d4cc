import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success, wrongInput } from '../../base/failure.ts';
import { exactUsd } from '../../base/money.ts';
import {
	batchCancel,
	batchContinue,
	batchList,
	batchPause,
	batchStatus,
	runBatch,
} from '../../operations/batches.ts';
import { nonEmpty, optionalFlag, optionalText, text } from '../../operations/members.ts';
import { runSweep, sweepResults } from '../../operations/sweeps/sweep.ts';
import { countOf, named, orElse } from '../texts.ts';
import { type Answer, changes, reads, type Tool, tool } from '../tool.ts';
import { stateOf, waitInput } from '../waiting.ts';
import { anyInputs, documentArguments, jsonOf, notedOverrides } from './documentArguments.ts';

type Fact = z.output<typeof batchStatus.output>['batch'];

const { state, document, count, costMicrodollars, notice } = batchStatus.output.shape.batch.shape;
const facts = { state, document, count, costMicrodollars, notice };
const batch = z.object({ batch_id: z.string(), ...facts, request_ids: z.array(z.string()) });

function batchOf({ id, title, runs, ...fact }: Fact): Answer<z.output<typeof batch>> {
	const { state, status, document, count, costMicrodollars, notice } = fact;
	const cost = costMicrodollars === 0 ? undefined : `It cost ${exactUsd(costMicrodollars)} so far.`;
	return {
		value: {
			batch_id: id,
			...{ state, document, count, costMicrodollars, request_ids: runs },
			...compact({ notice }),
		},
		text: [`Batch ${id} ${named(title)}: ${status}`, notice, cost].filter(Boolean).join('\n'),
	};
}

const batchId = nonEmpty('as submit_batch or run_sweep gave it');
const whereBatches = 'Call get_batch without a batch_id to list the newest batches.';

const { maxUsd: max_usd, maxFailures: max_failures, seeds } = runBatch.input.shape;

const asThere = z.describe('as for submit_request');

const submit = tool({
	name: 'submit_batch',
	title: 'Run a workflow with several seeds',
	description:
		'Runs a workflow several times, each with its own seed, as submit_request does once. A person is asked once, with number and cost.',
	annotations: changes,
	input: z.strictObject({
		...documentArguments,
		workflow_api_json: z.exactOptional(anyInputs.check(asThere)),
		overrides: z.exactOptional(anyInputs.check(asThere)),
		count: seeds.check(z.describe('number of runs')),
		max_usd,
		max_failures,
		...waitInput,
	}),
	output: batch,
	async run(call, input) {
		const { deployment_id: deployment, path, workflow_api_json: workflow, count, ...more } = input;
		const overrides = notedOverrides(call, more.overrides);
		if (!overrides.ok) return overrides;
		const begun = await call.run(runBatch, {
			seeds: count,
			...compact({ path, document: jsonOf(workflow), deployment, overrides: overrides.value }),
			...compact({ maxUsd: more.max_usd, maxFailures: more.max_failures }),
		});
		if (!begun.ok) return begun;
		const { id } = begun.value.batch;
		// Its runs are sent from here, also those for which this call does not wait.
		(await call.services.batches()).begin(id);
		const now = await stateOf(call, batchStatus, id, input);
		return success({ ...batchOf(now.ok ? now.value.batch : begun.value.batch), begun: id });
	},
});

const sweep = tool({
	name: 'run_sweep',
	title: 'Run a workflow with a table of values',
	description:
		'Runs a workflow with each row of a CSV file as a batch. Columns are inputs, by name or as NODE.INPUT. Each combination of cells with several values ([4, 8], 1..5, 0..1..0.25, random*5, pictures/*.png) is a run. A person is asked once, with number and cost. Call with plan_only first.',
	annotations: changes,
	input: z.strictObject({
		path: text('path of the table, such as harbor_api.sweep.csv'),
		workflow_path: optionalText('path of the workflow; without it the one that the table is named after'),
		deployment_id: documentArguments.deployment_id,
		changed: optionalFlag('only runs that have no result yet'),
		plan_only: optionalFlag('check the table and count its runs'),
		max_usd,
		max_failures,
		...waitInput,
	}),
	output: z.object({
		...z.partial(batch).shape,
		runs: z.number(),
		done: z.number(),
		/** The path of the table of results. */
		results: z.exactOptional(z.string()),
	}),
	async run(call, { path, workflow_path: document, deployment_id: deployment, ...more }) {
		const begun = await call.run(runSweep, {
			path,
			...compact({ document, deployment, changed: more.changed, dryRun: more.plan_only }),
			...compact({ maxUsd: more.max_usd, maxFailures: more.max_failures }),
		});
		if (!begun.ok) return begun;
		const { batch: made, document: _, results, ...counts } = begun.value;
		const planned = `${countOf(counts.runs, 'run')}, ${counts.done} of the table have a result`;
		if (made === undefined) return success({ value: counts, text: planned });
		(await call.services.batches()).begin(made.id);
		const now = await stateOf(call, batchStatus, made.id, more);
		if (results !== undefined) await call.run(sweepResults, { path: results });
		const { value, text } = batchOf(now.ok ? now.value.batch : made);
		return success({
			value: { ...value, ...counts, ...compact({ results }) },
			text: [text, planned, results && `The results are in ${results}`].filter(Boolean).join('\n'),
			begun: made.id,
		});
	},
});

const get = tool({
	name: 'get_batch',
	title: 'Show a batch',
	description:
		'Shows the progress of a batch and the IDs of its requests. Without a batch_id, lists the newest batches.',
	annotations: reads,
	input: z.strictObject({ batch_id: z.exactOptional(batchId), ...waitInput }),
	output: z.object({ batches: z.array(batch) }),
	async run(call, { batch_id: id, ...waiting }) {
		if (id !== undefined) {
			const found = orElse(await stateOf(call, batchStatus, id, waiting), whereBatches);
			if (!found.ok) return found;
			const { value, text } = batchOf(found.value.batch);
			return success({ value: { batches: [value] }, text });
		}
		const listed = await call.run(batchList, {});
		if (!listed.ok) return listed;
		const batches = listed.value.batches.map(batchOf);
		return success({
			value: { batches: batches.map(({ value }) => value) },
			text: [
				batches.length === 1 ? '1 batch' : `${batches.length} batches`,
				...batches.map(({ text }) => text),
			].join('\n'),
		});
	},
});

const change = tool({
	name: 'change_batch',
	title: 'Pause, continue or cancel a batch',
	description:
		'Pauses a batch (no more of its runs are sent), continues a paused one, or cancels all its runs. A person is asked first.',
	annotations: { ...changes, destructiveHint: true },
	input: z.strictObject({
		batch_id: batchId,
		action: z.enum(['pause', 'continue', 'cancel']),
		max_usd,
	}),
	output: batch,
	async run(call, { batch_id: id, action, max_usd: maxUsd }) {
		if (action !== 'continue' && maxUsd !== undefined) return wrongInput('Give max_usd only to continue.');
		const done = orElse(
			action === 'continue'
				? await call.run(batchContinue, { id, ...compact({ maxUsd }) })
				: await call.run(action === 'pause' ? batchPause : batchCancel, { id }),
			whereBatches,
		);
		if (!done.ok) return done;
		if (action === 'continue') (await call.services.batches()).begin(id);
		return success({ ...batchOf(done.value.batch), begun: id });
	},
});

export const batchTools: readonly Tool[] = [submit, sweep, get, change];
