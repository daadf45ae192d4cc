import type * as vscode from 'vscode';
import type { Log } from '../../core/base/log.ts';
import { lazyCommands, registerCommands } from '../shell/commands.ts';
import { captionsCommandIds } from '../shell/ids.ts';
import { captionsPanels } from './panels.ts';

/** Registers the captions panels and the command that opens one. */
export function registerCaptions(context: vscode.ExtensionContext, { log }: { readonly log: Log }): void {
	const panels = captionsPanels(context, log);
	const load = async () => (await import('./panel.ts')).captionCommands(panels);
	context.subscriptions.push(panels, registerCommands(log, lazyCommands(captionsCommandIds, load)));
}
