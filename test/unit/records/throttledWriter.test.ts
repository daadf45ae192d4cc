import assert from 'node:assert/strict';
import { ThrottledWriter } from '../../../src/core/records/throttledWriter.ts';
import type { Run } from '../../../src/core/runs/run.ts';
import { withNotice } from '../../../src/core/runs/transitions.ts';
import { ManualClock } from '../runs/clocks.ts';
import { part } from '../support/part.ts';

describe('the throttled writer', () => {
	let clock: ManualClock;
	let writes: string[];
	let writer: ThrottledWriter<Run>;
	const run = part<Run>({ state: 'fetching', notice: '' });

	beforeEach(() => {
		clock = new ManualClock();
		writes = [];
		writer = new ThrottledWriter(clock, async (change) => writes.push(change(run).notice ?? ''));
	});
	const add = (letter: string) => writer.add((current) => withNotice(current, `${current.notice}${letter}`));

	it('writes the first at once and the following together, in order', async () => {
		for (const letter of 'abcd') add(letter);
		assert.deepEqual(writes, ['a']);
		await clock.advance(200);
		assert.deepEqual(writes, ['a', 'bcd']);
		add('e');
		add('f');
		await clock.advance(200);
		assert.deepEqual(writes, ['a', 'bcd', 'ef']);
		await clock.advance(1000);
		add('g');
		assert.deepEqual(writes.at(-1), 'g');
	});

	it('waits longer after a slower write', async () => {
		const took = 100;
		const slow = new ThrottledWriter<Run>(clock, async (change) => {
			writes.push(change(run).notice ?? '');
			await new Promise<void>((resolve) => clock.after(took, resolve));
		});
		const addSlowly = (letter: string) =>
			slow.add((current) => withNotice(current, `${current.notice}${letter}`));
		addSlowly('a');
		await clock.advance(150);
		addSlowly('b');
		await clock.advance(100);
		assert.deepEqual(
			writes,
			['a', 'b'],
			'nothing was known of the first write when the pause after it began',
		);
		addSlowly('c');
		await clock.advance(10 * took - 100);
		assert.deepEqual(writes, ['a', 'b']);
		await clock.advance(100);
		assert.deepEqual(writes, ['a', 'b', 'c']);
	});

	it('writes pending changes on request, and leaves no timer', async () => {
		add('a');
		add('b');
		await writer.flush();
		assert.deepEqual(writes, ['a', 'b']);
		assert.equal(clock.pending, 0);
		await writer.flush();
		assert.deepEqual(writes, ['a', 'b']);
	});
});
