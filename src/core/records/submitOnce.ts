import type { SignedIn } from '../account/session.ts';
import { type Failure, type FailureRecord, failed, type Result, success } from '../base/failure.ts';
import type { FollowedRecords, MovingRecord } from './followedRecords.ts';
import { notRecordedFailure } from './notices.ts';
import { wasNotSubmitted } from './submissions.ts';

/** The steps that submit a record to the service. `Reply` is the service's answer. */
export interface Handover<T, Reply> {
	/** Sends it; called once. */
	readonly send: () => Promise<Result<Reply>>;
	/** Returns the record once the service has accepted it; also corrects one that was given up as uncertain meanwhile. */
	readonly accepted: (record: T, reply: Reply) => T;
	/** Returns the record if it certainly did not arrive (`unsent`), or if that is unknown (`uncertain`). */
	readonly refused: (record: T, state: 'unsent' | 'uncertain', failure: Failure) => T;
	/** Returns the answer to the caller about an uncertain record: the reason, and the steps before it is sent again. */
	readonly uncertain: (record: T) => UncertainAnswer;
	/** Called once the record is in the ledger, before it is sent. */
	readonly onRecorded: (record: T) => void;
	/** Returns whether a failure proves that it had no effect, in addition to the status and the codes. */
	readonly isRefusal?: (failure: Failure) => boolean;
}

/** The answer to the caller about a submission with an unknown outcome. */
export type UncertainAnswer = Pick<Failure, 'message' | 'nextStep'> & { readonly record: FailureRecord };

/** Returns the failure of a submission with an unknown outcome; the failure of the call is among its details. */
export function uncertainFailure(
	{ retryAfterMs: _, ...failure }: Failure,
	answer: Pick<Failure, 'message' | 'nextStep' | 'record'>,
): Failure {
	return {
		...failure,
		...answer,
		kind: 'uncertain',
		fixer: 'you',
		details: [failure.message, ...(failure.details ?? [])],
		mayHaveArrived: true,
		isUnsent: false,
	};
}

/**
 * Submits a record to the service, once: it is in the ledger before it is sent, and its id at the service immediately
 * after the reply. A failure leaves it there as unsent or uncertain; a record that may have arrived is never sent
 * again. An accepted one stays accepted if the ledger cannot be written at that time: this window works with it and
 * writes it as soon as possible.
 */
export async function submitOnce<T extends MovingRecord, Reply>(
	records: FollowedRecords<T>,
	session: SignedIn,
	record: T,
	{ send, accepted, refused, uncertain, onRecorded, isRefusal = wasNotSubmitted }: Handover<T, Reply>,
): Promise<Result<T>> {
	const { submissions, coordinator, kind } = records;
	await submissions.begin(record.id);
	try {
		if (!(await records.put(record))) return failed(notRecordedFailure(kind.texts));
		onRecorded(record);
		const reply = await send();
		if (!reply.ok) {
			const { failure } = reply;
			const state = isRefusal(failure) ? 'unsent' : 'uncertain';
			const change = (current: T) => refused(current, state, failure);
			const after = (await records.update(record.id, change)) ?? change(record);
			return failed(
				state === 'unsent' ? { ...failure, isUnsent: true } : uncertainFailure(failure, uncertain(after)),
			);
		}
		coordinator.accepted(session);
		const after = await records.update(record.id, (current) => accepted(current, reply.value));
		return success(after ?? accepted(record, reply.value));
	} finally {
		await submissions.end(record.id);
		records.follow(record.id);
	}
}
