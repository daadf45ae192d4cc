import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success } from '../../base/failure.ts';
import { hardwareChoices } from '../../deployments/settings.ts';
import {
	deploymentCreate,
	deploymentDelete,
	deploymentList,
	deploymentUpdate,
} from '../../operations/deployments/deployments.ts';
import { deploymentGet } from '../../operations/deployments/show.ts';
import { instanceCall } from '../../operations/instance.ts';
import { nonEmpty, optionalChoice, optionalFlag, optionalText, text } from '../../operations/members.ts';
import { countOf, foundBy, named, nextPage, orElse, pageOf, startOf } from '../texts.ts';
import { changes, reads, type Tool, tool } from '../tool.ts';

const deploymentId = nonEmpty('as list_deployments gives it');

const whereIds = 'list_deployments lists the IDs.';

type Fact = z.output<typeof deploymentGet.output>;

function lineOf({ id, name, status, hardware, enabled }: Fact): string {
	const parts = [status, hardware, enabled === false ? 'disabled' : undefined];
	return [id, named(name), ...parts.filter((part) => part !== undefined)].join(' ');
}

function outputOf<S extends Pick<typeof deploymentGet.output.shape, 'id' | 'status'>>({
	id,
	status,
	...more
}: S) {
	return z.object({ deployment_id: id, state: status, ...more });
}

function factsOf<F extends Pick<Fact, 'id' | 'status'>>({ id, status: state, ...more }: F) {
	return { deployment_id: id, ...compact({ state }), ...more };
}

/** In a page of this size, the text of a list stays below 2,000 words. */
const pageSize = 50;

const list = tool({
	name: 'list_deployments',
	title: 'List deployments',
	description: 'Lists the deployments of the account.',
	annotations: reads,
	input: z.strictObject({
		search: optionalText('words in the ID, name, status or hardware'),
		cursor: optionalText('next_cursor of the page before'),
	}),
	output: z.object({
		deployments: z.array(
			z.object({
				deployment_id: z.string(),
				name: z.string(),
				state: z.exactOptional(z.string()),
				hardware: z.exactOptional(z.string()),
				enabled: z.exactOptional(z.boolean()),
			}),
		),
		total: z.number(),
		next_cursor: z.exactOptional(z.string()),
	}),
	async run(call, { search, cursor }) {
		const start = startOf(cursor);
		if (!start.ok) return start;
		const listed = await call.run(deploymentList, {});
		if (!listed.ok) return listed;
		const found = foundBy(listed.value.deployments, lineOf, search);
		const { items, next } = pageOf(found, start.value, pageSize);
		const deployments = items.map(({ id, name, status: state, hardware, enabled }) => ({
			deployment_id: id,
			name,
			...compact({ state, hardware, enabled }),
		}));
		return success({
			value: { deployments, total: found.length, ...compact({ next_cursor: next }) },
			text: [countOf(found.length, 'deployment'), ...items.map(lineOf), ...nextPage(next, start.value)].join(
				'\n',
			),
		});
	},
});

const get = tool({
	name: 'get_deployment',
	title: 'Show a deployment',
	description:
		'Shows the settings and the state of a deployment, and on request the inputs that a run may set.',
	annotations: reads,
	input: z.strictObject({
		deployment_id: deploymentId,
		include_workflow: optionalFlag('with the saved workflow'),
		include_inputs: optionalFlag(
			'with the inputs of its saved workflow as NODE.INPUT, or the schema of its own',
		),
		include_readme: optionalFlag('with the readme'),
	}),
	output: outputOf(deploymentGet.output.shape),
	async run(call, { deployment_id: id, ...include }) {
		const { include_workflow: workflow, include_inputs: inputs, include_readme: readme } = include;
		const found = orElse(
			await call.run(deploymentGet, { id, ...compact({ workflow, inputs, readme }) }),
			whereIds,
		);
		if (!found.ok) return found;
		const value = factsOf(found.value);
		return success({ value, text: JSON.stringify(value) });
	},
});

const { name, workflowVersion, minInstances, maxInstances, queueSize, keepWarmSeconds, enabled } =
	deploymentUpdate.input.shape;

/** Returns a member of an operation in a few words for models. */
function inWords<T extends z.ZodMiniType>(member: T, words: string): T {
	return member.check(z.describe(words));
}

const deploymentName = 'name of the deployment';
const savedVersion = 'saved version of the workflow, such as v1';

/** Settings as a client names them, within the bounds of the operations. */
const settings = {
	hardware: optionalText(`kind of GPU: ${hardwareChoices([]).join(', ')}`),
	min_instances: inWords(minInstances, 'instances that run, and are billed, also while idle'),
	max_instances: inWords(maxInstances, 'not below min_instances'),
	queue_size: inWords(queueSize, 'requests that wait for each instance before another starts'),
	keep_warm_seconds: inWords(keepWarmSeconds, 'how long an idle instance runs and is billed'),
	enabled: inWords(enabled, 'false: no instances, no costs'),
};

/** Returns `min_instances` as `minInstances`. */
function camelCase(name: string): string {
	return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function asSettings(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.entries(given).map(([name, value]) => [camelCase(name), value]));
}

const create = tool({
	name: 'create_deployment',
	title: 'Create a deployment',
	description:
		'Creates a deployment of a saved workflow. A person is asked first, and again if it is billed continuously.',
	annotations: changes,
	input: z.strictObject({
		name: inWords(deploymentCreate.input.shape.name, deploymentName),
		workflow_id: nonEmpty('as get_deployment gives it for one that runs it'),
		workflow_version: inWords(deploymentCreate.input.shape.workflowVersion, savedVersion),
		...settings,
	}),
	output: outputOf(deploymentCreate.output.shape),
	async run(call, { name, ...more }) {
		const made = await call.run(deploymentCreate, { name, ...asSettings(more) });
		return made.ok ? success({ value: factsOf(made.value), text: `Created ${lineOf(made.value)}` }) : made;
	},
});

const update = tool({
	name: 'update_deployment',
	title: 'Change a deployment',
	description:
		'Changes settings of a deployment; omitted settings are kept. A person is asked first, and again if it raises continuous costs.',
	annotations: { ...changes, destructiveHint: true, idempotentHint: true },
	input: z.strictObject({
		deployment_id: deploymentId,
		name: inWords(name, deploymentName),
		workflow_version: inWords(workflowVersion, savedVersion),
		...settings,
	}),
	output: outputOf(deploymentUpdate.output.shape),
	async run(call, { deployment_id: id, ...more }) {
		const done = orElse(await call.run(deploymentUpdate, { id, ...asSettings(more) }), whereIds);
		return done.ok ? success({ value: factsOf(done.value), text: `Changed ${lineOf(done.value)}` }) : done;
	},
});

const remove = tool({
	name: 'delete_deployment',
	title: 'Delete a deployment',
	description: 'Permanently deletes a deployment, after asking a person.',
	annotations: { ...changes, destructiveHint: true, idempotentHint: true },
	input: z.strictObject({ deployment_id: deploymentId }),
	output: z.object({ deployment_id: z.string(), name: z.string() }),
	async run(call, { deployment_id: id }) {
		const done = orElse(await call.run(deploymentDelete, { id }), whereIds);
		if (!done.ok) return done;
		const { name } = done.value;
		return success({ value: { deployment_id: id, name }, text: `Deleted ${named(name)}` });
	},
});

const longestReply = 8000;

const { status, ...replied } = instanceCall.output.shape;

const proxy = tool({
	name: 'call_instance_proxy',
	title: 'Call the engine of an instance',
	description:
		'Calls a route of the engine on a running instance, such as system_stats or queue. A person is asked before any call that may do more than read.',
	annotations: { ...changes, destructiveHint: true },
	input: z.strictObject({
		deployment_id: deploymentId,
		instance_id: nonEmpty('of a request in progress, as get_request_status gives it'),
		path: text('the route with its query'),
		method: optionalChoice(['GET', 'POST', 'PUT', 'PATCH'], 'GET if omitted'),
		body: optionalText('JSON text that is sent unchanged'),
	}),
	output: z.object({ http_status: status, ...replied }),
	async run(call, { deployment_id: deployment, instance_id: instanceId, ...request }) {
		const done = await call.run(instanceCall, { deploymentId: deployment, instanceId, ...request });
		if (!done.ok) return done;
		const { text, status: http_status, ...rest } = done.value;
		const cut =
			text === undefined || text.length <= longestReply ? text : `${text.slice(0, longestReply)} ...`;
		const type = rest.contentType === '' ? '' : ` of ${rest.contentType}`;
		return success({
			value: { http_status, ...rest, ...compact({ text: cut }) },
			text: [`HTTP ${http_status}, ${rest.bytes} bytes${type}`, cut].filter(Boolean).join('\n'),
		});
	},
});

export const deploymentTools: readonly Tool[] = [list, get, create, update, remove, proxy];
