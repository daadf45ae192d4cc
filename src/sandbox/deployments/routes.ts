import { type Context, Hono } from 'hono';
import { jsonText } from '../../core/json/exact.ts';
import { minimumBalance } from '../../core/wire/limits.ts';
import type { Accounts } from '../account/accounts.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import type { SandboxContext } from '../base/context.ts';
import { invalid, refuse } from '../base/errors.ts';
import { readCreate, readPatch } from './deploymentBody.ts';
import type { DeploymentChoice, DeploymentRecord, Deployments } from './records.ts';
import { deploymentWire, type Includes } from './wire.ts';

/** The part of the instances that deployments need. */
interface InstancePool {
	/** Applies the bounds of a created, changed or removed deployment. */
	deploymentChanged(id: string): void;
	liveInstances(deploymentId: string): number;
}

interface Parts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly deployments: Deployments;
	readonly instances: InstancePool;
}

const path = '/prod/v2/deployments';

/** Returns the routes for list, get, create, change and delete of deployments. */
export function deploymentRoutes(parts: Parts): Hono<SignedIn> {
	const { sandbox, accounts, deployments, instances } = parts;
	const app = new Hono<SignedIn>();
	const signedIn = bearer(accounts);

	app.get(path, signedIn, (context) => {
		const includes = readIncludes(context);
		const ids = listed(context, 'ids');
		const all = deployments.list(context.get('token').accountId);
		const chosen = ids.length === 0 ? all : all.filter((record) => ids.includes(record.id));
		return reply(
			context,
			chosen.map((record) => wire(record, includes)),
		);
	});
	app.get(`${path}/:id`, signedIn, (context) => reply(context, wire(find(context), readIncludes(context))));
	app.post(path, signedIn, async (context) => {
		const { accountId } = context.get('token');
		const choice = readCreate(await context.req.text());
		if (deployments.workflow(choice.workflowId, choice.workflowVersion)?.accountId !== accountId) {
			throw refuse('notFound', 'There is no such saved workflow, or it has no such version.');
		}
		demandWarmFunds(accountId, 0, choice);
		const record = deployments.create(accountId, choice);
		instances.deploymentChanged(record.id);
		return reply(context, wire(record, { payload: true, readme: false }));
	});
	app.patch(`${path}/:id`, signedIn, async (context) => {
		const current = find(context);
		const choice = readPatch(await context.req.text(), current);
		if (deployments.workflow(current.workflowId, choice.workflowVersion) === undefined) {
			throw refuse('notFound', 'The workflow has no such version.');
		}
		demandWarmFunds(current.accountId, current.enabled ? current.minInstances : 0, choice);
		deployments.update(current.id, choice);
		instances.deploymentChanged(current.id);
		return reply(context, wire(find(context), { payload: true, readme: false }));
	});
	app.delete(`${path}/:id`, signedIn, (context) => {
		const { id } = find(context);
		deployments.remove(id);
		instances.deploymentChanged(id);
		return reply(context, { id, deleted: true });
	});
	return app;

	/** Refuses a change that would start warm instances below the minimum balance; `kept` is the previous number. */
	function demandWarmFunds(accountId: string, kept: number, choice: DeploymentChoice): void {
		if (!choice.enabled || choice.minInstances <= kept) return;
		if ((accounts.get(accountId)?.balance ?? 0) >= minimumBalance.deployment) return;
		throw refuse(
			'insufficientFunds',
			'The balance of the account is below the 1.00 USD that are needed to start warm instances (min_instances).',
		);
	}

	function find(context: Context<SignedIn>): DeploymentRecord {
		return findDeployment(deployments, context, context.req.param('id'));
	}

	function wire(record: DeploymentRecord, includes: Includes) {
		const wanted = includes.payload || includes.readme;
		const saved = wanted ? deployments.workflow(record.workflowId, record.workflowVersion) : undefined;
		return deploymentWire(sandbox, record, instances.liveInstances(record.id), saved, includes);
	}
}

/** Returns the caller's deployment; another account's and a deleted one look like a missing one. */
export function findDeployment(
	deployments: Deployments,
	context: Context<SignedIn>,
	id = '',
): DeploymentRecord {
	const record = deployments.get(id);
	if (
		record === undefined ||
		record.deletedAt !== undefined ||
		record.accountId !== context.get('token').accountId
	) {
		throw refuse('notFound', 'There is no such deployment.');
	}
	return record;
}

function reply(context: Context, body: unknown): Response {
	return context.body(jsonText(body), 200, { 'content-type': 'application/json' });
}

/** Returns the values of a repeated parameter, a comma-separated one, or both. */
function listed(context: Context, name: string): readonly string[] {
	return (context.req.queries(name) ?? [])
		.flatMap((value) => value.split(','))
		.filter((value) => value !== '');
}

function readIncludes(context: Context): Includes {
	const names = listed(context, 'includes');
	const unknown = names.filter((name) => name !== 'payload' && name !== 'readme');
	if (unknown.length > 0) {
		const msg = `includes must be payload or readme, not ${unknown.join(', ')}.`;
		throw invalid([{ loc: ['query', 'includes'], msg, type: 'enum' }]);
	}
	return { payload: names.includes('payload'), readme: names.includes('readme') };
}
