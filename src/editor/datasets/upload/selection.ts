import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import type { UploadDestination, UploadSelection } from '../../../core/datasets/report/selection.ts';

/**
 * Reads the selection that a menu, a view or a drop means.
 * @param first the file or folder that was clicked, or the row of a dataset.
 * @param all every selected file and folder.
 */
export function readSelection(
	first: unknown,
	all: unknown,
): UploadSelection & { readonly elsewhere: number } {
	const uris = (Array.isArray(all) ? all : [first]).filter((each) => each instanceof vscode.Uri);
	const local = uris.filter(({ scheme }) => scheme === 'file');
	const dataset = destinationOf(first);
	return {
		paths: [...new Set(local.map(({ fsPath }) => fsPath))],
		...compact({ dataset }),
		elsewhere: uris.length - local.length,
	};
}

function destinationOf(row: unknown): UploadDestination | undefined {
	const { dataset } = (row ?? {}) as { dataset?: { id?: unknown; name?: unknown } };
	if (typeof dataset?.id !== 'string' || typeof dataset.name !== 'string') return undefined;
	return { id: dataset.id, name: dataset.name };
}

/** Lets the person choose folders; undefined if they cancel. */
export async function chooseFolders(dataset?: UploadDestination): Promise<readonly string[] | undefined> {
	const chosen = await vscode.window.showOpenDialog({
		canSelectFolders: true,
		canSelectFiles: false,
		canSelectMany: true,
		openLabel: vscode.l10n.t('Check Before Upload'),
		title:
			dataset === undefined
				? vscode.l10n.t('Select a Folder with Images or Videos and Their Captions')
				: vscode.l10n.t('Select a Folder to Add to "{0}"', dataset.name),
	});
	return chosen?.map(({ fsPath }) => fsPath);
}
