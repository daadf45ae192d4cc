import { describeDuration } from '../base/ages.ts';
import type { Failure } from '../base/failure.ts';

export const otherAccountFailure: Failure = {
	kind: 'auth',
	message: 'This training job belongs to another account or another connection than the one in use.',
	nextStep: 'Switch to the connection and account that the job was submitted with.',
	fixer: 'you',
	mayHaveArrived: false,
};

export const unknownJobFailure: Failure = {
	kind: 'notFound',
	message: 'This training job is not in the list any more.',
	nextStep: 'Choose another job, or track it again by its id.',
	fixer: 'you',
};

export const notRecordedFailure: Failure = {
	kind: 'conflict',
	message:
		'The training job could not be written to the list on this computer, so nothing was sent: it would have been lost.',
	nextStep: 'Make sure that the disk is not full, then try again; if that does not help, reload the window.',
	fixer: 'you',
	mayHaveArrived: false,
};

/** The service's id of the job is not known. */
export const noIdFailure: Failure = {
	kind: 'notFound',
	message: 'The service did not accept this training job, or it is not known whether it did.',
	nextStep: 'If it is on the web page of the service, track it by its id.',
	fixer: 'you',
	mayHaveArrived: false,
};

export const submittingFailure: Failure = {
	kind: 'conflict',
	message: 'This training job is being submitted.',
	nextStep: 'Wait until the service has answered.',
	fixer: 'nobody',
};

export const noConfigFailure: Failure = {
	kind: 'notFound',
	message:
		'The configuration of this training job is not on this computer, and the service does not offer it.',
	nextStep: 'Open the document that the job was made from.',
	fixer: 'you',
};

/** The text has gaps where secrets were. */
export const hiddenSecretFailure: Failure = {
	kind: 'input',
	message: 'The configuration has "(hidden)" where a secret was written out, because Easel keeps no secrets.',
	nextStep: 'Write the secret there again, or the name of a variable, then try again.',
	fixer: 'you',
	mayHaveArrived: false,
};

/** The id that was given is not one. */
export const badIdFailure: Failure = {
	kind: 'input',
	message: 'The id of a training job is a UUID, for example 123e4567-e89b-42d3-a456-426614174000.',
	nextStep: 'Copy the id from where the job was submitted.',
	fixer: 'you',
	mayHaveArrived: false,
};

/** The imported text is not a list of training jobs. */
export const notAListFailure: Failure = {
	kind: 'input',
	message: 'The file is not a list of training jobs that Easel has exported.',
	nextStep: 'Choose a file that Export Job List has made.',
	fixer: 'you',
};

/** Why a submission failed, with what to do next. */
export function unsentNotice(failure: Failure): string {
	const details = failure.details?.length ? ` (${failure.details.join('; ')})` : '';
	return join(`The job was not submitted. ${failure.message}${details}`, failure.nextStep);
}

/** Nobody can know whether the submission arrived. */
export function uncertainNotice(failure: Failure, webUrl: string): string {
	return `${failure.message} So it is unknown whether the service took the job. ${lookFirst(webUrl)}`;
}

/** The window was closed in the middle of the submission. */
export function interruptedNotice(webUrl: string): string {
	return `Easel ended while this job was being submitted, so it is unknown whether the service took it. ${lookFirst(webUrl)}`;
}

function lookFirst(webUrl: string): string {
	const site = URL.parse(webUrl)?.host;
	return (
		`It was not sent again. Look for it${site ? ` at ${site}` : ' on the web page of the service'}: if it is there, track it ` +
		'by its id; if not, submit it again. The service refuses a second job of the same name.'
	);
}

/** Nobody knows yet whether a resume arrived. */
export function perhapsResumedFailure(name: string, failure: Failure): Failure {
	return {
		...failure,
		message: `It is not known whether "${name}" was resumed. ${failure.message}`,
		nextStep: 'It is not sent again. Easel keeps asking, and shows what became of it in the list.',
	};
}

/** The same, for as long as the service has not said. */
export function perhapsResumedNotice(failure: Failure): string {
	return `${failure.message} So it is not known whether this job was resumed. It is not sent again, and Easel keeps asking.`;
}

export const lostNotice =
	'The service does not know this training job any more, or it belongs to another account.';

/** The local sandbox was put back to its first state, and its jobs are gone. */
export const resetNotice = 'The sandbox was reset.';

/** The service asks to be left alone for a while (`waitMs` milliseconds). */
export function waitNotice(waitMs: number): string {
	return `The service is busy and asks to wait ${describeDuration(waitMs)} before it is asked again. The job continues there.`;
}

/** Asking about a job does not get through; the job itself is not affected. */
export function troubleNotice(failure: Failure): string {
	const opening =
		failure.kind === 'network' || failure.kind === 'timeout'
			? 'The service cannot be reached at the moment.'
			: 'The service does not answer properly at the moment.';
	const you = failure.fixer === 'you' || failure.fixer === 'administrator' ? failure.nextStep : '';
	return join(`${opening} The job continues there, and Easel keeps asking. ${failure.message}`, you);
}

/** The job has ended, but what it made could not be asked for. */
export function noResultNotice(failure: Failure): string {
	return join('What this job has made could not be listed.', failure.message, failure.nextStep);
}

export const signInNotice =
	'The service no longer accepts the sign-in, so the job is not watched at the moment. Sign in again to continue.';

/** Nobody asks about the job, because nobody is signed in. */
export const signedOutNotice =
	'You are signed out, so this job is not watched at the moment. It continues at the service; sign in again to see how it ends.';

/** Nobody asks about the job, because another connection or account is in use. */
export const otherAccountNotice =
	'This job belongs to another connection or account than the one in use, so it is not watched at the moment. ' +
	'It continues at the service; switch back to see how it ends.';

function join(...sentences: readonly string[]): string {
	return sentences.filter((sentence) => sentence !== '').join(' ');
}
