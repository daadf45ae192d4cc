import * as l10n from '@vscode/l10n';
import type { Event } from '../../core/base/emitter.ts';
import { type Failure, type FailureRecord, failed, type Result } from '../../core/base/failure.ts';
import { type Amount, Progress } from '../terminal/progress.ts';
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
export function continues(noun: Noun | 'dataset', id: string): string {
	if (noun === 'batch')
		return l10n.t(
			'The runs that were sent continue, and no more are sent. Send the rest with: {0}',
			`easel batches continue ${id}`,
		);
	return l10n.t('It continues. Check it with: {0}', `easel ${noun}s show ${id}`);
}

/**
 * Reports a started record with an outcome that this command does not know. The failure came after the paid submission,
 * so the command must not be repeated: the next step is to view the record.
 */
export function notFollowed(
	{ fail }: Pick<OperationCall, 'fail'>,
	followed: Followed,
	failure: Failure,
): number {
	const nextStep = continues(followed.noun, followed.id);
	return fail({ ...failure, reason: 'not-followed', nextStep, record: recordOf(followed) });
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
export interface ShownProgress extends Omit<Amount, 'estimates'> {
	readonly text: string;
}

interface Stated {
	/** In the word of the history. */
	readonly state: string;
}

/** An item in progress on the service, among the records of its kind. */
interface Followed<T extends Stated = Stated> {
	readonly id: string;
	readonly noun: Noun;
	readonly records: {
		get(id: string): T | undefined;
		readonly onDidChange: Event<{ readonly id: string }>;
	};
	/** Returns the current state of a record as a text, or its progress. */
	describe(record: T): string | ShownProgress;
}

function recordOf({ id, noun: what, records }: Followed): FailureRecord {
	return { what, id, state: records.get(id)?.state ?? '' };
}

/**
 * Waits for the end of something. The first Ctrl-C asks whether to cancel it. The second, the first without a person to
 * ask, and every other interruption leave it running, since the service continues without this computer; so does the
 * end of the time limit.
 */
export async function followed<T extends Stated>(
	{ io, interrupts, services, deadline, call, fail }: OperationCall,
	item: Followed<T>,
): Promise<Result<unknown> | number> {
	const { id, noun, records, describe } = item;
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
			const status = interrupts.say(continues(noun, id), by, recordOf(item));
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
		const status = fail(deadline.failure(next, recordOf(item)));
		leaving = letBe();
		void leaving.finally(() => leave(status));
	};
	const showNow = () => {
		const record = presses === 1 ? undefined : records.get(id);
		const shown = record && describe(record);
		if (typeof shown === 'string') progress.show(shown);
		else if (shown !== undefined) progress.show(shown.text, shown);
	};
	const watching = records.onDidChange((changed) => {
		if (changed.id === id) showNow();
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
