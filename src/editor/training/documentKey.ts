import type * as vscode from 'vscode';

/**
 * Returns the key by which a document is remembered: its address; for an unsaved document that of its future file, so
 * that saving it changes nothing.
 */
export function documentKey(uri: vscode.Uri): string {
	const willBeFile = uri.scheme === 'untitled' && uri.path.startsWith('/');
	return (willBeFile ? uri.with({ scheme: 'file' }) : uri).toString();
}
