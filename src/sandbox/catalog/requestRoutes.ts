import { type Context, Hono } from 'hono';
import type { JsonObject } from '../../core/json/value.ts';
import { bearer, type SignedIn } from '../account/bearer.ts';
import { parseObjectBody } from '../base/body.ts';
import { invalid, refuse } from '../base/errors.ts';
import { truthWord } from '../base/truthWord.ts';
import { checkInputs, withDefaults } from '../inputs/checkInputs.ts';
import type { CatalogParts } from './listRoutes.ts';
import { priceOf } from './making.ts';
import { type ModelQueue, shortestWaitMs } from './queue.ts';
import type { ModelRequest, ModelRequests } from './records.ts';
import { balanceTooLow, unknownModel } from './refusals.ts';
import { canceledState, modelRequestUrls, modelResult, modelStatus } from './wire.ts';

interface Parts extends CatalogParts {
	readonly requests: ModelRequests;
	readonly queue: ModelQueue;
}

/**
 * Returns the routes for submit, status, result and cancel of requests to models (inference-service.md, "Catalog models on
 * {model_api_url}").
 */
export function catalogRequestRoutes(parts: Parts): Hono<SignedIn> {
	const { sandbox, accounts, catalog, requests, queue } = parts;
	const app = new Hono<SignedIn>();
	const signedIn = bearer(accounts);

	app.post('/v1/models/:id{.+}', signedIn, async (context) => {
		const model = catalog.get(context.req.param('id'));
		if (model === undefined) throw unknownModel(context.req.param('id'));
		const { accountId } = context.get('token');
		const body = readBody(await context.req.text());
		const faults = checkInputs(model.schema, body);
		if (faults.length > 0) throw invalid(faults);
		const inputs = withSeed(withDefaults(model.schema, body));
		const price = priceOf(model, inputs);
		const free = queue.free(accountId);
		if (free < price) {
			throw balanceTooLow(
				`What is left of the balance beside the requests that run (${usd(free)} USD) does not cover this run, which costs ${usd(price)} USD.`,
			);
		}
		const readyAt = sandbox.clock.now() + shortestWaitMs;
		const request = requests.create({ accountId, modelId: model.id, inputs, price, readyAt });
		queue.enqueue(request);
		return context.json({ request_id: request.id, ...modelRequestUrls(sandbox, request) });
	});
	app.get('/v1/requests/:requestId/status', signedIn, (context) =>
		context.json(modelStatus(sandbox, queue, find(context))),
	);
	app.get('/v1/requests/:requestId/result', signedIn, (context) => {
		const withCost = truthWord(context.req.query('include_cost') ?? 'false');
		if (withCost === undefined) {
			const msg = 'include_cost must be true or false.';
			throw invalid([{ loc: ['query', 'include_cost'], msg, type: 'bool_parsing' }]);
		}
		return context.json(modelResult(sandbox, find(context), withCost));
	});
	app.post('/v1/requests/:requestId/cancel', signedIn, (context) => {
		const request = find(context);
		const outcome = queue.cancel(request) ? canceledState : 'not_cancellable';
		const { status } = modelStatus(sandbox, queue, requests.get(request.id) ?? request);
		return context.json({ request_id: request.id, status, outcome }, 202);
	});
	return app;

	/** Returns the caller's request; another account's looks like a missing one. */
	function find(context: Context<SignedIn>): ModelRequest {
		const request = requests.get(context.req.param('requestId') ?? '');
		if (request === undefined || request.accountId !== context.get('token').accountId)
			throw refuse('notFound', 'There is no such request.');
		return request;
	}
}

function readBody(text: string): JsonObject {
	if (text.trim() !== '') return parseObjectBody(text);
	throw invalid([{ loc: ['body'], msg: 'The body is empty.', type: 'missing' }]);
}

/** Draws the seed now, so that a request that is repeated after a kill has the same result. */
function withSeed(inputs: JsonObject): JsonObject {
	const { seed = null } = inputs;
	return seed === null ? { ...inputs, seed: Math.floor(Math.random() * 2 ** 31) } : inputs;
}

function usd(microdollars: number): string {
	return (microdollars / 1_000_000).toFixed(2);
}
