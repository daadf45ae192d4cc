import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { bytesOf, saveBytes } from '../../shell/saveBytes.ts';
import { nameOf } from '../showPiece.ts';

/**
 * Asks for a place and saves a drawing there.
 * @returns the outcome as a sentence; undefined if the person canceled.
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
	return saveBytes(format === 'svg' ? new TextEncoder().encode(data) : bytesOf(data), {
		filters:
			format === 'svg'
				? { [vscode.l10n.t('SVG drawing')]: ['svg'] }
				: { [vscode.l10n.t('PNG picture')]: ['png'] },
		...compact({ defaultUri: folder && vscode.Uri.joinPath(folder, name) }),
	});
}
