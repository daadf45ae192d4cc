import * as vscode from 'vscode';
import { type Lazy, lazy } from '../../core/base/lazy.ts';
import type { AppServices } from '../shell/appServices.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { modelsCommandIds } from '../shell/ids.ts';
import { LazyTree } from '../shell/trees/lazyTree.ts';
import type { ModelsFeatures } from './features.ts';
import type { ModelsNode } from './nodes.ts';

/** Registers the Models view with its commands and pages; their modules are loaded when the view is first seen. */
export function registerModels(context: vscode.ExtensionContext, deps: AppServices): void {
	const outdated = new vscode.EventEmitter<vscode.Uri>();
	const room: Lazy<ModelsFeatures> = lazy(
		async () => {
			const { openModels } = await import('./features.ts');
			const outdate = (uri: vscode.Uri) => outdated.fire(uri);
			return openModels({ ...deps, memory: context.globalState, view, outdate });
		},
		(opened) => opened.dispose(),
	);
	const tree = new LazyTree<ModelsNode>(async () => {
		const opened = await room.get();
		opened.begin();
		return opened.tree;
	});
	const view = tree.createView('easel.models', { showCollapseAll: true, canSelectMany: true });
	context.subscriptions.push(
		tree,
		room,
		vscode.workspace.registerTextDocumentContentProvider('easel-model', {
			onDidChange: outdated.event,
			provideTextDocumentContent: async (uri) => (await room.get()).pageText(uri),
		}),
		registerLazyCommands(deps.log, modelsCommandIds, async () => (await room.get()).commands),
	);
}
