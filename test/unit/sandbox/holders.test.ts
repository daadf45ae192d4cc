import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Holders } from '../../../src/sandbox/control/holders.ts';

describe('a sandbox that ends when unused', () => {
	beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
	afterEach(() => mock.timers.reset());

	it('ends a minute after the start without any holder', () => {
		const unused = mock.fn();
		new Holders(unused);
		mock.timers.tick(59_000);
		assert.equal(unused.mock.callCount(), 0);
		mock.timers.tick(2000);
		assert.equal(unused.mock.callCount(), 1);
	});

	it('stays with one remaining holder, and ends fifteen seconds after the last', () => {
		const unused = mock.fn();
		const holders = new Holders(unused);
		holders.enter();
		holders.enter();
		holders.leave();
		mock.timers.tick(3_600_000);
		assert.equal(unused.mock.callCount(), 0);
		holders.leave();
		mock.timers.tick(14_000);
		holders.enter();
		mock.timers.tick(60_000);
		assert.equal(unused.mock.callCount(), 0);
		holders.leave();
		mock.timers.tick(15_000);
		assert.equal(unused.mock.callCount(), 1);
	});
});
