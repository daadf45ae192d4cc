import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import type { AppServices } from '../shell/appServices.ts';
import { lazyCommands, registerCommands } from '../shell/commands.ts';
import { modelsCommandIds } from '../shell/ids.ts';
import { LazyTree } from '../shell/trees/lazyTree.ts';
import type { ModelsFeatures } from './features.ts';
import type { ModelsNode } from './nodes.ts';

/** Registers the Models view with its commands and pages; their modules are loaded when the view is first seen. */
export function registerModels(context: vscode.ExtensionContext, deps: AppServices): void {
	const room = lazy<ModelsFeatures>(
		async () => {
			const { openModels } = await import('./features.ts');
			const opened = openModels({ ...deps, memory: context.globalState, view });
			opened.pages.onDidChange((uri) => outdated.fire(uri));
			return opened;
		},
		(opened) => opened.dispose(),
	);
	const tree = new LazyTree<ModelsNode>(async () => {
		const opened = await room.get();
		opened.begin();
		return opened.tree;
	});
	const view = vscode.window.createTreeView('easel.models', {
		treeDataProvider: tree,
		showCollapseAll: true,
		canSelectMany: true,
	});
	const outdated = new vscode.EventEmitter<vscode.Uri>();
	context.subscriptions.push(
		tree,
		view,
		room,
		vscode.workspace.registerTextDocumentContentProvider('easel-model', {
			onDidChange: outdated.event,
			provideTextDocumentContent: async (uri) => (await room.get()).pages.text(uri),
		}),
		registerCommands(
			deps.log,
			lazyCommands(modelsCommandIds, async () => (await room.get()).commands),
		),
	);
}
