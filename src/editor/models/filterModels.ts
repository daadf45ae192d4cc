import * as vscode from 'vscode';
import { kindText, modelKinds } from './describe.ts';
import { typingPauseMs } from './searchModels.ts';
import type { ModelsTree } from './tree.ts';

/** Searches while the person types, in the view; Escape restores the earlier content. */
export function askForFilter(tree: ModelsTree, apply: (search: string) => void): void {
	const before = tree.query.search;
	const box = vscode.window.createInputBox();
	box.title = vscode.l10n.t('Filter Models');
	box.prompt = vscode.l10n.t(
		'Words in the name, id or description. The service searches the whole catalog. Leave empty to show all.',
	);
	box.value = before;
	let accepted = false;
	let pause: NodeJS.Timeout | undefined;
	box.onDidChangeValue((text) => {
		clearTimeout(pause);
		pause = setTimeout(() => apply(text), typingPauseMs);
	});
	box.onDidAccept(() => {
		accepted = true;
		box.hide();
	});
	box.onDidHide(() => {
		clearTimeout(pause);
		apply(accepted ? box.value : before);
		box.dispose();
	});
	box.show();
}

/** Asks for the kind of models to show; undefined if nothing was chosen, empty for all. */
export async function askForKind(present: string): Promise<string | undefined> {
	const rows = ['', ...modelKinds].map((kind) => ({
		label: kind === '' ? vscode.l10n.t('All Kinds') : kindText(kind),
		...(kind === present ? { description: vscode.l10n.t('current') } : {}),
		kind: vscode.QuickPickItemKind.Default,
		value: kind,
	}));
	const chosen = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Show Kind of Models'),
		placeHolder: vscode.l10n.t('Select the kind of models that the view shows'),
	});
	return chosen?.value;
}
