import type * as vscode from 'vscode';
import { registerCommands } from '../shell/commands.ts';
import { registerPanelRestore } from '../shell/webviewRestore.ts';
import { documentOfCommand } from './commandTarget.ts';
import type { GraphPanels } from './graphPanels.ts';
import type { GraphDeps } from './workflowReader.ts';

/** Registers the graph panel: its command and its return after a reload. The panel itself is loaded with the first one. */
export function registerGraph(context: vscode.ExtensionContext, deps: GraphDeps): void {
	let loading: Promise<GraphPanels> | undefined;
	const panels = (): Promise<GraphPanels> => {
		loading ??= import('./graphPanels.ts').then((module) => {
			const made = new module.GraphPanels(context.extensionUri, deps);
			context.subscriptions.push(made);
			return made;
		});
		return loading;
	};
	context.subscriptions.push(
		registerCommands(deps.log, {
			'easel.showGraph': async (target: unknown) => {
				const document = await documentOfCommand(
					target,
					'Open a workflow document first, then show its graph.',
				);
				if (document !== undefined) await (await panels()).open(document);
			},
		}),
		registerPanelRestore('easel.graph', deps.log, async (panel, saved) =>
			(await panels()).restore(panel, saved),
		),
	);
}
