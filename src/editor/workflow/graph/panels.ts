import * as vscode from 'vscode';
import type { GraphIdentity } from '../../../core/workflow/graph/messages.ts';
import { registerCommands } from '../../shell/commands.ts';
import { PanelRegistry } from '../../shell/panels/panelRegistry.ts';
import type { GraphDeps } from '../checkedWorkflows.ts';
import type { GraphPanel } from './panel.ts';

const identityOf = ({ uri }: vscode.TextDocument): GraphIdentity => ({ uri: uri.toString() });

/** Registers the graph panels, one for each document. The modules that they need are loaded with the first. */
export function registerGraph(context: vscode.ExtensionContext, deps: GraphDeps): void {
	const { log } = deps;
	const panels = new PanelRegistry<GraphIdentity, GraphPanel>({
		viewType: 'easel.graph',
		log,
		identify: async (saved) => (await import('./panel.ts')).savedGraph(saved),
		keyOf: ({ uri }) => uri,
		async create({ uri }, place) {
			const [{ GraphPanel }, document] = await Promise.all([
				import('./panel.ts'),
				vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true)),
				deps.documents.workflows.load(),
			]);
			return GraphPanel.create({ extensionUri: context.extensionUri, deps, document, place });
		},
	});
	const of = (document: vscode.TextDocument): GraphPanel | undefined => panels.get(identityOf(document));
	context.subscriptions.push(
		panels,
		registerCommands(log, {
			'easel.showGraph': async (target: unknown) => {
				const document = await (await import('./panel.ts')).graphDocument(target);
				if (document !== undefined) await panels.open(identityOf(document), { preserveFocus: true });
			},
		}),
		deps.onDidChangeSaved(() => {
			for (const panel of panels.all()) panel.savedChanged();
		}),
		deps.workflows.onDidCheck((document) => of(document)?.documentChanged()),
		// A text that stops being a workflow is no longer checked, but its panel must follow it.
		vscode.workspace.onDidChangeTextDocument(({ document }) => of(document)?.documentTouched()),
		vscode.window.onDidChangeTextEditorSelection((event) =>
			of(event.textEditor.document)?.cursorMoved(event),
		),
	);
}
