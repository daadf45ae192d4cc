import * as l10n from '@vscode/l10n';
import { counted } from '../../core/base/language.ts';
import type { FileOutcome } from '../../core/operations/deployments/files.ts';
import { printable } from '../terminal/printable.ts';

const actionTexts = {
	plan: {
		create: l10n.t('would be created'),
		change: l10n.t('would be changed'),
		none: l10n.t('no difference'),
	},
	apply: { create: l10n.t('created'), change: l10n.t('changed'), none: l10n.t('no difference') },
} as const;

/** Returns the report for people: a line for each file, its differences below it, and the sum at the end. */
export function asText(outcomes: readonly FileOutcome[]): string {
	const lines: string[] = [];
	for (const { file, action, name = '', id, changes, cost, applied, sentences } of outcomes) {
		if (action !== 'trouble') {
			const deployment = [`"${name}"`, id === undefined ? '' : `(${id})`].filter(Boolean).join(' ');
			lines.push(printable(`${file}: ${deployment}: ${actionTexts[applied ? 'apply' : 'plan'][action]}`));
			for (const { key, before, after } of changes)
				lines.push(
					printable(before === undefined ? `  ${key}: ${after}` : `  ${key}: ${before} -> ${after}`),
				);
			if (cost !== undefined && action !== 'none') lines.push(printable(`  ${cost}`));
		}
		lines.push(...sentences.map(printable));
	}
	const count = (action: FileOutcome['action']) => outcomes.filter((each) => each.action === action).length;
	const sum = [
		l10n.t('{0} to create', count('create')),
		l10n.t('{0} to change', count('change')),
		l10n.t('{0} unchanged', count('none')),
		...(count('trouble') > 0 ? [l10n.t('{0} with problems', count('trouble'))] : []),
	].join(', ');
	lines.push(`${counted(outcomes.length, l10n.t('1 file'), l10n.t('{0} files'))}: ${sum}`);
	return `${lines.join('\n')}\n`;
}
