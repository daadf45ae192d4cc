import * as vscode from 'vscode';
import type * as z from 'zod/mini';
import { describeMoment } from '../../core/base/ages.ts';
import { changeText } from '../../core/deployments/settings.ts';
import type { deploymentChanges } from '../../core/operations/deployments/restore.ts';
import { inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';

type Change = z.output<typeof deploymentChanges.output>['changes'][number];

/** Asks for the change to revert; undefined if none was made or chosen. */
export async function chooseChange(changes: readonly Change[]): Promise<Change | undefined> {
	if (changes.length === 0) {
		await inform(vscode.l10n.t('No deployment has been changed in this editor yet.'));
		return undefined;
	}
	const now = Date.now();
	const rows = changes.map((change) => ({
		label: labelText(change.name, 80),
		description: [
			describeMoment(change.changedAt, now),
			change.uncertain ? vscode.l10n.t('no response') : undefined,
		]
			.filter(Boolean)
			.join(' · '),
		detail: labelText(
			change.kind === 'deleted' ? vscode.l10n.t('Deleted') : change.settings.map(changeText).join(', '),
		),
		change,
	}));
	const chosen = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Restore Earlier Settings'),
		placeHolder: vscode.l10n.t('Select the change to undo'),
		matchOnDetail: true,
	});
	return chosen?.change;
}
