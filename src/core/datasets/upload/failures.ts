import { compact } from '../../base/compact.ts';
import type { Failure } from '../../base/failure.ts';
import { meaningOf } from '../../wire/codes.ts';

/* Why an upload is not started or changed. */

const yours = { kind: 'input', fixer: 'you', mayHaveArrived: false } as const;

export const noFilesFailure: Failure = {
	...yours,
	message: 'There is no file to upload.',
	nextStep: 'Choose at least one file.',
};

export const unknownUploadFailure: Failure = {
	...yours,
	kind: 'notFound',
	message: 'The upload is not in the history of this computer any more.',
	nextStep: 'Choose the files again; what the service has already is not sent again.',
};

export const notIncompleteFailure: Failure = {
	...yours,
	message: 'Nothing of this upload waits to be sent again.',
	nextStep: 'Refresh the list of datasets.',
};

export const movingUploadFailure: Failure = {
	...yours,
	message: 'The upload has not ended yet.',
	nextStep: 'Cancel it first.',
};

/** A dataset has one file of each name. */
export function sameNameFailure(name: string): Failure {
	return {
		...yours,
		message: `Two files would have the name "${name}" in the dataset.`,
		nextStep: 'Rename one of them, or leave it out.',
	};
}

/** The dataset takes no more files; the same failure as that of the service (code 42204). */
export function failedDatasetFailure(error: string | undefined): Failure {
	const code = 42204;
	const meaning = meaningOf(code, 'trainer');
	return {
		kind: 'conflict',
		message: meaning?.message ?? 'The dataset has failed.',
		nextStep: meaning?.nextStep ?? 'Create a new dataset.',
		fixer: 'you',
		code,
		...compact({ codeName: meaning?.name }),
		...(error === undefined ? {} : { details: [error] }),
	};
}
