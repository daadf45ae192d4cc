import type * as vscode from 'vscode';

/**
 * Returns the key by which a document is remembered: its address, where a document that was never saved has that of the file it will be
 * saved as, so that saving it changes nothing.
 */
export function documentKey(uri: vscode.Uri): string {
	const willBeFile = uri.scheme === 'untitled' && uri.path.startsWith('/');
	return (willBeFile ? uri.with({ scheme: 'file' }) : uri).toString();
}
