import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { smallSample } from '../support/smallSample.ts';
import { CommandLine } from './commandLineWorld.ts';
import { demo } from './support.ts';

describe('lists of runs and of spending on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '20');
	const ids: string[] = [];

	before(async () => {
		await writeFile(world.place('wf.json'), JSON.stringify(smallSample));
		for (const seed of ['1', '2', '3'])
			ids.unshift((await world.json('run', 'wf.json', '--on', demo.harbour, '--yes', '--seed', seed)).run.id);
	});

	const idsOf = (page: { readonly runs: readonly { readonly id: string }[] }) =>
		page.runs.map(({ id }) => id);

	it('report the total, and reach each run once', async () => {
		const first = await world.json('runs', 'list', '--limit', '2');
		assert.deepEqual([idsOf(first), first.total, first.next], [ids.slice(0, 2), 3, ids[1]]);
		const second = await world.json('runs', 'list', '--limit', '2', '--after', first.next);
		assert.deepEqual([idsOf(second), second.total, second.next], [ids.slice(2), 3, undefined]);
		const none = await world.json('runs', 'list', '--text', 'wf.json', '--after', ids[2] ?? '');
		assert.deepEqual([idsOf(none), none.total], [[], 3]);
		const shown = await world.easel('runs', 'list', '--limit', '2');
		assert.match(shown.out, new RegExp(`^Total: +3\nNext Page: +${ids[1]}$`, 'm'));
		const unknown = await world.easel('runs', 'list', '--after', crypto.randomUUID());
		assert.deepEqual([unknown.status, unknown.out], [2, '']);
	});

	it('are of a time', async () => {
		const total = async (...args: readonly string[]) => (await world.json('runs', 'list', ...args)).total;
		assert.deepEqual(
			[
				await total('--since', '1h'),
				await total('--before', '1h'),
				await total('--since', '1w', '--text', 'wf.json', '--state', 'succeeded'),
				await total('--since', '2020-01-01', '--before', '2020-01-02'),
			],
			[3, 0, 3, 0],
		);
		const wrong = await world.easel('runs', 'list', '--since', 'soon');
		assert.deepEqual([wrong.status, wrong.out], [2, '']);
		assert.match(wrong.err, /--since: must be a date/);
	});

	it('add up the spending', async () => {
		const spent = await world.json('spending', '--since', '1h', '--limit', '1');
		assert.deepEqual([spent.total, spent.starts.length], [3, 1]);
		assert.equal((await world.json('spending', '--before', '1h')).total, 0);
		const { sums, totalMicrodollars } = await world.json('spending', '--by', 'deployment');
		assert.deepEqual(
			sums.map(({ count }: { readonly count: number }) => count),
			[3],
		);
		assert.equal(sums[0].microdollars, totalMicrodollars);
		assert.deepEqual((await world.json('spending', '--by', 'model')).sums, []);
		const [day] = (await world.json('spending', '--by', 'day')).sums;
		assert.match(day.name, /^\d{4}-\d{2}-\d{2}$/);
	});
});
