import { readFile, readlink, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { compact } from '../../../core/json/fields.ts';
import type { FileReader } from '../../../core/runs/plan/media.ts';
import type { MediaFolders } from '../../../core/runs/plan/mediaPlace.ts';
import type { WorkflowSource } from './workflowSource.ts';

/** Local files as the extension host sees them: in a remote window that is the remote machine. */
export const fileReader: FileReader = {
	async stat(path) {
		try {
			const found = await stat(path);
			return found.isFile() ? { bytes: found.size } : undefined;
		} catch {
			return undefined;
		}
	},
	async readLink(path) {
		try {
			return await readlink(path);
		} catch {
			return undefined;
		}
	},
	read: (path) => readFile(path),
};

/** Where names of files in a document begin, and which folder holds those that are sent without a warning. */
export function mediaFolders({ uri, folder }: Pick<WorkflowSource, 'uri' | 'folder'>): MediaFolders {
	// A text that was never saved belongs to the first folder, as everywhere in the editor.
	const workspace =
		vscode.workspace.getWorkspaceFolder(uri) ??
		(folder === undefined ? vscode.workspace.workspaceFolders?.[0] : undefined);
	return compact({
		document: folder,
		workspace: workspace?.uri.scheme === 'file' ? workspace.uri.fsPath : undefined,
	});
}
