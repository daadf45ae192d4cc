import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text as streamText } from 'node:stream/consumers';
import { decode, encode } from 'fast-png';
import { easelProgram } from '../support/programs.ts';
import { smallSample } from '../support/smallSample.ts';
import { approveSignIns, CommandLine, ended } from './commandLineWorld.ts';
import { type Body, demo } from './support.ts';

describe('easel against the sandbox', () => {
	const world = CommandLine.ofSuite('--speed', '100');

	before(() => writeFile(world.place('harbour.json'), JSON.stringify(smallSample)));

	const place = (name: string) => world.place(name);
	const start = (...command: Parameters<CommandLine['start']>) => world.start(...command);
	const easel = (...args: readonly string[]) => world.easel(...args);
	const submissions = () => world.received('POST', '/inference');

	describe('in a terminal', () => {
		/** Runs the built program in a pseudo-terminal. */
		const inTerminal = async (
			args: readonly string[],
			env: Readonly<Record<string, string>>,
			program = easelProgram,
		) => {
			const line = [process.execPath, program, ...args].map((word) => `'${word}'`).join(' ');
			const terminal = spawn('script', ['-qec', line, '/dev/null'], {
				cwd: world.folder,
				env: { ...world.environment, ...env },
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			const [out, [status]] = await Promise.all([streamText(terminal.stdout), once(terminal, 'close')]);
			return { out, status };
		};
		const run = ['run', 'harbour.json', '--on', demo.harbour, '--yes'];

		it('shows the picture of a run in a terminal that can show it', async () => {
			const { out, status } = await inTerminal(run, { EASEL_DATA: place('shown'), TERM: 'xterm-kitty' });
			assert.equal(status, 0, out);
			const parts = [...out.matchAll(/_G([^;]*);([A-Za-z0-9+/=]*)/g)];
			assert.match(parts[0]?.[1] ?? out, /^a=T,f=100,/);
			const { width } = decode(Buffer.from(parts.map(([, , part]) => part).join(''), 'base64'));
			assert.equal(width, smallSample['5'].inputs.width);
		});

		it('shows it as sixels, and ends like the run if a picture cannot be shown', async () => {
			const env = { EASEL_DATA: place('sixels'), TERM: 'foot' };
			const { out, status } = await inTerminal(run, env);
			assert.equal(status, 0, out);
			const sixels = '\u001bP0;0;q"1;1;';
			assert.ok(out.includes(sixels), out);

			const id = /[\da-f]{8}-[\da-f-]{27}/.exec(out)?.[0] ?? assert.fail(out);
			const copy = place('without-pictures');
			const isPictures = (path: string) => /^(pictures|SixelEncoder)-/.test(basename(path));
			cpSync(dirname(easelProgram), copy, { recursive: true, filter: (path) => !isPictures(path) });
			const without = await inTerminal(['runs', 'result', id], env, join(copy, basename(easelProgram)));
			assert.equal(without.status, 0, without.out);
			assert.ok(!without.out.includes(sixels));

			const { files } = JSON.parse((await ended(start(['runs', 'result', id, '--json'], env))).out);
			await writeFile(files[0].path, Buffer.from('89504e470d0a1a0a0000', 'hex'));
			const damaged = await inTerminal(['runs', 'result', id], env);
			assert.equal(damaged.status, 0, damaged.out);
			assert.ok(!damaged.out.includes(sixels));
		});
	});

	it('signs in by a code, runs a document, saves its result and lists the run', async () => {
		const env = { EASEL_TOKEN: '' };
		assert.match((await ended(start(['whoami'], env))).err, /not signed in.*Run "easel login"/);
		const signing = start(['login', '--json'], env);
		const outcome = streamText(signing.stdout);
		const closed = once(signing, 'close');
		const said = await approveSignIns(signing.stderr, world.sandbox);
		assert.deepEqual(await closed, [0, null]);
		assert.match(said.at(-1) ?? '', /The token is in a file in .*config that only you can read/);
		const { account } = JSON.parse(await outcome);
		assert.match((await ended(start(['whoami'], env))).out, new RegExp(account));

		const [file = ''] = readdirSync(place('config'));
		const { accounts } = JSON.parse(readFileSync(join(place('config'), file), 'utf8'));
		if (process.platform !== 'win32') assert.equal(statSync(join(place('config'), file)).mode & 0o777, 0o600);

		const before = await submissions();
		const run = ['run', 'harbour.json', '--on', demo.harbour, '--seed', '4711', '--save', 'out', '--json'];
		const refused = await ended(start(run, env));
		const { error } = JSON.parse(refused.out);
		assert.deepEqual([refused.status, error.status, error.kind], [5, 5, 'canceled']);
		assert.match(
			refused.err,
			/^Nothing was sent, because the review was not confirmed\..* --yes agrees to it\.$/m,
		);
		assert.match(error.nextStep, /--yes agrees to it\.$/);
		assert.equal(await submissions(), before);

		const done = await ended(start([...run, '--yes'], env));
		assert.equal(done.status, 0, done.err);
		const result = JSON.parse(done.out);
		assert.deepEqual([result.run.state, result.run.seed, result.files.length], ['succeeded', '4711', 1]);
		assert.ok(existsSync(place(result.saved[0])));
		assert.equal(await submissions(), before + 1);
		assert.match(done.err, /3\.seed: \d+ -> 4711\n(?:.*\n)*succeeded\n/);

		const listed = JSON.parse((await ended(start(['runs', 'list', '--json'], env))).out);
		assert.deepEqual(
			listed.runs.map(({ id }: { id: string }) => id),
			[result.run.id],
		);
		for (const { token } of accounts)
			for (const text of [done.out, done.err, ...said]) assert.ok(!text.includes(token));

		const narrow = await ended(start(['runs', 'list'], { ...env, COLUMNS: '40' }));
		assert.ok(
			narrow.out.split('\n').every((line) => line.length <= 40),
			narrow.out,
		);
		assert.ok(!narrow.out.includes('\u001b'));

		assert.equal((await ended(start(['logout'], env))).status, 0);
		assert.deepEqual(readdirSync(place('config')), []);
		assert.equal((await ended(start(['balance'], env))).status, 7);
	});

	it('runs the workflow of a deployment without a document, and writes that workflow', async () => {
		const shown = await easel('deployments', 'get', 'Harbour (SD 1.5)', '--workflow');
		const saved = JSON.parse(shown.out) as Record<string, { inputs: Record<string, unknown> }>;
		const listed = await easel('deployments', 'get', 'Harbour (SD 1.5)', '--inputs');
		assert.match(listed.out, /^3\.seed +Paint +20261120$/m);
		const { run } = await world.json(
			'run',
			'--on',
			'Harbour (SD 1.5)',
			'--set',
			'3.steps=5',
			'--seed',
			'77',
			'--yes',
		);
		assert.deepEqual([run.status, run.seed], ['succeeded', '77']);
		assert.notEqual(saved['3']?.inputs.steps, 5);
		const none = await easel('run', '--set', '3.steps=5', '--yes');
		assert.equal(none.status, 2);
		assert.match(none.err, /a deployment to run its saved workflow/);
	});

	it('runs a document with several seeds after one confirmation, and saves the results', async () => {
		const seeds = ['run', 'harbour.json', '--on', demo.harbour, '--seeds', '3', '--save', 'seeds'];
		const before = await submissions();
		const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
			[[], 5, /^Nothing was sent, because its cost was not confirmed\..* --yes agrees to it\.$/m],
			[['--yes', '--max-usd', '0'], 5, /--max-usd/],
			[['--yes', '--seed', '7'], 2, /^--seeds and --seed cannot be used together\./],
			[['--yes', '--no-wait'], 2, /^--seeds and --no-wait cannot be used together\./],
			[['--yes', '--seeds', '51'], 2, /must be at most 50/],
		];
		for (const [more, status, message] of cases) {
			const refused = await easel(...seeds, ...more);
			assert.equal(refused.status, status, refused.err);
			assert.match(refused.err, message);
		}
		assert.equal(await submissions(), before);
		const { runs } = await world.json(...seeds, '--set', '6.text=three seeds', '--yes');
		assert.equal(await submissions(), before + 3);
		assert.equal(new Set(runs.map(({ run }: Body) => run.seed)).size, 3);
		assert.deepEqual(
			runs.map(({ run, files }: Body) => [run.state, run.prompt, files.length]),
			Array.from({ length: 3 }, () => ['succeeded', 'three seeds', 1]),
		);
		const saved = runs.flatMap((each: Body) => each.saved.map((path: string) => place(path)));
		assert.deepEqual(saved.filter(existsSync).length, 3);
		assert.equal(readdirSync(place('seeds')).length, 3);
	});

	it('runs rows and files once with --changed, and says so in the same form', async () => {
		await writeFile(place('harbour.sweep.csv'), '6.text\na pier\n');
		await mkdir(place('photos'));
		await writeFile(
			place('photos/one.png'),
			encode({ width: 64, height: 64, channels: 3, data: new Uint8Array(3 * 64 * 64) }),
		);
		await writeFile(
			place('repaint.json'),
			(await easel('deployments', 'get', demo.repaint, '--workflow')).out,
		);
		const sweep = ['sweep', 'harbour.sweep.csv', '--on', demo.harbour];
		const each = ['run', 'repaint.json', '--on', demo.repaint, '--each', 'photos'];
		for (const command of [sweep, each]) {
			const sent = await world.json(...command, '--changed', '--yes');
			assert.deepEqual([sent.effect, sent.runs.length], ['started', 1]);
			assert.deepEqual(await world.json(...command, '--changed', '--yes'), { runs: [], effect: 'unchanged' });
		}
	});

	it('names the cause by its exit status', async () => {
		await writeFile(place('broken.json'), '{"1": {"class_type": "PreviewImage", "inputs": {}}}');
		await world.sandbox.control('POST', 'balance', { microdollars: 25_000_000 });
		const on = ['--on', demo.harbour];
		const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
			[['balance'], 0, /^$/],
			[['runs', 'list', '--limit', 'many'], 2, /--limit must be a whole number/],
			[['runs', 'show', 'nothing'], 2, /This run is not in the history of this computer\./],
			[['run', 'gone.json', ...on, '--yes'], 2, /"gone\.json" cannot be read/],
			[['run', 'harbour.json', ...on, '--set', '99.seed=1', '--yes'], 2, /no node "99"/],
			[['run', 'broken.json', ...on, '--yes'], 5, /--anyway sends it regardless/],
			[
				['run', 'harbour.json', ...on, '--set', '6.text=x', '--yes', '--max-usd', '0'],
				5,
				/--(?:yes|max-usd) \S.*agrees to/,
			],
			[['deployments', 'get', '5a9d0000-0000-4000-8000-00000000ffff'], 3, /not/],
			[['deployments', 'delete', demo.poster], 5, /without a terminal requires --yes/],
			[['balance', '--base-url', 'http://127.0.0.1:1'], 4, /./],
			[['balance', '--base-url', 'http://example.com'], 2, /must begin with https:\/\//],
			[['balance', '--connection', 'nowhere'], 2, /no connection "nowhere"/],
		];
		const before = await submissions();
		const outcomes = await Promise.all(cases.map(([args]) => easel(...args)));
		for (const [index, [args, status, message]] of cases.entries()) {
			const outcome = outcomes[index];
			assert.equal(outcome?.status, status, `${args.join(' ')}: ${outcome?.out}${outcome?.err}`);
			assert.match(outcome.err, message);
			assert.doesNotMatch(outcome.err, /\n\s+at |to get the question again/);
		}
		assert.equal(await submissions(), before);
		const failed = await easel('run', 'broken.json', '--on', demo.fails, '--yes', '--anyway');
		assert.ok([1, 3].includes(failed.status ?? 0), failed.err);
	});

	it('treats hostile arguments as data, and escapes them in its output', async () => {
		const cases: readonly (readonly string[])[] = [
			['\u001b[2J\u001b[31mevil'],
			['runs', 'show', '\u001b[2J'],
			['runs', 'show', '--__proto__=x', 'a'],
			['models', 'search', '--limit', '\u202e1'],
			['deployments', 'get', '../../account'],
			['run', 'harbour.json', '--set', '__proto__.x=1', '--on', demo.harbour],
		];
		for (const { status, out, err } of await Promise.all(cases.map((args) => easel(...args)))) {
			assert.ok(status !== null && status > 1, err);
			for (const mark of ['\u001b', '\u202e', '\n    at ']) assert.ok(!(out + err).includes(mark), err);
		}
	});

	it('ends with the same status if its output is closed', async () => {
		const child = start(['deployments', 'list']);
		child.stdout.destroy();
		const err = streamText(child.stderr);
		assert.deepEqual(await once(child, 'exit'), [0, null]);
		assert.equal(await err, '');
	});

	it('starts a sandbox for the duration of a command', async () => {
		const env = { EASEL_BASE_URL: '', EASEL_TOKEN: '' };
		const listed = await ended(start(['deployments', 'list', '--sandbox', '--json'], env));
		assert.equal(listed.status, 0, listed.err);
		assert.equal(JSON.parse(listed.out).deployments.length, Object.keys(demo).length);
	});
});
