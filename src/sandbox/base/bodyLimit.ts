import { createMiddleware } from 'hono/factory';
import { type Refusal, refuse } from './errors.ts';

/**
 * Excess bytes, of a body of unknown length, that are read and dropped before the answer. Closing a connection while
 * its caller is sending breaks it for the caller, and the refusal is lost with it.
 */
const dropped = 16 * 1024 * 1024;

/** Refuses bodies of more than `largest` bytes with 413001, by their announced length or, without one, while they arrive. */
export function limitBody(largest: number) {
	return createMiddleware(async (context, next) => {
		const { raw } = context.req;
		if (Number(raw.headers.get('content-length') ?? 0) > largest) throw tooLarge(largest);
		if (!raw.headers.has('transfer-encoding') || raw.body === null) {
			await next();
			return;
		}
		let length = 0;
		let refusal: Refusal | undefined;
		const counting = new TransformStream<Uint8Array, Uint8Array>({
			transform(part, controller) {
				length += part.byteLength;
				if (length > largest) refusal ??= tooLarge(largest);
				if (refusal === undefined) controller.enqueue(part);
				else if (length > largest + dropped) controller.error(refusal);
			},
			flush(controller) {
				if (refusal !== undefined) controller.error(refusal);
			},
		});
		const { method, headers, signal } = raw;
		const body = raw.body.pipeThrough(counting);
		context.req.raw = new Request(raw.url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
		await next();
		// A handler that takes an unreadable body for an empty one must not answer in place of the refusal.
		if (refusal !== undefined) context.res = context.json(refusal.body, refusal.status as 413);
	});
}

function tooLarge(largest: number): Refusal {
	const size = largest < 1024 * 1024 ? `${largest / 1024} KB` : `${largest / 1024 / 1024} MB`;
	return refuse('tooLarge', `The body is larger than ${size}.`);
}
