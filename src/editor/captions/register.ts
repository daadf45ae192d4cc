import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { CaptionsIdentity } from '../../core/captions/messages.ts';
import type { UploadCaptions } from '../../core/captions/uploadCaptions.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { captionsCommandIds } from '../shell/ids.ts';
import { PanelRegistry } from '../shell/panels/panelRegistry.ts';
import type { CaptionsPanel } from './panel.ts';

interface CaptionsDeps {
	readonly log: Log;
	readonly uploadCaptions: UploadCaptions;
}

/**
 * Registers the captions panels, one for each folder, and the command that opens one. The modules that they need are
 * loaded with the first.
 */
export function registerCaptions(
	context: vscode.ExtensionContext,
	{ log, uploadCaptions: uploads }: CaptionsDeps,
): void {
	const load = () => import('./panel.ts');
	const panels = new PanelRegistry<CaptionsIdentity, CaptionsPanel>({
		viewType: 'easel.captions',
		log,
		column: vscode.ViewColumn.Active,
		identify: async (saved) => (await load()).savedCaptions(saved),
		keyOf: ({ folder }) => folder,
		create: async ({ folder }, place) =>
			(await load()).CaptionsPanel.create({
				context,
				log,
				uploads,
				folder: vscode.Uri.parse(folder, true),
				place,
			}),
	});
	context.subscriptions.push(
		panels,
		registerLazyCommands(log, captionsCommandIds, async () => (await load()).captionCommands(panels)),
	);
}
