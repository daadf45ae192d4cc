import type { Failure, Result } from '../base/failure.ts';
import { catalogRequests } from '../catalog/catalogRequests.ts';
import { deploymentRequests } from '../deployments/deploymentRequests.ts';
import type { Service } from '../http/transport.ts';
import type { AbsenceRule } from '../records/absence.ts';
import type {
	CancelOutcome,
	RequestResult,
	RequestStatus,
	ServiceRequest,
	Submission,
	SubmitOptions,
} from '../requests/request.ts';
import type { RunFile, RunTarget } from './run.ts';

export interface RequestPlace extends ServiceRequest {
	readonly cancelRequested?: boolean;
}

/** The calls about requests to one kind of target; the only place that knows how its addresses are made. */
export interface RequestApi {
	/** Submits a request; `bodyText` is JSON text, sent unchanged. Never repeated once it may have arrived. */
	submit(
		service: Service,
		targetId: string,
		bodyText: string,
		options?: SubmitOptions,
	): Promise<Result<Submission>>;
	status(service: Service, place: RequestPlace, signal?: AbortSignal): Promise<Result<RequestStatus>>;
	/**
	 * Requests the outputs or the error of a request. Before its end returns the current state, or `undefined` if the
	 * service only reports that no result exists yet.
	 */
	result(
		service: Service,
		place: RequestPlace,
		signal?: AbortSignal,
	): Promise<Result<RequestResult | undefined>>;
	cancel(service: Service, place: RequestPlace): Promise<Result<CancelOutcome>>;
	/** True if a request has the id of its run: a submission without a reply is then looked up, not given up. */
	readonly choosesIds?: boolean;
	/** The notice of a request that the target no longer knows; that of the service by default. */
	readonly lostNotice?: string;
	/** The rule by which it is certain that the target does not have a request; the word of the service over minutes, unless given. */
	readonly absenceRule?: AbsenceRule;
	/**
	 * The notice of a request that is given up because the target has not been reachable for `givesUpAfterMs`; by
	 * default, none is given up.
	 */
	readonly unreachableNotice?: string;
	givesUpAfterMs?(service: Service, failure: Failure): number;
	/** The address of a file, if it can be made from its name alone. */
	fileUrl?(service: Service, file: Pick<RunFile, 'filename' | 'subfolder' | 'type'>): string;
	/** Forgets a request that is no longer followed. */
	forget?(requestId: string): void;
}

export type RequestApis = Readonly<Partial<Record<RunTarget['kind'], RequestApi>>>;

export const requestApis: RequestApis = { deployment: deploymentRequests, model: catalogRequests };
