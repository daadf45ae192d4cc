import * as vscode from 'vscode';

/**
 * Asks for a place and writes bytes there. Returns the sentence that reports it or why it failed, or `undefined` if the person closed the
 * dialog.
 */
export async function saveBytes(
	bytes: Uint8Array,
	options: Pick<vscode.SaveDialogOptions, 'defaultUri' | 'filters'>,
): Promise<string | undefined> {
	const target = await vscode.window.showSaveDialog(options);
	if (target === undefined) return undefined;
	try {
		await vscode.workspace.fs.writeFile(target, bytes);
		return vscode.l10n.t('Saved as "{0}".', target.path.split('/').at(-1) ?? '');
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		return vscode.l10n.t('The drawing cannot be saved: {0}. Choose another folder.', reason);
	}
}

/** Returns the bytes of a picture that a view sent as Base64. */
export function bytesOf(base64: string): Uint8Array {
	return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
