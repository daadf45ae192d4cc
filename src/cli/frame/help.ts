import * as l10n from '@vscode/l10n';
import { wrapped } from '../terminal/tables.ts';
import type { Command, Flag, OwnCommand } from './command.ts';

/** Lines of a help are not longer, so that they can be read. */
const widest = 100;
const left = 28;

/** Returns the help of a command. */
export function helpOf(command: Command, columns: number | undefined): string {
	const { name, title, positionals, flags } = command;
	const places = positionals.map(({ name: place, optional, repeats }) => {
		const text = repeats === true ? `${place}...` : place;
		return optional === true ? `[${text}]` : text;
	});
	const required = flags.filter((flag) => flag.required === true).map(spelled);
	const usage = ['easel', name, ...places, ...required, '[options]'].join(' ');
	const width = Math.min(columns ?? widest, widest);
	const rows = [
		...positionals.map((each) => [each.name, each.description] as const),
		...flags.map((flag) => [spelled(flag), flagText(flag)] as const),
	];
	return `${[usage, '', ...wrapped(`${title}.`, width), '', rowsText(rows, width), exampleText(command)].join(
		'\n',
	)}\n`;
}

/** Returns a line as one would type it. */
export function exampleText({ example }: Command | OwnCommand): string {
	return `${l10n.t('Example:')}\n  ${example}`;
}

/** Returns how to begin, for above the list of all commands. */
export function introduction(columns: number | undefined): string {
	const width = Math.min(columns ?? widest, widest);
	const text = l10n.t(
		'Runs workflows, uploads datasets and trains on rented machines. "easel login" signs in; with --sandbox, a command works on this computer, without an account and without cost.',
	);
	return `easel COMMAND [options]\n\n${wrapped(text, width).join('\n')}\n`;
}

/** Returns the list of all commands. */
export function overview(commands: readonly (Command | OwnCommand)[], columns: number | undefined): string {
	const width = Math.min(columns ?? widest, widest);
	const rows = [
		...commands.map(({ name, title }) => [`easel ${name}`, title] as const),
		['easel help COMMAND', l10n.t('Show the options of a command with an example')] as const,
		['easel --version', l10n.t('Show the version')] as const,
	];
	return rowsText(rows, width, '');
}

/** A flag as it is typed. */
function spelled({ name, type, value = 'TEXT', values }: Flag): string {
	if (type === 'switch') return `--${name}`;
	if (type === 'choice') return `--[no-]${name}`;
	return `--${name} ${values === undefined ? value : values.join('|')}`;
}

function flagText({ description, repeats }: Flag): string {
	return repeats === true ? l10n.t('{0}; may be given several times', description) : description;
}

/** Names with what they mean beside them, or below where there is no room. */
function rowsText(rows: readonly (readonly [string, string])[], width: number, indent = '  '): string {
	const space = indent.length + left + 2;
	const room = width - space;
	return rows
		.map(([name, text]) => {
			if (room < 30)
				return `${indent}${name}\n${wrapped(text, width - 6)
					.map((line) => `      ${line}`)
					.join('\n')}\n`;
			const lines = wrapped(text, room);
			const below = lines.map((line) => `${' '.repeat(space)}${line}`).join('\n');
			return name.length > left
				? `${indent}${name}\n${below}\n`
				: `${indent}${name.padEnd(left + 2)}${below.trimStart()}\n`;
		})
		.join('');
}
