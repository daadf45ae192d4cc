import * as vscode from 'vscode';

/** Calls back with each file of a pattern that is created, changed or deleted. */
export function watchFiles(
	pattern: vscode.GlobPattern,
	listener: (file: vscode.Uri) => unknown,
): vscode.Disposable {
	const watcher = vscode.workspace.createFileSystemWatcher(pattern);
	return vscode.Disposable.from(
		watcher,
		watcher.onDidChange(listener),
		watcher.onDidCreate(listener),
		watcher.onDidDelete(listener),
	);
}
