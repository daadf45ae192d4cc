import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../core/base/emitter.ts';
import { type Failure, type FailureRecord, failed, type Result } from '../../core/base/failure.ts';
import { Progress } from '../terminal/progress.ts';
import { askedYes } from './answers.ts';
import type { OperationCall } from './operationCommand.ts';

/** The noun of its operations and commands. */
type Noun = Exclude<FailureRecord['what'], 'upload'>;

const cancelQuestions: Readonly<Record<Noun, string>> = {
	run: l10n.t('Cancel the run? Ctrl-C leaves it.'),
	job: l10n.t('Cancel the job? Ctrl-C leaves it.'),
	batch: l10n.t('Cancel all of these runs? Ctrl-C leaves those that were sent.'),
};

/** Returns the sentence about something that continues when its command ends. */
export function continues(noun: Noun, id: string): string {
	if (noun === 'batch')
		return l10n.t(
			'The runs that were sent continue, and no more are sent. Send the rest with: {0}',
			`easel batches continue ${id}`,
		);
	return l10n.t('It continues. Check it with: {0}', `easel ${noun}s show ${id}`);
}

/** Something that this command has started. */
interface Started {
	readonly id: string;
	readonly noun: Noun;
	/** Its state, in the word of the history. */
	readonly state: string;
}

/**
 * Reports a started record with an outcome that this command does not know. The failure came after the paid submission,
 * so the command must not be repeated: the next step is to view the record.
 */
export function notFollowed(
	{ fail }: Pick<OperationCall, 'fail'>,
	{ id, noun: what, state }: Started,
	failure: Failure,
): number {
	const nextStep = continues(what, id);
	return fail({ ...failure, reason: 'not-followed', nextStep, record: { what, id, state } });
}

/** The sign-in was refused while something was waited for. */
const refusedFailure: Failure = {
	kind: 'auth',
	reason: 'sign-in-expired',
	message: l10n.t('The service no longer accepts the sign-in.'),
	nextStep: l10n.t('Sign in again.'),
	fixer: 'you',
};

/** The progress of something, as `Progress` shows it. */
export interface ShownProgress {
	readonly text: string;
	/** Its state, as one word. */
	readonly state: string;
	readonly done?: number;
	readonly total?: number;
}

/** An item in progress on the service, with the functions to look at it and cancel it. */
interface Followed {
	readonly id: string;
	readonly noun: Noun;
	/** Returns its state in the word of the history. */
	state(): string | undefined;
	/** Returns its current state as a text, or its progress; undefined if unknown. */
	now(): string | ShownProgress | undefined;
	/** Calls back when something has changed, while it is followed. */
	watch(changed: (id: string) => void): Disposable;
}

/**
 * Waits for the end of something. The first Ctrl-C asks whether to cancel it. The second, the first without a person to
 * ask, and every other interruption leave it running, since the service continues without this computer; so does the
 * end of the time limit.
 */
export async function followed(
	{ io, interrupts, services, deadline, call, fail }: OperationCall,
	{ id, noun, state, now, watch }: Followed,
): Promise<Result<unknown> | number> {
	const progress = new Progress(io);
	const asking = new AbortController();
	const { promise: left, resolve: leave } = Promise.withResolvers<number>();
	let presses = 0;
	let leaving: Promise<unknown> | undefined;
	const listening = io.onInterrupt((by) => {
		presses++;
		progress.end();
		if (presses > 1 || io.ask === undefined || by !== 'SIGINT') {
			asking.abort();
			io.err('\n');
			const record = { what: noun, id, state: state() ?? '' };
			const status = interrupts.say(continues(noun, id), by, record);
			leaving = letBe();
			void leaving.finally(() => leave(status));
		} else void askToCancel();
	});
	const endOfTime = () => {
		if (leaving !== undefined) return;
		progress.end();
		asking.abort();
		const next =
			noun === 'batch'
				? continues(noun, id)
				: l10n.t('It continues. Wait for its end with: {0}', `easel ${noun}s show ${id} --wait`);
		const status = fail(deadline.failure(next, { what: noun, id, state: state() ?? '' }));
		leaving = letBe();
		void leaving.finally(() => leave(status));
	};
	const showNow = () => {
		const shown = presses === 1 ? undefined : now();
		if (typeof shown === 'string') progress.show(shown);
		else if (shown !== undefined) progress.show(shown.text, shown);
	};
	const watching = watch((changed) => {
		if (changed === id) showNow();
	});
	showNow();
	deadline.signal.addEventListener('abort', endOfTime, { once: true });
	if (deadline.signal.aborted) endOfTime();
	try {
		const end = await Promise.race([call(`${noun}.status`, { id, wait: true }), left, refused(services)]);
		return leaving === undefined ? end : await left;
	} finally {
		deadline.signal.removeEventListener('abort', endOfTime);
		watching.dispose();
		listening.dispose();
		asking.abort();
		progress.end();
	}

	/** Pauses a batch, so that no more of it is sent: no command would wait for it later. */
	async function letBe(): Promise<void> {
		if (noun === 'batch') await call('batch.pause', { id });
	}

	async function askToCancel(): Promise<void> {
		io.err('\n');
		const isWanted = io.ask !== undefined && (await askedYes(io.ask, cancelQuestions[noun], asking.signal));
		if (asking.signal.aborted) return;
		presses = 0;
		if (!isWanted) return;
		const canceled = await call(`${noun}.cancel`, { id });
		if (!canceled.ok) fail(canceled.failure);
	}
}

/** Resolves once the service keeps refusing the sign-in: nothing is polled then, so no end is reported. */
export function refused({
	refused: signal,
}: Pick<OperationCall['services'], 'refused'>): Promise<Result<never>> {
	const { promise, resolve } = Promise.withResolvers<Result<never>>();
	const refuse = () => resolve(failed(refusedFailure));
	if (signal.aborted) refuse();
	else signal.addEventListener('abort', refuse, { once: true });
	return promise;
}
