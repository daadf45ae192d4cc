import * as vscode from 'vscode';
import { compact } from '../../../core/base/compact.ts';
import type { Deployment } from '../../../core/deployments/deployment.ts';
import { deploymentFileText, settingEdits } from '../../../core/deployments/file/deploymentFileText.ts';
import { deploymentFileEnding, isDeploymentFileName } from '../../../core/deployments/file/fileName.ts';
import { settingsOf } from '../../../core/deployments/settings.ts';
import { deploymentGet } from '../../../core/operations/deployments/show.ts';
import { safeFileName } from '../../../core/transfers/names.ts';
import { workspaceEdit } from '../../shell/findings.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { mayReplace } from '../../shell/saveFiles.ts';
import { pickDeployment } from '../commands.ts';
import { type FileCommandDeps, readFile, type Subject } from './subject.ts';

/** Writes the settings that a deployment has into its file, or into a new one. */
export async function pull(deps: FileCommandDeps, subject: Subject): Promise<void> {
	const { acts, files } = deps;
	if ((await deps.signedIn()) === undefined) return;
	const id = subject instanceof vscode.Uri ? await idOfFile(deps, subject) : await idOfRow(deps, subject);
	if (id === undefined) return;
	const live = await acts.done(deploymentGet, { id });
	if (live === undefined) return;
	await files.ready();
	const existing = subject instanceof vscode.Uri ? subject : files.of(live)?.uri;
	if (existing === undefined) await writeNew(live);
	else await pullInto(deps, existing, live);
}

async function idOfFile({ store }: FileCommandDeps, uri: vscode.Uri): Promise<string | undefined> {
	const { id } = readFile(store, await vscode.workspace.openTextDocument(uri));
	if (id === undefined)
		await inform(
			vscode.l10n.t('The file does not specify a deployment. Add a line with its ID, such as "id: ...".'),
		);
	return id;
}

async function idOfRow(
	{ store }: FileCommandDeps,
	node: Exclude<Subject, vscode.Uri>,
): Promise<string | undefined> {
	if (node?.kind === 'deployment') return node.deployment.id;
	return (await pickDeployment(store, vscode.l10n.t('Pull Deployment into File')))?.id;
}

async function pullInto({ store }: FileCommandDeps, uri: vscode.Uri, live: Deployment): Promise<void> {
	const document = await vscode.workspace.openTextDocument(uri);
	const text = document.getText();
	const edits = settingEdits(text, readFile(store, document), settingsOf(live), live.id);
	await vscode.window.showTextDocument(document);
	const name = labelText(live.name);
	if (edits.length === 0) {
		await inform(vscode.l10n.t('The file already has the settings of "{0}".', name));
		return;
	}
	await vscode.workspace.applyEdit(workspaceEdit(document, edits));
	await inform(vscode.l10n.t('The file now has the settings of "{0}". Save it to keep them.', name));
}

async function writeNew(live: Deployment): Promise<void> {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	const name = `${safeFileName(live.name, 'deployment')}${deploymentFileEnding}`;
	const chosen = await vscode.window.showSaveDialog({
		...compact({ defaultUri: folder && vscode.Uri.joinPath(folder.uri, name) }),
		filters: { [vscode.l10n.t('Deployment')]: ['deployment.yaml', 'yaml', 'yml'] },
		title: vscode.l10n.t('Pull Deployment into File'),
	});
	if (chosen === undefined) return;
	const uri = isDeploymentFileName(chosen.path)
		? chosen
		: chosen.with({ path: chosen.path.replace(/(\.ya?ml)?$/i, deploymentFileEnding) });
	// The dialog has asked about the chosen name, not about this one.
	if (uri !== chosen && !(await mayReplace(uri))) return;
	await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(deploymentFileText(live)));
	await vscode.window.showTextDocument(uri);
}
