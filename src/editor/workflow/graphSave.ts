import * as vscode from 'vscode';
import { nameOf } from './commandTarget.ts';

/**
 * Asks where a drawing goes and writes it there.
 * @returns what became of it, as a sentence; undefined when the person thought better of it.
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
		filters: format === 'svg' ? { 'SVG drawing': ['svg'] } : { 'PNG picture': ['png'] },
		...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
	});
	if (target === undefined) return undefined;
	try {
		await vscode.workspace.fs.writeFile(target, Buffer.from(data, format === 'svg' ? 'utf8' : 'base64'));
		return `Saved as ${nameOf(target)}.`;
	} catch (cause) {
		return `The drawing could not be saved: ${cause instanceof Error ? cause.message : String(cause)}. Choose another folder.`;
	}
}
