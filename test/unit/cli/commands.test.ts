import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { moneyRows } from '../../../src/cli/commands/money.ts';
import { answersOf } from '../../../src/cli/frame/answers.ts';
import { type Command, WrongUse } from '../../../src/cli/frame/command.ts';
import { titles, words } from '../../../src/cli/frame/names.ts';
import { readGiven } from '../../../src/cli/frame/parse.ts';
import { shownText } from '../../../src/cli/frame/show.ts';
import { helpOf } from '../../../src/cli/help/commandHelp.ts';
import { commands } from '../../../src/cli/table.ts';
import type { CommandIo } from '../../../src/cli/terminal/io.ts';
import { widthOf } from '../../../src/cli/terminal/tables.ts';
import { failureCodes } from '../../../src/core/base/failure.ts';
import { operations } from '../../../src/core/operations/table.ts';
import { runLine } from '../../support/commandIo.ts';
import { folderWith, removeFolders } from '../datasets/report/folders.ts';
import { png } from '../datasets/report/mediaFiles.ts';
import { part } from '../support/part.ts';

const framed = commands.filter((command): command is Command => 'run' in command);
const named = (name: string): Command => framed.find((each) => each.name === name) ?? assert.fail(name);

/** The inspected parts. */
interface Schema {
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly enum?: readonly string[];
}

/** Returns a terminal with the prepared answers of a person, or nobody, and what it shows. */
function world(answers?: readonly string[]) {
	const left = [...(answers ?? [])];
	const shown: string[] = [];
	const io = part<CommandIo>({
		err: (text) => void shown.push(text),
		...(answers && { ask: async () => left.shift() }),
	});
	return { io, text: () => shown.join('') };
}

describe('the report on a folder', () => {
	after(removeFolders);

	it('needs no sign-in, fails for errors, and shows the remains of the safe fixes', async () => {
		const folder = await folderWith({
			'30_cat/a.png': png(640, 480),
			'30_cat/a.txt': 'a cat',
			'30_dog/a.png': png(640, 480),
			'30_dog/a.txt': 'a dog',
		});
		const report = async (...flags: readonly string[]) => {
			const env = { EASEL_DATA: folder, EASEL_CONFIG: folder };
			return runLine(['datasets', 'report', folder, ...flags], { cwd: '/', env });
		};
		const before = await report();
		assert.equal(before.status, 1);
		assert.match(
			before.out,
			/^2 files, .*\nEqual names in different folders: .* 30_dog\/a\.png, 30_dog\/a\.txt\n/,
		);
		const fixed = await report('--fix');
		assert.equal(fixed.status, 0);
		assert.match(fixed.out, /^4 files, .*\nApplied to the upload only: Rename 2 Files\./);
		const { lines } = JSON.parse((await report('--json')).out);
		assert.match(lines.join('\n'), /num_repeats: 30, trigger_word: "cat"/);
	});
});

describe('the table of commands', () => {
	it('names each once, with its own example and unique flags', () => {
		assert.equal(new Set(commands.map(({ name }) => name)).size, commands.length);
		for (const { name, example, flags } of commands) {
			assert.ok(example === `easel ${name}` || example.startsWith(`easel ${name} `), example);
			assert.equal(new Set(flags.map((flag) => flag.name)).size, flags.length, name);
		}
	});

	it('prints JSON by a schema for every command except those with the output of a program', () => {
		const without = commands.filter(({ flags }) => !flags.some(({ name }) => name === 'json'));
		assert.deepEqual(without.map(({ name }) => name).sort(), ['completion', 'mcp', 'sandbox']);
		for (const command of framed)
			if (!without.includes(command)) assert.ok(command.output !== undefined, command.name);
	});

	it('matches the table of the document', () => {
		const text = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
		const rows = [...text.matchAll(/^\| `easel ([a-z -]+)` \|/gm)].map(([, name]) => name ?? '');
		assert.deepEqual(rows.sort(), commands.map(({ name }) => name).sort());
	});

	it('names each failure code in the document', () => {
		const text = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
		const [, part = ''] = text.split('### Codes of failures');
		const rows = [...(part.split('\n## ')[0]?.matchAll(/^\| `([a-z-]+)` \| \S/gm) ?? [])].map(
			([, code]) => code,
		);
		assert.deepEqual(rows, [...failureCodes]);
	});

	it('has examples that its own parser accepts', () => {
		for (const command of framed) {
			const [line = ''] = command.example.split(' > ');
			const words = line.match(/'[^']*'|[^\s"]*"[^"]*"|\S+/g) ?? [];
			const argv = words.slice(1 + command.name.split(' ').length);
			assert.doesNotThrow(() => readGiven(command, argv), command.name);
		}
	});

	it('shows a help that fits the width and begins with title and examples', () => {
		for (const command of framed) {
			const help = helpOf(command, 40);
			const examples = [command.example, ...(command.moreExamples ?? [])];
			assert.ok(help.includes(`:\n${examples.map((line) => `  ${line}\n`).join('')}\n`), help);
			for (const line of help.split('\n')) {
				if (line.startsWith('  easel ')) continue;
				assert.ok(widthOf(line) <= 40 || /^ *--/.test(line) || !line.trim().includes(' '), line);
			}
		}
	});

	it('shows an example even if a command reads its arguments itself', async () => {
		for (const command of commands) {
			if (command.name === 'sandbox') continue;
			const { status, out } = await runLine([...command.name.split(' '), '--help'], { cwd: '/' });
			assert.equal(status, 0);
			assert.ok(out.includes(`:\n  ${command.example}\n`), command.name);
		}
	});

	it('shows spending in words', () => {
		const spent = {
			todayMicrodollars: 30_000,
			starts: [{ name: 'Harbor', kind: 'deployment', startedAt: 0, microdollars: 30_000, basis: 'measured' }],
		};
		const { shown = {} } = moneyRows.find(({ name }) => name === 'spending') ?? {};
		const text = shownText(spent, shown, { columns: 120, colors: false });
		for (const word of ['Known From', 'Today: 0.03 USD']) assert.ok(text.includes(word), text);
		assert.ok(!/basis|Microdollars/.test(text), text);
	});

	it('has a title for every shown member, and words for every value of Easel', () => {
		const walk = (name: string, schema: Schema): void => {
			const { properties = {} } = schema;
			for (const [member, inner] of Object.entries(properties)) {
				// The status of a run or a batch has them as text.
				if ('status' in properties && (member === 'state' || member === 'counts')) continue;
				// Only JSON has it.
				if (member === 'effect' || member === 'code') continue;
				assert.ok(member in titles, member);
				walk(member, inner);
			}
			if (schema.items !== undefined) walk(name, schema.items);
			for (const value of schema.enum ?? []) assert.ok(words[name]?.[value], `${name} ${value}`);
		};
		const own = /^(?:login|check|doctor|datasets report|workflows \w+|(?:deployments )?(?:plan|apply))$/;
		for (const { name, output } of framed)
			if (output !== undefined && !own.test(name)) walk('', z.toJSONSchema(output) as Schema);
	});

	it('begins a line with each sentence of a list', () => {
		const facts = { id: 'an-id', warnings: ['Empty files: a.png', 'Very long names: b.png'] };
		const text = shownText(facts, {}, { columns: 80, colors: false });
		assert.equal(text, 'ID:       an-id\nWarnings: Empty files: a.png\n          Very long names: b.png\n');
	});

	it('shows the state of a run once, in words, and the balance once', () => {
		const style = { columns: 80, colors: false };
		const run = { id: 'an-id', state: 'unsent', status: 'not sent' };
		assert.equal(shownText(run, {}, style), 'ID:     an-id\nStatus: not sent\n');
		const plan = (classes: readonly string[]) =>
			shownText({ plan: { documentName: 'a.json', lacks: { classes, values: [] } } }, {}, style);
		assert.doesNotMatch(plan([]), /Lacks/);
		assert.match(plan(['A', 'B']), /^Lacks: +Classes: A, B$/m);
		const { shown = {} } = moneyRows.find(({ name }) => name === 'balance') ?? {};
		const balance = { microdollars: 24_770_000, currency: 'USD', text: '24.77 USD' };
		assert.equal(shownText(balance, shown, style), 'Balance: 24.77 USD\n');
	});

	it('names the members of an upload and a job in words', () => {
		const text = shownText(
			{ datasetId: 'an-id', done: 12, phase: 'moving' },
			{},
			{ columns: 80, colors: false },
		);
		assert.equal(text, 'Dataset ID: an-id\nDone:       12\nPhase:      in progress\n');
	});

	it('prints the schema of the output of --json', async () => {
		const { status, out } = await runLine(['deployments', 'list', '--help', '--json'], { cwd: '/' });
		assert.equal(status, 0);
		const { properties, $defs } = JSON.parse(out);
		assert.deepEqual(Object.keys(properties), ['deployments', 'skipped']);
		assert.deepEqual(Object.keys($defs.failed.properties.error.properties), [
			'status',
			'kind',
			'code',
			'message',
			'nextStep',
			'details',
			'retryable',
			'retryAfterMs',
			'record',
		]);
		assert.equal(named('balance').output, operations.get('balance.show')?.output);
	});
});

describe('arguments', () => {
	const read = (name: string, ...argv: readonly string[]) => readGiven(named(name), argv);
	const refused = (message: RegExp, name: string, ...argv: readonly string[]) =>
		assert.throws(
			() => read(name, ...argv),
			(cause: unknown) => cause instanceof WrongUse && message.test(cause.message),
		);

	it('are read by the types of the operation', () => {
		const { flags, positionals } = read(
			'deployments update',
			'an-id',
			'--max-instances=3',
			'--no-enabled',
			'--max-usd',
			'.5',
		);
		assert.deepEqual(positionals, ['an-id']);
		assert.deepEqual(
			[flags['max-instances'], flags.enabled, flags['max-usd'], flags.yes],
			[3, false, 0.5, undefined],
		);
		assert.deepEqual(read('run', 'a.json', '--set', '1.a=b', '--set', '2.c=d').flags.set, ['1.a=b', '2.c=d']);
		assert.deepEqual(read('runs show', '--', '--id').positionals, ['--id']);
		assert.equal(read('run', 'a.json', '--seed', '-5').flags.seed, '-5');
		assert.equal(read('run', 'a.json', '--on=--odd').flags.on, '--odd');
	});

	it('are rejected with a sentence if they do not fit', () => {
		refused(/ID is missing/, 'runs show');
		refused(/^--on has no value\.$/, 'run', 'a.json', '--on', '--yes');
		refused(/no option --jsn\. Did you mean --json\?/, 'runs list', '--jsn');
		refused(/--json takes no value/, 'runs list', '--json=yes');
		refused(/no option --no-on/, 'run', 'a.json', '--no-on');
		refused(/Unexpected argument: "b"/, 'runs show', 'a', 'b');
		refused(/"false".* takes no value; .* --no-enabled\./, 'deployments update', 'a', '--enabled', 'false');
		refused(/argument is empty/, 'runs show', '');
		refused(/^Missing: --name, --workflow-id, --workflow-version\.$/, 'deployments create');
		refused(/--limit must be a whole number/, 'runs list', '--limit', '1e3');
		refused(/--limit must be a whole number/, 'runs list', '--limit', '99999999999999999999');
		refused(/--limit has no value/, 'runs list', '--limit=');
		refused(/--state takes one of .*, not "odd"/, 'runs list', '--state', 'odd');
		refused(/no --no-json/, 'runs list', '--no-json');
		refused(/--nothing/, 'runs list', '--nothing');
	});
});

describe('confirmations of a command line', () => {
	const spending = {
		what: 'run',
		name: 'harbor',
		estimate: { microdollars: { low: 400_000, high: 500_000 }, count: 2 },
		balance: { microdollars: 2_000_000, currency: 'USD' },
	} as const;
	const nothing = { yes: false, anyway: false };

	it('are declined without a terminal, with a hint at the missing flag', async () => {
		const { ask, unanswered } = answersOf(world().io, nothing);
		assert.equal(await ask.confirmSpending(spending), undefined);
		assert.equal(
			await ask.confirmDelete({ what: 'dataset', id: '1', name: 'cats', consequences: [] }),
			undefined,
		);
		assert.match(unanswered[0] ?? '', /"harbor": Cost: 0\.40 USD to 0\.50 USD\. --yes agrees to it\./);
		assert.match(unanswered[1] ?? '', /"cats" \(1\) without a terminal requires --yes/);
	});

	it('report the running cost of a deployment before it is enabled', async () => {
		const question = {
			deployment: { kind: 'deployment', id: 'd', name: 'harbor' },
			cost: 'It costs.',
		} as const;
		const { ask, unanswered } = answersOf(world().io, { yes: true, anyway: true });
		assert.equal(await ask.enableDeployment(question), undefined);
		assert.match(unanswered[0] ?? '', /update d --enabled" enables it\. It costs\.$/);
		const { io, text } = world(['y']);
		assert.equal(await answersOf(io, nothing).ask.enableDeployment(question), true);
		assert.match(text(), /^It costs\.\n/);
	});

	it('ask with price and balance on a terminal, and accept only a clear confirmation', async () => {
		const { io, text } = world(['y', 'YES', '', 'n', 'yess']);
		const { ask } = answersOf(io, nothing);
		const answers = [];
		for (let asked = 0; asked < 6; asked++) answers.push(await ask.confirmSpending(spending));
		assert.deepEqual(answers, [true, true, undefined, undefined, undefined, undefined]);
		assert.match(text(), /Cost: 0\.40 USD to 0\.50 USD\.\nThe balance is 2\.00 USD\.\n/);
	});

	it('limit --yes to --max-usd, even if the price is unknown', async () => {
		const most = (microdollars: number) =>
			answersOf(world().io, { yes: true, anyway: false, most: microdollars });
		assert.equal(await most(500_000).ask.confirmSpending(spending), true);
		assert.equal(await most(499_999).ask.confirmSpending(spending), undefined);
		assert.equal(await most(500_000).ask.confirmSpending({ what: 'run', name: 'harbor' }), undefined);
	});

	it('apply --yes neither to errors nor to the daily limit', async () => {
		const { ask } = answersOf(world().io, { yes: true, anyway: false });
		const error = { message: 'wrong', range: { start: 0, end: 1 }, line: 0 };
		assert.equal(await ask.confirmErrors({ documentName: 'a', errors: [error] }), undefined);
		const limit = { starts: [], spent: 1, unknown: 0, uncounted: [], limit: 1 };
		assert.equal(await ask.confirmDailyLimit(limit), undefined);
	});
});
