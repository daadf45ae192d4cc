import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { letterOf } from '../../../src/cli/frame/shorts.ts';
import { environment } from '../../../src/cli/help/environment.ts';
import { exitCodes } from '../../../src/cli/help/exitCodes.ts';
import { groups } from '../../../src/cli/help/groups.ts';
import { commands } from '../../../src/cli/table.ts';
import { interruptedBy, statuses } from '../../../src/cli/terminal/status.ts';
import { widthOf } from '../../../src/cli/terminal/tables.ts';
import { trackedFiles } from '../../meta/support/project.ts';
import { runLine } from '../../support/commandIo.ts';

const run = (argv: readonly string[], columns?: number) => runLine(argv, { cwd: '/', columns });

describe('the groups of the help', () => {
	it('list each first word of a command once', () => {
		const words = commands.map(({ name }) => name.split(' ')[0] ?? '');
		assert.deepEqual(groups.flatMap((group) => group.words).sort(), [...new Set(words)].sort());
	});

	it('fit narrow and wide terminals', async () => {
		for (const columns of [40, 80, 200])
			for (const words of ['help', 'help runs', 'help options', 'help exit-codes', 'runs list --help']) {
				const argv = words.split(' ');
				for (const line of (await run(argv, columns)).out.split('\n'))
					assert.ok(widthOf(line) <= columns || /^ +(?:easel|--)/.test(line), line);
			}
	});
});

describe('the help of a command', () => {
	it('describes only its own options, and refers to a page for the shared ones', async () => {
		const { out } = await run(['help', 'runs', 'list'], 80);
		assert.match(out, /^ {2}--state .*$/m);
		assert.match(out, /"easel help options":\n {2}--connection NAME {2}--base-url URL/);
		assert.doesNotMatch(out, /print the result as JSON/);
		assert.match((await run(['help', 'options'])).out, /^ {2}--json +print the result as JSON$/m);
	});

	it('fits a screen, except for the command that runs workflows', async () => {
		for (const { name } of commands) {
			if (name === 'sandbox' || name === 'run') continue;
			const { out } = await run(['help', ...name.split(' ')], 80);
			assert.ok(out.split('\n').length <= 50, `${name}: ${out.split('\n').length}`);
		}
	});
});

describe('the letters of options', () => {
	it('are unique within a command', () => {
		for (const { name, flags } of commands) {
			const letters = flags.flatMap((flag) => letterOf(flag) ?? []);
			assert.equal(new Set(letters).size, letters.length, name);
		}
	});
});

describe('the page of environment variables', () => {
	it('names exactly the variables that the sources read', () => {
		const sources = trackedFiles()
			.filter((path) => /^src\/(?:cli|core|sandbox)\/.*\.ts$/.test(path) && !path.includes('/help/'))
			.map((path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
		/** The variable that Easel sets for itself, and those of files that it writes or reads. */
		const inner = new Set(['EASEL_RELAUNCHED']);
		const named = environment.flatMap(([names]) => names.split(', '));
		const text = sources.join('\n');
		const read = [
			...text.matchAll(/\benv(?:ironment)?\.([A-Z][A-Z_]+)\b/g),
			...text.matchAll(/\{ ([A-Z][A-Z_]+)(?:: \w+)?(?: = '')?(?:, [^}]*)? \} = (?:process\.)?env\b/g),
			...text.matchAll(/\b(EASEL_[A-Z_]+)\b/g),
		].map(([, name = '']) => name);
		assert.deepEqual(
			[...new Set(read)].filter((name) => !inner.has(name) && !named.includes(name)),
			[],
		);
		const lower = text.toLowerCase();
		assert.deepEqual(
			named.filter((name) => !lower.includes(name.toLowerCase())),
			[],
		);
		assert.ok(read.length > 20);
	});

	it('is printed as text and as JSON', async () => {
		assert.match((await run(['help', 'environment'])).out, /^ {2}EASEL_TOKEN +\S/m);
		const { topic, rows } = JSON.parse((await run(['help', 'environment', '--json'])).out);
		assert.equal(topic, 'environment');
		assert.equal(rows[0].name, 'EASEL_TOKEN');
	});
});

describe('the page of exit statuses', () => {
	it('has every status of the program, like the document', async () => {
		const all = [...Object.values(statuses), ...Object.values(interruptedBy)].sort((a, b) => a - b);
		assert.deepEqual(
			exitCodes.map(({ status }) => status),
			all,
		);
		const { out } = await run(['help', 'exit-codes']);
		const text = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
		for (const status of all) assert.match(out, new RegExp(`^  ${status} +\\S`, 'm'));
		for (const status of Object.values(statuses)) assert.match(text, new RegExp(`^\\| ${status} \\|`, 'm'));
	});
});

describe('the help as JSON', () => {
	it('lists every command with arguments, options and the schema of its output', async () => {
		const tree = JSON.parse((await run(['help', '--json'])).out);
		assert.deepEqual(
			tree.commands.map(({ name }: { name: string }) => name),
			commands.map(({ name }) => name),
		);
		const list = tree.commands.find(({ name }: { name: string }) => name === 'runs list');
		assert.equal(list.effect, 'read');
		assert.deepEqual(Object.keys(list.output.properties).includes('runs'), true);
		const state = list.options.find(({ name }: { name: string }) => name === 'state');
		assert.ok(state.values.includes('succeeded'));
		assert.ok(list.sharedOptions.includes('json'));
		assert.ok(tree.sharedOptions.some(({ name }: { name: string }) => name === 'json'));
		assert.ok(tree.exitCodes.some(({ status }: { status: number }) => status === 6));
		assert.ok(tree.environment.some(({ name }: { name: string }) => name === 'EASEL_TOKEN'));
		assert.deepEqual(Object.keys(tree.failed.properties), ['error']);
	});

	it('lists the commands of one noun', async () => {
		const { out } = await run(['runs', '--json']);
		for (const { name } of JSON.parse(out).commands) assert.match(name, /^runs /);
	});
});

describe('an unknown command', () => {
	const hint = async (...argv: readonly string[]) => (await run(argv)).err;

	it('suggests the commands that do the same by another word', async () => {
		assert.match(await hint('models', 'ls'), /Did you mean "easel models search"\?/);
		assert.match(await hint('model', 'list'), /Did you mean "easel models search"\?/);
		assert.match(await hint('runs', 'ls'), /Did you mean "easel runs list"\?/);
		assert.match(await hint('runs', 'status', 'an-id'), /"runs status"\. Did you mean "easel runs show"\?/);
		assert.match(await hint('jobs', 'stop'), /"easel jobs cancel"/);
		assert.match(await hint('list'), /one of .*"easel runs list",.*"easel jobs list"/);
		assert.match(await hint('ls'), /one of .*"easel runs list",/);
		assert.match(await hint('status'), /one of "easel whoami", "easel runs list", "easel jobs list"\?/);
		assert.match(await hint('version'), /"easel --version"/);
	});

	it('does not include the second name of a command', async () => {
		assert.match((await run(['models', 'list', '--help'])).out, /easel models search \[TEXT\]/);
	});

	it('excludes a shared option before the command', async () => {
		for (const before of [['--json'], ['--history', 'runs', '--quiet'], ['--history=runs']]) {
			const { status, err } = await run([...before, 'runs', 'take']);
			assert.deepEqual([status, /^Missing: ID, REQUEST\./.test(err)], [2, true], err);
		}
	});

	it('suggests the command with the most similar name', async () => {
		assert.match(await hint('balanc'), /"easel balance"/);
		assert.match(await hint('deploymnts', 'list'), /"easel deployments list"/);
		assert.match(await hint('runs', 'lst'), /"easel runs list"/);
		assert.match(await hint('qqqq'), /"qqqq"\. "easel help" lists all\.\n$/);
	});
});

describe('the manual page', () => {
	it('lists every command, the shared options, the environment and the statuses', async () => {
		const script = new URL('../../../package.json', import.meta.url);
		const { out, status } = await runLine(['__man'], { cwd: '/', script });
		assert.equal(status, 0);
		const page = out.replaceAll('\\-', '-').replaceAll('\\(dq', '"');
		for (const { name } of commands) assert.ok(page.includes(`\n.SS "easel ${name}"\n`), name);
		for (const [name] of environment) assert.ok(page.includes(`\n.B "${name}"\n`), name);
		for (const { status: code } of exitCodes) assert.ok(page.includes(`\n.B "${code}"\n`), String(code));
		assert.ok(page.includes('\n.SH "SHARED OPTIONS"\n'));
		for (const line of out.split('\n'))
			assert.match(line, /^(?:\.(?:TH|SH|SS|B|TP|PP|EX|EE)(?: |$)|[^.']|$)/);
	});
});
