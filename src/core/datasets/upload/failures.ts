import * as l10n from '@vscode/l10n';
import { type Failure, inputFailure, unsentFailure } from '../../base/failure.ts';

/* The reasons why an upload is not started or changed. */

export const noFilesFailure = inputFailure(
	l10n.t('There is no file to upload.'),
	l10n.t('Choose at least one file.'),
);

export const unknownUploadFailure = unsentFailure(
	'notFound',
	l10n.t('The upload is no longer in the history of this computer.'),
	l10n.t('Choose the files again. Files that the service already has are not sent again.'),
);

export const notIncompleteFailure = inputFailure(
	l10n.t('This upload has no files to retry.'),
	l10n.t('Refresh the list of datasets.'),
);

export const movingUploadFailure = inputFailure(
	l10n.t('The upload has not ended yet.'),
	l10n.t('Cancel it first.'),
);

/** Returns the failure of a second file with the same name: a dataset has one file of each name. */
export function sameNameFailure(name: string): Failure {
	return inputFailure(
		l10n.t('Two files would have the name "{0}" in the dataset.', name),
		l10n.t('Rename one of them, or leave it out.'),
	);
}

/** Returns the failure of a dataset that accepts no more files; the same as that of the service. */
export function failedDatasetFailure(error: string | undefined): Failure {
	return {
		kind: 'conflict',
		message: l10n.t('The dataset has failed and accepts no more files.'),
		nextStep: l10n.t('Create a new dataset and upload the files there.'),
		fixer: 'you',
		codeName: 'UPLOAD_TO_FAILED_DATASET',
		...(error === undefined ? {} : { details: [error] }),
	};
}
