import * as l10n from '@vscode/l10n';
import type { Command, OwnCommand } from '../frame/command.ts';
import { wrapped } from '../terminal/tables.ts';
import { commandsOf, groups, wordsOf } from './groups.ts';
import { helpWidth, nameWidth, partText, type Row, rowsText } from './rows.ts';
import { topics } from './topics.ts';

type Commands = readonly (Command | OwnCommand)[];

/** Returns how to begin, with the commands by their groups. */
export function overview(commands: Commands, columns: number | undefined): string {
	const width = helpWidth(columns);
	const introduction = l10n.t(
		'Runs workflows, uploads datasets and trains on rented machines. With {0}, commands run on this computer, without an account and at no cost.',
		'--sandbox',
	);
	const parts = groups.map(({ title, words }) => ({
		title,
		rows: words.flatMap((word) => rowOf(word, commandsOf(word, commands))),
	}));
	const helps: readonly Row[] = [
		['easel help WORD', l10n.t('the commands that begin with this word')],
		['easel COMMAND --help', l10n.t('the options of a command, with an example')],
		...topics.map(({ name, title }) => [`easel help ${name}`, title] as const),
	];
	const names = nameWidth(parts.flatMap(({ rows }) => rows));
	return [
		`${wrapped(introduction, width).join('\n')}\n`,
		partText(l10n.t('Usage:'), '  easel COMMAND [options]\n'),
		...parts.map(({ title, rows }) => partText(title, rowsText(rows, width, names))),
		partText(
			l10n.t('Examples:'),
			[
				'easel login',
				'easel run workflow_api.json --on "Harbour (SD 1.5)" --save out',
				'easel runs list --json',
			]
				.map((line) => `  ${line}\n`)
				.join(''),
		),
		partText(l10n.t('Help:'), rowsText(helps, width)),
	].join('\n');
}

/** Returns the row of a command, or of a noun with the verbs that follow it. */
function rowOf(word: string, commands: Commands): readonly Row[] {
	const verbs = commands.flatMap((command) => wordsOf(command)[1] ?? []);
	if (verbs.length > 0) return [[word, verbs.join(', ')]];
	return commands.map(({ title }) => [word, title] as const);
}

/** Returns the list of some commands. */
export function listOf(commands: Commands, columns: number | undefined): string {
	return rowsText(
		commands.map(({ name, title }) => [`easel ${name}`, title] as const),
		helpWidth(columns),
	);
}
