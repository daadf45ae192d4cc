import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { jsonText, parseJson } from '../../core/json/exact.ts';
import { isObject, member } from '../../core/json/value.ts';
import type { Account } from '../account/accounts.ts';
import { usualChoice } from '../deployments/deploymentBody.ts';
import type { DeploymentRecord, Deployments } from '../deployments/records.ts';
import { checkShape } from '../requests/rules.ts';

interface Parts {
	readonly deployments: Deployments;
	readonly owner: () => Account;
	/** Called after a deployment was made or changed. */
	readonly changed: (deploymentId: string) => void;
}

const longestName = 100;

/**
 * Returns the route `POST workflows`: saves a workflow in the demo account and creates a deployment of it, or with
 * `"replace": true` saves it as the next version of the deployment with that name. The service itself has no such call:
 * there, workflows are saved on its pages.
 */
export function savedWorkflowRoutes({ deployments, owner, changed }: Parts): Hono {
	const app = new Hono();
	app.post('/workflows', async (context) => {
		const parsed = parseJson(await context.req.text());
		const body = parsed.ok && isObject(parsed.value) ? parsed.value : {};
		const name = member(body, 'name');
		const workflow = member(body, 'workflow_api_json') ?? null;
		const hardware = member(body, 'hardware') ?? usualChoice.hardware;
		if (typeof name !== 'string' || name.trim() === '' || name.length > longestName)
			return problem(context, 400, `Send a "name" of 1 to ${longestName} characters.`);
		const [fault] = checkShape(workflow);
		if (fault !== undefined || !isObject(workflow))
			return problem(context, 400, fault?.msg ?? 'Send "workflow_api_json".');
		if (typeof hardware !== 'string' || hardware === '')
			return problem(context, 400, '"hardware" must be the name of one, such as "AMPERE_24".');
		const document = jsonText(workflow);
		const { id: accountId } = owner();
		const there = deployments.list(accountId).find((each) => each.name === name.trim());
		if (there === undefined) {
			const saved = { id: randomUUID(), version: 'v1', accountId, document, readme: '' };
			deployments.saveWorkflow(saved);
			const choice = {
				...usualChoice,
				name: name.trim(),
				hardware,
				workflowId: saved.id,
				workflowVersion: 'v1',
			};
			return done(context, deployments.create(accountId, choice), true);
		}
		if (member(body, 'replace') !== true)
			return problem(
				context,
				409,
				`There is a deployment "${there.name}" already. Send "replace": true to give it this workflow.`,
			);
		if (deployments.workflow(there.workflowId, there.workflowVersion)?.schema !== undefined)
			return problem(
				context,
				409,
				`The deployment "${there.name}" has inputs of its own and takes no workflow. Choose another name.`,
			);
		const version = nextVersion(there);
		deployments.saveWorkflow({ id: there.workflowId, version, accountId, document, readme: '' });
		deployments.update(there.id, { workflowVersion: version });
		return done(context, { ...there, workflowVersion: version }, false);
	});
	return app;

	function done(context: Context, record: DeploymentRecord, created: boolean): Response {
		changed(record.id);
		return context.json({
			deployment_id: record.id,
			workflow_id: record.workflowId,
			workflow_version: record.workflowVersion,
			created,
		});
	}

	/** Versions count up: `v1`, `v2`, ... */
	function nextVersion({ workflowId, workflowVersion }: DeploymentRecord): string {
		let number = Number(/^v(\d{1,9})$/.exec(workflowVersion)?.[1] ?? 1);
		do number++;
		while (deployments.workflow(workflowId, `v${number}`) !== undefined);
		return `v${number}`;
	}
}

function problem(context: Context, status: 400 | 409, message: string): Response {
	return context.json({ message }, status);
}
