import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/base/emitter.ts';

describe('emitter', () => {
	it('calls every listener, even after one that throws', () => {
		const errors: unknown[] = [];
		const emitter = new Emitter<number>((error) => errors.push(error));
		const heard: string[] = [];
		emitter.event(() => {
			throw new Error('first');
		});
		emitter.event((value) => heard.push(`second ${value}`));
		emitter.fire(7);
		assert.deepEqual(heard, ['second 7']);
		assert.equal(errors.length, 1);
	});

	it('rethrows the error of a listener if it is unhandled', async () => {
		const emitter = new Emitter<number>();
		const heard: number[] = [];
		emitter.event(() => {
			throw new Error('of a listener');
		});
		emitter.event((value) => heard.push(value));
		// The runner of the tests would count it as a failure of this one.
		const runners = process.listeners('uncaughtException');
		process.removeAllListeners('uncaughtException');
		const thrown = new Promise<unknown>((resolve) => process.once('uncaughtException', resolve));
		try {
			emitter.fire(7);
			assert.match(String(await thrown), /of a listener/);
		} finally {
			for (const each of runners) process.on('uncaughtException', each);
		}
		assert.deepEqual(heard, [7]);
	});

	it('keeps two subscriptions of one function apart', () => {
		const emitter = new Emitter<number>();
		let calls = 0;
		const listener = () => calls++;
		const first = emitter.event(listener);
		emitter.event(listener);
		first.dispose();
		first.dispose();
		emitter.fire(1);
		assert.equal(calls, 1);
		emitter.dispose();
		emitter.fire(2);
		assert.equal(calls, 1);
	});

	it('delivers an event to the listeners present when it was fired', () => {
		const emitter = new Emitter<number>();
		const heard: string[] = [];
		emitter.event((value) => {
			heard.push(`early ${value}`);
			if (value === 1) emitter.event((later) => heard.push(`late ${later}`));
		});
		emitter.fire(1);
		emitter.fire(2);
		assert.deepEqual(heard, ['early 1', 'early 2', 'late 2']);
	});
});
