import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { type Failure, failed, success } from '../../../src/core/base/failure.ts';
import { nothing } from '../../../src/core/base/panel/protocol.ts';
import {
	type AnswerMessage,
	answerRequest,
	RequestClient,
	type RequestHandlers,
} from '../../../src/core/base/panel/requests.ts';

const requests = {
	price: { params: z.object({ hours: z.number() }), result: z.object({ dollars: z.number() }) },
	refresh: { params: nothing, result: nothing },
};
const refused: Failure = {
	kind: 'input',
	message: 'The hours are too many.',
	nextStep: 'Enter fewer.',
	fixer: 'you',
	details: ['hours: at most 24'],
	cause: new Error('with a secret'),
};
const handlers: RequestHandlers<typeof requests> = {
	price: async ({ hours }) => (hours > 24 ? failed(refused) : success({ dollars: hours * 2 })),
	refresh: () => success(undefined),
};
const ignore = () => undefined;
const { signal } = new AbortController();

/** Returns a client joined to the handlers like a view to its host: everything passes through JSON-like copies. */
function joined(answering = handlers): RequestClient<typeof requests> {
	const client: RequestClient<typeof requests> = new RequestClient(requests, (message) => {
		void answerRequest(requests, answering, structuredClone(message), signal, ignore).then((answer) =>
			client.settle(structuredClone(answer)),
		);
	});
	return client;
}

describe('requests of a view', () => {
	it('return a value of the right shape', async () => {
		const client = joined();
		assert.deepEqual(
			await Promise.all([client.request('price', { hours: 2 }), client.request('price', { hours: 3 })]),
			[success({ dollars: 4 }), success({ dollars: 6 })],
		);
		assert.deepEqual(await client.request('refresh'), success(undefined));
	});

	it('carry the failure of the host, without its cause', async () => {
		const { cause: _, ...shown } = refused;
		assert.deepEqual(await joined().request('price', { hours: 99 }), failed(shown));
	});

	it('fail if a handler throws, and log the error', async () => {
		const errors: unknown[] = [];
		const answer = await answerRequest(
			requests,
			{ ...handlers, price: () => Promise.reject(new Error('boom')) },
			{ id: 1, name: 'price', params: { hours: 1 } },
			signal,
			(error) => errors.push(error),
		);
		assert.ok(!answer.ok && answer.failure.kind === 'protocol');
		assert.equal(errors.length, 1);
	});

	it('with invalid parameters name the place and never the value', async () => {
		const ask = (name: string, params: unknown): Promise<AnswerMessage> =>
			answerRequest(requests, handlers, { id: 7, name, params }, signal, ignore);
		const misfit = await ask('price', { hours: 'secret' });
		assert.ok(!misfit.ok);
		assert.match(misfit.failure.message, /"price".*hours/);
		assert.doesNotMatch(JSON.stringify(misfit), /secret/);
		for (const name of ['toString', '__proto__', 'other']) {
			const unknown = await ask(name, undefined);
			assert.ok(!unknown.ok && /Unknown request/.test(unknown.failure.message), name);
		}
	});

	it('fail if the reply has an unexpected shape', async () => {
		const wrong = { ...handlers, price: () => success({ dollars: 'many' }) as never };
		const result = await joined(wrong).request('price', { hours: 1 });
		assert.ok(!result.ok && /does not match its schema/.test(result.failure.message));
	});

	it('without a reply end with a time-out, and ignore a late reply', async () => {
		const client = new RequestClient(requests, ignore, 1);
		const result = await client.request('price', { hours: 1 });
		assert.ok(!result.ok && result.failure.kind === 'timeout');
		client.settle({ id: 1, ok: true, value: { dollars: 1 } });
	});

	it('wait for a host with its own time limit', async () => {
		const patient = { ...requests, price: { ...requests.price, endsByItself: true } } as const;
		const client = new RequestClient(patient, ignore, 1);
		const answered = client.request('price', { hours: 1 });
		const limited = await client.request('refresh');
		assert.ok(!limited.ok && limited.failure.kind === 'timeout');
		client.settle({ id: 1, ok: true, value: { dollars: 1 } });
		assert.deepEqual(await answered, success({ dollars: 1 }));
	});

	it('never throw, whatever the reply', () => {
		const client = new RequestClient(requests, ignore);
		fc.assert(fc.property(fc.anything(), (payload) => client.settle(payload)));
	});

	it('do not compile without a handler for each request', () => {
		// @ts-expect-error `refresh` is missing.
		const incomplete: RequestHandlers<typeof requests> = { price: handlers.price };
		assert.ok(incomplete);
	});
});
