import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { mapped, type Result, success, wrongInput } from '../../base/failure.ts';
import { firstLines } from '../../base/language.ts';
import { exactUsd, microdollarsOf } from '../../base/money.ts';
import { nonEmpty, optionalText } from '../../operations/members.ts';
import { modelSchema } from '../../operations/models.ts';
import { deploymentRun, modelRun } from '../../operations/runs/inputs.ts';
import { runStatus } from '../../operations/runs/runs.ts';
import { runAgain, runStart } from '../../operations/runs/start.ts';
import { changeLine, mostChanges } from '../questions.ts';
import { named, namedAddress, notConfirmed } from '../texts.ts';
import { type Call, changes, tool } from '../tool.ts';
import { orUncertain, stateOf, waitInput } from '../waiting.ts';
import { type AnyInputs, anyInputs, documentArguments, jsonOf, notedOverrides } from './documentArguments.ts';
import { orRequests, ownId, type Run, request, requestOf } from './requestFacts.ts';

function priceLine(usd: number, unit: string | undefined): string {
	const price = exactUsd(microdollarsOf(usd) ?? 0);
	return unit === undefined
		? l10n.t('Price: {0} for one run', price)
		: l10n.t('Price: {0} for one {1}', price, named(unit));
}

const submitInput = z.strictObject({
	...documentArguments,
	model_id: optionalText('in place of a deployment; see search_models'),
	inputs: z.exactOptional(
		anyInputs.check(z.describe('of a model, or of a deployment that takes no workflow')),
	),
	run_again_of: z.exactOptional(nonEmpty('in place of a document: request_id of one that runs again')),
	seed: z.exactOptional(
		z
			.union([z.int(), z.string()])
			.check(z.describe('a number for every seed of the workflow, or "random" for new ones')),
	),
	webhook_url: optionalText('https address to which the service reports the end; a person is shown it'),
	...waitInput,
});

export const submitRequest = tool({
	name: 'submit_request',
	title: 'Run a workflow or a model',
	description:
		'Runs a workflow document or the saved workflow on a deployment, or a model of the catalog with inputs. list_inputs shows the inputs for overrides. This may cost money: a person is asked each time. Check the document first with check_document.',
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

const runOf = ({ run }: { readonly run: Run }) => run;

async function start(call: Call, input: z.output<typeof submitInput>): Promise<Result<Run>> {
	const { deployment_id: deployment, model_id: model, path, workflow_api_json: workflow, inputs } = input;
	const hasDocument = path !== undefined || workflow !== undefined;
	const { overrides: changes, seed, webhook_url: webhook, run_again_of: again } = input;
	const isAgain = again !== undefined;
	if (isAgain && (hasDocument || [deployment, model, inputs].some((each) => each !== undefined)))
		return wrongInput(
			'run_again_of takes overrides, seed and webhook_url, and no document, target or inputs.',
		);
	const runsWorkflow = isAgain || hasDocument || (deployment !== undefined && inputs === undefined);
	if (!runsWorkflow && (changes !== undefined || seed !== undefined))
		return wrongInput(
			'overrides and seed change a workflow: give one by its path, as workflow_api_json, or the deployment_id of one that is saved. A model, and a deployment without a workflow, take inputs.',
		);
	const overrides = notedOverrides(call, changes);
	if (!overrides.ok) return overrides;
	for (const line of inputLines(inputs)) call.consent.note(line);
	if (webhook !== undefined)
		call.consent.disclose(l10n.t('The service reports the end to {0}', namedAddress(webhook)));
	const wanted = compact({
		overrides: overrides.value,
		webhook,
		seed: seed === undefined ? undefined : String(seed),
	});
	if (again !== undefined) {
		const id = await ownId(call, again);
		return mapped(await orRequests(call, id, await call.run(runAgain, { id, ...wanted })), runOf);
	}
	if (model !== undefined) {
		if (hasDocument || deployment !== undefined)
			return wrongInput('A model takes inputs, and neither a workflow nor a deployment.');
		const found = await call.run(modelSchema, { id: model });
		if (!found.ok) return found;
		const { usd, unit } = found.value.model;
		if (usd !== undefined) call.consent.note(priceLine(usd, unit));
		return mapped(await call.run(modelRun, { id: model, ...compact({ inputs, webhook }) }), runOf);
	}
	if (runsWorkflow) {
		const done = await call.run(runStart, {
			...compact({ path, document: jsonOf(workflow), deployment }),
			...wanted,
		});
		if (!done.ok) return done;
		return done.value.run === undefined ? notConfirmed() : success(done.value.run);
	}
	if (deployment === undefined) return wrongInput('Give a deployment_id, or a model_id with inputs.');
	return mapped(await call.run(deploymentRun, { id: deployment, ...compact({ inputs, webhook }) }), runOf);
}

function inputLines(inputs: AnyInputs | undefined): readonly string[] {
	if (inputs === undefined) return [];
	if (typeof inputs === 'string') return [l10n.t('Inputs: {0}', named(inputs, longestInputs))];
	const entries = Object.entries(inputs);
	return firstLines(
		entries.map(([name, value]) => changeLine(name, JSON.stringify(value))),
		mostChanges,
	);
}

const longestInputs = 500;
