import { homedir } from 'node:os';
import * as vscode from 'vscode';

/** Returns the folder that is proposed for files: the open one, or the person's own. */
export function folderOf(): vscode.Uri {
	return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}
