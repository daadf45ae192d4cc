import * as vscode from 'vscode';
import { runCommand } from '../../shell/commands.ts';

const uriList = 'text/uri-list';

/**
 * Takes files and folders that are dropped onto the Datasets view, or onto a dataset in it, from the explorer or from the
 * system. What is done with them begins with the report, never with a transfer.
 */
export class DatasetDrops<Node> implements vscode.TreeDragAndDropController<Node> {
	readonly dropMimeTypes = [uriList, 'files'];
	readonly dragMimeTypes = [];

	async handleDrop(target: Node | undefined, data: vscode.DataTransfer): Promise<void> {
		const uris = await droppedUris(data);
		if (uris.length > 0) await runCommand('easel.uploadDataset', target, uris);
	}
}

/** The files and folders of a drop. Those of which the editor has only the content get an address that is not on disk. */
async function droppedUris(data: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
	const uris = new Map<string, vscode.Uri>();
	const list = (await data.get(uriList)?.asString()) ?? '';
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
