import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import type { UploadDestination, UploadSelection } from '../../../core/datasets/report/selection.ts';
import { inform } from '../../shell/messages.ts';
import type { UploadReports } from '../report/panels.ts';

/** Shows the report on the files to upload; asks for a folder if nothing is selected. */
export async function uploadDataset(
	reports: Pick<UploadReports, 'open'>,
	first: unknown,
	all: unknown,
): Promise<void> {
	const { paths, dataset, elsewhere } = readSelection(first, all);
	if (elsewhere > 0) {
		const text = vscode.l10n.t('Only files and folders on the computer where Easel runs can be uploaded.');
		if (paths.length === 0) {
			await inform(text);
			return;
		}
		void inform(text);
	}
	const chosen = paths.length > 0 ? paths : await chooseFolders(dataset);
	if (chosen === undefined || chosen.length === 0) return;
	reports.open({ paths: chosen, ...compact({ dataset }) });
}

/**
 * Reads the selection that a menu, a view or a drop means.
 * @param first the file or folder that was clicked, or the row of a dataset.
 * @param all every selected file and folder.
 */
function readSelection(first: unknown, all: unknown): UploadSelection & { readonly elsewhere: number } {
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
async function chooseFolders(dataset?: UploadDestination): Promise<readonly string[] | undefined> {
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

/** Returns the files and folders of a drop. Those with only a content in the editor get an address that is not on disk. */
export async function droppedUris(data: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
	const uris = new Map<string, vscode.Uri>();
	const list = (await data.get('text/uri-list')?.asString()) ?? '';
	for (const line of list.split(/\r?\n/)) {
		if (line === '' || line.startsWith('#')) continue;
		const uri = vscode.Uri.parse(line);
		uris.set(uri.toString(), uri);
	}
	for (const [, item] of data) {
		const file = item.asFile();
		if (file === undefined) continue;
		const uri = file.uri ?? vscode.Uri.from({ scheme: 'content', path: `/${file.name}` });
		uris.set(uri.toString(), uri);
	}
	return [...uris.values()];
}
