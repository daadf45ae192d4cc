import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandLine, type Ended } from './commandLineWorld.ts';
import { demo } from './support.ts';

describe('runs under way on the command line', () => {
	const world = CommandLine.ofSuite('--speed', '20');

	const start = async (text: string): Promise<string> =>
		(await world.json('run', '--on', demo.harbour, '--set', `6.text=${text}`, '--yes', '--no-wait')).run.id;
	const changes = ({ out }: Ended) =>
		out
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line));

	it('are followed until none is left, a line of JSON for each change, the last one with its files', async () => {
		const ids = [await start('one'), await start('two')];
		const watched = await world.easel('runs', 'watch', ...ids, '--json');
		assert.equal(watched.status, 0, watched.err);
		for (const id of ids) {
			const mine = changes(watched).filter((change) => change.id === id);
			const last = mine.at(-1);
			assert.deepEqual([last.state, last.paths.length], ['succeeded', last.files]);
			assert.ok(last.paths.every(existsSync));
			assert.equal(mine.filter(({ paths }) => paths !== undefined).length, 1);
		}
		const none = await world.easel('runs', 'watch');
		assert.deepEqual([none.status, none.out, none.err], [0, '', 'No run is in progress.\n']);
	});

	it('end the command with 1 if one of them did not succeed', async () => {
		const id = await start('three');
		const watching = world.easel('runs', 'watch', id);
		await world.json('runs', 'cancel', id);
		const { out, status } = await watching;
		assert.equal(status, out.includes('succeeded') ? 0 : 1);
	});

	it('have results whose path is printed if nothing can be opened', async () => {
		const id = await start('four');
		await world.easel('runs', 'watch', id);
		const path = (await world.easel('runs', 'open', id)).out.trimEnd();
		assert.ok(existsSync(path), path);
		assert.equal((await world.json('runs', 'open', id, '--folder')).path, dirname(path));
	});
});
