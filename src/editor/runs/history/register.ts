import type * as vscode from 'vscode';
import type { DocumentServices } from '../../documents/documentServices.ts';
import { registerLazyCommands, showView } from '../../shell/commands.ts';
import { historyCommandIds } from '../../shell/ids.ts';
import { LazyTree } from '../../shell/trees/lazyTree.ts';
import { revealRow } from '../../shell/trees/revealRow.ts';
import type { WindowRunBatches } from '../batches/windowRunBatches.ts';
import type { WindowRuns } from '../windowRuns.ts';
import type { HistoryNode } from './nodes.ts';
import type { HistoryTree } from './tree.ts';

interface HistoryView {
	/** Shows a batch in it. */
	reveal(batchId: string): Promise<void>;
}

/** Registers the Runs view and the commands on runs; their modules are loaded on first use. */
export function registerHistory(
	context: vscode.ExtensionContext,
	deps: DocumentServices & { readonly windowRuns: WindowRuns; readonly batches: WindowRunBatches },
): HistoryView {
	const { log, windowRuns, batches } = deps;
	const tree = new LazyTree<HistoryNode, HistoryTree>(async () => {
		const [{ HistoryTree }] = await Promise.all([import('./features.ts'), windowRuns.open(), batches.open()]);
		return new HistoryTree(windowRuns, batches);
	});
	const view = tree.createView('easel.runs', { canSelectMany: true, showCollapseAll: true });
	const commands = registerLazyCommands(log, historyCommandIds, async () => {
		const { historyCommands } = await import('./features.ts');
		return historyCommands({
			...deps,
			workflows: deps.documents.workflows,
			tree: await tree.load(),
			view,
			state: context.workspaceState,
		});
	});
	context.subscriptions.push(tree, commands);
	return {
		async reveal(batchId) {
			const [drawn, service] = await Promise.all([tree.load(), batches.open()]);
			const batch = service.get(batchId);
			await showView('easel.runs');
			const node = drawn.batchNode(batchId) ?? (batch && { kind: 'batch', batch, runs: [] });
			if (node !== undefined) await revealRow(view, node, { select: true, focus: true, expand: true });
		},
	};
}
