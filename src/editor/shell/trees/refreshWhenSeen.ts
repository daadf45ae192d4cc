import * as vscode from 'vscode';
import type { ListState } from '../../../core/base/remoteList.ts';

/** A list that could not be read is older than any limit, so this is also the time until the next attempt. */
const lookMs = 60_000;

/**
 * Refreshes a list while its view is visible and the list is older than `staleAfterMs`; makes no requests for a hidden view or a window
 * in the background. `look` checks immediately.
 */
export function refreshWhenSeen(
	view: vscode.TreeView<unknown>,
	staleAfterMs: number,
	list: () => { readonly state: ListState<unknown>; refresh(): Promise<void> } | undefined,
): vscode.Disposable & { look(): void } {
	const look = () => {
		const seen = list();
		if (!view.visible || !vscode.window.state.focused || seen === undefined) return;
		const { state } = seen;
		const fresh = state.kind === 'ready' && !state.failure && Date.now() - state.loadedAt < staleAfterMs;
		if (!fresh) void seen.refresh();
	};
	const timer = setInterval(look, lookMs);
	const watches = [view.onDidChangeVisibility(look), vscode.window.onDidChangeWindowState(look)];
	return {
		look,
		dispose() {
			clearInterval(timer);
			for (const watch of watches) watch.dispose();
		},
	};
}
