import * as vscode from 'vscode';
import type { ContextKey } from './ids.ts';

const known = new Map<ContextKey, unknown>();

/** Sets a key for `when` clauses; an unchanged value costs nothing. */
export function setContext(key: ContextKey, value: boolean | string | number | readonly string[]): void {
	if (known.get(key) === value) return;
	known.set(key, value);
	void vscode.commands.executeCommand('setContext', key, value);
}

/**
 * Calls back once `activate` has returned, for the first visible parts: the first key costs the editor more than a millisecond. Not after
 * the extension has ended.
 */
export function afterActivation(show: () => void): vscode.Disposable {
	const first = setTimeout(show);
	return { dispose: () => clearTimeout(first) };
}
