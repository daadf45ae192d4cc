import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Command, type OwnCommand, WrongUse } from './frame/command.ts';
import { dryRunFlag, helpFlag, sharedFlags } from './frame/common.ts';
import { dryRunOutput } from './frame/dryRunOutput.ts';
import { failedOutput, failing, failureJson, failureOf } from './frame/failing.ts';
import { readGiven } from './frame/parse.ts';
import { examplesText, helpOf } from './help/commandHelp.ts';
import { commandsOf } from './help/groups.ts';
import { listOf, overview } from './help/overview.ts';
import { suggestionsFor } from './help/suggest.ts';
import { topicFacts, topics, topicText } from './help/topics.ts';
import { schemaOf, treeOf } from './help/tree.ts';
import { withOutput } from './output.ts';
import { commands } from './table.ts';
import type { CommandIo, ReportedFailure } from './terminal/io.ts';
import { printableJson, shortened } from './terminal/printable.ts';
import { processIo } from './terminal/processIo.ts';
import { statuses } from './terminal/status.ts';
import { versionOf } from './terminal/version.ts';

/**
 * Runs a command line to its end.
 * @param script the file of the program, in the folder of its texts
 */
export async function runProgram(argv: readonly string[], script: URL): Promise<void> {
	await withOutput(async (output) => {
		const cwd = currentFolder();
		if (cwd !== undefined) return runWords(argv, processIo(script, cwd, output));
		const message = l10n.t('The current folder no longer exists. Change to another folder, then try again.');
		output.err(`${message}\n`);
		if (argv.includes('--json')) output.out(failureJson(statuses.wrongUse, failureOf('system', [message])));
		return statuses.wrongUse;
	});
}

/** Returns the current folder; undefined once it was removed. */
function currentFolder(): string | undefined {
	try {
		return process.cwd();
	} catch {
		return undefined;
	}
}

/** Runs a command line, and returns the exit status. */
export async function runWords(argv: readonly string[], io: CommandIo): Promise<number> {
	if (argv[0] === '__complete') {
		const { complete } = await import('./complete/candidates.ts');
		await complete(argv.slice(1), commands, io);
		return statuses.done;
	}
	if (argv[0] === '__man' && io.script !== undefined) {
		const { manualPage } = await import('./help/man.ts');
		io.out(manualPage(commands, await versionOf(io.script)));
		return statuses.done;
	}
	const found = commandOf(argv);
	return found === undefined ? general(argv, io) : runCommand(found.command, found.rest, io);
}

interface Found {
	readonly command: Command | OwnCommand;
	readonly rest: readonly string[];
}

/** Returns the command at the beginning of a command line, after options common to many commands. */
function commandOf(argv: readonly string[]): Found | undefined {
	const before = leadingOptions(argv);
	const options = argv.slice(0, before);
	for (const words of [2, 1]) {
		const given = argv.slice(before, before + words).join(' ');
		const command = commands.find((each) => each.name === given || ('alias' in each && each.alias === given));
		if (command !== undefined) return { command, rest: [...options, ...argv.slice(before + words)] };
	}
	return undefined;
}

/** Returns the number of words before the command that are shared options and their values. */
function leadingOptions(argv: readonly string[]): number {
	let at = 0;
	for (;;) {
		const [name, value] = (argv[at] ?? '').split('=', 2);
		const flag = sharedFlags.find((each) => each !== helpFlag && `--${each.name}` === name);
		if (flag === undefined) return at;
		at += flag.type === 'switch' || value !== undefined ? 1 : 2;
	}
}

/** Runs one command; problems of its arguments are reported with a hint at its help. */
async function runCommand(
	command: Command | OwnCommand,
	argv: readonly string[],
	io: CommandIo,
): Promise<number> {
	const end = argv.indexOf('--');
	const options = end < 0 ? argv : argv.slice(0, end);
	const wantsHelp = options.includes('--help') || options.includes('-h');
	if ('runWith' in command) {
		const status = await command.runWith(io, argv);
		if (wantsHelp && status === statuses.done) io.out(`\n${examplesText(command)}`);
		return status;
	}
	if (wantsHelp) {
		io.out(options.includes('--json') ? schemaText(command) : helpOf(command, io.columns));
		return statuses.done;
	}
	if (!options.includes('--json')) return runFramed(command, argv, io);
	let hasResult = false;
	let reported: ReportedFailure | undefined;
	const status = await runFramed(command, argv, {
		...io,
		out(text) {
			hasResult = true;
			io.out(text);
		},
		report(failure) {
			reported = failure;
		},
	});
	if (status !== statuses.done && !hasResult && reported !== undefined) io.out(failureJson(status, reported));
	return status;
}

async function runFramed(command: Command, argv: readonly string[], io: CommandIo): Promise<number> {
	try {
		return await command.run(io, readGiven(command, argv));
	} catch (cause) {
		if (isOfSystem(cause))
			return failing(io, 'system', [l10n.t('The command has failed: {0}', cause.message)], statuses.failed);
		if (!(cause instanceof WrongUse)) throw cause;
		const { message, isComplete } = cause;
		io.err(`${shortened(message)}\n`);
		if (!isComplete) io.err(`${l10n.t('Its options: {0}', `easel ${command.name} --help`)}\n`);
		io.report?.(failureOf('wrong-use', [message]));
		return statuses.wrongUse;
	}
}

/**
 * Returns whether something thrown is an error of the system, such as of a file that may not be changed; everything
 * else is a defect of the program.
 */
function isOfSystem(cause: unknown): cause is NodeJS.ErrnoException {
	return cause instanceof Error && 'syscall' in cause;
}

/**
 * Returns the schema of the output with `--json`; `$defs.failed` is that of the output without a result, `$defs.dryRun`
 * that of a dry run.
 */
function schemaText({ output, flags }: Command): string {
	const schema = output === undefined ? {} : z.toJSONSchema(output);
	const dryRun = flags.includes(dryRunFlag) ? { dryRun: schemaOf(dryRunOutput) } : {};
	return `${printableJson({ ...schema, $defs: { failed: schemaOf(failedOutput), ...dryRun } })}\n`;
}

/** Words that ask for help wherever no command reads them. */
const helpWords: readonly string[] = ['help', '-h', '--help'];

/** Answers words that are no command: a question for help, the name of a group, or a mistake. */
async function general(argv: readonly string[], io: CommandIo): Promise<number> {
	const words = argv.filter((word) => !helpWords.includes(word));
	const asksHelp = words.length < argv.length;
	const asJson = words.includes('--json');
	const [first, second] = words.filter((word) => word !== '--json');
	if (first === undefined && (asksHelp || !asJson)) return showHelp(commands, io, asJson);
	const wanted = asksHelp ? commandOf(words) : undefined;
	if (wanted !== undefined) return runCommand(wanted.command, asJson ? ['--help', '--json'] : ['--help'], io);
	const topic = asksHelp && second === undefined ? topics.find(({ name }) => name === first) : undefined;
	if (topic !== undefined) {
		io.out(asJson ? `${printableJson(topicFacts(topic))}\n` : topicText(topic, io.columns));
		return statuses.done;
	}
	const group = first === undefined ? [] : commandsOf(first, commands);
	if (group.length > 0 && second === undefined) return showHelp(group, io, asJson);
	return unknown(first ?? '--json', second, group.length > 0, io, asJson);
}

/** Shows the list of all commands, or of some. */
async function showHelp(
	shown: readonly (Command | OwnCommand)[],
	io: CommandIo,
	asJson: boolean,
): Promise<number> {
	if (asJson) {
		const version = io.script === undefined ? undefined : await versionOf(io.script);
		io.out(`${printableJson(treeOf(shown, version))}\n`);
	} else io.out(shown === commands ? overview(commands, io.columns) : listOf(shown, io.columns));
	return statuses.done;
}

/** Reports that no command has a name, and suggests a similar one. */
function unknown(
	first: string,
	second: string | undefined,
	isGroup: boolean,
	io: CommandIo,
	asJson: boolean,
): number {
	const both = second === undefined || second.startsWith('-') ? first : `${first} ${second}`;
	const names = commands.map(({ name }) => name);
	const near = suggestionsFor(both, names);
	const meant = (near.length > 0 || isGroup ? near : suggestionsFor(first, names)).map(
		(name) => `"easel ${name}"`,
	);
	const hint =
		meant.length === 0
			? l10n.t('"easel help" lists all.')
			: meant.length === 1
				? l10n.t('Did you mean {0}? "easel help" lists all.', meant.join(''))
				: l10n.t('Did you mean one of {0}? "easel help" lists all.', meant.join(', '));
	const message = shortened(l10n.t('There is no command "{0}".', isGroup ? both : first));
	io.err(`${message} ${hint}\n`);
	if (asJson)
		io.out(failureJson(statuses.wrongUse, { ...failureOf('wrong-use', [message]), nextStep: hint }));
	return statuses.wrongUse;
}
