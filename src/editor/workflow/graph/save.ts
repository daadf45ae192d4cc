import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { nameOf } from '../showPiece.ts';

/**
 * Asks for a place and saves a drawing there.
 * @returns the outcome as a sentence; undefined when the person canceled.
 */
export async function saveDrawing(
	document: vscode.Uri,
	format: 'svg' | 'png',
	data: string,
): Promise<string | undefined> {
	const name = `${nameOf(document).replace(/\.jsonc?$/, '')}.${format}`;
	const folder =
		document.scheme === 'file'
			? vscode.Uri.joinPath(document, '..')
			: vscode.workspace.workspaceFolders?.[0]?.uri;
	const target = await vscode.window.showSaveDialog({
		filters:
			format === 'svg'
				? { [vscode.l10n.t('SVG drawing')]: ['svg'] }
				: { [vscode.l10n.t('PNG picture')]: ['png'] },
		...compact({ defaultUri: folder && vscode.Uri.joinPath(folder, name) }),
	});
	if (target === undefined) return undefined;
	try {
		const bytes =
			format === 'svg'
				? new TextEncoder().encode(data)
				: Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
		await vscode.workspace.fs.writeFile(target, bytes);
		return vscode.l10n.t('Saved as "{0}".', nameOf(target));
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		return vscode.l10n.t('The drawing cannot be saved: {0}. Choose another folder.', reason);
	}
}
