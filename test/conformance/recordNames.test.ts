import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { smallSample } from '../support/smallSample.ts';
import { CommandLine } from './commandLineWorld.ts';
import { demo } from './support.ts';

describe('names and beginnings of ids on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '20');

	before(async () => {
		await writeFile(world.place('one.json'), JSON.stringify(smallSample));
		await writeFile(world.place('two.json'), JSON.stringify(smallSample));
	});

	const run = async (path: string, ...more: readonly string[]) =>
		(await world.json('run', path, '--on', demo.harbour, '--yes', '--seed', 'random', ...more)).run;
	const refused = async (...args: readonly string[]) => {
		const { status, out, err } = await world.easel(...args);
		assert.deepEqual([status, out], [2, ''], `${args.join(' ')}: ${err}`);
		return err;
	};

	it('mean the one run that fits, and no run if several do', async () => {
		const first = await run('one.json');
		const second = await run('two.json');
		assert.equal((await world.json('runs', 'show', first.id.slice(0, 8))).id, first.id);
		assert.equal((await world.json('runs', 'result', 'two.json')).run.id, second.id);
		const waited = await world.easel('runs', 'show', 'two.json', '--wait');
		assert.match(waited.err, /succeeded|finished/i);
		assert.match(await refused('runs', 'show', first.id.slice(0, 3)), /too short/);
		assert.match(await refused('runs', 'show', 'three.json'), /not in the history|no longer|not known/);

		const third = await run('two.json');
		const several = await refused('runs', 'delete', 'two.json', '--yes');
		for (const { id } of [second, third]) assert.ok(several.includes(`${id} two.json`), several);
		assert.equal((await world.json('runs', 'list')).runs.length, 3);

		const asked = await world.easel('runs', 'delete', third.id.slice(0, 8));
		assert.equal(asked.status, 5);
		assert.ok(asked.err.includes(third.id), asked.err);
		const told = await world.easel('runs', 'delete', third.id.slice(0, 8), '--yes');
		assert.equal(told.out, `Deleted "two.json" (${third.id}).\n`);
		assert.equal((await world.json('runs', 'list')).runs.length, 2);
	});

	it('mean a dataset and a deployment', async () => {
		const { id } = await world.json('datasets', 'create', 'pier');
		await world.json('datasets', 'create', 'quay');
		assert.equal((await world.json('datasets', 'show', 'pier')).id, id);
		assert.equal((await world.json('datasets', 'show', id.slice(0, 13))).id, id);
		assert.equal((await world.json('datasets', 'delete', 'pier', '--yes')).id, id);
		const gone = await refused('datasets', 'delete', 'pier', '--yes');
		assert.match(gone, /^Your account has no dataset "pier"\. Specify the ID or the full name of one:$/m);
		assert.match(gone, /^ {2}\S+ {2}harbour-photos$/m);

		const { deployments } = await world.json('deployments', 'list');
		const { name } = deployments.find((each: { readonly id: string }) => each.id === demo.harbour);
		assert.equal((await world.json('deployments', 'get', name)).id, demo.harbour);
		const several = await refused('deployments', 'delete', demo.harbour.slice(0, 8), '--yes');
		assert.ok(several.includes(demo.harbour) && several.includes(demo.poster), several);
		assert.equal((await world.json('deployments', 'list')).deployments.length, deployments.length);
		assert.match(
			await refused('deployments', 'update', 'Harbour', '--no-enabled'),
			/Your account has no deployment "Harbour"/,
		);
		const elsewhere = await refused('run', 'one.json', '--on', demo.harbour.slice(0, 8), '--yes');
		assert.ok(elsewhere.includes(demo.poster), elsewhere);
	});

	it('mean the deployment of runs that are listed or canceled, and never none without a word', async () => {
		const { deployments } = await world.json('deployments', 'list');
		const { name } = deployments.find((each: { readonly id: string }) => each.id === demo.harbour);
		await run('one.json');
		assert.ok((await world.json('runs', 'list', '--deployment', name)).total > 0);
		const unknown = /^No run in the history was on a deployment "Harb"/;
		assert.match(await refused('runs', 'list', '--deployment', 'Harb'), unknown);
		assert.match(await refused('runs', 'cancel', '--all', '--deployment', 'Harb', '--yes'), unknown);
		assert.deepEqual((await world.json('runs', 'list', '--deployment', demo.village)).runs, []);
	});

	it('mean a training job and a batch', async () => {
		const { batches } = await world.json('batches', 'list');
		assert.deepEqual(batches, []);
		await world.json('run', 'one.json', '--on', demo.harbour, '--yes', '--seeds', '2');
		const [batch] = (await world.json('batches', 'list')).batches;
		assert.equal((await world.json('batches', 'show', batch.id.slice(0, 4))).batch.id, batch.id);
		assert.equal((await world.json('batches', 'show', 'one.json')).batch.id, batch.id);
		assert.match(await refused('batches', 'show', batch.id.slice(0, 2)), /too short/);
		assert.match(await refused('jobs', 'show', 'none'), /\S/);
	});
});
