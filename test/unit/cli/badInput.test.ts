import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '../../../src/cli/frame/command.ts';
import { commands } from '../../../src/cli/table.ts';
import { runAlone } from '../../support/commandIo.ts';
import { newFolder } from '../../support/newFolder.ts';
import { json, startServer, type TestServer } from '../http/support.ts';

const hostile = ['x'.repeat(1_000_000), '\u001b[2J\u001b]0;evil\u0007\u202e', 'x\n::error::evil', '--', '='];

/** Returns whether a terminal would interpret a text as more than letters. */
const hasControl = (text: string) => /[^\P{C}\n]/u.test(text.replaceAll(/\p{Cn}|\p{Co}|\p{Cs}/gu, ''));

// The server of tools waits for its client, and reads its messages; any text is a caption.
const others = ['mcp', 'captions write'];
const framed = commands.filter(
	(command): command is Command => 'run' in command && !others.includes(command.name),
);

describe('bad input', () => {
	const folder = newFolder();

	/** A service that knows the owner of the token, and has nothing else. */
	let service: TestServer;

	before(async () => {
		const me = json({ id: 'someone', email: 'someone@example.com' });
		service = await startServer((reply, seen, index) =>
			(seen.url === '/api/auth/me' ? me : json({}, 404))(reply, seen, index),
		);
	});
	after(() => service.close());

	/** Runs a command without a person, and returns its output. */
	const run = ({ name }: { readonly name: string }, argv: readonly string[]) =>
		runAlone(commands.find((each) => each.name === name) ?? assert.fail(name), argv, {
			cwd: folder,
			env: { EASEL_BASE_URL: service.url, EASEL_TOKEN: 'a-token', EASEL_DATA: folder, EASEL_CONFIG: folder },
		});

	/**
	 * Checks that a failure is reported in short lines that a terminal shows literally, without the place in the
	 * program.
	 */
	function assertSaid({ status, out, err }: Awaited<ReturnType<typeof run>>, argv: readonly string[]): void {
		const shown = argv.map((each) => each.slice(0, 40)).join(' ');
		// A search that finds nothing is done.
		const isDone = status === 0 && ['There are none.\n', 'No run is in progress.\n'].includes(out + err);
		assert.ok(isDone || [1, 2, 3, 4, 5].includes(status), `${shown}: ${status} ${out}`);
		const text = out + err;
		assert.ok(err !== '' || out !== '', shown);
		assert.ok(!hasControl(text), shown);
		assert.doesNotMatch(text, /\n\s+at |undefined|\[object/, `${shown}: ${text.slice(0, 500)}`);
		for (const line of err.split('\n')) assert.ok(line.length < 1100, `${shown}: ${line.length}`);
		// A build log would take it for a command.
		assert.doesNotMatch(text, /^::/m, shown);
	}

	it('tells a path without a folder from one with something else, and what to do', async () => {
		const one = join(newFolder(), 'one.txt');
		await writeFile(one, '');
		const nextStep = 'Correct this or specify another path, then try again.\n';
		const absent = await run({ name: 'datasets report' }, ['absent']);
		assert.deepEqual([absent.status, absent.err], [2, `The folder "absent" does not exist. ${nextStep}`]);
		const file = await run({ name: 'datasets report' }, [one]);
		assert.deepEqual([file.status, file.err], [2, `"${one}" is not a folder. ${nextStep}`]);
	});

	for (const command of framed) {
		const { name, positionals, flags } = command;
		const needed = positionals.filter(({ optional }) => optional !== true);
		const given = needed.map(() => 'something');
		const required = flags.filter((flag) => flag.required === true).map((flag) => `--${flag.name}=1`);

		it(`of "${name}" is rejected with a sentence: missing, superfluous, unknown`, async () => {
			if (needed.length > 0) {
				const none = await run(command, required);
				assert.deepEqual([none.status, none.out], [2, ''], name);
				const names = needed.map((each) => each.name).join(', ');
				const sentence = needed.length === 1 ? `${names} is missing.\n` : `Missing: ${names}.\n`;
				assert.ok(none.err.startsWith(sentence), none.err);
			}
			for (const flag of required) {
				const others = required.filter((each) => each !== flag);
				assert.match((await run(command, [...given, ...others])).err, /^--[\w-]+ is missing\.\n/);
			}
			const cases = [
				[...positionals.map(() => 'a'), 'one', ...required],
				[...given, ...required, '--no-such-option'],
				[...given, ...required, '--json=yes'],
				...(needed.length > 0 ? [['', ...given.slice(1), ...required]] : []),
			];
			for (const argv of cases) {
				const refused = await run(command, argv);
				assert.equal(refused.status, 2, argv.join(' '));
				assertSaid(refused, argv);
			}
		});

		it(`of "${name}" is treated literally: huge, with control characters, like an option`, async () => {
			for (const value of hostile) {
				const cases = [
					...needed.map((_, index) => given.map((each, at) => (at === index ? value : each))),
					...flags
						.filter(({ type }) => type !== 'switch' && type !== 'choice')
						.map((flag) => [...given, `--${flag.name}=${value}`]),
				];
				for (const argv of cases) {
					// A service at another address, or a separate sandbox, is not about the argument.
					if (argv.some((each) => /^--(?:history|save)=/.test(each))) continue;
					assertSaid(await run(command, [...required, ...argv]), argv);
				}
			}
		});

		it(`of "${name}" is reported as JSON on request, with the same status`, async () => {
			if (!flags.some((flag) => flag.name === 'json')) return;
			const argv = [...given, ...required, 'one', 'two', 'three', 'four'];
			const [plain, json] = [await run(command, argv), await run(command, [...argv, '--json'])];
			const { error } = JSON.parse(json.out);
			assert.deepEqual([json.status, error.status, plain.out], [plain.status, plain.status, '']);
			assert.ok(plain.err.startsWith(error.message), plain.err);
		});
	}

	it('is quoted as entered if a value is out of bounds', async () => {
		const cases: readonly (readonly [name: string, argv: readonly string[], words: RegExp])[] = [
			['run', ['a.json', '--seeds', '0'], /^ {2}--seeds: must be at least 1$/m],
			['run', ['a.json', '--seeds', '-1'], /^ {2}--seeds: must be at least 1$/m],
			['run', ['a.json', '--seeds', '1000000000'], /^ {2}--seeds: must be at most 50$/m],
			['run', ['a.json', '--seeds', '2.5'], /^The value of --seeds must be a whole number\.$/m],
			['runs list', ['--limit', '0'], /^ {2}--limit: must be at least 1$/m],
			['deployments update', ['an-id', '--max-instances', '0'], /^ {2}--max-instances: must be at least 1$/m],
		];
		for (const [name, argv, words] of cases) {
			const refused = await run({ name }, argv);
			assert.deepEqual([refused.status, refused.out], [2, '']);
			assert.match(refused.err, words);
		}
	});

	for (const { name, positionals, flags, example } of framed) {
		const fromFile = flags.filter(
			(flag) => flag.description.includes('@FILE') || example.includes(`--${flag.name} @`),
		);
		const given = positionals.filter(({ optional }) => optional !== true).map(() => 'something');
		for (const { name: flag } of fromFile)
			it(`of "${name}" is read from the file named by --${flag}`, async () => {
				const refused = await run({ name }, [...given, `--${flag}`, '@no such file']);
				assert.equal(refused.status, 2);
				assert.match(refused.err, /^"no such file" cannot be read: there is no such file\./);
			});
	}

	it('leaves only the history behind', async () => {
		const left = (await readdir(folder)).filter((name) => !/^history\.db|^(?:runs|jobs|batches)$/.test(name));
		assert.deepEqual(left, []);
	});
});
