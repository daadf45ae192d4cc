import * as vscode from 'vscode';

/** A dataset that files are to be added to. */
export interface UploadDestination {
	readonly id: string;
	readonly name: string;
}

/** What is to be uploaded, and where to if that is decided. */
export interface UploadSelection {
	/** Absolute paths of files and folders. */
	readonly paths: readonly string[];
	readonly dataset?: UploadDestination;
}

/** The same text for selections of the same files and destination. */
export function uploadSelectionKey({ paths, dataset }: UploadSelection): string {
	const destination = dataset === undefined ? {} : { dataset: { id: dataset.id, name: dataset.name } };
	return JSON.stringify({ paths: [...paths].sort(), ...destination });
}

/**
 * The selection that a menu, a view or a drop means. @param first the file or folder that was clicked, or the row of a dataset.
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
		...(dataset === undefined ? {} : { dataset }),
		elsewhere: uris.length - local.length,
	};
}

function destinationOf(row: unknown): UploadDestination | undefined {
	const { dataset } = (row ?? {}) as { dataset?: { id?: unknown; name?: unknown } };
	if (typeof dataset?.id !== 'string' || typeof dataset.name !== 'string') return undefined;
	return { id: dataset.id, name: dataset.name };
}

/** Lets the person choose folders; undefined when they do not. */
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
