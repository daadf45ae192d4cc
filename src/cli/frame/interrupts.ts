import * as l10n from '@vscode/l10n';
import { compact } from '../../core/base/compact.ts';
import type { FailureRecord } from '../../core/base/failure.ts';
import type { Ask } from '../../core/operations/questions.ts';
import type { CommandIo, Interruption } from '../terminal/io.ts';
import { interruptedBy } from '../terminal/status.ts';
import { failing } from './failing.ts';

/**
 * Handles interruptions of a command while it works: the command ends, and its remaining work prints nothing. Parts of a command with more
 * to report listen themselves in the meantime.
 */
export class Interrupts {
	readonly #io: CommandIo;
	readonly #stopping = new AbortController();
	readonly #left = Promise.withResolvers<number>();
	#isDetached = false;
	#by: Interruption = 'SIGINT';
	#hint: string | undefined;

	constructor(io: CommandIo) {
		this.#io = io;
	}

	/** Aborted with the first interruption: nothing more may begin. */
	get signal(): AbortSignal {
		return this.#stopping.signal;
	}

	/** The command has ended, while its work may still continue. */
	get isDetached(): boolean {
		return this.#isDetached;
	}

	get status(): number {
		return interruptedBy[this.#by];
	}

	/** Runs the work and returns its status, or that of an interruption. */
	async during(work: () => Promise<number>): Promise<number> {
		const listening = this.#io.onInterrupt((by) => this.#leave(by));
		try {
			return await Promise.race([work(), this.#left.promise]);
		} finally {
			listening.dispose();
		}
	}

	/**
	 * Runs work that must not lose its submission: the first interruption only answers pending questions with no, the
	 * second detaches from it.
	 */
	async whileSending<T>(work: () => Promise<T>): Promise<T> {
		const listening = this.#io.onInterrupt((by) => {
			if (this.signal.aborted) this.#leave(by);
			else {
				this.#by = by;
				this.#stopping.abort();
				const said =
					by === 'SIGINT'
						? l10n.t(
								'The command ends as soon as it is known whether something was sent. Press Ctrl-C again to end it immediately.',
							)
						: l10n.t(
								'The command ends as soon as it is known whether something was sent. A second signal ends it immediately.',
							);
				this.#io.err(`\n${said}\n`);
			}
		});
		try {
			return await work();
		} finally {
			listening.dispose();
		}
	}

	/** Sets the sentence that is printed when a person ends the command from now on. */
	hint(sentence: string): void {
		this.#hint = sentence;
	}

	/** Ends the command with a message for the person, after the latest interruption or one that only the caller has received. */
	say(sentence: string, by: Interruption = this.#by, record?: FailureRecord): number {
		this.#by = by;
		return failing(this.#io, 'interrupted', [sentence], this.status, compact({ record }));
	}

	#leave(by: Interruption): void {
		if (this.#isDetached) return;
		this.#isDetached = true;
		this.#stopping.abort();
		this.#left.resolve(this.say(this.#hint ?? l10n.t('Interrupted.'), by));
	}
}

/** Returns a terminal to which nothing is written once the command has ended. */
export function untilLeft(io: CommandIo, interrupts: Interrupts): CommandIo {
	const { ask } = io;
	return {
		...io,
		out: (text) => interrupts.isDetached || io.out(text),
		err: (text) => interrupts.isDetached || io.err(text),
		...(ask && {
			ask: (prompt, signal) =>
				ask(prompt, signal === undefined ? interrupts.signal : AbortSignal.any([signal, interrupts.signal])),
		}),
	};
}

/** Answers like `ask`, and with no once the signal is aborted. */
export function askUntil(ask: Ask, over: AbortSignal): Ask {
	const answers = Object.entries(ask).map(([name, answer]) => [
		name,
		(question: never) => (over.aborted ? Promise.resolve(undefined) : answer(question)),
	]);
	return Object.fromEntries(answers);
}
