import * as vscode from 'vscode';
import { documentOfFrontPanel } from '../shell/panels/frontPanel.ts';

/** Returns the document that a person works on: that of the active editor, or of the panel in front, which need not be open. */
export function activeUri(): vscode.Uri | undefined {
	return vscode.window.activeTextEditor?.document.uri ?? documentOfFrontPanel();
}

/** Whether a document is the one that a person works on. */
export function isActive({ uri }: vscode.TextDocument): boolean {
	return uri.toString() === activeUri()?.toString();
}
