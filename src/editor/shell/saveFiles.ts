import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { isThere } from './isThere.ts';
import { confirm } from './messages.ts';

/** Workspace state: the folder into which a file was saved last. */
const saveFolderKey = 'saveFolder';

/** Returns the folder in which a dialog for saving opens: that of the last time, else the first open folder, else the person's own. */
export function saveFolder(state: vscode.Memento): vscode.Uri {
	const last = state.get<string>(saveFolderKey);
	if (last !== undefined) return vscode.Uri.parse(last);
	return usualFolder();
}

/** Returns the folder that is proposed for files: the first open one, or the person's own. */
export function usualFolder(): vscode.Uri {
	return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

/** Remembers the folder of a saved file for the next dialog. */
export async function rememberSaveFolder(state: vscode.Memento, folder: vscode.Uri): Promise<void> {
	await state.update(saveFolderKey, folder.toString());
}

/**
 * Asks for a place and copies the file there. Returns the sentence that reports it, or `undefined` if the person closed the dialog. Throws
 * errors of the file system.
 */
export async function saveCopy(
	source: vscode.Uri,
	name: string,
	state: vscode.Memento,
): Promise<string | undefined> {
	const target = await vscode.window.showSaveDialog({
		title: vscode.l10n.t('Save {0}', name),
		defaultUri: vscode.Uri.joinPath(saveFolder(state), name),
	});
	if (target === undefined) return undefined;
	// The dialog has already asked whether to replace an existing file.
	await vscode.workspace.fs.copy(source, target, { overwrite: true });
	await rememberSaveFolder(state, vscode.Uri.joinPath(target, '..'));
	return vscode.l10n.t('Saved as "{0}".', vscode.workspace.asRelativePath(target));
}

/** Returns whether a file may be written under a name; if one exists, asks first. */
export async function mayReplace(uri: vscode.Uri): Promise<boolean> {
	if (!(await isThere(uri))) return true;
	return confirm(vscode.l10n.t('"{0}" already exists. Replace it?', vscode.workspace.asRelativePath(uri)), {
		detail: vscode.l10n.t('Its current content is lost.'),
		action: vscode.l10n.t('Replace'),
	});
}
