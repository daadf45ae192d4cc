import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { compact } from '../compact.ts';
import { type Failure, failed, failureKinds, fixers, type Result, success } from '../failure.ts';
import type { PayloadArguments, Requests } from './protocol.ts';

/*
 * Requests of a view that its host answers. They travel as the messages `request` and `answer`, next to those of the
 * protocol. Both sides check the messages, and every error is a failure as a value.
 */

const failureSchema = z.object({
	kind: z.enum(failureKinds),
	message: z.string(),
	nextStep: z.string(),
	fixer: z.enum(fixers),
	status: z.exactOptional(z.number()),
	code: z.exactOptional(z.number()),
	codeName: z.exactOptional(z.string()),
	details: z.exactOptional(z.readonly(z.array(z.string()))),
});

export const requestMessage = z.object({ id: z.number(), name: z.string(), params: z.optional(z.unknown()) });

const answerMessage = z.union([
	z.object({ id: z.number(), ok: z.literal(true), value: z.optional(z.unknown()) }),
	z.object({ id: z.number(), ok: z.literal(false), failure: failureSchema }),
]);

export type RequestMessage = z.output<typeof requestMessage>;
export type AnswerMessage = z.output<typeof answerMessage>;

/** A handler for each request: a missing one does not compile. `signal` aborts when the view is closed. */
export type RequestHandlers<R extends Requests> = {
	readonly [K in keyof R]: (
		params: z.output<R[K]['params']>,
		signal: AbortSignal,
	) => Promise<Result<z.input<R[K]['result']>>> | Result<z.input<R[K]['result']>>;
};

/** Returns the failure if the two sides of a panel do not match: a fault of Easel itself. */
function misfit(message: string): Failure {
	return {
		kind: 'protocol',
		message,
		nextStep: l10n.t('Close the panel and open it again. If this happens again, report it with the log.'),
		fixer: 'nobody',
	};
}

function placesOf(error: z.core.$ZodError): string {
	return error.issues.map((issue) => issue.path.join('.') || l10n.t('the top level')).join(', ');
}

/**
 * Answers a question with its handler. Never rejects; no answer names a value that did not fit.
 * @param onError called for a handler that threw, for the log.
 */
export async function answerRequest<R extends Requests>(
	requests: R,
	handlers: RequestHandlers<R>,
	{ id, name, params }: RequestMessage,
	signal: AbortSignal,
	onError: (error: unknown) => void,
): Promise<AnswerMessage> {
	const fail = (failure: Failure): AnswerMessage => {
		// The cause is only for the log; it may contain anything.
		const { kind, message, nextStep, fixer, status, code, codeName, details } = failure;
		const shown = { kind, message, nextStep, fixer, ...compact({ status, code, codeName, details }) };
		return { id, ok: false, failure: shown };
	};
	const refuse = (message: string): AnswerMessage => fail(misfit(message));
	const schema = Object.hasOwn(requests, name) ? requests[name] : undefined;
	const handler = handlers[name as keyof R];
	if (schema === undefined || handler === undefined) return refuse(l10n.t('Unknown request "{0}".', name));
	const asked = schema.params.safeParse(params);
	if (!asked.success)
		return refuse(l10n.t('The request "{0}" does not match its schema at {1}.', name, placesOf(asked.error)));
	try {
		const result = await handler(asked.data as never, signal);
		if (!result.ok) return fail(result.failure);
		const value = schema.result.safeParse(result.value);
		if (value.success) return { id, ok: true, value: value.data };
		return refuse(
			l10n.t('The reply to "{0}" does not match its schema at {1}.', name, placesOf(value.error)),
		);
	} catch (error) {
		onError(error);
		return refuse(l10n.t('The request "{0}" could not be answered.', name));
	}
}

/** Milliseconds until a request without an answer is given up. */
const answerLimitMs = 60_000;

interface Pending {
	readonly name: string;
	readonly timer: ReturnType<typeof setTimeout> | undefined;
	readonly settle: (result: Result<unknown>) => void;
}

/** The requesting side: numbers requests, matches replies and gives up requests without a reply. */
export class RequestClient<R extends Requests> {
	readonly #requests: R;
	readonly #send: (message: RequestMessage) => void;
	readonly #pending = new Map<number, Pending>();
	readonly #limitMs: number;
	#last = 0;

	constructor(requests: R, send: (message: RequestMessage) => void, limitMs = answerLimitMs) {
		this.#requests = requests;
		this.#send = send;
		this.#limitMs = limitMs;
	}

	/** Asks the host. Never rejects: time-out, misfit and the host's own failure are failures as values. */
	request<K extends keyof R & string>(
		name: K,
		...[params]: PayloadArguments<R[K]['params']>
	): Promise<Result<z.output<R[K]['result']>>> {
		const id = ++this.#last;
		return new Promise((resolve) => {
			const giveUp = () => {
				this.#pending.delete(id);
				resolve(
					failed({
						kind: 'timeout',
						message: l10n.t('No reply within {0} seconds.', this.#limitMs / 1000),
						nextStep: l10n.t('Try again. The log has the details.'),
						fixer: 'you',
					}),
				);
			};
			const timer = this.#requests[name]?.endsByItself ? undefined : setTimeout(giveUp, this.#limitMs);
			const settle = resolve as (result: Result<unknown>) => void;
			this.#pending.set(id, { name, timer, settle });
			this.#send({ id, name, params });
		});
	}

	/** Takes the payload of a message `answer`; one to no open question is ignored. */
	settle(payload: unknown): void {
		const parsed = answerMessage.safeParse(payload);
		const pending = parsed.success ? this.#pending.get(parsed.data.id) : undefined;
		if (!parsed.success || pending === undefined) return;
		this.#pending.delete(parsed.data.id);
		clearTimeout(pending.timer);
		pending.settle(
			parsed.data.ok ? this.#read(pending.name, parsed.data.value) : failed(parsed.data.failure),
		);
	}

	#read(name: string, value: unknown): Result<unknown> {
		const read = this.#requests[name]?.result.safeParse(value);
		if (read?.success) return success(read.data);
		return failed(misfit(l10n.t('The reply to "{0}" does not match its schema.', name)));
	}
}
