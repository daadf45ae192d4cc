import * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import type { CaptionsIdentity } from '../../core/captions/messages.ts';
import type { UploadCaptions } from '../../core/captions/uploadCaptions.ts';
import { PanelRegistry } from '../shell/panels/panelRegistry.ts';
import type { CaptionsPanel } from './panel.ts';

/** The captions panels of this window, one for each folder. */
type CaptionsPanels = PanelRegistry<CaptionsIdentity, CaptionsPanel>;

export interface CaptionsDeps {
	readonly log: Log;
	readonly uploadCaptions: UploadCaptions;
}

/** Returns the captions panels of the window. The modules that they need are loaded with the first panel. */
export function captionsPanels(
	context: vscode.ExtensionContext,
	{ log, uploadCaptions: uploads }: CaptionsDeps,
): CaptionsPanels {
	return new PanelRegistry({
		viewType: 'easel.captions',
		log,
		column: vscode.ViewColumn.Active,
		identify: async (saved) => (await import('./panel.ts')).savedCaptions(saved),
		keyOf: ({ folder }) => folder,
		async create({ folder }, place) {
			const { CaptionsPanel } = await import('./panel.ts');
			return CaptionsPanel.create({ context, log, uploads, folder: vscode.Uri.parse(folder, true), place });
		},
	});
}
