import * as l10n from '@vscode/l10n';
import { sharedFlags } from '../frame/common.ts';
import { wrapped } from '../terminal/tables.ts';
import { flagRow } from './commandHelp.ts';
import { environment } from './environment.ts';
import { exitCodes } from './exitCodes.ts';
import { helpWidth, type Row, rowsText } from './rows.ts';

/** A page of the help about no single command. */
interface Topic {
	readonly name: string;
	readonly title: string;
	readonly introduction: string;
	readonly rows: readonly Row[];
}

/** The pages of the help, by the words after `easel help`. */
export const topics: readonly Topic[] = [
	{
		name: 'options',
		title: l10n.t('the options that many commands share'),
		introduction: l10n.t('These options are the same in all commands that have them.'),
		rows: sharedFlags.map(flagRow),
	},
	{
		name: 'environment',
		title: l10n.t('the environment variables'),
		introduction: l10n.t('Easel reads these environment variables. Options override them.'),
		rows: environment,
	},
	{
		name: 'exit-codes',
		title: l10n.t('the exit statuses'),
		introduction: l10n.t('A command ends with one of these statuses.'),
		rows: exitCodes.map(({ status, meaning }) => [String(status), meaning] as const),
	},
];

/** Returns the text of a page. */
export function topicText({ introduction, rows }: Topic, columns: number | undefined): string {
	const width = helpWidth(columns);
	return `${wrapped(introduction, width).join('\n')}\n\n${rowsText(rows, width)}`;
}

/** Returns the facts of a page for programs. */
export function topicFacts({ name, rows }: Topic): unknown {
	return { topic: name, rows: rows.map(([term, description]) => ({ name: term, description })) };
}
