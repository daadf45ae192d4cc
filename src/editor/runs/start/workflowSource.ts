import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { deploymentScheme } from '../../../core/deployments/documentScheme.ts';
import { whyNotRunnable } from '../../../core/runs/plan/runnable.ts';
import type { RunSource } from '../../../core/runs/start/runSource.ts';
import type { DocumentKind, WorkflowDocument } from '../../../core/workflow/document.ts';
import { workflowInside } from '../../../core/workflow/inside.ts';
import { activeUri } from '../../documents/activeDocument.ts';
import type { WorkflowDocuments } from '../../documents/workflowDocuments.ts';
import { runCommand } from '../../shell/commands.ts';
import { inform, warn } from '../../shell/messages.ts';
import { revealRange } from '../reveal.ts';

/** A workflow document to run: its text and its place. */
export interface WorkflowSource {
	readonly document: WorkflowDocument;
	readonly uri: vscode.Uri;
	/** The name of the document, as the person knows it. */
	readonly name: string;
	/** The folder against which relative media paths are read; absent for documents that are not files. */
	readonly folder?: string;
	/** The values that were already drawn into it, of a document that ran. */
	readonly drawn?: RunSource['drawn'];
}

/**
 * Returns the document of a command: its argument, else the active one. Without one, as in the walkthrough, it is the
 * workflow next to it.
 */
export async function sourceOfCommand(
	workflows: WorkflowDocuments,
	uri: unknown,
): Promise<WorkflowSource | undefined> {
	const target = uri instanceof vscode.Uri ? uri : (activeUri() ?? visibleWorkflow(workflows)?.document.uri);
	if (!target) {
		await inform(vscode.l10n.t('Open a workflow document ({0}) first, then run it.', 'workflow_api.json'));
		return undefined;
	}
	const source = await readSource(workflows, target);
	if (source.document.kind === 'api' && whyNotRunnable(source.document) === undefined) return source;
	await explain(source);
	return undefined;
}

function visibleWorkflow(workflows: WorkflowDocuments): vscode.TextEditor | undefined {
	return vscode.window.visibleTextEditors.find(({ document }) => workflows.get(document)?.kind === 'api');
}

/** Reads the current text of a document in the editor, saved or not. */
export async function readSource(workflows: WorkflowDocuments, uri: vscode.Uri): Promise<WorkflowSource> {
	const document = workflows.read(await vscode.workspace.openTextDocument(uri));
	const file = basename(uri.path);
	const name = uri.scheme === deploymentScheme ? file.replace(/\.json$/, '') : file;
	return {
		document,
		uri,
		name,
		...(uri.scheme === 'file' ? { folder: dirname(uri.fsPath) } : {}),
	};
}

/** Returns the reason why a document of a kind cannot be run. */
function reasonOf(kind: Exclude<DocumentKind, 'broken'>, name: string): string {
	switch (kind) {
		case 'api':
			return vscode.l10n.t('"{0}" has no nodes, so there is nothing to run.', name);
		case 'ui':
			return vscode.l10n.t(
				'"{0}" is a workflow in UI format, which the node editor saves. The service runs the API format: convert it here, or choose Workflow > Export (API) in the node editor.',
				name,
			);
		case 'requestBody':
			return vscode.l10n.t(
				'"{0}" is a saved request body with a workflow inside. Open its "prompt" or "workflow_api_json" part as a document of its own, then run that.',
				name,
			);
		case 'metadata':
			return vscode.l10n.t(
				'"{0}" has a workflow in both formats, as extracted from a picture. Open the "prompt" part as a document, then run that.',
				name,
			);
		case 'other':
			return vscode.l10n.t(
				'"{0}" is not a workflow: a workflow document maps node IDs to objects with "class_type" and "inputs". In the node editor, choose Workflow > Export (API).',
				name,
			);
	}
}

/** Reports why a document cannot be run, with the action that helps. */
async function explain(source: WorkflowSource): Promise<void> {
	const { document, name, uri } = source;
	const [problem] = document.problems;
	if (document.kind === 'broken' || (document.kind === 'api' && problem)) return explainProblem(source);
	if (document.kind === 'ui') {
		const convert = await warn(reasonOf(document.kind, name), vscode.l10n.t('Convert to API Format'));
		if (convert) await runCommand('easel.convertWorkflow', uri);
		return;
	}
	const inside = workflowInside(document);
	const open = inside === undefined ? [] : [vscode.l10n.t('Open the Workflow')];
	const choice = await warn(reasonOf(document.kind, name), ...open);
	if (choice && inside !== undefined) {
		const opened = await vscode.workspace.openTextDocument({ language: 'json', content: inside.text });
		await vscode.window.showTextDocument(opened);
	}
}

async function explainProblem({ document, name, uri }: WorkflowSource): Promise<void> {
	const [problem] = document.problems;
	const why = whyNotRunnable(document)?.message ?? '';
	const text = vscode.l10n.t('"{0}" cannot be run. {1}', name, why);
	if ((await warn(text, vscode.l10n.t('Go to Problem'))) === undefined) return;
	const shown = await vscode.workspace.openTextDocument(uri);
	await revealRange(shown, problem?.range);
}
