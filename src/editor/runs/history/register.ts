import * as vscode from 'vscode';
import type { DocumentServices } from '../../documents/documentServices.ts';
import { lazyCommands, registerCommands } from '../../shell/commands.ts';
import { historyCommandIds } from '../../shell/ids.ts';
import { LazyTree } from '../../shell/trees/lazyTree.ts';
import type { LazyRunService } from '../lazyRunService.ts';
import type { HistoryNode } from './nodes.ts';
import type { HistoryTree } from './tree.ts';

/** Registers the Runs view and the commands on runs; what they need is loaded with their first use. */
export function registerHistory(
	context: vscode.ExtensionContext,
	deps: DocumentServices & { readonly history: LazyRunService },
): void {
	const { log, history } = deps;
	const tree = new LazyTree<HistoryNode, HistoryTree>(async () => {
		const [{ HistoryTree }] = await Promise.all([import('./features.ts'), history.open()]);
		return new HistoryTree(history);
	});
	const view = vscode.window.createTreeView('easel.runs', {
		treeDataProvider: tree,
		canSelectMany: true,
		showCollapseAll: true,
	});
	const commands = lazyCommands(historyCommandIds, async () => {
		const { historyCommands } = await import('./features.ts');
		return historyCommands({
			...deps,
			workflows: deps.documents.workflows,
			tree: await tree.load(),
			view,
			state: context.workspaceState,
		});
	});
	context.subscriptions.push(
		tree,
		view,
		view.onDidChangeVisibility(({ visible }) => tree.setVisible(visible)),
		registerCommands(log, commands),
	);
}
