import type * as vscode from 'vscode';
import type { Range, TextDocument, Uri, WorkspaceEdit } from './vscode.ts';
import type { FakeWebviewPanel } from './webviewPanel.ts';

/** Returns a double for code that is typed against the editor: it has the members that the code under test uses. */
export function real(double: TextDocument): vscode.TextDocument;
export function real(double: Uri): vscode.Uri;
export function real(double: Range): vscode.Range;
export function real(double: FakeWebviewPanel): vscode.WebviewPanel;
export function real(double: TextDocument | Uri | Range | FakeWebviewPanel): unknown {
	return double;
}

/** Returns an edit by the code under test as one of the double: the inverse of `real`. */
export function double(made: vscode.WorkspaceEdit): WorkspaceEdit;
export function double(made: unknown): unknown {
	return made;
}

/** Memory of the editor, initially empty, as JSON text, so that a test can read all of it. */
export class Memento implements vscode.Memento {
	text = '{}';

	get<T>(key: string, fallback?: T): T | undefined {
		const kept = JSON.parse(this.text) as Record<string, T>;
		return kept[key] ?? fallback;
	}

	async update(key: string, value: unknown): Promise<void> {
		this.text = JSON.stringify({ ...(JSON.parse(this.text) as object), [key]: value });
	}

	keys(): readonly string[] {
		return Object.keys(JSON.parse(this.text) as object);
	}
}
