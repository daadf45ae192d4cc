import * as vscode from 'vscode';
import { registerCommands } from '../shell/commands.ts';
import type { ConversionDeps } from './convertDocuments.ts';

/** Registers turning other formats into API documents: UI format, request bodies, metadata, pictures. Loaded on first use. */
export function registerConversion(context: vscode.ExtensionContext, deps: ConversionDeps): void {
	const load = async () => {
		const [module] = await Promise.all([import('./convertDocuments.ts'), deps.documents.workflows.load()]);
		return module;
	};
	context.subscriptions.push(
		registerCommands(deps.log, {
			'easel.convertWorkflow': async (target: unknown) => (await load()).convertDocument(target, deps),
			'easel.extractWorkflow': async (target: unknown) => (await load()).extractFromPicture(target, deps),
		}),
		vscode.workspace.registerTextDocumentContentProvider('easel-report', {
			provideTextDocumentContent: async (uri) => (await load()).reportText(uri),
		}),
	);
}
