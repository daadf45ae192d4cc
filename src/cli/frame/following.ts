import * as l10n from '@vscode/l10n';
import type { Disposable } from '../../core/base/emitter.ts';
import type { Result } from '../../core/base/failure.ts';
import { Progress } from '../terminal/progress.ts';
import { askedYes } from './answers.ts';
import type { OperationCall } from './operationCommand.ts';

/** The noun of its operations and commands. */
type Noun = 'run' | 'job' | 'batch';

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
	return l10n.t('It continues. Look at it with: {0}', `easel ${noun}s show ${id}`);
}

/** Something that is under way on the service, and how it is looked at and canceled. */
interface Followed {
	readonly id: string;
	readonly noun: Noun;
	/** Returns its current state as a text; undefined where that is not known. */
	now(): string | undefined;
	/** Calls back when something has changed, for as long as it is followed. */
	watch(changed: (id: string) => void): Disposable;
}

/**
 * Waits for the end of something. The first Ctrl-C asks whether to cancel it. The second, the first where nobody can be asked, and every
 * other interruption leave it as it is, since the service continues without this computer.
 */
export async function followed(
	{ io, interrupts, call, fail }: OperationCall,
	{ id, noun, now, watch }: Followed,
): Promise<Result<unknown> | 'left'> {
	const progress = new Progress(io);
	const asking = new AbortController();
	const { promise: left, resolve: leave } = Promise.withResolvers<'left'>();
	let presses = 0;
	let leaving: Promise<unknown> | undefined;
	const listening = io.onInterrupt((by) => {
		presses++;
		progress.end();
		if (presses > 1 || io.ask === undefined || by !== 'SIGINT') {
			asking.abort();
			io.err('\n');
			interrupts.say(continues(noun, id), by);
			leaving = letBe();
			void leaving.finally(() => leave('left'));
		} else void askToCancel();
	});
	const showNow = () => {
		const text = presses === 1 ? undefined : now();
		if (text !== undefined) progress.show(text);
	};
	const watching = watch((changed) => {
		if (changed === id) showNow();
	});
	showNow();
	try {
		const end = await Promise.race([call(`${noun}.status`, { id, wait: true }), left]);
		if (leaving === undefined) return end;
		await leaving;
		return 'left';
	} finally {
		watching.dispose();
		listening.dispose();
		asking.abort();
		progress.end();
	}

	/** Pauses a batch, so that nothing more of it is sent: nobody would wait for that later. */
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
