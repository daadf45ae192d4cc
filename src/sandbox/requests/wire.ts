import { createHmac } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import { timestamp } from '../base/clock.ts';
import type { SandboxContext } from '../base/context.ts';
import { isFile, type StoredFile, type StoredOutputs } from '../engine/outcome.ts';
import type { RequestRecord } from './records.ts';
import type { Scheduler } from './scheduler.ts';
import { storedName } from './storedName.ts';

/** Returns the addresses of a request, in the form of the queue it was submitted through. */
export function requestUrls(sandbox: SandboxContext, request: RequestRecord) {
	const path = `/prod/${request.api}/deployments/${request.deploymentId}/requests/${request.id}`;
	const base = sandbox.origins.api + path;
	return { status_url: `${base}/status`, result_url: `${base}/result`, cancel_url: `${base}/cancel` };
}

/** Returns the status record. A failed request is `completed` here; its result has the outcome. */
export function statusRecord(sandbox: SandboxContext, scheduler: Scheduler, request: RequestRecord) {
	const { status_url, result_url } = requestUrls(sandbox, request);
	const ended = request.state === 'succeeded' || request.state === 'failed';
	const position = request.state === 'in_queue' ? (scheduler.position(request) ?? 0) : undefined;
	return {
		request_id: request.id,
		status: ended ? 'completed' : request.state,
		...compact({ queue_position: position, instance_id: request.instanceId }),
		status_url,
		result_url,
	};
}

/** Returns the result record, finish time under both of its names. */
export function resultRecord(sandbox: SandboxContext, request: RequestRecord) {
	const finished = request.finishedAt === undefined ? undefined : timestamp(request.finishedAt);
	return {
		request_id: request.id,
		status: request.state,
		...outcome(sandbox, request),
		...compact({ instance_id: request.instanceId }),
		created_at: timestamp(request.createdAt),
		...(finished === undefined ? {} : { finished_at: finished, completed_at: finished }),
	};
}

/** Returns `outputs`, `output` or `error`, whichever the request has. */
export function outcome(sandbox: SandboxContext, request: RequestRecord): Readonly<Record<string, unknown>> {
	if (request.state === 'failed') return { error: request.error };
	if (request.state !== 'succeeded') return {};
	const left = compact({ node_errors: request.nodeErrors });
	const outputs = withUrls(sandbox, request.id, request.outputs ?? {});
	if (!request.flat) return { outputs, ...left };
	const files = Object.values(outputs).flatMap((channels) => Object.values(channels).flat());
	return { output: { images: files.flatMap((file) => (isUrlFile(file) ? [file.url] : [])) }, ...left };
}

function withUrls(sandbox: SandboxContext, requestId: string, outputs: StoredOutputs): StoredOutputs {
	const entries = Object.entries(outputs).map(([nodeId, channels]) => {
		const filled = Object.entries(channels).map(([channel, list]) => {
			return [
				channel,
				list.map((entry) => (isFile(entry) ? { url: fileUrl(sandbox, requestId, entry), ...entry } : entry)),
			];
		});
		return [nodeId, Object.fromEntries(filled)];
	});
	return Object.fromEntries(entries) as StoredOutputs;
}

function fileUrl(sandbox: SandboxContext, requestId: string, file: StoredFile): string {
	const name = storedName(file);
	const path = `/deployment_requests/${requestId}/output/${name.split('/').map(encodeURIComponent).join('/')}`;
	return `${sandbox.origins.storage}${path}?signature=${fileSignature(sandbox, requestId, name)}`;
}

/** Returns the signature that makes the address of an output valid. */
export function fileSignature(sandbox: SandboxContext, requestId: string, name: string): string {
	return createHmac('sha256', sandbox.secret()).update(`${requestId}/${name}`).digest('hex').slice(0, 32);
}

function isUrlFile(entry: unknown): entry is StoredFile & { url: string } {
	return isFile(entry) && 'url' in entry;
}
