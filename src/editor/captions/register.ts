import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { lazyCommands, registerCommands } from '../shell/commands.ts';
import { PanelRegistry } from '../shell/panels/panelRegistry.ts';
import type { CaptionsPanel } from './captionsPanel.ts';

/** Registers the captions panels, one for each folder. What they are made of is loaded with the first. */
export function registerCaptions(context: vscode.ExtensionContext, { log }: { readonly log: Log }): void {
	const panels = new PanelRegistry<string, CaptionsPanel>({
		viewType: 'easel.captions',
		log,
		column: vscode.ViewColumn.Active,
		async identify(saved) {
			return (await import('./captionsPanel.ts')).folderOfSaved(saved);
		},
		async create(folder, place) {
			const { CaptionsPanel } = await import('./captionsPanel.ts');
			return CaptionsPanel.create({ context, log, folder: vscode.Uri.parse(folder, true), place });
		},
	});
	context.subscriptions.push(
		panels,
		registerCommands(
			log,
			lazyCommands(['easel.editCaptions'], async () =>
				(await import('./captionsPanel.ts')).captionCommands(panels),
			),
		),
	);
}
