import type * as vscode from 'vscode';
import { runCommand } from '../../shell/commands.ts';

/**
 * Handles files and folders that are dropped onto the Datasets view, or onto a dataset in it, from the explorer or from
 * the system. Their upload begins with the report, never with a transfer.
 */
export class DatasetDrops<Node> implements vscode.TreeDragAndDropController<Node> {
	readonly dropMimeTypes = ['text/uri-list', 'files'];
	readonly dragMimeTypes = [];

	async handleDrop(target: Node | undefined, data: vscode.DataTransfer): Promise<void> {
		const { droppedUris } = await import('../features.ts');
		const uris = await droppedUris(data);
		if (uris.length > 0) await runCommand('easel.uploadDataset', target, uris);
	}
}
