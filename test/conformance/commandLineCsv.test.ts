import assert from 'node:assert/strict';
import { CommandLine } from './commandLineWorld.ts';
import { demo } from './support.ts';

describe('lists as CSV on the command line', () => {
	const line = CommandLine.ofSuite('--demo', '--speed', '20');

	const csv = async (...args: readonly string[]) => {
		const { status, out, err } = await line.easel(...args, '--csv');
		assert.equal(status, 0, err);
		assert.match(out, /\r\n$/);
		return { rows: out.split('\r\n').slice(0, -1), err };
	};

	it('have a line of names first, and the same columns whatever was found', async () => {
		const none = await csv('runs', 'list');
		assert.equal(none.rows.length, 1);
		const run = ['run', '--on', demo.harbour, '--yes', '--set', '6.text=a "boat", at dawn'];
		await line.json(...run, '--seed', '5');
		await line.json(...run, '--seed', '6');
		const { runs } = await line.json('runs', 'list');
		const { rows, err } = await csv('runs', 'list');
		assert.deepEqual([rows[0], err], [none.rows[0], '']);
		assert.equal(rows.length, 3);
		assert.ok(rows[1]?.startsWith(`${runs[0].id},succeeded,`), rows[1]);
		assert.ok(rows[1]?.includes('"a ""boat"", at dawn",6,'), rows[1]);
		assert.ok(rows[1]?.includes(new Date(runs[0].submittedAt).toISOString()), rows[1]);
		assert.ok(rows[0]?.includes(',target.kind,target.id,target.name,'), rows[0]);
	});

	it('report on stderr how many are left out', async () => {
		const { rows, err } = await csv('models', 'list', '--limit', '3');
		assert.match(rows[0] ?? '', /^id,name,/);
		assert.match(err, /^3 of \d+ rows\.$/m);
		assert.equal((await csv('models', 'categories')).rows[0], 'name');
		const sums = await csv('spending', '--by', 'day');
		assert.deepEqual([sums.rows[0], sums.err], ['name,count,microdollars', '']);
	});

	it('are an output format of lists only', async () => {
		const both = await line.easel('runs', 'list', '--csv', '--json');
		assert.deepEqual([both.status, JSON.parse(both.out).error.code], [2, 'wrong-use']);
		const single = await line.easel('balance', '--csv');
		assert.deepEqual([single.status, single.out], [2, '']);
	});
});
