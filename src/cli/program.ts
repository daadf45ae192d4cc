import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { closestMatch, keyCloseness } from '../core/base/closestMatch.ts';
import { type Command, type OwnCommand, WrongUse } from './frame/command.ts';
import { failedOutput, failing, failureJson } from './frame/failing.ts';
import { exampleText, helpOf, introduction, overview } from './frame/help.ts';
import { readGiven } from './frame/parse.ts';
import { withOutput } from './output.ts';
import { commands } from './table.ts';
import type { CommandIo, ReportedFailure } from './terminal/io.ts';
import { printableJson, shortened } from './terminal/printable.ts';
import { processIo } from './terminal/processIo.ts';
import { statuses } from './terminal/status.ts';

/**
 * Runs a command line to its end.
 * @param script the file of the program, which its texts are beside
 */
export async function runProgram(argv: readonly string[], script: URL): Promise<void> {
	await withOutput(async (output) => {
		const cwd = currentFolder();
		if (cwd !== undefined) return runWords(argv, processIo(script, cwd, output));
		const message = l10n.t('The current folder no longer exists. Change to another folder, then try again.');
		output.err(`${message}\n`);
		if (argv.includes('--json')) output.out(failureJson(statuses.wrongUse, { kind: 'input', message }));
		return statuses.wrongUse;
	});
}

/** The current folder; undefined once it was removed. */
function currentFolder(): string | undefined {
	try {
		return process.cwd();
	} catch {
		return undefined;
	}
}

/** Runs what the words of a command line ask for, and returns the exit status. */
export async function runWords(argv: readonly string[], io: CommandIo): Promise<number> {
	const found = commandOf(argv);
	return found === undefined ? general(argv, io) : runCommand(found.command, found.rest, io);
}

interface Found {
	readonly command: Command | OwnCommand;
	readonly rest: readonly string[];
}

/** The command that a command line begins with. */
function commandOf(argv: readonly string[]): Found | undefined {
	for (const words of [2, 1]) {
		const command = commands.find(({ name }) => name === argv.slice(0, words).join(' '));
		if (command !== undefined) return { command, rest: argv.slice(words) };
	}
	return undefined;
}

/** Runs one command; what is wrong with its arguments is said with a hint at its help. */
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
		if (wantsHelp && status === statuses.done) io.out(`\n${exampleText(command)}\n`);
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
		io.report?.({ kind: 'input', message });
		return statuses.wrongUse;
	}
}

/** A refusal of the system, such as of a file that may not be changed; everything else that is thrown is a mistake of the program. */
function isOfSystem(cause: unknown): cause is NodeJS.ErrnoException {
	return cause instanceof Error && 'syscall' in cause;
}

/** The schema of what `--json` prints; `$defs.failed` is that of what it prints where there is no result. */
function schemaText({ output }: Command): string {
	const schema = output === undefined ? {} : z.toJSONSchema(output);
	const { $schema: _, ...failed } = z.toJSONSchema(failedOutput);
	return `${printableJson({ ...schema, $defs: { failed } })}\n`;
}

/** Words that ask for help wherever no command reads them. */
const helpWords: readonly string[] = ['help', '-h', '--help'];

/** Answers what begins with no command: a question for help, the name of a group, or a mistake. */
async function general(argv: readonly string[], io: CommandIo): Promise<number> {
	const words = argv.filter((word) => !helpWords.includes(word));
	const [first, second] = words;
	if (first === undefined) {
		io.out(`${introduction(io.columns)}\n${overview(commands, io.columns)}`);
		return statuses.done;
	}
	const wanted = words.length < argv.length ? commandOf(words) : undefined;
	if (wanted !== undefined) return runCommand(wanted.command, ['--help'], io);
	const group = commands.filter(({ name }) => name.startsWith(`${first} `));
	if (group.length === 0 || second !== undefined)
		return unknown(group.length === 0 ? first : `${first} ${second}`, argv, io);
	io.out(overview(group, io.columns));
	return statuses.done;
}

function unknown(name: string, argv: readonly string[], io: CommandIo): number {
	const near = closestMatch(
		name,
		commands.map((command) => command.name),
		keyCloseness,
	);
	const hint =
		near === undefined
			? l10n.t('"easel help" lists all.')
			: l10n.t('Did you mean "easel {0}"? "easel help" lists all.', near.match);
	const message = shortened(l10n.t('There is no command "{0}".', name));
	io.err(`${message} ${hint}\n`);
	if (argv.includes('--json'))
		io.out(failureJson(statuses.wrongUse, { kind: 'input', message, nextStep: hint }));
	return statuses.wrongUse;
}
