import * as vscode from 'vscode';
import type { Run } from '../../../core/runs/run.ts';
import type { SheetSelection } from '../../../core/runs/sheet/messages.ts';
import { selectionKey } from '../../../core/runs/sheet/selectionKey.ts';
import type { AppServices } from '../../shell/appServices.ts';
import { registerLazyCommands } from '../../shell/commands.ts';
import { sheetCommandIds } from '../../shell/ids.ts';
import { PanelRegistry, type RegisteredPanel } from '../../shell/panels/panelRegistry.ts';
import type { WindowRunBatches } from '../batches/windowRunBatches.ts';
import type { WindowRuns } from '../windowRuns.ts';

export interface SheetDeps extends Pick<AppServices, 'acts' | 'log'> {
	readonly windowRuns: WindowRuns;
	readonly batches: Pick<WindowRunBatches, 'get'>;
}

export interface SheetPanel extends RegisteredPanel {
	/** Returns whether a run is one of its own. */
	shows(run: Run): boolean;
}

/** Registers the contact sheets, one for each selection of runs. The modules that they need are loaded with the first. */
export function registerSheets(context: vscode.ExtensionContext, deps: SheetDeps) {
	const { log } = deps;
	const load = () => import('./panel.ts');
	const panels = new PanelRegistry<SheetSelection, SheetPanel>({
		viewType: 'easel.sheet',
		log,
		// Results open to the side, and would cover it there.
		column: vscode.ViewColumn.Active,
		identify: async (saved) => (await load()).savedSheet(saved),
		keyOf: selectionKey,
		create: async (selection, place) => (await load()).createSheet({ ...deps, context, selection, place }),
	});
	context.subscriptions.push(
		panels,
		registerLazyCommands(log, sheetCommandIds, async () => (await load()).sheetCommands(deps, panels)),
	);
	return {
		/** Returns whether a run is on a sheet that is visible in a window with the focus. */
		isShowing: (run: Run): boolean =>
			vscode.window.state.focused && panels.all().some((panel) => panel.visible && panel.shows(run)),
	};
}
