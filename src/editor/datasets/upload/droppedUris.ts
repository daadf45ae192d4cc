import * as vscode from 'vscode';

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
