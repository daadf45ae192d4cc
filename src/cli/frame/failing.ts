import * as z from 'zod/mini';
import { compact } from '../../core/base/compact.ts';
import { type Failure, type FailureCode, failureCodes } from '../../core/base/failure.ts';
import { failureFacts } from '../../core/operations/failureFacts.ts';
import type { CommandIo, ReportedFailure } from '../terminal/io.ts';
import { printableJson, shortened } from '../terminal/printable.ts';
import { failureText, statusOf } from '../terminal/status.ts';

/** The schema of the output with `--json` in place of a result when a command fails. */
export const failedOutput = z.object({
	error: z.object({
		status: z.int(),
		/** Such as `input`, `notFound`, `network` or `interrupted`. */
		kind: z.string(),
		/** Never changes its meaning. */
		code: z.enum(failureCodes),
		message: z.string(),
		nextStep: z.exactOptional(z.string()),
		details: z.exactOptional(z.array(z.string())),
		/** True if the same command may be repeated: nothing is done or paid twice. */
		retryable: z.boolean(),
		/** Milliseconds to wait before that, if the service asks for it. */
		retryAfterMs: z.exactOptional(z.number()),
		/**
		 * The record of the submission, if its outcome is unknown (`outcome-unknown`) or it continues (`not-followed`, `timed-out`,
		 * `interrupted`).
		 */
		record: z.exactOptional(
			z.object({
				what: z.enum(['run', 'job', 'batch', 'upload']),
				id: z.string(),
				state: z.string(),
				notice: z.exactOptional(z.string()),
			}),
		),
	}),
});

/**
 * Returns a failure for programs.
 * @param hasChanged whether the command may have changed or started anything before
 */
export function reportedFailure(failure: Failure, hasChanged: boolean): ReportedFailure {
	const { kind, message, nextStep, details = [], record } = failure;
	return {
		kind,
		message,
		...(nextStep === '' ? {} : { nextStep }),
		...(details.length === 0 ? {} : { details }),
		...failureFacts(failure, hasChanged),
		...compact({ record }),
	};
}

/** Reports a failure and returns its exit status. */
export function failedWith(io: CommandIo, failure: Failure): number {
	io.err(`${failureText(failure)}\n`);
	io.report?.(reportedFailure(failure, false));
	return statusOf(failure);
}

/** Returns a failure as `--json` prints it. */
export function failureJson(status: number, failure: ReportedFailure): string {
	return `${printableJson({ error: { status, ...failure } })}\n`;
}

/** The kinds of failures that a command finds without a call. */
const kinds = {
	'wrong-use': 'input',
	'invalid-input': 'input',
	'sign-in-denied': 'denied',
	'sign-in-code-expired': 'expired',
	interrupted: 'interrupted',
	system: 'system',
} as const satisfies Partial<Record<FailureCode, string>>;

/** Reports why a command fails, a sentence on each line, and returns its exit status. */
export function failing(
	io: CommandIo,
	code: keyof typeof kinds,
	sentences: readonly string[],
	status: number,
	more: Pick<ReportedFailure, 'record'> = {},
): number {
	for (const sentence of sentences) io.err(`${shortened(sentence)}\n`);
	io.report?.({ ...failureOf(code, sentences), ...more });
	return status;
}

/** Returns a failure that a command finds without a call, for programs. */
export function failureOf(
	code: keyof typeof kinds,
	[message = '', ...details]: readonly string[],
): ReportedFailure {
	return {
		kind: kinds[code],
		code,
		message,
		...(details.length === 0 ? {} : { details }),
		retryable: false,
	};
}
