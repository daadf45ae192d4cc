import * as vscode from 'vscode';
import type { CaptionFolder } from '../../core/captions/captionFolder.ts';

/** Changes that come faster than this, in milliseconds, are looked at together. */
const pause = 250;

/** Reads the folder again when something in it changes: single rows if only their files were changed, else everything. */
export function watchFolder(
	uri: vscode.Uri,
	folder: CaptionFolder,
	run: (work: Promise<void>) => void,
): vscode.Disposable {
	const touched = new Set<string>();
	let whole = false;
	let timer: NodeJS.Timeout | undefined;
	const look = (): void => {
		timer = undefined;
		run(whole ? folder.refresh() : folder.look([...touched]));
		touched.clear();
		whole = false;
	};
	const start = uri.path.endsWith('/') ? uri.path : `${uri.path}/`;
	const note =
		(listChanges: boolean) =>
		({ path }: vscode.Uri): void => {
			const name = path.startsWith(start) ? path.slice(start.length) : path;
			// Hidden files are not shown, such as temporary files before a rename.
			if (name.split('/').some((part) => part.startsWith('.'))) return;
			const row = folder.rowOfFile(name);
			// Adding or removing a medium changes the rows.
			if (row !== undefined && (row === name || !listChanges)) touched.add(row);
			else if (listChanges) whole = true;
			else return;
			timer ??= setTimeout(look, pause);
		};
	const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, '**/*'));
	return vscode.Disposable.from(
		watcher,
		watcher.onDidChange(note(false)),
		watcher.onDidCreate(note(true)),
		watcher.onDidDelete(note(true)),
		{ dispose: () => clearTimeout(timer) },
	);
}
