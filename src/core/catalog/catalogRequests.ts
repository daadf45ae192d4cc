import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { RouteName } from '../connection/dialect.ts';
import { route } from '../connection/route.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import type { Service, TransportRequest } from '../http/transport.ts';
import { parseJson } from '../json/exact.ts';
import { recordOf } from '../json/fields.ts';
import { isNotReady } from '../requests/notReady.ts';
import {
	namesRequest,
	namesState,
	parseCancel,
	parseRequestStatus,
	parseSubmission,
	requestInAddress,
} from '../requests/parseRequest.ts';
import { parseRequestResult, resultReply } from '../requests/parseResult.ts';
import type { CancelOutcome, RequestResult, RequestStatus, Submission } from '../requests/request.ts';
import { unusableId } from './client.ts';
import { modelPath } from './model.ts';

interface Place {
	readonly targetId: string;
	readonly requestId: string;
}

type More = Pick<
	TransportRequest,
	'body' | 'safeToRepeat' | 'isAnswer' | 'seeOther' | 'replyBytes' | 'replyValues'
>;

/**
 * The calls about requests to models of the catalog, in the shape that all kinds of targets share. A request is
 * identified only by its own id there; addresses are built from ids, and those of the submission are not trusted with
 * the token.
 */
export const catalogRequests = {
	/** Submits a request. `bodyText` is a flat object that fits the model's schema; a model without required inputs takes an empty one. */
	async submit(service: Service, targetId: string, bodyText: string): Promise<Result<Submission>> {
		const path = modelPath(targetId);
		if (path === undefined) return failed(unusableId(targetId));
		const body = parseJson(bodyText);
		if (!body.ok || recordOf(body.value) === undefined) return failed(notAnObject);
		const more = { body: bodyText, isAnswer: namesRequest, seeOther: requestInAddress };
		const reply = await call(service, 'POST', 'modelSubmit', { modelId: path }, undefined, more);
		if (!reply.ok) return reply;
		const submission = parseSubmission(reply.value);
		return submission === undefined
			? failed(notUnderstood(l10n.t('whether the request was accepted')))
			: success(submission);
	},

	async status(service: Service, { requestId }: Place, signal?: AbortSignal): Promise<Result<RequestStatus>> {
		const reply = await call(service, 'GET', 'modelRequestStatus', { requestId }, signal, {
			isAnswer: namesState,
		});
		if (!reply.ok) return reply;
		const status = parseRequestStatus(reply.value, requestId);
		return status === undefined ? failed(notUnderstood(l10n.t('the state of the request'))) : success(status);
	},

	/**
	 * Requests the result, and also the cost of the run. Undefined if the service only reports that the request has not
	 * ended.
	 */
	async result(
		service: Service,
		{ requestId }: Place,
		signal?: AbortSignal,
	): Promise<Result<RequestResult | undefined>> {
		const reply = await call(service, 'GET', 'modelRequestResult', { requestId }, signal, {
			isAnswer: namesState,
			...resultReply,
		});
		if (!reply.ok) return isNotReady(reply.failure) ? success(undefined) : reply;
		const result = parseRequestResult(reply.value, requestId);
		return result === undefined
			? failed(notUnderstood(l10n.t('the result of the request')))
			: success(result);
	},

	/** Cancels a request. This host cancels only waiting requests: `notCancellable` may mean that the model is working. */
	async cancel(service: Service, { requestId }: Place): Promise<Result<CancelOutcome>> {
		// A second cancel is harmless: it finds the request canceled.
		const reply = await call(service, 'POST', 'modelRequestCancel', { requestId }, undefined, {
			safeToRepeat: true,
			isAnswer: namesState,
		});
		return reply.ok ? success(parseCancel(reply.value)) : reply;
	},
};

async function call(
	service: Service,
	method: 'GET' | 'POST',
	name: RouteName,
	ids: Readonly<Record<string, string>>,
	signal: AbortSignal | undefined,
	more: More = {},
): Promise<Result<unknown>> {
	const url = route(service.connection, name, ids);
	if (!url.ok) return url;
	return service.transport.json({
		method,
		url: url.value,
		part: 'catalog',
		...more,
		signal,
	});
}

const notAnObject: Failure = {
	kind: 'input',
	message: l10n.t('The inputs of a model must be one JSON object.'),
	nextStep: l10n.t('Write the inputs as an object such as {"prompt": "a lighthouse"}.'),
	fixer: 'you',
	mayHaveArrived: false,
};
