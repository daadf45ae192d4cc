import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import { CommandLine, ended } from './commandLineWorld.ts';

describe('options of the command line', () => {
	const line = CommandLine.ofSuite('--demo', '--speed', '20');

	it('have letters that mean the same as their names', async () => {
		const run = ['run', '--on', 'Harbour (SD 1.5)', '-s', '6.text=a boat', '-y', '-o', 'out'];
		const { status, out, err } = await line.easel(...run);
		assert.equal(status, 0, err);
		assert.match(out, /out\/.+\.png/);
		const two = await line.easel('runs', 'list', '-n', '1', '--json');
		assert.equal(JSON.parse(two.out).runs.length, 1);
		assert.equal((await line.easel('runs', 'list', '-n1')).status, 0);
		const unknown = await line.easel('runs', 'list', '-x');
		assert.deepEqual([unknown.status, unknown.out], [2, '']);
		assert.match(unknown.err, /^There is no option -x\./);
		assert.match((await line.easel('runs', 'list', '-n')).err, /^--limit has no value\./);
	});

	it('include --yes in every command that changes something, even without a question', async () => {
		const created = await line.easel('datasets', 'create', 'pier', '--yes');
		assert.equal(created.status, 0, created.err);
		const read = await line.easel('datasets', 'list', '--yes');
		assert.deepEqual([read.status, read.out], [2, '']);
	});

	it('are spelled in next steps the way they are typed', async () => {
		await mkdir(line.place('photos'));
		await copyFile(
			new URL('../../media/samples/harbour.png', import.meta.url),
			line.place('photos', 'one.png'),
		);
		const refused = await line.easel('upload', 'photos', '--dataset', 'quay');
		assert.deepEqual([refused.status, refused.out], [2, '']);
		assert.match(refused.err, /or upload the usable ones with --anyway\.$/m);
	});

	it('are checked before the sign-in is asked for', async () => {
		const statusOf = async (...args: string[]) => (await ended(line.start(args, { EASEL_TOKEN: '' }))).status;
		for (const [noun, option, value] of [
			['runs', '--since', 'nonsense'],
			['runs', '--limit', '0'],
			['jobs', '--limit', '501'],
		] as const) {
			assert.equal(await statusOf(noun, 'list', option, value), 2, option);
			assert.equal(await statusOf(noun, 'list'), 7);
		}
	});

	it('show no progress with --quiet, and everything else', async () => {
		const run = ['run', '--on', 'Harbour (SD 1.5)', '-y'];
		const loud = await line.easel(...run);
		const quiet = await line.easel(...run, '-q', '--anyway');
		assert.equal(quiet.status, 0, quiet.err);
		const progress = /^(?:queued|running)/im;
		assert.match(loud.err, progress);
		assert.doesNotMatch(quiet.err, progress);
		assert.match(quiet.err, /already ended/);
	});

	it('report that a model has no page if the service names none that is safe to open', async () => {
		const { models } = await line.json('models', 'search', '--limit', '1');
		const { status, out, err } = await line.easel('models', 'show', models[0].id, '--web');
		assert.deepEqual([status, out], [2, '']);
		assert.match(err, /has no page on the web/);
	});
});
