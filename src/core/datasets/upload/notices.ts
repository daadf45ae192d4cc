import * as l10n from '@vscode/l10n';
import { describeDuration } from '../../base/ages.ts';
import { describeBytes } from '../../base/bytes.ts';
import { asSentence, type Failure } from '../../base/failure.ts';
import { numberText } from '../../base/language.ts';
import type { KindTexts } from '../../records/notices.ts';
import type { Upload } from './upload.ts';

/** "Generic processing failure (fallback for legacy records)" of the service's document. */
export const processingFailed = 'DATASET_PROCESSING_FAILED';

/*
 * Sentences about uploads. Those about files have no names in them: the same sentence belongs to many files.
 */

/** The texts about uploads. */
export const uploadTexts: KindTexts = {
	name: 'upload',
	refused: l10n.t(
		'The service does not accept the sign-in, so the upload is paused. Easel checks the sign-in again in a while and then continues by itself. Sign in again if it was revoked.',
	),
	signedOut: l10n.t(
		'You are signed out, so this upload is paused. Nothing is lost; sign in again to continue it.',
	),
	otherAccount: l10n.t(
		'This upload belongs to another connection or account than the one in use, so it is paused. Nothing is lost; switch back to continue it.',
	),
	notOwn: l10n.t('This upload belongs to another account or another connection than the one in use.'),
	notRecorded: l10n.t(
		'The upload could not be written to the history on this computer, so nothing was sent: it would have been lost.',
	),
};

const deletedNotice = l10n.t('The dataset does not exist any more, so nothing can be sent to it.');
/** A window that is gone may have had files on their way. */
export const lateListNotice = l10n.t(
	'Waiting up to a minute for the list of the service, which may show files later than they arrived, so that none is sent twice.',
);
export const lostFilesNotice = l10n.t(
	'The list of the files of this upload cannot be read any more. Choose the files again; what the service has already is not sent again.',
);

export const missingReason = l10n.t('The service did not keep the file, although it was sent several times.');
export const blockedReason = l10n.t('Its caption could not be sent, so the file was not sent without it.');
export const givenUpReason = l10n.t('It was not sent, because the files before it could not be sent.');

/** Returns the notice when something in the network or the service is in the way; nothing is lost. */
export function troubleNotice({ message }: Failure): string {
	return l10n.t('{0} The upload continues by itself as soon as that is over.', message);
}

/** Returns the notice while the service does not find the dataset, or says that it could not process it: either may pass. */
export function missingNotice(failure: Failure): string {
	if (failure.codeName === processingFailed)
		return l10n.t(
			'{0} Easel asks again for some minutes, since that may pass. {1}',
			failure.message,
			failure.nextStep,
		);
	return l10n.t(
		'The service does not find this dataset at the moment. That may pass, so Easel continues to ask, more and more rarely, for 7 days. Cancel the upload to end it.',
	);
}

/** Returns the notice why nothing more can be sent, once the service has repeated it for minutes. */
export function goneNotice(failure: Failure): string {
	return failure.codeName === processingFailed ? `${failure.message} ${failure.nextStep}` : deletedNotice;
}

/** Returns the notice of a dataset that has failed. `error` is what the service says. */
export function failedDatasetNotice(error?: string): string {
	const next = l10n.t('It accepts no more files. Create a new dataset and upload the files there.');
	const what =
		error === undefined ? l10n.t('The dataset has failed') : l10n.t('The dataset has failed: {0}', error);
	return `${asSentence(what)} ${next}`;
}

/** Returns the notice while the service takes its time to look at the files. */
export function validatingNotice(waitedMs: number): string {
	return l10n.t(
		'The service has been checking the files for {0}. Many or large files take longer; if this lasts, delete the dataset and upload the files again.',
		describeDuration(waitedMs),
	);
}

/** Says what a canceled upload leaves behind. */
export function canceledNotice({ done, count, doneBytes }: Upload['files']): string {
	if (done === 0) return l10n.t('The upload was canceled before a file had arrived.');
	const size = describeBytes(doneBytes);
	if (count === 1) return l10n.t('The upload was canceled. 1 of 1 file ({0}) is in the dataset.', size);
	return done === 1
		? l10n.t('The upload was canceled. 1 of {0} files ({1}) is in the dataset.', numberText(count), size)
		: l10n.t(
				'The upload was canceled. {0} of {1} files ({2}) are in the dataset.',
				done,
				numberText(count),
				size,
			);
}
