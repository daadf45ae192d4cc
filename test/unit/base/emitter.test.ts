import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/base/emitter.ts';

describe('emitter', () => {
	it('calls every listener, also after one that throws', () => {
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
		assert.equal(emitter.hasListeners, true);
		emitter.dispose();
		emitter.fire(2);
		assert.equal(calls, 1);
		assert.equal(emitter.hasListeners, false);
	});

	it('delivers an event to those who listened when it was fired', () => {
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
