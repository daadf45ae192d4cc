import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import type { Failure } from '../base/failure.ts';
import { type FollowedTexts, sentences, uncertainNotice } from '../records/notices.ts';
import { wasNotSubmitted } from '../records/submissions.ts';
import type { UncertainAnswer } from '../records/submitOnce.ts';
import { distinctDetails, refusalText } from './plan/refusedRun.ts';
import type { FileAbsence, Run, RunTarget } from './run.ts';

export const runTexts: FollowedTexts = {
	name: 'run',
	refused: l10n.t(
		'The service does not accept the sign-in, so the run is not being followed. Easel checks the sign-in again shortly and then continues automatically. If the sign-in was revoked, sign in again.',
	),
	signedOut: l10n.t(
		'You are signed out, so this run is not being followed. It continues on the service. Sign in again to see its outcome.',
	),
	otherAccount: l10n.t(
		'This run belongs to another connection or account, so it is not being followed. It continues on the service. Switch back to see its outcome.',
	),
	notOwn: l10n.t('This run belongs to another account or connection.'),
	notRecorded: l10n.t(
		'Nothing was sent: the run could not be saved in the history on this computer and would have been lost.',
	),
	busy: (duration) => l10n.t('The service is busy. Easel asks again in {0}.', duration),
	unreachable: l10n.t('The service cannot be reached at the moment.'),
	unclear: l10n.t('The service does not respond properly at the moment.'),
	missing: l10n.t(
		'The service cannot find this run at the moment. This may be temporary, so Easel keeps asking, less and less often, for 7 days. Look Again asks now; Give Up ends it.',
	),
	lost: l10n.t(
		'The service repeatedly did not find this run, so its outcome is unknown. Look Again asks again.',
	),
	during: l10n.t('The run continues there, and Easel keeps asking.'),
	givenUp: l10n.t('You gave up this run, so Easel no longer asks about it. Look Again asks again.'),
	neverTaken: l10n.t('You gave up this run, because the service never received it.'),
	uncertain: l10n.t('It is therefore unknown whether the service received the run.'),
	interrupted: l10n.t(
		'Easel ended while this run was being sent, so it is unknown whether the service received it.',
	),
	settled: (requestId) => l10n.t('The request of this run is already known: {0}.', requestId),
	neverArrived: l10n.t('The service did not accept this run.'),
	notMissing: l10n.t('This run is being followed or has ended, so there is nothing to give up.'),
};

const engineRunTexts: FollowedTexts = {
	...runTexts,
	busy: (duration) => l10n.t('The engine is busy. Easel asks again in {0}.', duration),
	unreachable: l10n.t('The engine cannot be reached at the moment.'),
	unclear: l10n.t('The engine does not respond properly at the moment.'),
	missing: l10n.t(
		'The engine cannot find this run at the moment. This may be temporary, so Easel keeps asking, less and less often, for 7 days. Look Again asks now; Give Up ends it.',
	),
	lost: l10n.t(
		'The engine repeatedly did not find this run, so its outcome is unknown. Look Again asks again.',
	),
	during: l10n.t('Easel keeps asking.'),
};

/** Returns the texts about a run that was sent to a target of this kind. */
export function runTextsOf({ kind }: Pick<RunTarget, 'kind'>): FollowedTexts {
	return kind === 'engine' ? engineRunTexts : runTexts;
}

function unsentNotice(failure: Failure): string {
	const { message, details = [], nextStep } = failure;
	const more = distinctDetails(details).filter((detail) => !isSaid(detail, message));
	return sentences(`${refusalText(failure)}${more.length > 0 ? ` (${more.join('; ')})` : ''}`, nextStep);
}

/** Returns whether a message already contains the text of a detail and its node: `3.inputs.seed: words`. */
function isSaid(detail: string, message: string): boolean {
	const end = detail.indexOf(': ');
	const [node = ''] = detail.slice(0, Math.max(end, 0)).split('.', 1);
	return node !== '' && message.includes(node) && message.includes(detail.slice(end + 2));
}

/** The run, and the place where a person can look for its request. */
interface LookHere extends Pick<Run, 'id' | 'target'> {
	/** The web pages of the service. */
	readonly webUrl: string;
}

/** Returns the answer for a run that was not accepted: the reason, and whether it may be sent again. */
export function submissionNotice(failure: Failure, where: LookHere): string {
	return wasNotSubmitted(failure)
		? unsentNotice(failure)
		: uncertainNotice(runTexts, failure, lookFirst(where));
}

/** Returns the answer for an uncertain run. */
export function uncertainRun({ id, state, notice, target }: Run, webUrl: string): UncertainAnswer {
	return {
		message: l10n.t('It is unknown whether the service received the run.'),
		nextStep: sentences(
			lookFirst({ id, target, webUrl }),
			l10n.t('"easel runs show {0}" shows its record.', id),
		),
		record: { what: 'run', id, state, ...compact({ notice }) },
	};
}

/** Returns the advice to look for an uncertain run before it is sent again. */
export function lookFirst({ id, target, webUrl }: LookHere): string {
	const site = URL.parse(webUrl)?.host;
	return site
		? l10n.t(
				'It was not sent again, because it could run twice. Before you run it again, look for it in the list of requests of "{0}" at {1}. If it is there, give its ID to "This Is Request..." or to "easel runs take {2} REQUEST".',
				target.name,
				site,
				id,
			)
		: l10n.t(
				'It was not sent again, because it could run twice. Before you run it again, look for it in the list of requests of "{0}". If it is there, give its ID to "This Is Request..." or to "easel runs take {1} REQUEST".',
				target.name,
				id,
			);
}

/** Returns the notice when the files of a finished run do not arrive. */
export function fetchNotice(failure: Failure): string {
	return l10n.t('The files cannot be downloaded at the moment; Easel keeps trying. {0}', failure.message);
}

/** The notice for a proxy of an engine that requires a token, or rejects the given one. */
export const tokenNotice = l10n.t(
	'The server in front of the engine requires a token, or does not accept the one that was sent. The run continues, and Easel asks again shortly. If the token has changed, use the command "Easel: Set Token of the Engine".',
);

const expiredFile = l10n.t(
	'The service no longer has this file; it keeps files for 7 days. Run the document again to get a new one.',
);

/** The reason why a file of the user's own engine is given up. */
const removedThere = l10n.t('The engine no longer has this file. Run the document again to get a new one.');

export function expiredFileOf(target: Pick<RunTarget, 'kind'>): string {
	return target.kind === 'engine' ? removedThere : expiredFile;
}

/** The person has chosen that results are downloaded when they are shown. */
export const notFetchedFile: FileAbsence = {
	problem: l10n.t('Not downloaded yet. Open the run to download it.'),
	away: true,
};

/** The person has stopped the download. */
export const stoppedFile: FileAbsence = {
	problem: l10n.t('The download was stopped. Select Download Again to get the file.'),
};

/** The results on this computer would have been larger than the person allows. */
export const removedFile: FileAbsence = {
	problem: l10n.t('Removed from this computer to free space. Open the run to download it again.'),
	away: true,
};

/** Returns the reason why a file was given up. */
export function fileProblem(failure: Failure): string {
	return sentences(failure.message, failure.nextStep);
}
