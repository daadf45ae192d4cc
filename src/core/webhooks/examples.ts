import type { Connection } from '../connection/connection.ts';
import { routeParts } from '../connection/route.ts';
import type { RouteName } from '../connection/routes.ts';

/** The four callbacks of the document, in the order in which they come. */
export const exampleKinds = ['queued', 'in_progress', 'succeeded', 'failed'] as const;
export type ExampleKind = (typeof exampleKinds)[number];

/** The properties that the examples of one request have in common. */
interface ExampleRequest {
	readonly requestId: string;
	readonly deploymentId: string;
	readonly instanceId: string;
	readonly connection: Pick<Connection, 'baseUrl' | 'dialect'>;
	/** Milliseconds since 1970. */
	readonly createdAt: number;
}

/** Returns a request that does not exist. */
export function exampleRequest(connection: ExampleRequest['connection'], now: number): ExampleRequest {
	const [requestId, deploymentId, instanceId] = [
		crypto.randomUUID(),
		crypto.randomUUID(),
		crypto.randomUUID(),
	];
	return { requestId, deploymentId, instanceId, connection, createdAt: now };
}

/** Returns the JSON text of an example, with the members that the document names (inference-service.md, "Callback payloads"). */
export function exampleCallback(kind: ExampleKind, request: ExampleRequest): string {
	const { requestId, deploymentId, instanceId, connection, createdAt } = request;
	const addressOf = (name: RouteName) => {
		const { api, path } = routeParts(connection, name, { deploymentId, requestId });
		return `${api}${path}`;
	};
	const urls = {
		status_url: addressOf('requestStatus'),
		result_url: addressOf('requestResult'),
		cancel_url: addressOf('requestCancel'),
	};
	if (kind === 'queued') return JSON.stringify({ request_id: requestId, ...urls });
	const begun = {
		request_id: requestId,
		deployment_id: deploymentId,
		status: kind,
		instance_id: instanceId,
		created_at: moment(createdAt),
		started_at: moment(createdAt + 8000),
	};
	if (kind === 'in_progress') return JSON.stringify({ ...begun, ...urls });
	const finished = { ...begun, finished_at: moment(createdAt + 20_000) };
	if (kind === 'failed') {
		const error = {
			error: 'ExecutionError',
			details: 'An example of a node that failed.',
			debugInfo: 'Node 3 (KSampler)',
			errorCode: 1,
		};
		return JSON.stringify({ ...finished, error });
	}
	const image = {
		url: `${connection.baseUrl}/outputs/${requestId}/example_00001_.png`,
		filename: 'example_00001_.png',
		subfolder: '',
		type: 'output',
	};
	return JSON.stringify({ ...finished, outputs: { '9': { images: [image] } } });
}

/** Returns a time in the format of the service: with a numeric offset (wire-facts.md, section 3). */
function moment(milliseconds: number): string {
	return new Date(milliseconds).toISOString().replace('Z', '+00:00');
}
