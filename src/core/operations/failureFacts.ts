import { compact } from '../base/compact.ts';
import type { Failure, FailureCode, FailureKind } from '../base/failure.ts';
import { isPassing } from '../http/retry.ts';

/** The facts of a failure that a program acts on. */
export interface FailureFacts {
	readonly code: FailureCode;
	/** True if the same call may be repeated: the cause may pass, and nothing is done or paid twice. */
	readonly retryable: boolean;
	/** Milliseconds to wait before that, if the service asks for it. */
	readonly retryAfterMs?: number;
}

type Told = Pick<Failure, 'reason' | 'status' | 'code'> & { readonly kind: string };

const byKind: Readonly<Record<Exclude<FailureKind, 'auth' | 'input'>, FailureCode>> = {
	notFound: 'not-found',
	conflict: 'conflict',
	balance: 'balance-too-low',
	rateLimited: 'rate-limited',
	upstream: 'service-error',
	network: 'unreachable',
	timeout: 'no-answer',
	certificate: 'certificate',
	protocol: 'unreadable-answer',
	canceled: 'not-confirmed',
	uncertain: 'outcome-unknown',
};

/** Returns the code of a failure. */
export function codeOf({ kind, reason, status, code }: Told): FailureCode {
	if (reason !== undefined) return reason;
	if (kind === 'input') return status === undefined ? 'invalid-input' : 'rejected';
	if (kind !== 'auth') return byKind[kind as keyof typeof byKind] ?? 'system';
	// A code of the service begins with the status that it means, also in a reply with another one.
	if (status === 403 || /^403\d{2,}$/.test(String(code))) return 'forbidden';
	return status === undefined ? 'sign-in-needed' : 'sign-in-expired';
}

/**
 * Returns the facts of a failure for programs. A call that did not arrive does not make its command safe to repeat: an
 * earlier call may have started something that costs money.
 * @param hasChanged true if this command may have changed or started anything before the failure
 */
export function failureFacts(failure: Failure, hasChanged: boolean): FailureFacts {
	const isSafe = !hasChanged && failure.kind !== 'uncertain' && failure.reason !== 'not-followed';
	return {
		code: codeOf(failure),
		retryable: isSafe && isPassing(failure),
		...compact({ retryAfterMs: failure.retryAfterMs }),
	};
}
