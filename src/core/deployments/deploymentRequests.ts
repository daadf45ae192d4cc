import * as l10n from '@vscode/l10n';
import { type Failure, failed, type Result, success } from '../base/failure.ts';
import type { RouteName } from '../connection/dialect.ts';
import { type Query, route } from '../connection/route.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import type { Service, TransportRequest } from '../http/transport.ts';
import { parseJson } from '../json/exact.ts';
import { entriesOf, memberOf, recordOf } from '../json/fields.ts';
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
import type {
	CancelOutcome,
	RequestResult,
	RequestStatus,
	Submission,
	SubmitOptions,
} from '../requests/request.ts';

interface Place {
	readonly targetId: string;
	readonly requestId: string;
}

/**
 * The calls about requests to deployments, in the shape that all kinds of targets share. Addresses are built from ids;
 * those of the submission are not trusted with the token.
 */
export const deploymentRequests = {
	/**
	 * Submits a request; `bodyText` is JSON text, sent unchanged. Never repeated once it may have arrived. An empty body,
	 * which the service refuses, is not sent. A webhook is sent in the query, as the document recommends
	 * (inference-service.md, "Events").
	 */
	async submit(
		service: Service,
		targetId: string,
		bodyText: string,
		{ webhook }: SubmitOptions = {},
	): Promise<Result<Submission>> {
		const body = parseJson(bodyText);
		if (!body.ok || entriesOf(body.value).length === 0) return failed(nothingToSend);
		const reply = await call(service, 'POST', 'submit', { deploymentId: targetId }, undefined, {
			body: bodyText,
			isAnswer: namesRequest,
			seeOther: requestInAddress,
			secrets: [...extraSecrets(body.value), ...(webhook ? [webhook.url] : [])],
			query: webhook && { webhook: webhook.url, webhook_intermediate_status: webhook.intermediate },
		});
		if (!reply.ok) return reply;
		const submission = parseSubmission(reply.value);
		if (submission === undefined) return failed(unread(l10n.t('whether the request was accepted')));
		return success(submission);
	},

	async status(service: Service, place: Place, signal?: AbortSignal): Promise<Result<RequestStatus>> {
		const reply = await call(service, 'GET', 'requestStatus', idsOf(place), signal, {
			isAnswer: namesState,
		});
		if (!reply.ok) return reply;
		const status = parseRequestStatus(reply.value, place.requestId);
		return status === undefined ? failed(unread(l10n.t('the state of the request'))) : success(status);
	},

	/**
	 * Requests the outputs or the error of a request. Before its end returns the current state, or `undefined` if the
	 * service only reports that no result exists yet.
	 */
	async result(
		service: Service,
		place: Place,
		signal?: AbortSignal,
	): Promise<Result<RequestResult | undefined>> {
		const reply = await call(service, 'GET', 'requestResult', idsOf(place), signal, {
			isAnswer: namesState,
			...resultReply,
		});
		if (!reply.ok) return isNotReady(reply.failure) ? success(undefined) : reply;
		const result = parseRequestResult(reply.value, place.requestId);
		return result === undefined ? failed(unread(l10n.t('the result of the request'))) : success(result);
	},

	/** Asks to cancel a request. `notCancellable` means that it had already ended. */
	async cancel(service: Service, place: Place): Promise<Result<CancelOutcome>> {
		// A second cancel is harmless: it finds the request canceled.
		const reply = await call(service, 'POST', 'requestCancel', idsOf(place), undefined, {
			safeToRepeat: true,
			isAnswer: namesState,
		});
		return reply.ok ? success(parseCancel(reply.value)) : reply;
	},
};

function idsOf({ targetId, requestId }: Place): Readonly<Record<string, string>> {
	return { deploymentId: targetId, requestId };
}

/** Keys for third-party nodes travel as `extra_data`; a service that refuses one may repeat it. */
function extraSecrets(body: unknown): readonly string[] {
	const record = recordOf(body);
	return entriesOf(record && memberOf(record, 'extra_data'))
		.map(([, value]) => value)
		.filter((value) => typeof value === 'string');
}

async function call(
	service: Service,
	method: 'GET' | 'POST',
	name: RouteName,
	ids: Readonly<Record<string, string>>,
	signal: AbortSignal | undefined,
	{
		query,
		...more
	}: Pick<TransportRequest, 'body' | 'safeToRepeat' | 'secrets' | 'isAnswer' | 'seeOther' | 'replyBytes'> & {
		readonly query?: Query | undefined;
	} = {},
): Promise<Result<unknown>> {
	const url = route(service.connection, name, ids, query);
	if (!url.ok) return url;
	return service.transport.json({ method, url: url.value, ...more, signal });
}

const nothingToSend: Failure = {
	kind: 'input',
	message: l10n.t('The request is empty, and the service refuses empty requests.'),
	nextStep: l10n.t('Send changed inputs or a whole workflow.'),
	fixer: 'you',
	mayHaveArrived: false,
};

function unread(what: string): Failure {
	return notUnderstood(
		what,
		l10n.t('Look at the request on the web page of the service before sending it again.'),
	);
}
