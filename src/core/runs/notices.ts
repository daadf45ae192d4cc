import { describeDuration } from '../base/ages.ts';
import type { Failure } from '../base/failure.ts';
import { surelyNotSubmitted } from '../records/submissions.ts';
import { distinctDetails } from './refusedRun.ts';
import type { RunTarget } from './run.ts';

/** Why a submission failed, with what to do next. */
export function unsentNotice(failure: Failure): string {
	const { message, details = [], nextStep } = failure;
	const more = distinctDetails(details).filter((detail) => !isSaid(detail, message));
	return join(`The run was not sent. ${message}${more.length > 0 ? ` (${more.join('; ')})` : ''}`, nextStep);
}

/** Whether a message has the words of a detail already, and the node that they are about: `3.inputs.seed: words`. */
function isSaid(detail: string, message: string): boolean {
	const end = detail.indexOf(': ');
	const [node = ''] = detail.slice(0, Math.max(end, 0)).split('.', 1);
	return node !== '' && message.includes(node) && message.includes(detail.slice(end + 2));
}

/** Where a person can look whether a request is there. */
export interface LookHere {
	readonly target: RunTarget;
	/** The web pages of the service. */
	readonly webUrl: string;
}

/** The answer to someone whose run was not accepted: what happened, and whether it may be sent again. */
export function submissionNotice(failure: Failure, where: LookHere): string {
	return surelyNotSubmitted(failure) ? unsentNotice(failure) : uncertainNotice(failure, where);
}

/** Nobody can know whether the submission arrived. */
export function uncertainNotice(failure: Failure, where: LookHere): string {
	return `${failure.message} So it is unknown whether the service took the run. ${lookFirst(where)}`;
}

/** The window was closed in the middle of the submission. */
export function interruptedNotice(where: LookHere): string {
	return `Easel ended while this run was being sent, so it is unknown whether the service took it. ${lookFirst(where)}`;
}

function lookFirst({ target, webUrl }: LookHere): string {
	const site = URL.parse(webUrl)?.host;
	return (
		'It was not sent again, because it could then run twice: before you run it again, look for it in the list of requests of ' +
		`"${target.name}"${site ? ` at ${site}` : ''}.`
	);
}

export const lostNotice =
	'The service does not know this request any more, so how it ended cannot be found out. Run the document again if ' +
	'you still need the result.';

/** The local sandbox was put back to its first state, and its requests are gone. */
export const resetNotice = 'The sandbox was reset.';

/** The service asks to be left alone for a while (`waitMs` milliseconds). */
export function waitNotice(waitMs: number): string {
	return `The service is busy and asks to wait ${describeDuration(waitMs)} before it is asked again. The run continues there.`;
}

/** Asking about a run does not get through; the run itself is not affected. */
export function troubleNotice(failure: Failure, target: Pick<RunTarget, 'kind'>): string {
	const who = target.kind === 'engine' ? 'The engine' : 'The service';
	const opening =
		failure.kind === 'network' || failure.kind === 'timeout'
			? `${who} cannot be reached at the moment.`
			: `${who} does not answer properly at the moment.`;
	const you = failure.fixer === 'you' || failure.fixer === 'administrator' ? failure.nextStep : '';
	if (target.kind === 'engine') return join(`${opening} Easel keeps asking. ${failure.message}`, you);
	return join(`${opening} The run continues there, and Easel keeps asking. ${failure.message}`, you);
}

/** The files of a finished run do not arrive. */
export function fetchNotice(failure: Failure): string {
	return `The files cannot be downloaded at the moment; Easel keeps trying. ${failure.message}`;
}

/** What is in front of an engine asks for a token, or does not take the one that it gets. */
export const tokenNotice =
	'What is in front of the engine wants a token, or does not accept the one that it got. The run continues there. Use the command ' +
	'"Easel: Set Token of the Engine" to see how it ends.';

export const signInNotice =
	'The service no longer accepts the sign-in, so the run is not watched at the moment. Sign in again to continue.';

/** Nobody asks about the run, because nobody is signed in. */
export const signedOutNotice =
	'You are signed out, so this run is not watched at the moment. It continues at the service; sign in again to see how it ends.';

/** Nobody asks about the run, because another connection or account is in use. */
export const otherAccountNotice =
	'This run belongs to another connection or account than the one in use, so it is not watched at the moment. ' +
	'It continues at the service; switch back to see how it ends.';

export const expiredFile =
	'The service does not have this file any more; it keeps files for 7 days. Run the document again to get a new one.';

/** Why a file of an engine of one's own is given up. */
const removedThere = 'The engine does not have this file any more. Run the document again to get a new one.';

export function expiredFileOf(target: Pick<RunTarget, 'kind'>): string {
	return target.kind === 'engine' ? removedThere : expiredFile;
}

/** The person has chosen that results are downloaded when they are shown. */
export const notFetchedFile = 'Not downloaded yet. Open the run to download it.';

/** The person has stopped the download. */
export const stoppedFile = 'The download was stopped. Select Download Again to get the file.';

/** The results on this computer would have been larger than the person allows. */
export const removedFile = 'Removed from this computer to make room. Open the run to download it again.';

/** Why a file was given up. */
export function fileProblem(failure: Failure): string {
	return join(failure.message, failure.nextStep);
}

function join(...sentences: readonly string[]): string {
	return sentences.filter((sentence) => sentence !== '').join(' ');
}
