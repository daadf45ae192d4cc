import type { Failure } from '../../core/base/failure.ts';
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
} as const;

/** The exit status of a command that was interrupted: 128 and the number of the signal, as shells have it. */
export const interruptedBy: Readonly<Record<Interruption, number>> = {
	SIGHUP: 129,
	SIGINT: 130,
	SIGTERM: 143,
};

/** The facts about a failure that decide its exit status. */
type FailureFacts = Partial<Pick<Failure, 'status'>> & { readonly kind: string };

/** Returns the status of a command that failed. */
export function statusOf({ kind, status }: FailureFacts): number {
	switch (kind) {
		case 'canceled':
			return statuses.notAllowed;
		case 'uncertain':
			return statuses.uncertain;
		case 'network':
		case 'timeout':
		case 'certificate':
		case 'upstream':
		case 'protocol':
			return statuses.notAnswered;
		default:
			// Without a reply of the service, it was found wrong here.
			return status === undefined ? statuses.wrongUse : statuses.refused;
	}
}

/** Returns a failure as the lines that a person reads; a line break within a text, such as a name, begins no line. */
export function failureText({ message, nextStep, details = [] }: Failure): string {
	return [`${message} ${nextStep}`, ...details.map((detail) => `  ${detail}`)].map(shortened).join('\n');
}
