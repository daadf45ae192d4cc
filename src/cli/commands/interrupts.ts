import * as l10n from '@vscode/l10n';
import type { Ask } from '../../core/operations/questions.ts';
import type { CommandIo } from '../terminal/io.ts';
import { statuses } from '../terminal/status.ts';
import { failing } from './failing.ts';

/**
 * Handles Ctrl-C while a command works: the command ends, and whatever it still does prints nothing any more. Parts of a command that have
 * more to say listen themselves meanwhile.
 */
export class Interrupts {
	readonly #io: CommandIo;
	readonly #stopping = new AbortController();
	readonly #left = Promise.withResolvers<number>();
	#isLeft = false;
	#hint: string | undefined;

	constructor(io: CommandIo) {
		this.#io = io;
	}

	/** Aborted with the first Ctrl-C: nothing more is to begin. */
	get signal(): AbortSignal {
		return this.#stopping.signal;
	}

	/** The command has ended, while what it has begun may still go on. */
	get isLeft(): boolean {
		return this.#isLeft;
	}

	/** The status of the work, or that of an interruption. */
	async during(work: () => Promise<number>): Promise<number> {
		const listening = this.#io.onInterrupt(() => this.#leave());
		try {
			return await Promise.race([work(), this.#left.promise]);
		} finally {
			listening.dispose();
		}
	}

	/**
	 * Work of which it must be certain whether it was handed over: the first Ctrl-C only answers with no what is still asked, the second
	 * leaves it.
	 */
	async whileSending<T>(work: () => Promise<T>): Promise<T> {
		const listening = this.#io.onInterrupt(() => {
			if (this.signal.aborted) this.#leave();
			else {
				this.#stopping.abort();
				const said = l10n.t(
					'It ends as soon as it is certain whether something was sent; Ctrl-C again ends it at once.',
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

	/** Ends the command with what a person should know. */
	say(...sentences: readonly string[]): number {
		return failing(this.#io, 'interrupted', sentences, statuses.interrupted);
	}

	#leave(): void {
		if (this.#isLeft) return;
		this.#isLeft = true;
		this.#stopping.abort();
		this.#left.resolve(this.say(this.#hint ?? l10n.t('Interrupted.')));
	}
}

/** Returns a terminal to which nothing is written once the command has ended. */
export function untilLeft(io: CommandIo, interrupts: Interrupts): CommandIo {
	const { ask } = io;
	return {
		...io,
		out: (text) => interrupts.isLeft || io.out(text),
		err: (text) => interrupts.isLeft || io.err(text),
		...(ask && {
			ask: (prompt, signal) =>
				ask(prompt, signal === undefined ? interrupts.signal : AbortSignal.any([signal, interrupts.signal])),
		}),
	};
}

/** Answers like `ask`, and with no once it is over. */
export function askUntil(ask: Ask, over: AbortSignal): Ask {
	const answers = Object.entries(ask).map(([name, answer]) => [
		name,
		(question: never) => (over.aborted ? Promise.resolve(undefined) : answer(question)),
	]);
	return Object.fromEntries(answers);
}
