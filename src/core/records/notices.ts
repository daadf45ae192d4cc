import * as l10n from '@vscode/l10n';
import { describeDuration } from '../base/ages.ts';
import { type Failure, unsentFailure, yourFailure } from '../base/failure.ts';

/** The texts about records of one kind, each a complete sentence: in other languages a noun does not fit into the sentence of another one. */
export interface KindTexts {
	/** The name of the records in the log and in leases: `run`. */
	readonly name: string;
	/** The sign-in is not accepted, and is being verified again. */
	readonly refused: string;
	readonly signedOut: string;
	/** The notice while another connection or account is in use. */
	readonly otherAccount: string;
	/** A call about a record of another account. */
	readonly notOwn: string;
	/** A record that could not be written to the history is not sent: it could not be found again. */
	readonly notRecorded: string;
}

/** Texts about records that the service or an engine has. */
export interface FollowedTexts extends KindTexts {
	/** Returns the notice if it asks not to be called for a while. */
	readonly busy: (duration: string) => string;
	readonly unreachable: string;
	readonly unclear: string;
	/** The sentence about the record while the service cannot be reached. */
	readonly during: string;
	/** It is reported as missing, which may be wrong. */
	readonly missing: string;
	/** It was missing too long or too often, so it is no longer followed. */
	readonly lost: string;
	/** A person has given it up. */
	readonly givenUp: string;
	/** A person has given it up while it was unknown whether it arrived. */
	readonly neverTaken: string;
	readonly uncertain: string;
	/** The window was closed in the middle. */
	readonly interrupted: string;
	/** Its id at the service is known already. */
	readonly settled: (idOfService: string) => string;
	/** The service did not accept it, so it has no id there. */
	readonly neverArrived: string;
	/** It is polled, or its end is known, so it cannot be given up. */
	readonly notMissing: string;
}

/** Joins sentences, leaving out empty ones. */
export function sentences(...parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}

/**
 * Returns the notice about failed polls, which do not affect the thing itself: the service asks not to be called for a
 * while, or asking does not get through.
 */
export function pollNotice(
	{ busy, unreachable, unclear, during }: FollowedTexts,
	say: { readonly waitMs: number } | 'trouble',
	failure: Failure,
): string {
	if (say !== 'trouble') return sentences(busy(describeDuration(say.waitMs)), during);
	const opening = failure.kind === 'network' || failure.kind === 'timeout' ? unreachable : unclear;
	const you = failure.fixer === 'you' || failure.fixer === 'administrator' ? failure.nextStep : '';
	return sentences(opening, during, failure.message, you);
}

/** The local sandbox was reset, and its content is gone. */
export const resetNotice = l10n.t('The sandbox was reset.');

/** Returns the failure of a call about a record of another account. */
export function otherAccountFailure({ notOwn }: KindTexts): Failure {
	return {
		kind: 'auth',
		reason: 'other-account',
		message: notOwn,
		nextStep: l10n.t('Switch to the connection and account that it was started with.'),
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** Returns the failure of a record that could not be written to the history. It is not sent: it could not be found again. */
export function notRecordedFailure({ notRecorded }: KindTexts): Failure {
	return unsentFailure(
		'conflict',
		notRecorded,
		l10n.t(
			'Make sure that the disk is not full and that the folder of the history is writable, then try again. If that does not help, restart the command or reload the window.',
		),
	);
}

const chooseUncertain = l10n.t('Choose one whose outcome is unknown.');

/** Returns the failure when a person gives an id for a record that already has one. */
export function settledFailure({ settled }: FollowedTexts, idOfService: string): Failure {
	return yourFailure('conflict', settled(idOfService), chooseUncertain);
}

/** Returns the failure when a person gives the id of a record that the service did not accept. */
export function neverArrivedFailure({ neverArrived }: FollowedTexts): Failure {
	return yourFailure('conflict', neverArrived, chooseUncertain);
}

/** Returns the failure when a person gives up a record that is neither missing nor uncertain. */
export function notMissingFailure({ notMissing }: FollowedTexts): Failure {
	return yourFailure('conflict', notMissing, l10n.t('To end it while it is in progress, cancel it.'));
}

/** Returns the notice of an unknown outcome. `lookFirst` names the place to check before it is sent again. */
export function uncertainNotice({ uncertain }: FollowedTexts, failure: Failure, lookFirst: string): string {
	return sentences(failure.message, uncertain, lookFirst);
}

/** Returns the notice when the window was closed in the middle. */
export function interruptedNotice({ interrupted }: FollowedTexts, lookFirst: string): string {
	return sentences(interrupted, lookFirst);
}
