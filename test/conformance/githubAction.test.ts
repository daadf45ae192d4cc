import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { easelProgram } from '../support/programs.ts';
import { smallSample } from '../support/smallSample.ts';
import { CommandLine, type Ended } from './commandLineWorld.ts';
import { demo } from './support.ts';

const step = z.object({
	name: z.string(),
	if: z.string(),
	shell: z.optional(z.literal('bash')),
	env: z._default(z.record(z.string(), z.string()), {}),
	run: z.optional(z.string()),
});
const action = z.object({
	inputs: z.record(z.string(), z.object({ description: z.string(), default: z.optional(z.string()) })),
	runs: z.object({ using: z.literal('composite'), steps: z.array(step) }),
});

const docs = join(import.meta.dirname, '..', '..', 'docs');
const { inputs: known, runs } = z.parse(
	action,
	parse(await readFile(join(docs, 'github', 'action.yml'), 'utf8')),
);
/** A value that consists of one expression, as all of them do. */
const expression = /^\$\{\{ inputs\.([\w-]+) \}\}$/;

/** The texts that a step of the action wrote for the service that runs it. */
interface StepEnded extends Ended {
	readonly output: string;
	readonly summary: string;
}

describe('the action for GitHub', () => {
	let world: CommandLine;

	before(async function () {
		// Its steps are for bash.
		if (process.platform === 'win32') this.skip();
		world = await CommandLine.open('--speed', '100');
		await writeFile(world.place('harbour.json'), JSON.stringify(smallSample));
		await writeFile(world.place('broken.json'), '{"1": {"class_type": "PreviewImage", "inputs": {}}}');
		await writeFile(world.place('harbour.deployment.yaml'), `id: ${demo.harbour}\nmax_instances: 5\n`);
		await mkdir(world.place('bin'));
		await writeFile(
			world.place('bin', 'easel'),
			`#!/bin/sh\nexec '${process.execPath}' '${easelProgram}' "$@"\n`,
		);
		await chmod(world.place('bin', 'easel'), 0o755);
	});
	after(() => world?.end());

	/** Executes the step of a command from the file. */
	async function execute(
		command: string,
		inputs: Readonly<Record<string, string>>,
		programs = 'bin',
	): Promise<StepEnded> {
		const given: Record<string, string> = {
			command,
			token: world.sandbox.announced.token,
			'base-url': world.sandbox.announced.baseUrl,
			...inputs,
		};
		const found = runs.steps.find((each) => each.if === `\${{ inputs.command == '${command}' }}`);
		assert.ok(found?.run !== undefined, command);
		const [output, summary] = [world.place('output'), world.place('summary')];
		await Promise.all([output, summary].map((path) => writeFile(path, '')));
		const env = Object.fromEntries(
			Object.entries(found.env).map(([name, value]) => {
				const [, input = ''] = expression.exec(value) ?? assert.fail(value);
				return [name, given[input] ?? known[input]?.default ?? ''];
			}),
		);
		const { EASEL_TOKEN: _, EASEL_BASE_URL: __, ...environment } = world.environment;
		const path = [world.place(programs), dirname(process.execPath), process.env.PATH].join(delimiter);
		const ended = await new Promise<Ended>((resolve) => {
			execFile(
				'bash',
				['--noprofile', '--norc', '-eo', 'pipefail', '-c', found.run ?? ''],
				{
					cwd: world.folder,
					env: {
						...environment,
						...env,
						PATH: path,
						RUNNER_TEMP: world.folder,
						GITHUB_OUTPUT: output,
						GITHUB_STEP_SUMMARY: summary,
					},
				},
				(error, out, err) => resolve({ status: error === null ? 0 : Number(error.code), out, err }),
			);
		});
		const written = { output: await readFile(output, 'utf8'), summary: await readFile(summary, 'utf8') };
		for (const text of [ended.out, ended.err, ...Object.values(written)])
			assert.ok(!text.includes(world.sandbox.announced.token));
		return { ...ended, ...written };
	}

	it('takes no input into the text of a script, and reads only inputs that it has', () => {
		for (const { name, run, env, if: condition } of runs.steps) {
			assert.ok(!run?.includes('${{'), name);
			for (const value of [...Object.values(env), condition])
				for (const [, input = ''] of value.matchAll(/inputs\.([\w-]+)/g)) assert.ok(input in known, input);
		}
		assert.deepEqual(
			Object.entries(known).flatMap(([name, input]) => (input.default === undefined ? [name] : [])),
			['command', 'files'],
		);
	});

	it('checks documents, and fails with findings', async () => {
		const good = await execute('check', { files: 'harbour.json\n\n*.deployment.yaml\n' });
		assert.deepEqual([good.status, good.out], [0, '0 errors, 0 warnings in 2 documents\n']);
		const bad = await execute('check', { files: 'broken.json' });
		assert.equal(bad.status, 1);
		assert.match(bad.out, /broken\.json:1:\d+: error/);
	});

	it('shows a plan that differs without failing, and applies it', async () => {
		const files = 'harbour.deployment.yaml';
		const plan = await execute('plan', { files });
		assert.deepEqual([plan.status, plan.output], [0, 'differs=true\n']);
		assert.match(plan.summary, /^ {6}max_instances: 2 -> 5$/m);
		assert.match((await execute('apply', { files })).out, /: changed$/m);
		assert.equal((await execute('plan', { files })).output, 'differs=false\n');
		const noToken = await execute('plan', { files, token: '' });
		assert.deepEqual([noToken.status, noToken.output], [7, '']);
		assert.match(noToken.err, /not signed in/);
	});

	it('does not take a program that breaks off for one that finds differences', async () => {
		await mkdir(world.place('broken'));
		await writeFile(world.place('broken', 'easel'), '#!/bin/sh\necho broken >&2\nexit 1\n', { mode: 0o755 });
		const plan = await execute('plan', { files: 'harbour.deployment.yaml' }, 'broken');
		assert.deepEqual([plan.status, plan.output], [1, '']);
	});

	it('keeps instances running only with consent', async () => {
		await writeFile(world.place('warm.deployment.yaml'), `id: ${demo.village}\nmin_instances: 1\n`);
		const refused = await execute('apply', { files: 'warm.deployment.yaml' });
		assert.equal(refused.status, 5);
		assert.match(refused.err, /--yes agrees to it/);
		assert.equal((await execute('apply', { files: 'warm.deployment.yaml', yes: 'true' })).status, 0);
	});

	it('runs documents with consent, saves their results and outputs their IDs', async () => {
		const inputs = {
			files: 'harbour.json',
			deployment: demo.harbour,
			set: '3.seed=4711\n6.text=$(touch x) `y`\n',
		};
		const before = await world.received('POST', '/inference');
		const refused = await execute('run', inputs);
		assert.equal(refused.status, 5, refused.err);
		assert.equal(JSON.parse(refused.out).error.status, 5);
		assert.equal(await world.received('POST', '/inference'), before);

		const done = await execute('run', { ...inputs, yes: 'true', results: 'out put' });
		assert.equal(done.status, 0, done.err);
		const { run } = JSON.parse(done.out);
		assert.deepEqual([run.state, run.seed, run.prompt], ['succeeded', '4711', '$(touch x) `y`']);
		assert.equal(readdirSync(world.place('out put')).length, 1);
		assert.ok(!existsSync(world.place('x')));
		assert.equal(done.output, `runs<<EASEL_RUNS\n${run.id}\nEASEL_RUNS\n`);

		const bounded = await execute('run', { ...inputs, set: '3.seed=1', yes: 'true', 'max-usd': '0' });
		assert.equal(bounded.status, 5, bounded.err);
	});
});
