import * as vscode from 'vscode';

/** Returns whether a file or folder of this name exists. */
export async function isThere(uri: vscode.Uri): Promise<boolean> {
	return vscode.workspace.fs.stat(uri).then(
		() => true,
		() => false,
	);
}

/** Returns the text if the document of this name cannot be opened. */
export function documentGoneText(documentName: string): string {
	return vscode.l10n.t('"{0}" no longer exists: it was moved, deleted or never saved.', documentName);
}

/**
 * Returns whether a file found in the workspace may be read: a regular file of at most `mostBytes` bytes. A pipe, or a
 * link to a device, may have any name and never ends.
 */
export function isBoundedFile({ type, size }: vscode.FileStat, mostBytes: number): boolean {
	return (type & vscode.FileType.File) !== 0 && size <= mostBytes;
}
