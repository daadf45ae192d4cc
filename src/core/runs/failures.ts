import * as l10n from '@vscode/l10n';
import { type Failure, inputFailure, unsentFailure, yourFailure } from '../base/failure.ts';

export const unknownRunFailure = yourFailure(
	'notFound',
	l10n.t('This run is not in the history of this computer.'),
	l10n.t('Choose another run, or run the document again.'),
);

export const notEndedFailure = yourFailure(
	'conflict',
	l10n.t('This run has not ended, so it stays in the history.'),
	l10n.t('Cancel it or wait until it has ended, then remove it.'),
);

export const heldFailure = yourFailure(
	'conflict',
	l10n.t('Other runs that were started together with this one have not ended, so it stays in the history.'),
	l10n.t('Wait until all of them have ended or cancel them, then remove it.'),
);

export const sameBegunFailure = unsentFailure(
	'conflict',
	l10n.t('The same run has just been started, so nothing was sent.'),
	l10n.t('Check that run, and run this again if you want both.'),
);

export const expiredFailure: Failure = {
	kind: 'notFound',
	message: l10n.t('The service no longer has this file; it keeps files for 7 days.'),
	nextStep: l10n.t('Use the copy on this computer, or run the document again.'),
	fixer: 'nobody',
};

export const unknownTargetFailure = inputFailure(
	l10n.t('This version of Easel cannot run on this kind of target.'),
	l10n.t('Choose a deployment.'),
);

/** Returns the failure if the service does not have the request that a person assigns to a run. */
export function noSuchRequestFailure(requestId: string, target: string): Failure {
	return yourFailure(
		'notFound',
		l10n.t('"{0}" has no request "{1}".', target, requestId),
		l10n.t('Copy the ID from the list of requests of the service, then try again.'),
	);
}

/** Returns the failure if the request that a person assigns to a run belongs to another run. */
export function knownRequestFailure(name: string): Failure {
	return yourFailure(
		'conflict',
		l10n.t('That request belongs to another run in the history, "{0}".', name),
		l10n.t('Choose a request that is not in the Runs view yet.'),
	);
}

/** Returns the failure of a cancel that did not get through: the intention first, then the reason. */
export function notCanceled(failure: Failure): Failure {
	return { ...failure, message: l10n.t('The run could not be canceled. {0}', failure.message) };
}
