import * as z from 'zod/mini';

/** The payloads of one direction by message name. */
type Payloads = Readonly<Record<string, z.ZodMiniType>>;

/**
 * All messages between a panel's host and view, as schemas that both sides check. The handshake (`ready`, and `shown` after each `state`)
 * belongs to the panel shell, so no protocol lists it.
 */
export interface PanelProtocol {
	/** Identifies the content of the panel, so that it can be opened again after a reload: a run's id, a document's URI. */
	readonly identity: z.ZodMiniType;
	/** State that the view alone remembers across hide and reload: selection, zoom. */
	readonly memory: z.ZodMiniType;
	/** `state` is the complete state, sent whenever the view starts again; further messages are optional. */
	readonly toView: Payloads & { readonly state: z.ZodMiniType };
	readonly toHost: Payloads;
	/** The requests that the view makes and the host answers; see `requests.ts`. */
	readonly requests: Requests;
}

interface RequestSchema {
	readonly params: z.ZodMiniType;
	readonly result: z.ZodMiniType;
	/** The host ensures that it ends, and may ask the person first: the view waits indefinitely. */
	readonly endsByItself?: true;
}

export type Requests = Readonly<Record<string, RequestSchema>>;

/** The payload of a message without one. */
export const nothing = z.optional(z.undefined());

/** A handler for each message: one that is missing does not compile. */
export type Handlers<P extends Payloads> = {
	readonly [K in keyof P]: (payload: z.output<P[K]>) => unknown;
};

/** The arguments that follow a message's name: none if the payload is `nothing`. */
export type PayloadArguments<T extends z.ZodMiniType> =
	undefined extends z.input<T> ? [] : [payload: z.input<T>];

const envelope = z.object({ kind: z.string(), payload: z.optional(z.unknown()) });

/**
 * Passes a received message to its handler, which begins before this returns; rejects with its exception.
 * @returns undefined if it was handled, otherwise a sentence for the log that names no content.
 */
export async function dispatch<P extends Payloads>(
	payloads: P,
	handlers: Handlers<P>,
	message: unknown,
): Promise<string | undefined> {
	const outer = envelope.safeParse(message);
	if (!outer.success) return 'A message without a kind was ignored.';
	const { kind, payload } = outer.data;
	const schema = Object.hasOwn(payloads, kind) ? payloads[kind] : undefined;
	const handler = handlers[kind as keyof P];
	if (schema === undefined || handler === undefined) return `The message "${kind}" is not known here.`;
	const parsed = schema.safeParse(payload);
	if (!parsed.success) {
		const where = parsed.error.issues.map((issue) => issue.path.join('.') || 'payload').join(', ');
		return `The message "${kind}" does not fit its schema at ${where}.`;
	}
	await handler(parsed.data as z.output<P[keyof P]>);
	return undefined;
}
