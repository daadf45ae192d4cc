import * as vscode from 'vscode';

/** Whether a file or folder of this name is there. */
export async function isThere(uri: vscode.Uri): Promise<boolean> {
	return vscode.workspace.fs.stat(uri).then(
		() => true,
		() => false,
	);
}
