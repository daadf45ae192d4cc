import * as vscode from 'vscode';
import { type DeploymentFile, readDeploymentFile } from '../../../core/deployments/file/deploymentFile.ts';
import { deploymentFileEnding } from '../../../core/deployments/file/fileName.ts';
import type { DeploymentStore } from '../../../core/deployments/store.ts';
import { isDeploymentFile } from '../../documents/scope.ts';
import { inform } from '../../shell/messages.ts';
import { labelText } from '../../shell/plainText.ts';
import { chooseValue } from '../../shell/questions.ts';
import type { LiveTexts } from '../liveTexts.ts';
import type { DeploymentsNode } from '../nodes.ts';
import type { DeploymentServices } from '../services.ts';
import type { DeploymentFileIndex } from './index.ts';

export interface FileCommandDeps extends Pick<DeploymentServices, 'acts' | 'log' | 'signedIn' | 'store'> {
	readonly files: DeploymentFileIndex;
	readonly live: LiveTexts;
}

/** The subject of a command: a row, a file, or the active document. */
export type Subject = DeploymentsNode | vscode.Uri | undefined;

/** Reads a document with the known facts of the account. */
export function readFile(store: DeploymentStore, document: vscode.TextDocument): DeploymentFile {
	return readDeploymentFile(
		document.getText(),
		store.items.map(({ hardware }) => hardware),
	);
}

/** Returns the file that a command is called for. */
export async function documentOf(
	{ files, store }: FileCommandDeps,
	subject: Subject,
): Promise<vscode.TextDocument | undefined> {
	if (subject instanceof vscode.Uri) return vscode.workspace.openTextDocument(subject);
	await files.ready();
	if (subject?.kind === 'deployment') {
		const found = files.of(store.byId(subject.deployment.id) ?? subject.deployment);
		if (found !== undefined) return vscode.workspace.openTextDocument(found.uri);
		await inform(
			vscode.l10n.t(
				'No file in this workspace belongs to "{0}". "Pull" in its menu writes one.',
				labelText(subject.deployment.name),
			),
		);
		return undefined;
	}
	const active = vscode.window.activeTextEditor?.document;
	if (active !== undefined && isDeploymentFile(active)) return active;
	return pickFile(files);
}

async function pickFile(files: DeploymentFileIndex): Promise<vscode.TextDocument | undefined> {
	const rows = files.files.map((uri) => ({
		label: labelText(vscode.workspace.asRelativePath(uri)),
		value: uri,
	}));
	const none = vscode.l10n.t(
		'This workspace has no file whose name ends with "{0}". Pull one from a deployment first.',
		deploymentFileEnding,
	);
	const placeHolder = vscode.l10n.t('Select the file of a deployment');
	const uri = await chooseValue(rows, none, { placeHolder });
	return uri && vscode.workspace.openTextDocument(uri);
}
