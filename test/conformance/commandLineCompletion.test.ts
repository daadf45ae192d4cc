import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { easelProgram } from '../support/programs.ts';
import { CommandLine } from './commandLineWorld.ts';

const hasShell = (name: string) => spawnSync(name, ['-c', 'exit 0']).status === 0;

describe('completion of names', () => {
	const line = CommandLine.ofSuite('--demo');
	let run: string;
	before(async () => {
		await line.json('deployments', 'list');
		await line.json('datasets', 'list');
		await line.json('models', 'search', '--limit', '3');
		const started = await line.json('run', '--on', 'Harbour (SD 1.5)', '--yes', '--no-wait');
		run = started.run.id;
	});

	const words = async (...given: readonly string[]) => {
		const { out } = await line.easel('__complete', ...given.slice(0, -1), `_${given.at(-1) ?? ''}`);
		return out.trimEnd().split('\n').slice(1);
	};

	it('completes from earlier lists and the history, without the service', async () => {
		const entries = async () => (await line.sandbox.control('GET', 'journal')).entries.length;
		const before = await entries();
		assert.deepEqual(await words('run', '--on', 'Harbour ('), ['Harbour (SD 1.5)']);
		const [id] = (await words('deployments', 'get', '5a9d0000')).map((each) => each.split('\t'));
		assert.deepEqual(id, ['5a9d0000-0000-4000-8000-000000000001', 'Harbour (SD 1.5)']);
		assert.ok((await words('datasets', 'show', '')).includes('harbour-photos'));
		assert.equal((await words('models', 'run', '')).length, 3);
		assert.match((await words('runs', 'show', run.slice(0, 4)))[0] ?? '', new RegExp(`^${run}\tHarbour`));
		assert.equal(await entries(), before);
	});

	it('has none of another connection, and keeps those of an earlier list only while they are there', async () => {
		assert.deepEqual(await words('run', '--connection', 'runcomfy', '--on', ''), []);
		assert.deepEqual(await words('runs', 'show', '--base-url', 'https://other.example', ''), []);
		const [, id = ''] =
			/^(\S+)\tHarbour, old/m.exec((await words('deployments', 'get', '5')).join('\n')) ?? [];
		assert.deepEqual(await words('run', '--on', 'Harbour,'), ['Harbour, old settings']);
		await line.json('deployments', 'delete', id, '--yes');
		await line.json('deployments', 'list');
		assert.deepEqual(await words('run', '--on', 'Harbour,'), []);
	});

	it('completes in bash, with quoted names, and files for commands that take one', async function () {
		if (!hasShell('bash')) this.skip();
		const script = line.place('easel.bash');
		writeFileSync(script, (await line.easel('completion', 'bash')).out);
		mkdirSync(line.place('files'));
		writeFileSync(line.place('files', 'a.json'), '{}');
		const complete = (...typed: readonly string[]) =>
			execFileSync(
				'bash',
				[
					...['--norc', '-c'],
					`easel() { "$NODE" "$PROGRAM" "$@"; }; source "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _easel; printf "%s\\n" "$\{COMPREPLY[@]}"`,
					...['bash', 'easel', ...typed],
				],
				{
					cwd: line.place('files'),
					encoding: 'utf8',
					env: { ...line.environment, NODE: process.execPath, PROGRAM: easelProgram, SCRIPT: script },
				},
			)
				.trimEnd()
				.split('\n');
		assert.deepEqual(complete('run', '--on', 'Harbour\\ \\('), ['Harbour\\ \\(SD\\ 1.5\\)']);
		assert.deepEqual(complete('run', '--on', '"Harbour ('), ['Harbour (SD 1.5)']);
		assert.deepEqual(complete('runs', 'list', '--state', '=', 'su'), ['succeeded']);
		assert.deepEqual(complete('run', ''), ['a.json']);
		assert.deepEqual(complete('runs', 'show', run.slice(0, 8)), [run]);
		assert.ok(complete('deployments', '').includes('pull'));
	});

	it('completes in fish', async function () {
		if (!hasShell('fish')) this.skip();
		const script = line.place('easel.fish');
		writeFileSync(script, (await line.easel('completion', 'fish')).out);
		const complete = (typed: string) =>
			execFileSync(
				'fish',
				[
					'--no-config',
					'-c',
					'function easel; $NODE $PROGRAM $argv; end; source $SCRIPT; complete -C $argv[1]',
					typed,
				],
				{
					encoding: 'utf8',
					env: { ...line.environment, NODE: process.execPath, PROGRAM: easelProgram, SCRIPT: script },
				},
			)
				.trimEnd()
				.split('\n');
		assert.deepEqual(complete('easel run --on "Harbour ('), ['Harbour (SD 1.5)']);
		assert.ok(complete('easel runs list --state ').includes('succeeded'));
	});
});
