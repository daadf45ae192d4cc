import assert from 'node:assert/strict';
import { CommandLine } from './commandLineWorld.ts';
import { demoJobs } from './jobsSupport.ts';
import { demo } from './support.ts';

describe('the word for a change on the command line', () => {
	const world = CommandLine.ofSuite();

	/** Runs a command twice, and returns the words for its changes. */
	const twice = async (...args: readonly string[]) => [
		(await world.json(...args)).effect,
		(await world.json(...args)).effect,
	];

	it('tells a repetition from the act', async () => {
		const start = ['run', '--on', demo.harbour, '--set', '6.text=one', '--yes', '--no-wait'];
		const { run, effect } = await world.json(...start);
		assert.equal(effect, 'started');
		assert.deepEqual(await twice('runs', 'star', run.id), ['updated', 'unchanged']);
		assert.deepEqual(await twice('runs', 'star', run.id, '--note', 'best'), ['updated', 'unchanged']);
		assert.equal((await world.json('runs', 'cancel', run.id)).effect, 'canceled');
		await world.sandbox.advance(1000);
		await world.json('runs', 'show', run.id);
		assert.equal((await world.json('runs', 'cancel', run.id)).effect, 'unchanged');
		assert.equal((await world.json('runs', 'delete', run.id, '--yes')).effect, 'deleted');
		assert.deepEqual(await twice('captions', 'write', 'a.txt', 'a harbor'), ['saved', 'unchanged']);
		assert.deepEqual(await twice('deployments', 'pull', demo.village, 'v.deployment.yaml'), [
			'saved',
			'unchanged',
		]);
		assert.equal((await world.json('apply', 'v.deployment.yaml')).effect, 'unchanged');
		const { id, ...tracked } = await world.json('jobs', 'track', demoJobs.finished);
		assert.deepEqual(
			[tracked.effect, (await world.json('jobs', 'cancel', id)).effect],
			['created', 'unchanged'],
		);
	});

	it('is unchanged if the service has nothing to change', async () => {
		const update = ['deployments', 'update', demo.village, '--max-instances', '4'];
		assert.deepEqual(await twice(...update), ['updated', 'unchanged']);
		await world.sandbox.control('POST', 'faults', [
			{ kind: 'status', status: 404, match: { method: 'DELETE', path: '*' }, count: 2 },
		]);
		const remove = ['deployments', 'delete', demo.village, '--yes'];
		assert.match((await world.easel(...remove)).out, /was already deleted/);
		assert.equal((await world.json(...remove)).effect, 'unchanged');
		assert.equal((await world.json(...remove)).effect, 'deleted');
		const { run } = await world.json('run', '--on', demo.harbour, '--yes', '--no-wait');
		const end = world.json('runs', 'show', run.id, '--wait');
		await world.sandbox.advance(1000);
		await end;
		assert.equal((await world.json('runs', 'fetch', run.id)).effect, 'unchanged');
	});

	it('is not in the answer of a command that reads', async () => {
		assert.equal((await world.json('runs', 'list')).effect, undefined);
	});
});
