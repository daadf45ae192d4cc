import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { SheetProtocol } from '../../core/runs/sheetMessages.ts';
import { lazyCommands, registerCommands } from '../shell/commands.ts';
import { PanelRegistry } from '../shell/panelRegistry.ts';
import type { Panel } from '../shell/webviewPanel.ts';
import type { LazyRunService } from './lazyRunService.ts';

export interface SheetDeps {
	readonly log: Log;
	readonly history: LazyRunService;
}

/** Registers the contact sheets, one for each selection of runs. What they are made of is loaded with the first. */
export function registerSheets(context: vscode.ExtensionContext, deps: SheetDeps): void {
	const { log } = deps;
	const load = () => import('./sheetHost.ts');
	const panels = new PanelRegistry<string, Panel<SheetProtocol>>({
		viewType: 'easel.sheet',
		log,
		// Results open beside, and would cover it there.
		column: vscode.ViewColumn.Active,
		identify: async (saved) => (await load()).selectionOfSaved(saved),
		create: async (key, place) => (await load()).createSheet({ ...deps, context, key, place }),
	});
	context.subscriptions.push(
		panels,
		registerCommands(
			log,
			lazyCommands(['easel.showContactSheet'], async () => (await load()).sheetCommands(deps, panels)),
		),
	);
}
