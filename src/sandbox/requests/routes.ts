import { type Context, Hono } from 'hono';
import { minimumBalance } from '../../core/wire/limits.ts';
import type { Accounts } from '../account/accounts.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import type { SandboxContext } from '../base/context.ts';
import { refuse } from '../base/errors.ts';
import type { DeploymentRecord, Deployments } from '../deployments/records.ts';
import type { Engine } from '../engine/engine.ts';
import type { RequestRecord, Requests } from './records.ts';
import type { Scheduler } from './scheduler.ts';
import { readSubmission } from './submission.ts';
import { requestUrls, resultRecord, statusRecord } from './wire.ts';

export interface QueueParts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly deployments: Deployments;
	readonly requests: Requests;
	readonly scheduler: Scheduler;
	readonly engine: Engine;
}

/** Returns the routes of the request queue: submit, status, result, cancel, under `/prod/v1` and `/prod/v2`. */
export function queueRoutes(parts: QueueParts): Hono<SignedIn> {
	const { sandbox, accounts, deployments, requests, scheduler, engine } = parts;
	const app = new Hono<SignedIn>();
	const signedIn = bearer(accounts);

	for (const api of ['v1', 'v2'] as const) {
		const base = `/prod/${api}/deployments/:deploymentId`;
		app.post(`${base}/inference`, signedIn, async (context) => {
			const deployment = submittable(context);
			const query = {
				webhook: context.req.query('webhook'),
				intermediate: context.req.query('webhook_intermediate_status'),
			};
			const saved = deployments.workflow(deployment.workflowId, deployment.workflowVersion);
			const text = await context.req.text();
			// An engine that does not answer refuses nothing; the run will report its absence.
			const declarations = await engine.declarations().catch(() => ({ input: () => undefined }));
			const { extraData, ...accepted } = readSubmission(text, query, deployment, saved, declarations);
			const request = requests.create({
				...accepted,
				deploymentId: deployment.id,
				accountId: deployment.accountId,
				api,
				hardware: deployment.hardware,
			});
			scheduler.enqueue(request, extraData);
			return context.json({ request_id: request.id, ...requestUrls(sandbox, request) });
		});
		app.get(`${base}/requests/:requestId/status`, signedIn, (context) => {
			return context.json(statusRecord(sandbox, scheduler, find(context)));
		});
		app.get(`${base}/requests/:requestId/result`, signedIn, (context) => {
			return context.json(resultRecord(sandbox, find(context, true)));
		});
		app.post(`${base}/requests/:requestId/cancel`, signedIn, (context) => {
			const request = find(context);
			const accepted = scheduler.cancel(request);
			return context.json(
				{ request_id: request.id, status: accepted ? 'cancellation_requested' : 'not_cancellable' },
				202,
			);
		});
	}
	return app;

	/**
	 * Returns the caller's request, from either form of the queue; another account's counts as missing. `whole`: with
	 * outputs.
	 */
	function find(context: Context<SignedIn>, whole = false): RequestRecord {
		const id = context.req.param('requestId') ?? '';
		const request = whole ? requests.get(id) : requests.peek(id);
		const mine = request?.accountId === context.get('token').accountId;
		if (request === undefined || !mine || request.deploymentId !== context.req.param('deploymentId')) {
			throw refuse('notFound', 'There is no such request.');
		}
		return request;
	}

	function submittable(context: Context<SignedIn>): DeploymentRecord {
		const deployment = deployments.get(context.req.param('deploymentId') ?? '');
		if (deployment === undefined || deployment.accountId !== context.get('token').accountId) {
			throw refuse('notFound', 'There is no such deployment.');
		}
		if (deployment.deletedAt !== undefined)
			throw refuse('deletedDeployment', 'The deployment has been deleted.');
		const balance = accounts.get(deployment.accountId)?.balance ?? 0;
		if (balance < minimumBalance.deployment) {
			throw refuse(
				'insufficientFunds',
				'The balance of the account is below the 1.00 USD needed to start work.',
			);
		}
		if (!deployment.enabled) {
			const why = deployments.wasTornDown(deployment.id)
				? 'The deployment is disabled, since the balance of the account was used up while it had instances. Enable it to use it again.'
				: 'The deployment is disabled.';
			throw refuse('disabledDeployment', why);
		}
		return deployment;
	}
}
