import type { Failure } from '../../core/base/failure.ts';
import { codeOf } from '../../core/operations/failureFacts.ts';
import type { Interruption } from './io.ts';
import { shortened } from './printable.ts';

/** The exit statuses of the program; docs/cli.md has the same table. */
export const statuses = {
	done: 0,
	/** Findings, or a run that failed. */
	failed: 1,
	wrongUse: 2,
	refused: 3,
	notAnswered: 4,
	notAllowed: 5,
	/** It may have been done, and must not be repeated without a look. */
	uncertain: 6,
	/** Signed out, or the service no longer accepts the sign-in. */
	signIn: 7,
	/** Its end is unknown to this command: `--timeout` has passed, or waiting was not possible. */
	continues: 8,
} as const;

/** The exit status of a command that was interrupted: 128 and the number of the signal, as shells have it. */
export const interruptedBy: Readonly<Record<Interruption, number>> = {
	SIGHUP: 129,
	SIGINT: 130,
	SIGTERM: 143,
};

/** The facts about a failure that decide its exit status. */
type FailureFacts = Partial<Pick<Failure, 'status' | 'reason' | 'code'>> & { readonly kind: string };

/** Returns the status of a command that failed. */
export function statusOf(failure: FailureFacts): number {
	switch (codeOf(failure)) {
		case 'not-confirmed':
			return statuses.notAllowed;
		case 'outcome-unknown':
			return statuses.uncertain;
		case 'not-followed':
		case 'timed-out':
			return statuses.continues;
		case 'sign-in-needed':
		case 'sign-in-expired':
			return statuses.signIn;
		case 'unreachable':
		case 'no-answer':
		case 'certificate':
		case 'service-error':
		case 'unreadable-answer':
			return statuses.notAnswered;
		default:
			// Without a reply of the service, it was found wrong here.
			return failure.status === undefined ? statuses.wrongUse : statuses.refused;
	}
}

/** Returns a failure as the lines that a person reads; a line break within a text, such as a name, begins no line. */
export function failureText({ message, nextStep, details = [] }: Failure): string {
	return [`${message} ${nextStep}`.trimEnd(), ...details.map((detail) => `  ${detail}`)]
		.map(shortened)
		.join('\n');
}
