import * as l10n from '@vscode/l10n';
import { compact } from './compact.ts';

/** The kinds of failure, by the class of answer a person needs. */
export const failureKinds = [
	'auth',
	'input',
	'notFound',
	'conflict',
	'balance',
	'rateLimited',
	'upstream',
	'network',
	'timeout',
	'certificate',
	'protocol',
	'canceled',
	/** Something was sent that must not be sent twice, and its outcome is unknown. */
	'uncertain',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** The codes of failures for programs. A code never changes its meaning; docs/cli.md has the same list with the meanings. */
export const failureCodes = [
	'wrong-use',
	'invalid-input',
	'rejected',
	'not-found',
	'conflict',
	'sign-in-needed',
	'sign-in-expired',
	'sign-in-denied',
	'sign-in-code-expired',
	'forbidden',
	'other-account',
	'balance-too-low',
	'rate-limited',
	'unreachable',
	'no-answer',
	'service-error',
	'unreadable-answer',
	'certificate',
	'not-confirmed',
	'outcome-unknown',
	'not-followed',
	'timed-out',
	'interrupted',
	'system',
] as const;

export type FailureCode = (typeof failureCodes)[number];

export const fixers = ['you', 'service', 'administrator', 'nobody'] as const;

export type Fixer = (typeof fixers)[number];

export interface FailureRecord {
	readonly what: 'run' | 'job' | 'batch' | 'upload';
	/** Our own id. */
	readonly id: string;
	readonly state: string;
	readonly notice?: string;
}

/**
 * A failed call as a value: the sentence for people, the next step, and the cause for the log. No member ever contains
 * a token, a partner key or a signed URL.
 */
export interface Failure {
	readonly kind: FailureKind;
	/** The code for programs, if it does not follow from the other members. */
	readonly reason?: FailureCode;
	/** One sentence: what happened and why. */
	readonly message: string;
	/** One sentence: what to do next. */
	readonly nextStep: string;
	readonly fixer: Fixer;
	/** HTTP status, when a reply arrived. */
	readonly status?: number;
	/** The service's own code, for example 422001 or 42254. */
	readonly code?: number;
	/** The name of `code` in the service's tables. */
	readonly codeName?: string;
	/** The service's own words and validation details, one entry each. */
	readonly details?: readonly string[];
	/** True if the reply was a web page or a redirect of an intermediary, and not of the service. */
	readonly isFromBetween?: boolean;
	/** Milliseconds the service asked to wait (`Retry-After`). */
	readonly retryAfterMs?: number;
	/** False only when it is certain that no byte of the request reached the service. */
	readonly mayHaveArrived?: boolean;
	/** For a submission: true if it certainly had no effect, false if that is unknown. */
	readonly isUnsent?: boolean;
	/** The record in the history that this is about: one that is uncertain, continues, or was changed only in part. */
	readonly record?: FailureRecord;
	readonly cause?: unknown;
}

/** Either a value or a failure; nothing in `core` throws for a failed call. */
export type Result<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly failure: Failure };

export function success<T>(value: T): Result<T> {
	return { ok: true, value };
}

export function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
	return { ok: false, failure };
}

/** Returns a result with its value changed; a failure stays. */
export function mapped<T, U>(result: Result<T>, change: (value: T) => U): Result<U> {
	return result.ok ? success(change(result.value)) : result;
}

/** Returns the failure of something that only a person can correct. */
export function yourFailure(kind: FailureKind, message: string, nextStep: string): Failure {
	return { kind, message, nextStep, fixer: 'you' };
}

/** Returns the failure of something that a person must change first, so that nothing was sent. */
export function unsentFailure(
	kind: FailureKind,
	message: string,
	nextStep: string,
	details?: readonly string[],
): Failure {
	return { ...yourFailure(kind, message, nextStep), ...compact({ details }), mayHaveArrived: false };
}

/** Returns the failure of an input that cannot be used. */
export function inputFailure(
	message: string,
	nextStep = l10n.t('Correct it, then try again.'),
	details?: readonly string[],
): Failure {
	return unsentFailure('input', message, nextStep, details);
}

/** Returns the failed result of an input that cannot be used. */
export function wrongInput(...parts: Parameters<typeof inputFailure>): ReturnType<typeof failed> {
	return failed(inputFailure(...parts));
}

export const signedOutFailure = unsentFailure(
	'auth',
	l10n.t('You are not signed in, so the service cannot be called.'),
	l10n.t('Sign in, then try again.'),
);

/** Returns foreign text as a sentence, so that another one can follow. */
export function asSentence(words: string): string {
	const text = words.trim();
	return /[.!?…]$/.test(text) ? text : `${text}.`;
}
