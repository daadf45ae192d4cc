import type { Failure } from '../base/failure.ts';

/** What is said of a reply that lacks what it is for: `the list of models`. */
export function notUnderstood(what: string): Failure {
	return {
		kind: 'protocol',
		message: `The service answered, but ${what} could not be read from its answer.`,
		nextStep: 'Check the addresses of the connection; if they are right, the service has changed.',
		fixer: 'service',
		mayHaveArrived: true,
	};
}
