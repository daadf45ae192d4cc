import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Failure, inputFailure, unsentFailure, yourFailure } from '../base/failure.ts';
import { type FollowedTexts, sentences } from '../records/notices.ts';
import { type UncertainAnswer, uncertainFailure } from '../records/submitOnce.ts';
import type { JobRecord } from './jobRecord.ts';

export const jobTexts: FollowedTexts = {
	name: 'job',
	refused: l10n.t(
		'The service does not accept the sign-in, so the job is not being followed. Easel checks the sign-in again shortly and then continues automatically. If the sign-in was revoked, sign in again.',
	),
	signedOut: l10n.t(
		'You are signed out, so this job is not being followed. It continues on the service. Sign in again to see its outcome.',
	),
	otherAccount: l10n.t(
		'This job belongs to another connection or account, so it is not being followed. It continues on the service. Switch back to see its outcome.',
	),
	notOwn: l10n.t('This training job belongs to another account or connection.'),
	notRecorded: l10n.t(
		'Nothing was sent: the training job could not be saved in the history on this computer and would have been lost.',
	),
	busy: (duration) => l10n.t('The service is busy. Easel asks again in {0}.', duration),
	unreachable: l10n.t('The service cannot be reached at the moment.'),
	unclear: l10n.t('The service does not respond properly at the moment.'),
	missing: l10n.t(
		'The service cannot find this job at the moment. This may be temporary, so Easel keeps asking, less and less often, for 7 days. Look Again asks now; Give Up ends it.',
	),
	lost: l10n.t(
		'The service repeatedly did not find this job, so its outcome is unknown. Look Again asks again.',
	),
	during: l10n.t('The job continues there, and Easel keeps asking.'),
	givenUp: l10n.t('You gave up this job, so Easel no longer asks about it. Look Again asks again.'),
	neverTaken: l10n.t('You gave up this training job, because the service never received it.'),
	uncertain: l10n.t('It is therefore unknown whether the service received the job.'),
	interrupted: l10n.t(
		'Easel ended while this job was being submitted, so it is unknown whether the service received it.',
	),
	settled: (jobId) => l10n.t('The job of the service is already known: {0}.', jobId),
	neverArrived: l10n.t('The service did not accept this training job.'),
	notMissing: l10n.t('This training job is being followed or has ended, so there is nothing to give up.'),
};

export const unknownJobFailure = yourFailure(
	'notFound',
	l10n.t('This training job is not in the list on this computer.'),
	l10n.t('Choose a job from the list, or add this one with "Track a Training Job" or "easel jobs track".'),
);

/** The service's id of the job is unknown. */
export const noIdFailure = unsentFailure(
	'notFound',
	l10n.t('The service did not accept this training job, or its outcome is unknown.'),
	l10n.t(
		'Look for it on the web page of the service: if it is there, give its ID to "This Is Job..." or to "easel jobs take"; if not, submit it again.',
	),
);

export const submittingFailure: Failure = {
	kind: 'conflict',
	message: l10n.t('This training job is being submitted.'),
	nextStep: l10n.t('Wait until the service has answered.'),
	fixer: 'nobody',
};

export const noConfigFailure = yourFailure(
	'notFound',
	l10n.t(
		'The configuration of this training job is not on this computer, and the service does not offer it.',
	),
	l10n.t('Open the document that the job was made from.'),
);

/** The text has placeholders in place of secrets. */
export const hiddenSecretFailure = inputFailure(
	l10n.t('The configuration has "(hidden)" in place of a secret, because Easel saves no secrets.'),
	l10n.t('Write the secret there again, or the name of a variable, then try again.'),
);

export const badIdFailure = inputFailure(
	l10n.t('The ID of a training job is a UUID, for example 123e4567-e89b-42d3-a456-426614174000.'),
	l10n.t('Copy the ID from where the job was submitted.'),
);

/** Returns the failure if the job that a person assigns to a record belongs to another one. */
export function knownJobFailure(name: string): Failure {
	return yourFailure(
		'conflict',
		l10n.t('That job is already in the list, as "{0}".', name),
		l10n.t('Choose a job that is not in the list yet.'),
	);
}

export const notAListFailure = inputFailure(
	l10n.t('The file is not a list of training jobs that Easel has exported.'),
	l10n.t('Choose a list from Export Job List or "easel jobs export".'),
);

/** Returns the notice why a submission failed, with the next step. */
export function unsentNotice(failure: Failure): string {
	const details = failure.details?.length ? ` (${failure.details.join('; ')})` : '';
	return sentences(
		`${l10n.t('The job was not submitted. {0}', failure.message)}${details}`,
		failure.nextStep,
	);
}

/** Returns the answer for an uncertain job. */
export function uncertainJob({ id, phase, notice }: JobRecord, webUrl: string): UncertainAnswer {
	return {
		message: l10n.t('It is unknown whether the service received the job.'),
		nextStep: sentences(lookFirst(id, webUrl), l10n.t('"easel jobs show {0}" shows its record.', id)),
		record: { what: 'job', id, state: phase, ...compact({ notice }) },
	};
}

/** Returns the advice to look for an uncertain job before it is submitted again. @param id our own id of it */
export function lookFirst(id: string, webUrl: string): string {
	const site = URL.parse(webUrl)?.host;
	return site
		? l10n.t(
				'It was not sent again. Look for it at {0}: if it is there, give its ID to "This Is Job..." or to "easel jobs take {1} JOB"; if not, submit it again. The service refuses a second job of the same name.',
				site,
				id,
			)
		: l10n.t(
				'It was not sent again. Look for it on the web page of the service: if it is there, give its ID to "This Is Job..." or to "easel jobs take {0} JOB"; if not, submit it again. The service refuses a second job of the same name.',
				id,
			);
}

/** Returns the failure of a resume with unknown outcome. */
export function perhapsResumedFailure({ id, name, phase, notice }: JobRecord, failure: Failure): Failure {
	return uncertainFailure(failure, {
		message: l10n.t('It is unknown whether "{0}" was resumed.', name),
		nextStep: l10n.t(
			'It is not sent again. Easel keeps asking about it; "easel jobs show {0}" shows the outcome.',
			id,
		),
		record: { what: 'job', id, state: phase, ...compact({ notice }) },
	});
}

/** Returns the same notice until the service has answered. */
export function perhapsResumedNotice(failure: Failure): string {
	return l10n.t(
		'{0} It is unknown whether this job was resumed. It is not sent again, and Easel keeps asking.',
		failure.message,
	);
}

/** Returns the notice for an ended job after a failed request for its artifacts. */
export function noResultNotice(failure: Failure): string {
	return sentences(l10n.t('The files of this job could not be listed.'), failure.message, failure.nextStep);
}
