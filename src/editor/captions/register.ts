import type * as vscode from 'vscode';
import { registerLazyCommands } from '../shell/commands.ts';
import { captionsCommandIds } from '../shell/ids.ts';
import { type CaptionsDeps, captionsPanels } from './panels.ts';

/** Registers the captions panels and the command that opens one. */
export function registerCaptions(context: vscode.ExtensionContext, deps: CaptionsDeps): void {
	const { log } = deps;
	const panels = captionsPanels(context, deps);
	const load = async () => (await import('./panel.ts')).captionCommands(panels);
	context.subscriptions.push(panels, registerLazyCommands(log, captionsCommandIds, load));
}
