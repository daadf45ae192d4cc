import type { Failure } from '../base/failure.ts';

export const otherAccountFailure: Failure = {
	kind: 'auth',
	message: 'This run belongs to another account or another connection than the one in use.',
	nextStep: 'Switch to the connection and account that the run was started with.',
	fixer: 'you',
	mayHaveArrived: false,
};

export const unknownRunFailure: Failure = {
	kind: 'notFound',
	message: 'This run is not in the history any more.',
	nextStep: 'Choose another run, or run the document again.',
	fixer: 'you',
};

export const notRecordedFailure: Failure = {
	kind: 'conflict',
	message:
		'The run could not be written to the history on this computer, so nothing was sent: it would have been lost.',
	nextStep: 'Make sure that the disk is not full, then try again; if that does not help, reload the window.',
	fixer: 'you',
	mayHaveArrived: false,
};

export const notEndedFailure: Failure = {
	kind: 'conflict',
	message: 'This run has not ended, so it stays in the history.',
	nextStep: 'Cancel it or wait for its end, then remove it.',
	fixer: 'you',
};

export const expiredFailure: Failure = {
	kind: 'notFound',
	message: 'The service does not have this file any more; it keeps files for 7 days.',
	nextStep: 'Use the copy on this computer, or run the document again.',
	fixer: 'nobody',
};

export const unknownTargetFailure: Failure = {
	kind: 'input',
	message: 'This version of Easel cannot run on this kind of target.',
	nextStep: 'Choose a deployment.',
	fixer: 'you',
	mayHaveArrived: false,
};

/** A cancel that did not get through: what was wanted first, then why not. */
export function notCanceled(failure: Failure): Failure {
	return { ...failure, message: `The run could not be canceled. ${failure.message}` };
}
