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

export const uploadTexts: KindTexts = {
	name: 'upload',
	refused: l10n.t(
		'The service does not accept the sign-in, so the upload is paused. Easel checks the sign-in again shortly and then continues automatically. If the sign-in was revoked, sign in again.',
	),
	signedOut: l10n.t(
		'You are signed out, so this upload is paused. Nothing is lost. Sign in again to continue it.',
	),
	otherAccount: l10n.t(
		'This upload belongs to another connection or account, so it is paused. Nothing is lost. Switch back to continue it.',
	),
	notOwn: l10n.t('This upload belongs to another account or connection.'),
	notRecorded: l10n.t(
		'Nothing was sent: the upload could not be saved in the history on this computer and would have been lost.',
	),
};

const deletedNotice = l10n.t('The dataset no longer exists, so nothing can be sent to it.');
/** A window that has exited may have had files in transit. */
export const lateListNotice = l10n.t(
	'Waiting up to a minute for the service to list the files that arrived, so that none is sent twice.',
);
export const lostFilesNotice = l10n.t(
	'The file list of this upload can no longer be read. Choose the files again. Files that the service already has are not sent again.',
);

export const missingReason = l10n.t('The service did not keep the file, although it was sent several times.');
export const blockedReason = l10n.t('Its caption could not be sent, so the file was not sent without it.');
export const givenUpReason = l10n.t('It was not sent, because the files before it could not be sent.');

/** Returns the notice when something in the network or the service is in the way; nothing is lost. */
export function troubleNotice({ message }: Failure): string {
	return l10n.t('{0} The upload then continues automatically.', message);
}

/** Returns the notice while the service cannot find the dataset, or reports that it could not process it: either may be temporary. */
export function missingNotice(failure: Failure): string {
	if (failure.codeName === processingFailed)
		return l10n.t(
			'{0} This may be temporary, so Easel keeps asking for a few minutes. {1}',
			failure.message,
			failure.nextStep,
		);
	return l10n.t(
		'The service cannot find this dataset at the moment. This may be temporary, so Easel keeps asking, less and less often, for 7 days. Cancel the upload to end it.',
	);
}

/** Returns the notice why nothing more can be sent, once the service has repeated it for minutes. */
export function goneNotice(failure: Failure): string {
	return failure.codeName === processingFailed ? `${failure.message} ${failure.nextStep}` : deletedNotice;
}

/** Returns the notice of a failed dataset. `error` is the message of the service. */
export function failedDatasetNotice(error?: string): string {
	const next = l10n.t('It accepts no more files. Create a new dataset and upload the files there.');
	const what =
		error === undefined ? l10n.t('The dataset has failed') : l10n.t('The dataset has failed: {0}', error);
	return `${asSentence(what)} ${next}`;
}

/** Returns the notice while the service takes long to check the files. */
export function validatingNotice(waitedMs: number): string {
	return l10n.t(
		'The service has been checking the files for {0}. Many or large files take longer; if this lasts, delete the dataset and upload the files again.',
		describeDuration(waitedMs),
	);
}

/** Describes the remains of a canceled upload. */
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
