import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text as streamText } from 'node:stream/consumers';
import { childrenOf, isThere } from '../support/processes.ts';
import { easelProgram } from '../support/programs.ts';
import { smallSample } from '../support/smallSample.ts';
import { until } from '../unit/support/until.ts';
import { CommandLine, ended } from './commandLineWorld.ts';
import { config, train } from './jobsSupport.ts';
import { type Body, demo, startSandbox } from './support.ts';

const picture = join(import.meta.dirname, '..', '..', 'media', 'samples', 'harbour.png');
/** Longer than a test lasts, in milliseconds: a command that waits for it has not been interrupted. */
const endless = 600_000;

/** The signals that end a command, with the status that shells expect of each. */
const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof signals;
const everySignal = Object.keys(signals) as Signal[];
/** A process of Windows is ended without a signal; only Ctrl-C of its own console reaches one, and no test sends that. */
const hasSignals = process.platform !== 'win32';

describe('a command that is interrupted', () => {
	let world: CommandLine;

	before(async function () {
		if (!hasSignals) this.skip();
		world = await CommandLine.openHere('--speed', '100');
		await writeFile(world.place('harbour.json'), JSON.stringify(smallSample));
		await mkdir(world.place('photos'));
		await copyFile(picture, world.place('photos', 'one.png'));
		await writeFile(world.place('photos', 'one.txt'), 'a harbor');
	});
	afterEach(() => world.sandbox.control('POST', 'faults', []));
	after(() => world?.end());

	const delay = (ms: number, method: string, path: string) =>
		world.sandbox.control('POST', 'faults', [{ kind: 'latency', ms, match: { method, path } }]);

	/** Starts a command, and sends it the signal several times, each time once `reached` returns true. */
	async function interrupted(
		by: Signal,
		args: readonly string[],
		...reached: readonly ((said: string) => Promise<boolean> | boolean)[]
	): Promise<string> {
		const child = world.start([...args, '--json'], { EASEL_TOKEN: world.sandbox.announced.token });
		let said = '';
		child.stderr.on('data', (text) => {
			said += text;
		});
		const closed = once(child, 'close');
		const out = streamText(child.stdout);
		for (const isReached of reached) {
			await world.sandbox.until(
				async () => isReached(said),
				(isThere) => isThere,
			);
			child.kill(by);
		}
		assert.deepEqual(await closed, [signals[by], null], `${await out}${said}`);
		const { error } = JSON.parse(await out);
		assert.deepEqual([error.status, error.kind], [signals[by], 'interrupted']);
		return String(error.message);
	}

	/** Returns a test whether one more request of a kind has arrived since the beginning. */
	async function oneMore(method: string, ending: string): Promise<() => Promise<boolean>> {
		const before = await world.received(method, ending);
		return async () => (await world.received(method, ending)) > before;
	}

	for (const by of ['SIGINT', 'SIGTERM'] as const)
		for (const [what, args, path, verb] of [
			['run', ['run', 'harbour.json', '--on', demo.harbour, '--yes'], '/inference', 'runs'],
			['training job', ['train', 'slow.yaml', '--yes', '--wait'], '/jobs', 'jobs'],
		] as const) {
			it(`waits until the outcome of sending a ${what} is known, and names the next command (${by})`, async () => {
				await writeFile(world.place('slow.yaml'), config({ name: `sent-${by}`, train }));
				await delay(2000, 'POST', `*${path}`);
				const other = verb === 'runs' ? ['--set', `6.text=sent ${by}`] : [];
				const message = await interrupted(by, [...args, ...other], await oneMore('POST', path));
				const id = new RegExp(`^It continues\\. Check it with: easel ${verb} show (\\S+)$`).exec(
					message,
				)?.[1];
				const { requestId, jobId } = await world.json(verb, 'show', id ?? message);
				assert.match(requestId ?? jobId, /^[\da-f-]{36}$/);
			});

			it(`stops waiting for a ${what} being sent on the second signal (${by})`, async () => {
				await writeFile(world.place('slow.yaml'), config({ name: `left-${by}`, train }));
				await delay(endless, 'POST', `*${path}`);
				const other = verb === 'runs' ? ['--set', `6.text=left ${by}`] : [];
				const again =
					by === 'SIGINT'
						? 'Press Ctrl-C again to end it immediately'
						: 'A second signal ends it immediately';
				const isAskedAgain = (said: string) => said.includes(again);
				assert.equal(
					await interrupted(by, [...args, ...other], await oneMore('POST', path), isAskedAgain),
					'Interrupted.',
				);
			});
		}

	for (const by of everySignal) {
		it(`stops waiting for a run without canceling it if no question is possible (${by})`, async () => {
			const slow = await startSandbox();
			try {
				const env = { EASEL_BASE_URL: slow.announced.baseUrl, EASEL_TOKEN: slow.announced.token };
				const child = world.start(['run', 'harbour.json', '--on', demo.harbour, '--yes'], env);
				const closed = once(child, 'close');
				const said: string[] = [];
				for await (const line of createInterface({ input: child.stderr })) {
					said.push(line);
					if (line.startsWith('queued')) child.kill(by);
				}
				assert.deepEqual(await closed, [signals[by], null]);
				const id = /It continues\. Check it with: easel runs show (\S+)/.exec(said.join('\n'))?.[1] ?? '';
				const shown = JSON.parse((await ended(world.start(['runs', 'show', id, '--json'], env))).out);
				assert.ok(['queued', 'running'].includes(shown.state), shown.state);
			} finally {
				await slow.end();
			}
		});

		it(`stops an upload, and names the command that continues it (${by})`, async () => {
			await delay(endless, 'POST', '*/upload');
			const upload = ['upload', 'photos', '--dataset', `half-${by}`];
			const message = await interrupted(by, upload, (said) => /^half-\w+: sending/m.test(said));
			assert.match(message, /this continues it: easel upload FOLDER --dataset half-\w+ --add$/);
			await world.sandbox.control('POST', 'faults', []);
			const uploaded = await world.json(...upload, '--add');
			assert.deepEqual([uploaded.state, uploaded.done], ['ready', 2]);
		});

		it(`leaves an upload that only the service still checks, and names the command that shows it (${by})`, async () => {
			const slow = await startSandbox('--speed', '0.01');
			try {
				const env = { EASEL_BASE_URL: slow.announced.baseUrl, EASEL_TOKEN: slow.announced.token };
				const child = world.start(['upload', 'photos', '--dataset', `sent-${by}`], env);
				const closed = once(child, 'close');
				const said: string[] = [];
				for await (const line of createInterface({ input: child.stderr })) {
					said.push(line);
					if (line.includes('being checked by the service')) child.kill(by);
				}
				assert.deepEqual(await closed, [signals[by], null], said.join('\n'));
				assert.match(said.at(-1) ?? '', /^It continues\. Check it with: easel datasets show \S+$/);
			} finally {
				await slow.end();
			}
		});
	}

	it('asks in a terminal whether to cancel only after Ctrl-C', async function () {
		if (process.platform !== 'linux') this.skip();
		const slow = await startSandbox();
		try {
			const words = [process.execPath, easelProgram, 'run', 'harbour.json', '--on', demo.harbour, '--yes'];
			// The shell becomes the command, so the signal goes to its id.
			const line = `echo "process $$"; exec ${words.map((word) => `'${word}'`).join(' ')}`;
			const terminal = spawn('script', ['-qec', line, '/dev/null'], {
				cwd: world.folder,
				env: {
					...world.environment,
					EASEL_BASE_URL: slow.announced.baseUrl,
					EASEL_TOKEN: slow.announced.token,
					SHELL: '/bin/sh',
					TERM: 'dumb',
				},
				stdio: ['pipe', 'pipe', 'inherit'],
			});
			const closed = once(terminal, 'close');
			let said = '';
			for await (const text of terminal.stdout.setEncoding('utf8')) {
				const isNew = !/^queued/m.test(said);
				said += text;
				if (isNew && /^queued/m.test(said)) process.kill(Number(/process (\d+)/.exec(said)?.[1]), 'SIGTERM');
			}
			assert.deepEqual(await closed, [signals.SIGTERM, null], said);
			assert.match(said, /It continues\. Check it with: easel runs show /);
			assert.doesNotMatch(said, /Cancel the run\?/);
		} finally {
			await slow.end();
		}
	});

	it('ends its sandbox, and leaves no file behind', async function () {
		if (process.platform !== 'linux') this.skip();
		const temporary = world.place('temporary');
		await mkdir(temporary);
		const env = { EASEL_BASE_URL: '', EASEL_TOKEN: '', TMPDIR: temporary };
		await writeFile(world.place('slow.yaml'), config({ name: 'sandboxed', train }));
		const child = world.start(['train', 'slow.yaml', '--yes', '--wait', '--sandbox'], env);
		const closed = once(child, 'close');
		const children: number[] = [];
		for await (const line of createInterface({ input: child.stderr })) {
			if (!line.startsWith('IN_QUEUE') || children.length > 0) continue;
			children.push(...childrenOf(child.pid ?? assert.fail()));
			child.kill('SIGTERM');
		}
		assert.deepEqual(await closed, [signals.SIGTERM, null]);
		assert.equal(children.length, 1);
		await until('the end of the sandbox', () => !children.some(isThere));
		assert.deepEqual(readdirSync(temporary), []);
	});

	it('sends nothing that is still being prepared', async () => {
		const before = await world.received('POST', '/inference');
		await delay(2000, 'GET', '*/deployments*');
		const isAsked = await oneMore('GET', '/deployments');
		const run = ['run', 'harbour.json', '--on', demo.harbour, '--yes'];
		assert.match(await interrupted('SIGINT', run, isAsked), /^Nothing was sent/);
		assert.equal(await world.received('POST', '/inference'), before);
	});

	it('sends none of the remaining seeds, not even later', async () => {
		const run = ['run', 'harbour.json', '--on', demo.harbour, '--yes', '--set', '6.text=seeds'];
		const isUnderWay = (said: string) => /^0 of 16 done$/m.test(said);
		const before = await world.received('POST', '/inference');
		const message = await interrupted('SIGTERM', [...run, '--seeds', '16'], isUnderWay);
		const [, id = ''] =
			/^The runs that were sent continue, and no more are sent\..* easel batches continue (\S+)$/.exec(
				message,
			) ?? [];
		const sent = await world.received('POST', '/inference');
		assert.equal((await world.json(...run, '--seeds', '1')).runs.length, 1);
		assert.equal(await world.received('POST', '/inference'), sent + 1);
		const { batches } = await world.json('batches', 'list');
		assert.deepEqual(
			batches.map(({ count, state }: Body) => [count, state]),
			[
				[1, 'ended'],
				[16, 'paused'],
			],
		);
		assert.equal((await world.json('batches', 'show', id)).batch.state, 'paused');
		assert.equal((await world.easel('batches', 'continue', id)).status, 5);
		assert.equal(await world.received('POST', '/inference'), sent + 1);
		const { runs } = await world.json('batches', 'continue', id, '--yes', '--save', 'rest');
		assert.deepEqual([runs.length, readdirSync(world.place('rest')).length], [16, 16]);
		assert.equal(await world.received('POST', '/inference'), before + 17);
	});

	it('ends a read and a sign-in', async () => {
		await delay(endless, 'GET', '*/deployments*');
		const isAsked = await oneMore('GET', '/deployments');
		assert.equal(await interrupted('SIGTERM', ['deployments', 'list'], isAsked), 'Interrupted.');
		for (const by of everySignal) await interrupted(by, ['login'], (said) => /enter the code/.test(said));
	});
});
