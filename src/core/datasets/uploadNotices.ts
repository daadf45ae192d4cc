import { describeDuration } from '../base/ages.ts';
import { describeBytes } from '../base/bytes.ts';
import type { Failure } from '../base/failure.ts';
import { plural } from '../base/plural.ts';
import type { Upload } from './upload.ts';

/*
 * Sentences about uploads. Those about files have no names in them: the same sentence belongs to many files.
 */

export const signedOutNotice = 'Nobody is signed in. The upload continues when you sign in again.';
export const otherAccountNotice =
	'The upload belongs to another account or connection. It continues when that is in use again.';
export const refusedNotice =
	'The service does not accept the sign-in at the moment. Easel checks it again in a while and then continues the upload by itself. ' +
	'Sign in again if it was revoked.';
export const deletedNotice = 'The dataset does not exist any more, so nothing can be sent to it.';
export const lostFilesNotice =
	'The list of the files of this upload cannot be read any more. Choose the files again; what the service has already is not sent again.';

export const missingReason = 'The service did not keep the file, although it was sent several times.';
export const blockedReason = 'Its caption could not be sent, so the file was not sent without it.';
export const givenUpReason = 'It was not sent, because the files before it could not be sent.';

/** Something in the network or the service is in the way; nothing is lost. */
export function troubleNotice({ message }: Failure): string {
	return `${message} The upload continues by itself as soon as that is over.`;
}

/** `error` is what the service says. */
export function failedDatasetNotice(error?: string): string {
	const next = 'It accepts no more files. Create a new dataset and upload the files there.';
	return error === undefined ? `The dataset has failed. ${next}` : `The dataset has failed: ${error} ${next}`;
}

/** The service takes its time to look at the files. */
export function validatingNotice(waitedMs: number): string {
	return `The service has been checking the files for ${describeDuration(waitedMs)}. Many or large files take longer; if this lasts, delete the dataset and upload the files again.`;
}

/** What a canceled upload leaves behind. */
export function canceledNotice({ done, count, doneBytes }: Upload['files']): string {
	if (done === 0) return 'The upload was canceled before a file had arrived.';
	return `The upload was canceled. ${done} of ${plural(count, 'file')} (${describeBytes(doneBytes)}) ${done === 1 ? 'is' : 'are'} in the dataset.`;
}
