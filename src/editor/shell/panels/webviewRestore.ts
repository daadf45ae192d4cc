import * as vscode from 'vscode';
import type { Log } from '../../../core/base/log.ts';
import type { PanelId } from '../ids.ts';

/**
 * Restores panels after a reload of the window. Call it while the extension activates; `restore` may load its modules, read the state with
 * `savedIdentity` and fill `panel` with `createPanel({ ..., restored })`. If it returns false or throws, the panel is closed: an empty one
 * is of no use.
 */
export function registerPanelRestore(
	viewType: PanelId,
	log: Log,
	restore: (panel: vscode.WebviewPanel, saved: unknown) => Promise<boolean>,
): vscode.Disposable {
	return vscode.window.registerWebviewPanelSerializer(viewType, {
		async deserializeWebviewPanel(panel: vscode.WebviewPanel, saved: unknown) {
			try {
				if (await restore(panel, saved)) return;
				log.warn(`Panel ${viewType}: closed, because its content is unknown.`);
			} catch (cause) {
				log.error(`Panel ${viewType}: closed, because it could not be restored`, cause);
			}
			panel.dispose();
		},
	});
}
