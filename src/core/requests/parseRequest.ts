import { compact, idOf, integerOf, memberOf, recordOf, textOf } from '../json/fields.ts';
import type { CancelOutcome, RequestPhase, RequestStatus, Submission } from './request.ts';

/** Every spelling of a state seen on any host (wire-facts.md, sections 3 and 8). */
const phases: ReadonlyMap<string, RequestPhase> = new Map([
	['in_queue', 'queued'],
	['queued', 'queued'],
	['pending', 'queued'],
	['waiting', 'queued'],
	['in_progress', 'running'],
	['starting', 'running'],
	['running', 'running'],
	['processing', 'running'],
	['completed', 'finished'],
	['succeeded', 'succeeded'],
	['success', 'succeeded'],
	['failed', 'failed'],
	['error', 'failed'],
	['canceled', 'canceled'],
	['cancelled', 'canceled'],
]);

/** The phase that a word of the service means; words that are not known are `unknown`. */
export function phaseOf(status: string): RequestPhase {
	return phases.get(status.toLowerCase()) ?? 'unknown';
}

/** The reply to a submission, or `undefined` when it names no request. */
export function parseSubmission(value: unknown): Submission | undefined {
	const record = recordOf(value);
	const requestId = record && idOf(memberOf(record, 'request_id', 'id'));
	if (record === undefined || requestId === undefined) return undefined;
	return compact({
		requestId,
		statusUrl: textOf(memberOf(record, 'status_url')),
		resultUrl: textOf(memberOf(record, 'result_url')),
		cancelUrl: textOf(memberOf(record, 'cancel_url')),
	});
}

/** A status record, or `undefined` when it contains no state. `requestId` is the one that was asked for. */
export function parseRequestStatus(value: unknown, requestId: string): RequestStatus | undefined {
	const record = recordOf(value);
	const status = record && textOf(memberOf(record, 'status', 'outcome'));
	if (record === undefined || status === undefined) return undefined;
	const queuePosition = integerOf(memberOf(record, 'queue_position'));
	return compact({
		requestId,
		phase: phaseOf(status),
		status,
		queuePosition: queuePosition !== undefined && queuePosition >= 0 ? queuePosition : undefined,
		instanceId: idOf(memberOf(record, 'instance_id')),
	});
}

/**
 * The outcome of a cancel call. `outcome` says more than `status` where both are there; a finished state alone
 * means that there was nothing to cancel, and any other accepted reply that the service will try.
 */
export function parseCancel(value: unknown): CancelOutcome {
	const record = recordOf(value) ?? {};
	const word = textOf(memberOf(record, 'outcome', 'status'))?.toLowerCase() ?? '';
	const ended = ['not_cancellable', 'not_cancelable', 'completed', 'succeeded', 'failed'];
	return ended.includes(word) ? 'notCancellable' : 'requested';
}
