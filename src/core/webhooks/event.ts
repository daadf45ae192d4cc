import * as z from 'zod/mini';
import { type RecordOf, record } from '../ledger/recordSchema.ts';
import { callbackStates } from './callback.ts';

/** The answer of a local application to a forwarded callback. */
const answerSchema = record({
	/** Milliseconds since 1970. */
	at: z.number(),
	/** Host and port of the application; nothing else of its address. */
	host: z.string(),
	/** HTTP status; absent without an answer. */
	status: z.exactOptional(z.number()),
	/** The reason why no answer came, as a sentence. */
	problem: z.exactOptional(z.string()),
	tookMs: z.number(),
	/** It was sent again by the person. */
	resent: z.exactOptional(z.literal(true)),
});

/** A received callback, or a sent example of one. */
export const eventSchema = record({
	/** Our own id (UUID). */
	id: z.string(),
	/** Orders events of the same millisecond. */
	number: z.number(),
	/** The time when it was received, in milliseconds since 1970. */
	at: z.number(),
	/** Made by Easel for the application; no service sent it. */
	example: z.exactOptional(z.literal(true)),
	/** Our id of the run, if the callback came to the address of a run. */
	runId: z.exactOptional(z.string()),
	state: z.enum(callbackStates),
	status: z.exactOptional(z.string()),
	requestId: z.exactOptional(z.string()),
	deploymentId: z.exactOptional(z.string()),
	instanceId: z.exactOptional(z.string()),
	error: z.exactOptional(z.string()),
	files: z.exactOptional(z.number()),
	/** The same update of the same request was delivered before. */
	duplicate: z.exactOptional(z.literal(true)),
	/** A later state of the same request was delivered before. */
	late: z.exactOptional(z.literal(true)),
	contentType: z.string(),
	/** Length of the original body. */
	bytes: z.number(),
	/** The kept part of the body, without queries of addresses, keys and the bytes of media. */
	kept: z.string(),
	/** True if `kept` is only the beginning. */
	cut: z.exactOptional(z.literal(true)),
	/** Oldest first; of many only the latest. */
	answers: z.array(answerSchema),
});

export interface ForwardAnswer extends RecordOf<typeof answerSchema> {}
/** Immutable; every change is a new value. */
export interface WebhookEvent extends RecordOf<typeof eventSchema> {}

const mostAnswers = 10;

export function withAnswer(event: WebhookEvent, answer: ForwardAnswer): WebhookEvent {
	return { ...event, answers: [...event.answers, answer].slice(-mostAnswers) };
}
