import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import { documentPlace } from '../../../core/deployments/documentPath.ts';
import { deploymentScheme } from '../../../core/deployments/documentScheme.ts';
import type { MediaFolders } from '../../../core/runs/plan/media.ts';
import type { RunSource } from '../../../core/runs/start/runSource.ts';
import type { WorkflowSource } from './workflowSource.ts';

/** Returns a document of the editor as the start of a run knows it. */
export function runSourceOf(source: WorkflowSource): RunSource {
	const { document, name, uri, drawn } = source;
	const isOfService = uri.scheme === deploymentScheme;
	return {
		document,
		name,
		uri: uri.toString(),
		...compact({ drawn }),
		...(isOfService ? compact({ savedWith: documentPlace(uri.path) }) : { folders: mediaFolders(source) }),
	};
}

/**
 * Returns the folder that file names in a document are relative to, and the folder with files that are sent without a
 * warning.
 */
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
