import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { dispatch, type Handlers, nothing } from '../../../src/core/base/protocol.ts';

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
	it('hands a fitting payload to the handler of its kind', () => {
		const { handlers, calls } = recorder();
		assert.equal(dispatch(payloads, handlers, { kind: 'open', payload: { name: 'a' } }), undefined);
		assert.equal(dispatch(payloads, handlers, { kind: 'close' }), undefined);
		assert.deepEqual(calls, ['a', 'closed']);
	});

	it('answers with a sentence that names the place but not the content', () => {
		const { handlers, calls } = recorder();
		const problem = dispatch(payloads, handlers, { kind: 'open', payload: { name: ['secret'] } });
		assert.match(problem ?? '', /"open".*name/);
		assert.doesNotMatch(problem ?? '', /secret/);
		assert.deepEqual(calls, []);
	});

	it('knows no message that the protocol does not name, not even inherited ones', () => {
		const { handlers, calls } = recorder();
		for (const kind of ['toString', '__proto__', 'constructor', 'other']) {
			assert.match(dispatch(payloads, handlers, { kind }) ?? '', /not known/);
		}
		assert.deepEqual(calls, []);
	});

	it('never throws, whatever arrives', () => {
		const { handlers } = recorder();
		fc.assert(
			fc.property(fc.anything(), (message) => {
				const problem = dispatch(payloads, handlers, message);
				assert.ok(problem === undefined || problem.length > 0);
			}),
		);
	});

	it('does not compile without a handler for each message', () => {
		// @ts-expect-error `close` is missing.
		const incomplete: Handlers<typeof payloads> = { open: () => undefined };
		assert.match(dispatch(payloads, incomplete, { kind: 'close' }) ?? '', /not known/);
	});
});
