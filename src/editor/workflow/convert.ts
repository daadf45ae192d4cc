import * as vscode from 'vscode';
import { registerCommands } from '../shell/commands.ts';
import { documentOfCommand } from './commandTarget.ts';
import type { ConversionDeps } from './convertDocuments.ts';

/** Registers turning other formats into API documents: UI format, request bodies, metadata, pictures. Loaded on first use. */
export function registerConversion(context: vscode.ExtensionContext, deps: ConversionDeps): void {
	const load = async () => {
		const [module] = await Promise.all([import('./convertDocuments.ts'), deps.documents.workflows.load()]);
		return module;
	};
	context.subscriptions.push(
		registerCommands(deps.log, {
			'easel.convertWorkflow': async (target: unknown) => {
				const document = await documentOfCommand(
					target,
					vscode.l10n.t('Open a workflow in UI format first, then convert it.'),
				);
				if (document !== undefined) await (await load()).convertDocument(document, deps);
			},
			'easel.extractWorkflow': async (target: unknown) => {
				const picture = target instanceof vscode.Uri ? target : await choosePicture();
				if (picture !== undefined) await (await load()).extractFromPicture(picture, deps);
			},
		}),
		vscode.workspace.registerTextDocumentContentProvider('easel-report', {
			provideTextDocumentContent: async (uri) => (await load()).reportText(uri),
		}),
	);
}

async function choosePicture(): Promise<vscode.Uri | undefined> {
	const chosen = await vscode.window.showOpenDialog({
		title: vscode.l10n.t('Select a Picture with a Workflow'),
		openLabel: vscode.l10n.t('Extract Workflow'),
		filters: { [vscode.l10n.t('PNG pictures')]: ['png'] },
	});
	return chosen?.[0];
}
