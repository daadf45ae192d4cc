import * as l10n from '@vscode/l10n';
import type { Command, Flag, OwnCommand } from '../frame/command.ts';
import { sharedFlags } from '../frame/common.ts';
import { letterOf } from '../frame/shorts.ts';
import { wrapped } from '../terminal/tables.ts';
import { helpWidth, type Row, rowsText } from './rows.ts';

/** Returns the help of a command. */
export function helpOf(command: Command, columns: number | undefined): string {
	const { title, positionals, flags } = command;
	const width = helpWidth(columns);
	const own = flags.filter((flag) => !sharedFlags.includes(flag));
	const ownRows = [...positionals.map((each) => [each.name, each.description] as const), ...own.map(flagRow)];
	const shared = flags.filter((flag) => sharedFlags.includes(flag));
	const parts = [
		`${wrapped(`${title}.`, width).join('\n')}\n`,
		examplesText(command),
		`${l10n.t('Usage:')}\n  ${usageOf(command)}\n${ownRows.length === 0 ? '' : `\n${rowsText(ownRows, width)}`}`,
		sharedText(shared, width),
	];
	return parts.filter((part) => part !== '').join('\n');
}

/** Returns the form of a command, with its required arguments. */
export function usageOf({ name, positionals, flags }: Command): string {
	const places = positionals.map(({ name: place, optional, repeats }) => {
		const text = repeats === true ? `${place}...` : place;
		return optional === true ? `[${text}]` : text;
	});
	const required = flags.filter((flag) => flag.required === true).map(spelled);
	return ['easel', name, ...places, ...required, '[options]'].join(' ');
}

/** Returns lines as one would type them. */
export function examplesText({ example, moreExamples = [] }: Command | OwnCommand): string {
	const lines = [example, ...moreExamples].map((line) => `  ${line}\n`).join('');
	return `${moreExamples.length === 0 ? l10n.t('Example:') : l10n.t('Examples:')}\n${lines}`;
}

/** Returns the options common to many commands, as names alone. */
function sharedText(flags: readonly Flag[], width: number): string {
	if (flags.length === 0) return '';
	const lines: string[] = [];
	for (const name of flags.map(spelled)) {
		const longer = `${lines.at(-1) ?? ''}  ${name}`;
		if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
		else lines.push(`  ${name}`);
	}
	const title = wrapped(l10n.t('Shared options, described by {0}:', '"easel help options"'), width);
	return `${[...title, ...lines].join('\n')}\n`;
}

/** Returns a flag with its description. */
export function flagRow(flag: Flag): Row {
	return [spelled(flag), flagText(flag)];
}

/** Returns a flag as it is typed. */
function spelled(flag: Flag): string {
	const { name, type, value = 'TEXT', values } = flag;
	const letter = letterOf(flag);
	const before = letter === undefined ? '' : `-${letter}, `;
	if (type === 'switch') return `${before}--${name}`;
	if (type === 'choice') return `${before}--[no-]${name}`;
	return `${before}--${name} ${values === undefined ? value : values.join('|')}`;
}

function flagText({ description, repeats }: Flag): string {
	return repeats === true ? l10n.t('{0}; can be repeated', description) : description;
}
