import * as l10n from '@vscode/l10n';
import { failed, type Result, success } from '../base/failure.ts';
import type { RouteName } from '../connection/routes.ts';
import { call, type RouteCall } from '../http/call.ts';
import { notUnderstood } from '../http/notUnderstood.ts';
import type { Service } from '../http/transport.ts';
import type { ServicePart } from '../wire/codes.ts';
import {
	namesRequest,
	namesState,
	parseCancel,
	parseRequestStatus,
	parseSubmission,
	requestInAddress,
} from './parseRequest.ts';
import { parseRequestResult, resultReply } from './parseResult.ts';
import type { CancelOutcome, RequestResult, RequestStatus, ServiceRequest, Submission } from './request.ts';

type Ids = Readonly<Record<string, string>>;

/** How requests to one kind of target are addressed. */
interface RequestKind {
	readonly part: ServicePart;
	readonly routes: Readonly<Record<'submit' | 'status' | 'result' | 'cancel', RouteName>>;
	/** Returns the ids in the address of a request. */
	readonly idsOf: (request: ServiceRequest) => Ids;
	/** The next step after a reply with unexpected content. Default: that of every call. */
	readonly nextStep?: string;
}

/** Returns the calls about requests to one kind of target. Addresses are built from ids; those of the submission are not trusted with the token. */
export function serviceRequests({ part, routes, idsOf, nextStep }: RequestKind) {
	/** Returns a value that was read from a reply; a failure that names it if it could not be read. */
	const orUnread = <T>(value: T | undefined, what: string): Result<T> =>
		value === undefined ? failed(notUnderstood(what, nextStep)) : success(value);

	return {
		/** Submits a request with a body that was checked. @param ids those of its target */
		async submit(
			service: Service,
			ids: Ids,
			more: Pick<RouteCall, 'query' | 'secrets'> & { readonly body: string },
		): Promise<Result<Submission>> {
			const reply = await call(service, routes.submit, {
				method: 'POST',
				ids,
				part,
				...more,
				isAnswer: namesRequest,
				seeOther: requestInAddress,
			});
			return reply.ok
				? orUnread(parseSubmission(reply.value), l10n.t('whether the request was accepted'))
				: reply;
		},

		async status(
			service: Service,
			request: ServiceRequest,
			signal?: AbortSignal,
		): Promise<Result<RequestStatus>> {
			const reply = await call(service, routes.status, {
				method: 'GET',
				ids: idsOf(request),
				part,
				isAnswer: namesState,
				signal,
			});
			return reply.ok ? orUnread(parseRequestStatus(reply.value), l10n.t('the state of the request')) : reply;
		},

		/**
		 * Requests the outputs or the error of a request, and its cost, if reported. Before its end returns the current
		 * state, or `undefined` if the service only reports that no result exists yet.
		 */
		async result(
			service: Service,
			request: ServiceRequest,
			signal?: AbortSignal,
		): Promise<Result<RequestResult | undefined>> {
			const reply = await call(service, routes.result, {
				method: 'GET',
				ids: idsOf(request),
				part,
				isAnswer: namesState,
				...resultReply,
				signal,
			});
			// Some hosts answer so before the end (wire-facts.md, section 9).
			if (!reply.ok) return reply.failure.codeName === 'ResultNotReady' ? success(undefined) : reply;
			return orUnread(parseRequestResult(reply.value), l10n.t('the result of the request'));
		},

		async cancel(service: Service, request: ServiceRequest): Promise<Result<CancelOutcome>> {
			// A second cancel is harmless: it finds the request canceled.
			const reply = await call(service, routes.cancel, {
				method: 'POST',
				ids: idsOf(request),
				part,
				safeToRepeat: true,
				isAnswer: namesState,
			});
			return reply.ok ? success(parseCancel(reply.value)) : reply;
		},
	};
}
