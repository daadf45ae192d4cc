import * as vscode from 'vscode';
import { type ClientLanguage, clientLanguages } from '../../../core/clients/model.ts';
import { workflowClient } from '../../../core/operations/named/client.ts';
import { labelText } from '../../shell/plainText.ts';
import type { RunServices } from '../services.ts';
import { sourceOfCommand } from '../start/workflowSource.ts';
import { fileOf, openFile } from './files.ts';

const languageNames: Readonly<Record<ClientLanguage, string>> = {
	typescript: 'TypeScript',
	python: 'Python',
};

/** Creates a client of a workflow for a program, next to the document, for the service or the engine in use; replaces an existing one. */
export function clientCommand({
	acts,
	session,
	workflows,
}: Pick<RunServices, 'acts' | 'session' | 'workflows'>) {
	return {
		'easel.makeClient': async (uri: unknown) => {
			const source = await sourceOfCommand(workflows, uri);
			const path = source && (await fileOf(source));
			if (!source || !path) return;
			const { connection } = session.current;
			const chosen = await vscode.window.showQuickPick(
				clientLanguages.map((language) => ({ label: languageNames[language], language })),
				{
					title: vscode.l10n.t('Make Client of {0}', labelText(source.name)),
					placeHolder: vscode.l10n.t('A file without dependencies that runs this workflow from a program'),
				},
			);
			if (chosen === undefined) return;
			const made = await acts.done(workflowClient, {
				path,
				language: chosen.language,
				target: connection.capabilities.deployments ? 'service' : 'engine',
				out: vscode.Uri.joinPath(source.uri, '..').fsPath,
			});
			if (made?.path !== undefined) await openFile(made.path);
		},
	};
}
