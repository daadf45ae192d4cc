import * as vscode from 'vscode';
import { moveHubToken, type TokenHolder, tokenPlaces } from '../../../core/training/hubToken.ts';
import type { TrainingDocument } from '../../../core/training/yaml/document.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { inform } from '../../shell/messages.ts';

const model = 'config.process[0].model';

/** Lets the person choose the key under which the token is sent, and adds its variable there. */
export async function placeToken(
	document: vscode.TextDocument,
	parsed: TrainingDocument,
	holders: readonly TokenHolder[],
): Promise<void> {
	const present = holders.map(({ path }) => path);
	const other = vscode.l10n.t('Another key of the model...');
	const items: readonly vscode.QuickPickItem[] = [
		...tokenPlaces.map((path, index) => ({
			label: path,
			description: present.includes(path)
				? vscode.l10n.t('current place')
				: index === 0
					? vscode.l10n.t('proposed')
					: '',
		})),
		{ label: other },
	];
	const title = vscode.l10n.t('Key for the Model Hub Token');
	const chosen = await vscode.window.showQuickPick(items, { title });
	if (chosen === undefined) return;
	const path = chosen.label === other ? await typedPath(title) : chosen.label;
	if (path === undefined || document.getText() !== parsed.source) return;
	const edits = moveHubToken(parsed, path);
	if (edits === undefined) {
		await inform(
			vscode.l10n.t('The token cannot be inserted there automatically. Change the document, then send it.'),
		);
		return;
	}
	await vscode.workspace.applyEdit(workspaceEdit(document, edits));
}

async function typedPath(title: string): Promise<string | undefined> {
	const key = await vscode.window.showInputBox({
		title,
		ignoreFocusOut: true,
		validateInput: (text) =>
			/^[A-Za-z_]\w{0,63}$/.test(text)
				? undefined
				: vscode.l10n.t('A key is a word of letters, digits and underscores.'),
	});
	return key === undefined ? undefined : `${model}.${key}`;
}
