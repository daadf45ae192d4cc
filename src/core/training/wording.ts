import * as l10n from '@vscode/l10n';
import type { ValueType } from './schema.ts';

export const words: Readonly<Record<ValueType, string>> = {
	string: l10n.t('a text'),
	integer: l10n.t('a whole number'),
	number: l10n.t('a number'),
	boolean: l10n.t('true or false'),
	array: l10n.t('a list'),
	object: l10n.t('a group of keys'),
	null: l10n.t('nothing'),
};

const places = {
	process: l10n.t('the process'),
	datasets: l10n.t('the dataset'),
	samples: l10n.t('the preview'),
} as const;

/** Returns a place as a person calls it. */
export function nameOf(path: string): string {
	if (path === '') return l10n.t('the top level');
	const last = path.slice(path.lastIndexOf('.') + 1);

	return places[/^(.*)\[\d+\]$/.exec(last)?.[1] as keyof typeof places] ?? `"${last}"`;
}

/** Returns a text as a message shows it. */
export function shown(source: string): string {
	return source === ''
		? l10n.t('an empty text')
		: `"${source.length > 40 ? `${source.slice(0, 40)}…` : source}"`;
}
