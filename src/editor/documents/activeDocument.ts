import * as vscode from 'vscode';
import { documentOfFrontPanel } from '../shell/panels/frontPanel.ts';

/** Returns the active document, which may not be open: that of the active editor, or of the panel in front. */
export function activeUri(): vscode.Uri | undefined {
	return vscode.window.activeTextEditor?.document.uri ?? documentOfFrontPanel();
}

/** Returns whether a document is the active one. */
export function isActive({ uri }: vscode.TextDocument): boolean {
	return uri.toString() === activeUri()?.toString();
}
