import type { Callback } from './callback.ts';
import type { CallbackMarks } from './callbackOrder.ts';

/** The answer of a local application to a forwarded callback. */
export interface ForwardAnswer {
	/** Milliseconds since 1970. */
	readonly at: number;
	/** Host and port of the application; nothing else of its address. */
	readonly host: string;
	/** HTTP status; absent without an answer. */
	readonly status?: number;
	/** The reason why no answer came, as a sentence. */
	readonly problem?: string;
	readonly tookMs: number;
	/** It was sent again by the person. */
	readonly resent?: true;
}

/** A received callback, or a sent example of one. Immutable; every change is a new value. */
export interface WebhookEvent extends Callback, CallbackMarks {
	/** Our own id (UUID). */
	readonly id: string;
	/** Orders events of the same millisecond. */
	readonly number: number;
	/** The time when it was received, in milliseconds since 1970. */
	readonly at: number;
	/** Made by Easel for the application; no service sent it. */
	readonly example?: true;
	/** Our id of the run, if the callback came to the address of a run. */
	readonly runId?: string;
	readonly contentType: string;
	/** Length of the original body. */
	readonly bytes: number;
	/** The kept part of the body, without queries of addresses, keys and the bytes of media. */
	readonly kept: string;
	/** True if `kept` is only the beginning. */
	readonly cut?: true;
	/** Oldest first; of many only the latest. */
	readonly answers: readonly ForwardAnswer[];
}

const mostAnswers = 10;

export function withAnswer(event: WebhookEvent, answer: ForwardAnswer): WebhookEvent {
	return { ...event, answers: [...event.answers, answer].slice(-mostAnswers) };
}
