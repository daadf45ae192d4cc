import type { Command, OwnCommand } from '../frame/command.ts';
import { sharedFlags } from '../frame/common.ts';
import { flagRow, usageOf } from './commandHelp.ts';
import { commandsOf, groups } from './groups.ts';
import type { Row } from './rows.ts';
import { topics } from './topics.ts';

/** Returns the manual page of the program, in the language of troff. */
export function manualPage(commands: readonly (Command | OwnCommand)[], version: string): string {
	const lines = [
		`.TH EASEL 1 "" "Easel ${version}" "User Commands"`,
		'.SH NAME',
		plain('easel - run workflows, upload datasets and train on rented machines'),
		'.SH SYNOPSIS',
		'.B easel',
		plain('COMMAND [options]'),
		...groups.flatMap(({ title, words }) => [
			`.SH ${quoted(title.replace(/:$/, '').toUpperCase())}`,
			...words.flatMap((word) => commandsOf(word, commands).flatMap(commandLines)),
		]),
		...topics.flatMap(({ name, introduction, rows }) => [
			`.SH ${quoted(sections[name] ?? name.toUpperCase())}`,
			plain(introduction),
			...rows.flatMap(rowLines),
		]),
	];
	return `${lines.join('\n')}\n`;
}

/** The usual titles of sections, by the pages of the help. */
const sections: Readonly<Record<string, string>> = {
	options: 'SHARED OPTIONS',
	'exit-codes': 'EXIT STATUS',
};

function commandLines(command: Command | OwnCommand): readonly string[] {
	const { name, title, example, moreExamples = [] } = command;
	const rows =
		'run' in command
			? [
					...command.positionals.map((each): Row => [each.name, each.description]),
					...command.flags.filter((flag) => !sharedFlags.includes(flag)).map(flagRow),
				]
			: [];
	return [
		`.SS ${quoted(`easel ${name}`)}`,
		plain(`${title}.`),
		...('run' in command ? ['.PP', plain(usageOf(command))] : []),
		...rows.flatMap(rowLines),
		...[example, ...moreExamples].flatMap((line) => ['.PP', '.EX', plain(line), '.EE']),
	];
}

function rowLines([name, text]: Row): readonly string[] {
	return ['.TP', `.B ${quoted(name)}`, plain(text)];
}

/** Formats a line of text, whatever it begins with. */
function plain(text: string): string {
	return escaped(text).replace(/^[.']/, '\\&$&');
}

/** Quotes an argument of a request. */
function quoted(text: string): string {
	return `"${escaped(text).replaceAll('"', '\\(dq')}"`;
}

function escaped(text: string): string {
	return text.replaceAll('\\', '\\e').replaceAll('-', '\\-');
}
