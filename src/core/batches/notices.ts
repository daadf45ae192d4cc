import * as l10n from '@vscode/l10n';
import { type Failure, unsentFailure } from '../base/failure.ts';
import { counted } from '../base/language.ts';
import { exactUsd } from '../base/money.ts';
import { type KindTexts, sentences } from '../records/notices.ts';

export const batchTexts: KindTexts = {
	name: 'batch',
	refused: l10n.t(
		'The service does not accept the sign-in, so the batch is paused. Easel checks the sign-in again shortly and then continues automatically. If the sign-in was revoked, sign in again.',
	),
	signedOut: l10n.t(
		'You are signed out, so this batch is paused. Runs that were sent continue on the service. Sign in again to continue the batch.',
	),
	otherAccount: l10n.t(
		'This batch belongs to another connection or account, so it is paused. Runs that were sent continue on the service. Switch back to continue the batch.',
	),
	notOwn: l10n.t('This batch belongs to another account or connection.'),
	notRecorded: l10n.t(
		'Nothing was sent: the batch could not be saved in the history on this computer and would have been lost.',
	),
};

export const unknownBatchFailure = unsentFailure(
	'notFound',
	l10n.t('This batch is no longer in the history.'),
	l10n.t('Start it again from its document.'),
);

/** Returns the notice of a batch with too many failed items. */
export function failuresNotice(failures: number): string {
	return counted(
		failures,
		l10n.t('Paused: 1 item failed, the limit that you set. Continue to send the rest.'),
		l10n.t('Paused: {0} items failed, the limit that you set. Continue to send the rest.'),
	);
}

/** Returns the notice when the next item would cost more than the batch may. */
export function costNotice(maxMicrodollars: number): string {
	return l10n.t(
		'Paused: the next item could exceed your limit of {0}. Continue with a higher limit, or without one.',
		exactUsd(maxMicrodollars),
	);
}

/** Returns the notice of a batch with items of unknown cost, for which a limit cannot be kept. */
export function unknownCostNotice(maxMicrodollars: number): string {
	return l10n.t(
		'Paused: the service does not report the cost of an item, so your limit of {0} cannot be enforced. Continue without a limit to send the rest.',
		exactUsd(maxMicrodollars),
	);
}

/** Makes the notice of the action that a person must take before more can be sent. */
export function stoppedNotice({ message, nextStep }: Failure): string {
	return l10n.t('Paused: {0} {1}', message, nextStep);
}

/** Returns the notice about trouble that passes. */
export function waitingNotice({ message }: Failure, inMs: number): string {
	const again = counted(
		Math.max(1, Math.round(inMs / 1000)),
		l10n.t('The batch continues in 1 second.'),
		l10n.t('The batch continues in {0} seconds.'),
	);
	return sentences(message, again);
}

/** Returns the failure of a file that no longer exists or cannot be read. */
export function fileGoneFailure(path: string): Failure {
	return unsentFailure(
		// A person must fix this first, for all items alike.
		'notFound',
		l10n.t('{0} can no longer be read, so nothing more was sent.', path),
		l10n.t('Put the file back, then continue.'),
	);
}

export const itemsGoneNotice = l10n.t(
	'The items of this batch can no longer be read, so nothing more was sent. Start it again from its document.',
);
