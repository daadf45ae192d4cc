import * as vscode from 'vscode';
import { counted, numberText } from '../../../core/base/language.ts';
import { canRun, type MissingRequirements } from '../../../core/workflow/missingRequirements.ts';
import { labelText } from '../../shell/plainText.ts';

/** Names in one line. */
const mostNamed = 3;

/** Returns one line about the missing requirements of a target: `Lacks MagicNode, b.safetensors and 2 more`; empty if it lacks nothing. */
export function lacksText(lacks: MissingRequirements | undefined): string {
	if (lacks === undefined) return vscode.l10n.t('Unknown whether it can run this');
	if (canRun(lacks)) return '';
	const names = [...lacks.classes, ...[...lacks.models, ...lacks.values].map(({ value }) => value)];
	const shown = names.slice(0, mostNamed).map((name) => labelText(name, 40));
	const more = names.length - shown.length;
	if (names.length === 0) {
		return counted(
			lacks.errors,
			vscode.l10n.t('Cannot run this: 1 error'),
			vscode.l10n.t('Cannot run this: {0} errors'),
		);
	}
	return more > 0
		? vscode.l10n.t('Lacks {0} and {1} more', shown.join(', '), numberText(more))
		: vscode.l10n.t('Lacks {0}', shown.join(', '));
}

/** Returns the icon for the line. */
export function lacksIcon(lacks: MissingRequirements | undefined): string {
	if (lacks === undefined) return '$(question)';
	return canRun(lacks) ? '$(check)' : '$(warning)';
}
