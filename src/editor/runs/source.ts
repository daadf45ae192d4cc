import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { DocumentKind, WorkflowDocument } from '../../core/workflow/document.ts';
import { deploymentScheme } from '../deployments/documents.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { runCommand } from '../shell/commands.ts';
import { tell, warn } from '../shell/messages.ts';

/** A workflow document on its way to a run: what it says and where it stands. */
export interface WorkflowSource {
	readonly document: WorkflowDocument;
	readonly uri: vscode.Uri;
	/** What the person calls it. */
	readonly name: string;
	/** The folder against which relative media paths are read; absent for documents that are not files. */
	readonly folder?: string;
}

/**
 * The document a command means: the one it was called on, else the one in the active editor. Where no text has the focus,
 * as in the walkthrough or a panel, it is the workflow that stands beside it.
 */
export async function sourceOfCommand(
	workflows: WorkflowDocuments,
	uri: unknown,
): Promise<WorkflowSource | undefined> {
	const target =
		uri instanceof vscode.Uri
			? uri
			: (vscode.window.activeTextEditor ?? visibleWorkflow(workflows))?.document.uri;
	if (!target) {
		await tell('Open a workflow document (workflow_api.json) first, then run it.');
		return undefined;
	}
	const source = await readSource(workflows, target);
	if (source.document.kind === 'api' && source.document.nodes.length > 0) return source;
	await explain(source);
	return undefined;
}

function visibleWorkflow(workflows: WorkflowDocuments): vscode.TextEditor | undefined {
	return vscode.window.visibleTextEditors.find(({ document }) => workflows.get(document)?.kind === 'api');
}

/** Reads a document as it stands in the editor, saved or not. */
export async function readSource(workflows: WorkflowDocuments, uri: vscode.Uri): Promise<WorkflowSource> {
	const document = workflows.read(await vscode.workspace.openTextDocument(uri));
	const name =
		uri.scheme === deploymentScheme ? (uri.path.split('/').at(-2) ?? 'saved workflow') : basename(uri.path);
	return {
		document,
		uri,
		name,
		...(uri.scheme === 'file' ? { folder: dirname(uri.fsPath) } : {}),
	};
}

const reasons: Record<DocumentKind, string> = {
	api: 'has no nodes, so there is nothing to run.',
	ui: 'is a workflow in UI format, the one that the node editor saves. The service runs the API format: in the node editor choose Workflow > Export (API), or convert it here.',
	requestBody:
		'is a saved request body with a workflow inside. Open its "prompt" or "workflow_api_json" part as a document of its own, then run that.',
	metadata:
		'holds a workflow in both formats, as taken from a picture. Keep the "prompt" part as a document of its own, then run that.',
	other:
		'is not a workflow: a workflow document maps node ids to objects with "class_type" and "inputs". In the node editor choose Workflow > Export (API).',
	broken: 'cannot be read as JSON. Mend the places that the Problems view shows, then run it.',
};

async function explain({ document, name, uri }: WorkflowSource): Promise<void> {
	const convert = document.kind === 'ui' ? ['Convert to API Format'] : [];
	const choice = await warn(`${name} ${reasons[document.kind]}`, ...convert);
	if (choice) await runCommand('easel.convertWorkflow', uri);
}
