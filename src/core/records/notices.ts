import { describeDuration } from '../base/ages.ts';
import type { Failure } from '../base/failure.ts';

/** What records of one kind are called, and what becomes of them while nobody asks. */
export interface Noun {
	/** `run` */
	readonly name: string;
	/** What people know it by where it has to be named in full: `training job`. */
	readonly fullName: string;
	/** How it was handed over: `sent`, `submitted`. */
	readonly sent: string;
	/** `is not watched at the moment` */
	readonly idle: string;
	/** What becomes of it meanwhile, as the beginning of a sentence: `It continues at the service`. */
	readonly meanwhile: string;
	/** What signing in or switching is for: `to see how it ends`. */
	readonly purpose: string;
	/** Whom it is at: `The service`. */
	readonly host: string;
	/** What becomes of it while its host cannot be asked, as a whole sentence. */
	readonly during: string;
}

/** Joins sentences, leaving out empty ones. */
export function sentences(...parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join(' ');
}

/** The host asks not to be called for `waitMs` milliseconds. */
export function waitNotice({ host, during }: Noun, waitMs: number): string {
	return `${host} is busy and asks to wait ${describeDuration(waitMs)} before it is asked again. ${during}`;
}

/** Asking does not get through; the thing itself is not affected. */
export function troubleNotice({ host, during }: Noun, failure: Failure): string {
	const opening =
		failure.kind === 'network' || failure.kind === 'timeout'
			? `${host} cannot be reached at the moment.`
			: `${host} does not answer properly at the moment.`;
	const you = failure.fixer === 'you' || failure.fixer === 'administrator' ? failure.nextStep : '';
	return sentences(opening, during, failure.message, you);
}

/** The host says that it is not there, which need not be so. */
export function missingNotice({ host, name }: Noun): string {
	return (
		`${host} does not find this ${name} at the moment. That may pass, so Easel continues to ask, more and more rarely, for 7 days. ` +
		'Look Again asks now; Give Up ends it.'
	);
}

/** It was not found for so long, or the host has repeated it so often, that nobody asks any more. */
export function lostNotice({ host, name }: Noun): string {
	return `${host} has said repeatedly that it does not have this ${name}, so how it ended is not known. Look Again asks again.`;
}

/** A person has given it up. */
export function givenUpNotice({ name }: Noun): string {
	return `You gave up this ${name}, so nobody asks about it any more. Look Again asks again.`;
}

/** The local sandbox was put back to its first state, and what it had is gone. */
export const resetNotice = 'The sandbox was reset.';

/** The sign-in is not accepted, and asked about again. */
export function signInNotice({ name, idle }: Noun): string {
	return (
		`The service does not accept the sign-in, so the ${name} ${idle}. Easel checks the sign-in again in a while and then continues ` +
		'by itself. Sign in again if it was revoked.'
	);
}

/** Nobody asks, because nobody is signed in. */
export function signedOutNotice({ name, idle, meanwhile, purpose }: Noun): string {
	return `You are signed out, so this ${name} ${idle}. ${meanwhile}; sign in again ${purpose}.`;
}

/** Nobody asks, because another connection or account is in use. */
export function otherAccountNotice({ name, idle, meanwhile, purpose }: Noun): string {
	return `This ${name} belongs to another connection or account than the one in use, so it ${idle}. ${meanwhile}; switch back ${purpose}.`;
}

/** A call about a record of another account. */
export function otherAccountFailure({ fullName }: Noun): Failure {
	return {
		kind: 'auth',
		message: `This ${fullName} belongs to another account or another connection than the one in use.`,
		nextStep: 'Switch to the connection and account that it was started with.',
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** What could not be written to the history is not handed over: nobody would find it again. */
export function notRecordedFailure({ fullName }: Noun): Failure {
	return {
		kind: 'conflict',
		message: `The ${fullName} could not be written to the history on this computer, so nothing was sent: it would have been lost.`,
		nextStep:
			'Make sure that the disk is not full, then try again; if that does not help, reload the window.',
		fixer: 'you',
		mayHaveArrived: false,
	};
}

/** Nobody can know whether it arrived. `lookFirst` says where to look before it is sent again. */
export function uncertainNotice({ name }: Noun, failure: Failure, lookFirst: string): string {
	return `${failure.message} So it is unknown whether the service took the ${name}. ${lookFirst}`;
}

/** The window was closed in the middle. */
export function interruptedNotice({ name, sent }: Noun, lookFirst: string): string {
	return `Easel ended while this ${name} was being ${sent}, so it is unknown whether the service took it. ${lookFirst}`;
}
