import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { dispatch, type Handlers, nothing } from '../../../src/core/base/panel/protocol.ts';

const payloads = {
	open: z.object({ name: z.string() }),
	close: nothing,
};

function recorder(): { handlers: Handlers<typeof payloads>; calls: unknown[] } {
	const calls: unknown[] = [];
	return {
		calls,
		handlers: { open: (payload) => calls.push(payload.name), close: () => calls.push('closed') },
	};
}

describe('panel protocol', () => {
	it('passes a valid payload to the handler of its kind', async () => {
		const { handlers, calls } = recorder();
		assert.equal(await dispatch(payloads, handlers, { kind: 'open', payload: { name: 'a' } }), undefined);
		assert.equal(await dispatch(payloads, handlers, { kind: 'close' }), undefined);
		assert.deepEqual(calls, ['a', 'closed']);
	});

	it('returns an error that names the place but not the content', async () => {
		const { handlers, calls } = recorder();
		const problem = await dispatch(payloads, handlers, { kind: 'open', payload: { name: ['secret'] } });
		assert.match(problem ?? '', /"open".*name/);
		assert.doesNotMatch(problem ?? '', /secret/);
		assert.deepEqual(calls, []);
	});

	it('rejects messages outside the protocol, even inherited names', async () => {
		const { handlers, calls } = recorder();
		for (const kind of ['toString', '__proto__', 'constructor', 'other']) {
			assert.match((await dispatch(payloads, handlers, { kind })) ?? '', /not known/);
		}
		assert.deepEqual(calls, []);
	});

	it('rejects with the error of a handler, thrown at once or later', async () => {
		for (const open of [
			() => assert.fail('at once'),
			async () => {
				await Promise.resolve();
				assert.fail('later');
			},
		]) {
			const { handlers } = recorder();
			const message = { kind: 'open', payload: { name: 'a' } };
			await assert.rejects(dispatch(payloads, { ...handlers, open }, message), /at once|later/);
		}
	});

	it('never throws on any message', async () => {
		const { handlers } = recorder();
		await fc.assert(
			fc.asyncProperty(fc.anything(), async (message) => {
				const problem = await dispatch(payloads, handlers, message);
				assert.ok(problem === undefined || problem.length > 0);
			}),
		);
	});

	it('does not compile without a handler for each message', async () => {
		// @ts-expect-error `close` is missing.
		const incomplete: Handlers<typeof payloads> = { open: () => undefined };
		assert.match((await dispatch(payloads, incomplete, { kind: 'close' })) ?? '', /not known/);
	});
});
