import * as l10n from '@vscode/l10n';
import type { Command, OwnCommand } from '../frame/command.ts';

/** A group of commands, by the first words of their names. */
interface Group {
	readonly title: string;
	readonly words: readonly string[];
}

/** The groups of all commands, those for beginners first. */
export const groups: readonly Group[] = [
	{
		title: l10n.t('Getting started:'),
		words: ['login', 'whoami', 'logout', 'doctor', 'sandbox', 'check', 'run'],
	},
	{
		title: l10n.t('Workflows, models and runs:'),
		words: [
			'workflows',
			'inputs',
			'presets',
			'sweep',
			'sweeps',
			'client',
			'models',
			'runs',
			'batches',
			'webhooks',
		],
	},
	{ title: l10n.t('Training:'), words: ['upload', 'datasets', 'captions', 'train', 'jobs'] },
	{
		title: l10n.t('Deployments and engines:'),
		words: ['deployments', 'plan', 'apply', 'instances', 'engine'],
	},
	{ title: l10n.t('Money:'), words: ['balance', 'spending'] },
	{ title: l10n.t('Agents and shells:'), words: ['mcp', 'completion'] },
];

type Named = Command | OwnCommand;

/** Returns the first word of the name of a command, and the others. */
export function wordsOf({ name }: Pick<Named, 'name'>): readonly [string, string | undefined] {
	const [first = '', ...rest] = name.split(' ');
	return [first, rest.length === 0 ? undefined : rest.join(' ')];
}

/** Returns the commands with names that begin with a word. */
export function commandsOf<T extends Pick<Named, 'name'>>(
	word: string,
	commands: readonly T[],
): readonly T[] {
	return commands.filter((command) => wordsOf(command)[0] === word);
}
