import * as vscode from 'vscode';
import { changeText } from '../../core/deployments/settings.ts';
import type { Ask, ChangeQuestion } from '../../core/operations/questions.ts';
import { confirm } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';

/** Answers for acts with buttons that do not show the settings: a dialog shows each change and the cost. */
export const reviewed: Pick<Ask, 'confirmChange' | 'confirmSpending'> = {
	confirmChange: review,
	confirmSpending: async () => true,
};

async function review(question: ChangeQuestion): Promise<boolean | undefined> {
	if (!('changes' in question)) return undefined;
	const { act, changes, cost } = question;
	const name = labelText(question.name);
	const changed = changes.map((change) => labelText(changeText(change))).join('; ');
	const lines = [changed, cost].filter(Boolean).join('. ');
	const ask = (text: string, action: string, detail = lines) => confirm(text, { detail, action });
	const create = vscode.l10n.t('Create');
	switch (act) {
		case 'createDeployment':
			return ask(vscode.l10n.t('Create the deployment "{0}"?', name), create);
		case 'changeDeployment':
			return ask(vscode.l10n.t('Apply the file to "{0}"?', name), vscode.l10n.t('Apply'));
		case 'restoreDeployment':
			return ask(vscode.l10n.t('Restore the earlier settings of "{0}"?', name), vscode.l10n.t('Restore'));
		case 'createDeploymentAgain':
			return ask(
				vscode.l10n.t('"{0}" was deleted. Create one like it?', name),
				create,
				`${vscode.l10n.t('It gets a new ID.')} ${lines}`,
			);
	}
}
