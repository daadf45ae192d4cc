import * as z from 'zod/mini';
import type { Clock } from '../base/clock.ts';
import type { Result } from '../base/failure.ts';
import { nestsTooDeep } from '../json/size.ts';
import type { Operation, Progress } from '../operations/operation.ts';
import type { OperationServices } from '../operations/services.ts';
import type { Consent } from './consent.ts';

/** A piece of content that follows the text of an answer, as the Model Context Protocol writes it. */
export type Content =
	| { readonly type: 'image'; readonly data: string; readonly mimeType: string }
	| {
			readonly type: 'resource_link';
			readonly uri: string;
			readonly name: string;
			readonly size: number;
			readonly mimeType?: string;
	  };

/**
 * Hints about the most that a tool does, for clients that ask their user themselves. The protocol defines the defaults:
 * a tool is not idempotent, and reaches an open world.
 */
interface Annotations {
	readonly readOnlyHint: boolean;
	/** For a tool that changes things. */
	readonly destructiveHint?: boolean;
	readonly idempotentHint?: true;
	readonly openWorldHint?: false;
}

/** The answer of a tool: data, and a short text of the same for a model that sees no data. */
export interface Answer<T> {
	readonly value: T;
	readonly text: string;
	/** Content after the text: a picture, or links to files. */
	readonly more?: readonly Content[];
	/** The start as spending knows it, if that is not the `id` of the value. */
	readonly begun?: string;
}

/** The client that waits for the answer to a call. */
export interface Caller {
	/** Aborted when the client no longer wants an answer. */
	readonly signal: AbortSignal;
	progress(report: Progress): void;
	/** Returns the milliseconds after which the client may give up; undefined if it waits while it receives progress. */
	patience(): number | undefined;
}

/** One call of a tool: its services, and the person to ask. */
export interface Call {
	readonly services: OperationServices;
	readonly clock: Clock;
	readonly caller: Caller;
	/** Runs an operation and passes its questions to the person. @param signal ends waiting; that of the client by default */
	run<I, O>(operation: Operation<I, O>, input: unknown, signal?: AbortSignal): Promise<Result<O>>;
	/** The lines that the next question about money shows. */
	readonly consent: Pick<Consent, 'note' | 'disclose'>;
}

/** A tool that agents may call: a thin caller of operations. */
export interface Tool<Input = never, Output = unknown> {
	readonly name: string;
	readonly title: string;
	/** For models: its effect, and when to call it. */
	readonly description: string;
	readonly annotations: Annotations;
	readonly input: z.ZodMiniType<Input>;
	readonly output: z.ZodMiniType<Output>;
	run(call: Call, input: Input): Promise<Result<Answer<Output>>>;
}

/** Returns a tool with the types of its schemas. */
export function tool<I extends z.ZodMiniType, O extends z.ZodMiniType>(
	parts: Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> & {
		readonly input: I;
		readonly output: O;
		run(call: Call, input: z.output<I>): Promise<Result<Answer<z.input<O>>>>;
	},
): Tool {
	return { ...parts, input: parts.input.check(shallow) } as unknown as Tool;
}

const shallow = z.refine((input) => !nestsTooDeep(input), 'the input nests too deeply, so nothing was done');

export const reads: Annotations = { readOnlyHint: true };

/** Makes changes that can be changed again, with each further call. */
export const changes: Annotations = { readOnlyHint: false, destructiveHint: false };
