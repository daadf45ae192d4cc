import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { CommandLine } from './commandLineWorld.ts';
import { demo } from './support.ts';

interface Row {
	readonly id: string;
	readonly outcome?: string;
	readonly problem?: string;
	readonly code?: string;
	readonly paths?: readonly string[];
}

describe('acts on several runs on the command line', () => {
	let world: CommandLine;

	beforeEach(async () => {
		world = await CommandLine.openHere();
	});
	afterEach(() => world?.end());

	const startOn = async (on: string, set: string): Promise<string> =>
		(await world.json('run', '--on', on, '--set', set, '--yes', '--no-wait')).run.id;
	const start = (text: string) => startOn(demo.harbour, `6.text=${text}`);
	const outcomes = (rows: readonly Row[]) => rows.map(({ id, outcome }) => [id, outcome]);

	it('cancel each named run once, and report each outcome', async () => {
		const [one, two, three] = [await start('one'), await start('two'), await start('three')];
		const done = await world.json('runs', 'cancel', one.slice(0, 8), two, one);
		assert.deepEqual(outcomes(done.runs), [
			[one, 'requested'],
			[two, 'requested'],
		]);
		assert.equal(done.effect, 'canceled');
		assert.equal(await world.received('POST', '/cancel'), 2);
		const listed = await world.json('runs', 'list', '--state', 'active');
		assert.deepEqual(
			listed.runs.map(({ id }: Row) => id),
			[three],
		);
	});

	it('refuse an unknown id before anything is canceled', async () => {
		const one = await start('one');
		const { status, err } = await world.easel('runs', 'cancel', one, 'nothing');
		assert.equal(status, 2);
		assert.match(err, /^ {2}nothing$/m);
		assert.equal(await world.received('POST', '/cancel'), 0);
	});

	it('need names or --all, and not both', async () => {
		const one = await start('one');
		const none = await world.easel('runs', 'cancel');
		assert.deepEqual([none.status, /--all: is required/.test(none.err)], [2, true]);
		assert.equal((await world.easel('runs', 'cancel', one, '--all', '--yes')).status, 2);
		assert.equal((await world.easel('runs', 'save', one, '--since', '1h', '--to', 'out')).status, 2);
	});

	it('cancel all that the choices leave, after one question', async () => {
		const [here, there] = [await start('one'), await startOn(demo.village, '2.width=512')];
		const unasked = await world.easel('runs', 'cancel', '--all');
		assert.deepEqual([unasked.status, unasked.out], [5, '']);
		assert.match(unasked.err, /Canceling 2 runs without a terminal requires --yes/);
		const shown = await world.json('runs', 'cancel', '--all', '--deployment', demo.village, '--dry-run');
		assert.equal(shown.asks[0].title, 'Cancel 1 run?');
		assert.match(shown.asks[0].details.join('\n'), new RegExp(there));
		assert.equal(await world.received('POST', '/cancel'), 0);
		const one = await world.json('runs', 'cancel', '--all', '--deployment', demo.village, '--yes');
		assert.deepEqual(outcomes(one.runs), [[there, 'requested']]);
		const none = await world.json('runs', 'cancel', '--all', '--before', '1h', '--yes');
		assert.deepEqual([none.runs, none.effect], [[], 'unchanged']);
		const rest = await world.json('runs', 'cancel', '--all', '--text', 'Harbour', '--yes');
		assert.deepEqual(outcomes(rest.runs), [[here, 'requested']]);
	});

	it('tell a failure in its row, do the others, and end with 1', async () => {
		const [one, two] = [await start('one'), await start('two')];
		await world.sandbox.control('POST', 'faults', [
			{ kind: 'status', status: 422, match: { method: 'POST', path: '*/cancel' }, count: 1 },
		]);
		const { status, out, err } = await world.easel('runs', 'cancel', one, two, '--json');
		const rows: readonly Row[] = JSON.parse(out).runs;
		assert.equal(status, 1);
		assert.match(err, /1 of 2 runs could not be canceled/);
		assert.deepEqual(rows.map(({ code, outcome }) => code ?? outcome).sort(), ['rejected', 'requested']);
		const { problem = '' } = rows.find(({ code }) => code !== undefined) ?? {};
		assert.match(problem, /^The run could not be canceled\. (?!The run could)./);
	});

	it('save the files of all that have succeeded', async () => {
		const ids: string[] = [];
		for (const text of ['one', 'two']) {
			const id = await start(text);
			ids.unshift(id);
			const end = world.json('runs', 'show', id, '--wait');
			await world.sandbox.advance(1000);
			await end;
		}
		await world.json('runs', 'star', ids[0] ?? '');
		const saved = await world.json('runs', 'save', '--all', '--starred', '--to', 'starred');
		assert.deepEqual(
			saved.runs.map(({ id }: Row) => id),
			[ids[0]],
		);
		const both = await world.json('runs', 'save', ...ids, '--to', 'out');
		assert.deepEqual(
			both.paths,
			both.runs.flatMap(({ paths = [] }: Row) => paths),
		);
		assert.equal((await readdir(world.place('out'))).length, both.paths.length);
		assert.equal(both.effect, 'saved');
	});
});
