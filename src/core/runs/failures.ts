import type { Failure } from '../base/failure.ts';

export const unknownRunFailure: Failure = {
	kind: 'notFound',
	message: 'This run is not in the history any more.',
	nextStep: 'Choose another run, or run the document again.',
	fixer: 'you',
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

/** The service does not have the request that a person says a run is. */
export function noSuchRequestFailure(requestId: string, target: string): Failure {
	return {
		kind: 'notFound',
		message: `"${target}" has no request "${requestId}".`,
		nextStep: 'Copy the id from the list of requests of the service, then try again.',
		fixer: 'you',
	};
}

/** The request that a person says a run is belongs to another run. */
export function knownRequestFailure(name: string): Failure {
	return {
		kind: 'conflict',
		message: `That request is another run of the history, "${name}".`,
		nextStep: 'Choose a request that is not in the Runs view yet.',
		fixer: 'you',
	};
}

/** A cancel that did not get through: what was wanted first, then why not. */
export function notCanceled(failure: Failure): Failure {
	return { ...failure, message: `The run could not be canceled. ${failure.message}` };
}
