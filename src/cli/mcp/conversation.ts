import type { Clock } from '../../core/base/clock.ts';

/** Milliseconds that a question waits for a person. */
export const questionMs = 5 * 60_000;

/** The next step of a call: a question for the person, or its end. */
type Step<T> =
	| {
			readonly kind: 'question';
			readonly text: string;
			/** Resolves once it is answered, with any answer. */
			readonly answered: Promise<unknown>;
	  }
	| { readonly kind: 'ended'; readonly value: T };

interface Question {
	readonly text: string;
	readonly answered: Promise<boolean>;
	answer(isAllowed: boolean): void;
}

/**
 * A call that asks questions. It waits for the answer to each, so that an answer is valid for its question only. A
 * question without an answer in five minutes counts as declined.
 */
export class Conversation<T> {
	readonly #clock: Clock;
	readonly #questions: Question[] = [];
	#ended: { readonly value: T } | { readonly cause: unknown } | undefined;
	readonly #left = new AbortController();
	#wake: (() => void) | undefined;

	/** Aborted once the client has disconnected. */
	readonly signal = this.#left.signal;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Begins the work, which asks its questions through `next`. Resolves once it has ended. */
	begin(work: () => Promise<T>): Promise<void> {
		return work()
			.then(
				(value) => {
					this.#ended = { value };
				},
				(cause: unknown) => {
					this.#ended = { cause };
				},
			)
			.finally(() => this.#wake?.());
	}

	ask(text: string): Promise<boolean> {
		if (this.signal.aborted) return Promise.resolve(false);
		const { promise, resolve } = Promise.withResolvers<boolean>();
		const stop = this.#clock.after(questionMs, () => question.answer(false));
		const question: Question = {
			text,
			answered: promise,
			answer: (isAllowed) => {
				stop();
				const at = this.#questions.indexOf(question);
				if (at >= 0) this.#questions.splice(at, 1);
				resolve(isAllowed);
			},
		};
		this.#questions.push(question);
		this.#wake?.();
		return promise;
	}

	async next(): Promise<Step<T>> {
		for (;;) {
			const [question] = this.#questions;
			if (question !== undefined) {
				const { text, answered } = question;
				return { kind: 'question', text, answered };
			}
			if (this.#ended !== undefined) {
				if ('cause' in this.#ended) throw this.#ended.cause;
				return { kind: 'ended', value: this.#ended.value };
			}
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}

	/** Answers the question that `next` gave last. */
	answer(isAllowed: boolean): void {
		this.#questions[0]?.answer(isAllowed);
	}

	/** Ends the call together with the request that it is answered to. */
	endWith(request: AbortSignal): void {
		// The same listener is called once for a request with several answers.
		request.addEventListener('abort', this.abandon, { once: true });
		if (request.aborted) this.abandon();
	}

	/** Answers all present and future questions with no, since the client has disconnected. */
	readonly abandon = (): void => {
		this.#left.abort();
		for (const question of [...this.#questions]) question.answer(false);
	};
}
