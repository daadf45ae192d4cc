import type { Failure } from './failure.ts';

/** The failure of something that the person, or the end of the window, has stopped; it is never shown. */
export function canceledFailure(): Failure {
	return { kind: 'canceled', message: 'The call was canceled.', nextStep: '', fixer: 'nobody' };
}
