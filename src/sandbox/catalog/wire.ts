import { compact } from '../../core/base/compact.ts';
import { isArray } from '../../core/json/value.ts';
import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import { fileSignature } from '../requests/wire.ts';
import type { CatalogModel } from './model.ts';
import type { ModelQueue } from './queue.ts';
import type { ModelOutputNames, ModelRequest } from './records.ts';

/** Returns a model for list and get; the schema only on request. */
export function modelWire(sandbox: SandboxContext, model: CatalogModel, withSchema: boolean) {
	const { properties, required } = model.schema;
	return {
		model_id: model.id,
		display_name: model.name,
		description: model.description,
		categories: model.categories,
		kind: model.kind,
		base_price_usd: model.price.usd,
		price_unit: model.price.unit,
		...compact({ pricing_note: model.price.note }),
		model_url: `${sandbox.origins.api}/models/${model.id}`,
		inputs: Object.keys(properties ?? {}),
		required_inputs: isArray(required) ? required : [],
		...(withSchema ? { input_schema: model.schema } : {}),
	};
}

/** This host spells it with two l (inference-service.md, "Catalog request"). */
export const canceledState = 'cancelled';

function stateWord({ state }: ModelRequest): string {
	return state === 'canceled' ? canceledState : state;
}

/** Returns the addresses of a request to a model. */
export function modelRequestUrls(sandbox: SandboxContext, { id }: ModelRequest) {
	const base = `${sandbox.origins.api}/v1/requests/${id}`;
	return { status_url: `${base}/status`, result_url: `${base}/result`, cancel_url: `${base}/cancel` };
}

/** Returns the status record. An end other than by cancel is `completed` here; the result has the outcome. */
export function modelStatus(sandbox: SandboxContext, queue: ModelQueue, request: ModelRequest) {
	const { status_url, result_url } = modelRequestUrls(sandbox, request);
	const ended = request.state === 'succeeded' || request.state === 'failed';
	return {
		request_id: request.id,
		status: ended ? 'completed' : stateWord(request),
		...(request.state === 'in_queue' ? { queue_position: queue.position(request) } : {}),
		status_url,
		result_url,
	};
}

/** Returns the result record, finish time under both of its names. The cost is in US dollars, and null before the end. */
export function modelResult(sandbox: SandboxContext, request: ModelRequest, withCost: boolean) {
	const finished = request.finishedAt === undefined ? undefined : timestamp(request.finishedAt);
	return {
		request_id: request.id,
		model_id: request.modelId,
		status: stateWord(request),
		...(request.output === undefined ? {} : { output: withAddresses(sandbox, request.id, request.output) }),
		...compact({ error: request.error }),
		created_at: timestamp(request.createdAt),
		...(finished === undefined ? {} : { finished_at: finished, completed_at: finished }),
		...(withCost ? { cost: request.cost === undefined ? null : request.cost / 1_000_000 } : {}),
	};
}

function withAddresses(sandbox: SandboxContext, requestId: string, output: ModelOutputNames) {
	const address = (name: string) =>
		`${sandbox.origins.storage}/model_requests/${requestId}/output/${name}?signature=${fileSignature(sandbox, requestId, name)}`;
	return Object.fromEntries(
		Object.entries(output).map(([key, names]) => [
			key,
			typeof names === 'string' ? address(names) : names.map(address),
		]),
	);
}
