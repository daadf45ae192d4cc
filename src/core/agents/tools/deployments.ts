import * as z from 'zod/mini';
import { compact } from '../../base/compact.ts';
import { success } from '../../base/failure.ts';
import {
	deploymentCreate,
	deploymentDelete,
	deploymentList,
	deploymentUpdate,
} from '../../operations/deployments/deployments.ts';
import { deploymentGet } from '../../operations/deployments/show.ts';
import { instanceCall } from '../../operations/instance.ts';
import { hardware } from '../../wire/hardware.ts';
import { named, nextPage, pageOf, startOf } from '../texts.ts';
import { reads, type Tool, tool } from '../tool.ts';
import { toolOf } from '../toolOf.ts';

/** The kinds of machines, for models. */
const kinds = `kind of GPU: ${hardware.map(({ name }) => name).join(', ')}`;

const whereIds = 'list_deployments lists the ids that there are.';

type Fact = z.output<typeof deploymentGet.output>;

function lineOf({ id, name, status, hardware, enabled }: Fact): string {
	const parts = [status, hardware, enabled === false ? 'disabled' : undefined];
	return [id, named(name), ...parts.filter((part) => part !== undefined)].join(' ');
}

/** In a page of this size, all that a list says stays below 2,000 words. */
const pageSize = 50;

const list = tool({
	name: 'list_deployments',
	title: 'List deployments',
	description:
		'Lists the deployments of the account: what a workflow can run on. Give words to find some by id, name, status or hardware.',
	annotations: reads,
	input: z.strictObject({
		search: z.exactOptional(z.string().check(z.describe('words that must occur in a deployment'))),
		cursor: z.exactOptional(z.string().check(z.describe('next_cursor of the page before'))),
	}),
	output: z.object({
		deployments: z.array(
			z.object({
				id: z.string(),
				name: z.string(),
				status: z.exactOptional(z.string()),
				hardware: z.exactOptional(z.string()),
				enabled: z.exactOptional(z.boolean()),
			}),
		),
		total: z.number(),
		next_cursor: z.exactOptional(z.string()),
	}),
	async run(call, { search = '', cursor }) {
		const start = startOf(cursor);
		if (!start.ok) return start;
		const listed = await call.run(deploymentList, {});
		if (!listed.ok) return listed;
		const words = search.toLowerCase().split(/\s+/);
		const found = listed.value.deployments.filter((each) => {
			const text = lineOf(each).toLowerCase();
			return words.every((word) => text.includes(word));
		});
		const { items, next } = pageOf(found, start.value, pageSize);
		const deployments = items.map(({ id, name, status, hardware, enabled }) => ({
			id,
			name,
			...compact({ status, hardware, enabled }),
		}));
		return success({
			value: { deployments, total: found.length, ...compact({ next_cursor: next }) },
			text: [`${found.length} deployments`, ...items.map(lineOf), ...nextPage(next, start.value)].join('\n'),
		});
	},
});

const get = toolOf(deploymentGet, {
	name: 'get_deployment',
	title: 'Show a deployment',
	description:
		'Shows the settings and the state of one deployment, and on request what a run of it may change: the inputs of its saved workflow as NODE.INPUT, or the schema of its own inputs.',
	rename: {
		id: 'deployment_id',
		workflow: 'include_workflow',
		inputs: 'include_inputs',
		readme: 'include_readme',
	},
	describe: { inputs: 'with the inputs for overrides of submit_request, or their schema' },
	whereIds,
	text: (deployment) => JSON.stringify(deployment),
});

const create = toolOf(deploymentCreate, {
	name: 'create_deployment',
	title: 'Create a deployment',
	description:
		'Creates a deployment of a saved workflow. A person is asked before, and again where the settings cost money all the time.',
	describe: {
		workflowId: 'id of the saved workflow, as get_deployment gives it for one that runs it',
		hardware: kinds,
	},
	text: (made) => `Created ${lineOf(made)}`,
});

const update = toolOf(deploymentUpdate, {
	name: 'update_deployment',
	title: 'Change a deployment',
	description:
		'Changes settings of a deployment; what is not given stays as it is. A person is asked before, and again where it costs more all the time.',
	annotations: { destructiveHint: true, idempotentHint: true },
	rename: { id: 'deployment_id' },
	describe: { hardware: kinds },
	whereIds,
	text: (changed) => `Changed ${lineOf(changed)}`,
});

const remove = toolOf(deploymentDelete, {
	name: 'delete_deployment',
	title: 'Delete a deployment',
	description: 'Deletes a deployment for good. A person is asked before each deletion.',
	rename: { id: 'deployment_id' },
	whereIds,
	text: ({ name }) => `Deleted ${named(name)}`,
});

const longestReply = 8000;

const proxy = toolOf(instanceCall, {
	name: 'call_instance_proxy',
	title: 'Call the engine of an instance',
	description:
		'Calls a route of the engine on an instance that runs, such as system_stats or queue. A person is asked before any call that may do more than read.',
	annotations: { destructiveHint: true },
	describe: { instanceId: 'instanceId of a request in progress, as get_request_status gives it' },
	shorten: ({ text, ...rest }) =>
		text === undefined || text.length <= longestReply
			? { ...rest, ...compact({ text }) }
			: { ...rest, text: `${text.slice(0, longestReply)} ...` },
	text: ({ status, bytes, contentType, text }) =>
		[`HTTP ${status}, ${bytes} bytes${contentType === '' ? '' : ` of ${contentType}`}`, text]
			.filter(Boolean)
			.join('\n'),
});

export const deploymentTools: readonly Tool[] = [list, get, create, update, remove, proxy];
