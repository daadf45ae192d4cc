import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { easelProgram } from '../support/programs.ts';
import { smallSample } from '../support/smallSample.ts';
import { approveSignIns, CommandLine, type Ended, ended } from './commandLineWorld.ts';
import { demo } from './support.ts';

/** Linux does not allow a folder there, for any user. */
const nowhere = '/proc/easel/nowhere';

describe('the command line on a computer with problems', () => {
	let world: CommandLine;

	before(async function () {
		if (process.platform !== 'linux') this.skip();
		world = await CommandLine.openHere('--speed', '100');
		await writeFile(world.place('harbour.json'), JSON.stringify(smallSample));
		await writeFile(world.place('file'), 'mine');
	});
	after(() => world?.end());

	const run = (...more: readonly string[]) =>
		world.easel('run', 'harbour.json', '--on', demo.harbour, '--yes', ...more);
	const sent = () => world.received('POST', '/inference');
	const assertSaid = ({ status, err }: Ended, wanted: number, words: RegExp) => {
		assert.equal(status, wanted, err);
		assert.match(err, words);
		assert.doesNotMatch(err, /\n\s+at /);
	};

	it('sends nothing whose result could not be saved', async () => {
		const before = await sent();
		for (const folder of [nowhere, 'file', 'file/below'])
			assertSaid(await run('--set', '6.text=a', '--save', folder), 2, /could not be written,? because/);
		assert.equal(await sent(), before);
		assert.equal(await readFile(world.place('file'), 'utf8'), 'mine');
	});

	it('reports a history that cannot be written, and spends nothing then unless told to', async () => {
		const words =
			/^The history of your runs cannot be written to disk, so earlier runs may be missing, and new ones are kept only in memory until Easel ends\..* Its folder is \/proc\/easel\/nowhere\.$/m;
		const before = await sent();
		const history = ['--set', '6.text=b', '--history', nowhere];
		assertSaid(await world.easel('runs', 'list', '--history', nowhere), 0, words);
		const refused = await run(...history);
		assertSaid(refused, 5, words);
		assert.match(
			refused.err,
			/nothing would be recorded on this computer\. --anyway sends it regardless\.$/m,
		);
		assert.equal(await sent(), before);
		const wanted = await run(...history, '--anyway');
		assertSaid(wanted, 1, words);
		assert.match(wanted.out, /^Status: +succeeded, 1 result not downloaded$/m);
		assert.equal(await sent(), before + 1);
	});

	it('reports a damaged history, keeps it and continues with a new one', async () => {
		const damaged = Buffer.alloc(9000, 7);
		await mkdir(world.place('broken'));
		await writeFile(world.place('broken', 'history.db'), damaged);
		const listed = await world.easel('runs', 'list', '--history', 'broken');
		assertSaid(listed, 0, /^The history of your runs was damaged.* kept as "history\.db"\./m);
		assert.deepEqual(await readFile(world.place('broken', 'history.db')), damaged);
		assertSaid(await run('--set', '6.text=c', '--history', 'broken'), 0, /succeeded/);
		const again = await world.easel('runs', 'list', '--history', 'broken');
		assert.deepEqual([again.status, again.err], [0, '']);
		assert.match(again.out, /succeeded/);
	});

	it('reports why its connections cannot be read, and reads a file with a byte order mark', async () => {
		await mkdir(world.place('odd', 'connections.json'), { recursive: true });
		const config = { EASEL_CONFIG: world.place('odd') };
		const list = world.place('odd', 'connections.json');
		const whoami = () => ended(world.start(['whoami', '--connection', 'mine'], config));
		assertSaid(await whoami(), 2, /connections\.json cannot be read: it is a folder\.$/m);
		await rm(list, { recursive: true });
		execFileSync('mkfifo', [list]);
		assertSaid(await whoami(), 2, /connections\.json cannot be read: it is a pipe\.$/m);
		await rm(list);
		await symlink('/dev/zero', list);
		assertSaid(await whoami(), 2, /connections\.json cannot be read: it is a device\.$/m);
		await rm(list);
		const mine = [{ name: 'mine', baseUrl: world.sandbox.announced.baseUrl }];
		await writeFile(list, `\ufeff${JSON.stringify(mine)}`);
		const found = await whoami();
		assert.deepEqual([found.status, found.err], [0, '']);
	});

	it('reports the error of the system for a settings folder that is a file, also as JSON', async () => {
		const signedOut = await ended(world.start(['logout', '--json'], { EASEL_CONFIG: world.place('file') }));
		assertSaid(signedOut, 1, /^The command has failed: ENOTDIR/);
		assert.equal(JSON.parse(signedOut.out).error.status, 1);
	});

	it('reports a deleted working folder, also as JSON', async () => {
		await mkdir(world.place('gone'));
		const gone = async (...args: readonly string[]) => {
			// A shell that stays in a folder that is removed.
			const script = `cd ${world.place('gone')} && rmdir ${world.place('gone')}; exec "$@"`;
			const all = ['-c', script, 'sh', process.execPath, easelProgram, ...args];
			const child = spawn('sh', all, { env: world.environment, stdio: ['ignore', 'pipe', 'pipe'] });
			return ended(child);
		};
		assertSaid(await gone('runs', 'list'), 2, /^The current folder no longer exists\./);
		await mkdir(world.place('gone'));
		const json = await gone('runs', 'list', '--json');
		assert.deepEqual([json.status, JSON.parse(json.out).error.status], [2, 2]);
	});

	it('signs in, runs and waits by a clock that is wrong by an hour', async () => {
		for (const hours of [1, -1]) {
			const shifted = `const by = ${hours * 3_600_000}, Real = Date;
				globalThis.Date = class extends Real {
					constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + by); }
					static now() { return Real.now() + by; }
				};`;
			const env = {
				NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shifted)}`,
				EASEL_CONFIG: world.place(`config${hours}`),
				EASEL_TOKEN: '',
			};
			const signing = world.start(['login', '--json'], env);
			signing.stdout.resume();
			const closed = once(signing, 'close');
			await approveSignIns(signing.stderr, world.sandbox);
			assert.deepEqual(await closed, [0, null]);
			const [before, args] = [Date.now(), ['run', 'harbour.json', '--on', demo.harbour, '--yes', '--json']];
			const ran = await ended(world.start([...args, '--set', `6.text=${hours}`], env));
			assert.equal(ran.status, 0, ran.err);
			const { run: made } = JSON.parse(ran.out);
			assert.equal(made.state, 'succeeded');
			// The clock was wrong indeed.
			assert.ok(Math.abs(made.submittedAt - before) > 1_800_000);
			// With the right clock again, that run is one of the others.
			assert.equal((await world.json('runs', 'show', made.id, '--wait')).state, 'succeeded');
		}
	});

	it('keeps the records of several commands that create the history at the same time', async () => {
		const words = ['d', 'e', 'f'];
		const ends = await Promise.all(
			words.map((word) => run('--set', `6.text=${word}`, '--history', 'shared', '--save', 'out')),
		);
		for (const end of ends) assertSaid(end, 0, /succeeded/);
		assert.equal(readdirSync(world.place('out')).length, words.length);
		const { runs } = await world.json('runs', 'list', '--history', 'shared');
		assert.deepEqual(runs.map(({ prompt }: Record<string, string>) => prompt).sort(), words);
		assert.ok(existsSync(world.place('shared', 'history.db')));
	});
});
