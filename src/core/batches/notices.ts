import type { Failure } from '../base/failure.ts';
import { exactUsd } from '../base/money.ts';
import type { Noun } from '../records/notices.ts';

/** What is said of a batch. */
export const batchNoun: Noun = {
	name: 'batch',
	fullName: 'batch',
	sent: 'started',
	idle: 'does not continue at the moment',
	meanwhile: 'What was sent continues at the service',
	purpose: 'to continue it',
	host: 'The service',
	during: 'The batch continues as soon as it can.',
};

export const unknownBatchFailure: Failure = {
	kind: 'notFound',
	message: 'This batch is no longer in the history.',
	nextStep: 'Start it again from its document.',
	fixer: 'you',
	mayHaveArrived: false,
};

/** So many items have failed that a person should look. */
export function failuresNotice(failures: number): string {
	const items = failures === 1 ? '1 item has failed' : `${failures} items have failed`;
	return `Paused, because ${items}, which is the most that you allowed. Continue to send the others.`;
}

/** The next item would cost more than the batch may. */
export function costNotice(maxMicrodollars: number): string {
	return `Paused, because the next item could cost more than the ${exactUsd(maxMicrodollars)} that you allowed. Continue with a higher limit, or without one.`;
}

/** Nobody says what items cost, so a limit cannot be kept. */
export function unknownCostNotice(maxMicrodollars: number): string {
	return `Paused, because the service does not report what an item costs, so the limit of ${exactUsd(maxMicrodollars)} cannot be kept. Continue without a limit to send the others.`;
}

/** What a person must do before anything more can be handed over. */
export function stoppedNotice({ message, nextStep }: Failure): string {
	return `Paused: ${message} ${nextStep}`;
}

/** Trouble that passes. */
export function waitingNotice({ message }: Failure, inMs: number): string {
	const seconds = Math.max(1, Math.round(inMs / 1000));
	return `${message} The batch continues in ${seconds === 1 ? '1 second' : `${seconds} seconds`}.`;
}

/** The file with the items is gone. */
export const itemsGoneNotice =
	'The items of this batch can no longer be read, so nothing more was sent. Start it again from its document.';
