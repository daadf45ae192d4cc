import * as z from 'zod/mini';
import { failed, success } from '../base/failure.ts';
import { deleteDeployment, getDeployment, listDeployments } from '../deployments/client.ts';
import type { Deployment } from '../deployments/deployment.ts';
import { compact } from '../json/fields.ts';
import { declined, operation } from './operation.ts';
import { withSession } from './withSession.ts';

const id = z.string().check(z.minLength(1), z.describe('the id of a deployment'));

/** A deployment in a few facts; its workflow and its readme are asked for by their own operations. */
const fact = z.object({
	id: z.string(),
	name: z.string(),
	status: z.exactOptional(z.string()),
	hardware: z.exactOptional(z.string()),
	enabled: z.exactOptional(z.boolean()),
	minInstances: z.exactOptional(z.number()),
	maxInstances: z.exactOptional(z.number()),
	queueSize: z.exactOptional(z.number()),
	keepWarmSeconds: z.exactOptional(z.number()),
	workflowId: z.exactOptional(z.string()),
	workflowVersion: z.exactOptional(z.string()),
});

function factsOf(deployment: Deployment): z.input<typeof fact> {
	const { name, status, hardware, enabled, workflowId, workflowVersion } = deployment;
	const { minInstances, maxInstances, queueSize, keepWarmSeconds } = deployment;
	const scale = { minInstances, maxInstances, queueSize, keepWarmSeconds };
	return {
		id: deployment.id,
		name,
		...compact({ status, hardware, enabled, workflowId, workflowVersion, ...scale }),
	};
}

const list = operation({
	id: 'deployment.list',
	title: 'List deployments',
	effect: 'read',
	input: z.object({}),
	output: z.object({ deployments: z.array(fact), skipped: z.array(z.string()) }),
	run: (services) =>
		withSession(services, async ({ service }) => {
			const listed = await listDeployments(service);
			if (!listed.ok) return listed;
			const { deployments, skipped } = listed.value;
			return success({ deployments: deployments.map(factsOf), skipped: [...skipped] });
		}),
});

const get = operation({
	id: 'deployment.get',
	title: 'Show a deployment',
	effect: 'read',
	input: z.object({ id }),
	output: fact,
	run: (services, input) =>
		withSession(services, async ({ service }) => {
			const found = await getDeployment(service, input.id);
			return found.ok ? success(factsOf(found.value)) : found;
		}),
});

const remove = operation({
	id: 'deployment.delete',
	title: 'Delete a deployment',
	effect: 'delete',
	input: z.object({ id }),
	output: z.object({ id: z.string(), name: z.string() }),
	run: (services, input, ask) =>
		withSession(services, async ({ service }) => {
			const found = await getDeployment(service, input.id);
			if (!found.ok) return found;
			const { name } = found.value;
			const consequences = ['Its instances are shut down, and requests in progress fail.'];
			if ((await ask.confirmDelete({ what: 'deployment', name, consequences })) !== true)
				return declined('Nothing was deleted, because nobody confirmed it.');
			const done = await deleteDeployment(service, input.id);
			return done.ok ? success({ id: input.id, name }) : failed(done.failure);
		}),
});

export const deploymentOperations = [list, get, remove];
