import { type Result, success } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import { isNotReady } from '../requests/notReady.ts';
import type { RequestResult, SubmitOptions } from '../requests/request.ts';
import { cancelRequest, requestResult, requestStatus, submitRequest } from './queue.ts';

interface Place {
	readonly targetId: string;
	readonly requestId: string;
}

/** The calls about requests to deployments, in the shape that all kinds of targets share. */
export const deploymentRequests = {
	submit: (service: Service, targetId: string, bodyText: string, options: SubmitOptions = {}) =>
		submitRequest(service, targetId, bodyText, options),
	status: (service: Service, { targetId, requestId }: Place, signal?: AbortSignal) =>
		requestStatus(service, targetId, requestId, { signal }),
	async result(
		service: Service,
		{ targetId, requestId }: Place,
		signal?: AbortSignal,
	): Promise<Result<RequestResult | undefined>> {
		const reply = await requestResult(service, targetId, requestId, { signal });
		return !reply.ok && isNotReady(reply.failure) ? success(undefined) : reply;
	},
	cancel: (service: Service, { targetId, requestId }: Place) => cancelRequest(service, targetId, requestId),
};
