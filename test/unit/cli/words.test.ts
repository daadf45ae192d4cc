import assert from 'node:assert/strict';
import { commands } from '../../../src/cli/table.ts';
import { runLine } from '../../support/commandIo.ts';

const run = (...argv: readonly string[]) => runLine(argv, { cwd: '/' });

describe('a command line without a command', () => {
	it('lists all commands and the first steps, for any form of help', async () => {
		const { out, ...done } = await run();
		assert.deepEqual(done, { status: 0, err: '' });
		for (const { name } of commands) {
			const [word, verb] = name.split(' ');
			const [, first, rest = ''] = new RegExp(`^  ${word} +(\\S.*)((?:\n {5,}.*)*)`, 'm').exec(out) ?? [];
			assert.ok(first !== undefined, name);
			assert.ok(verb === undefined || `${first}${rest}`.split(/[\s,]+/).includes(verb), name);
		}
		assert.match(out, /Getting started:\n {2}login .*easel login\n/s);
		for (const argv of [['help'], ['--help'], ['-h'], ['help', 'help'], ['help', '--help']])
			assert.equal((await run(...argv)).out, out, argv.join(' '));
	});

	it('shows the commands of a group, for any form of help', async () => {
		const { out, status } = await run('runs');
		assert.equal(status, 0);
		assert.match(out, /^ {2}easel runs list /m);
		assert.doesNotMatch(out, /easel jobs list/);
		for (const argv of [
			['help', 'runs'],
			['runs', '--help'],
			['runs', 'help'],
		])
			assert.equal((await run(...argv)).out, out, argv.join(' '));
	});

	it('shows the help of one command', async () => {
		assert.equal((await run('help', 'runs', 'list')).out, (await run('runs', 'list', '--help')).out);
	});

	it('reports an unknown command, as one JSON value on request', async () => {
		for (const [argv, name] of [
			[['nonsense'], 'nonsense'],
			[['runs', 'nonsense'], 'runs nonsense'],
			[['help', 'nonsense'], 'nonsense'],
		] as const) {
			const plain = await run(...argv);
			assert.deepEqual([plain.status, plain.out], [2, '']);
			assert.ok(plain.err.startsWith(`There is no command "${name}". `), plain.err);
			const json = await run(...argv, '--json');
			const { error } = JSON.parse(json.out);
			assert.deepEqual([json.status, json.err], [2, plain.err]);
			assert.deepEqual([error.status, error.kind], [2, 'input']);
			assert.equal(`${error.message} ${error.nextStep}\n`, plain.err);
		}
		assert.equal(JSON.parse((await run('--json')).out).error.status, 2);
	});
});
