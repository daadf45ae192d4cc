import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { whyNotRunnable } from '../../core/runs/runnable.ts';
import type { DocumentKind, WorkflowDocument } from '../../core/workflow/document.ts';
import { deploymentScheme } from '../deployments/documents.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { runCommand } from '../shell/commands.ts';
import { editorRange } from '../shell/findings.ts';
import { inform, warn } from '../shell/messages.ts';

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
		await inform('Open a workflow document (workflow_api.json) first, then run it.');
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

/** Reads a document as it stands in the editor, saved or not. */
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

const reasons: Record<Exclude<DocumentKind, 'broken'>, string> = {
	api: 'has no nodes, so there is nothing to run.',
	ui: 'is a workflow in UI format, which the node editor saves. The service runs the API format: convert it here, or choose Workflow > Export (API) in the node editor.',
	requestBody:
		'is a saved request body with a workflow inside. Open its "prompt" or "workflow_api_json" part as a document of its own, then run that.',
	metadata:
		'holds a workflow in both formats, as taken from a picture. Keep the "prompt" part as a document of its own, then run that.',
	other:
		'is not a workflow: a workflow document maps node ids to objects with "class_type" and "inputs". In the node editor choose Workflow > Export (API).',
};

/** Says why a document cannot be run, with the way to what has to be done. */
async function explain(source: WorkflowSource): Promise<void> {
	const { document, name, uri } = source;
	const [problem] = document.problems;
	if (document.kind === 'broken' || (document.kind === 'api' && problem)) return explainProblem(source);
	const convert = document.kind === 'ui' ? ['Convert to API Format'] : [];
	const choice = await warn(`${name} ${reasons[document.kind]}`, ...convert);
	if (choice) await runCommand('easel.convertWorkflow', uri);
}

async function explainProblem({ document, name, uri }: WorkflowSource): Promise<void> {
	const [problem] = document.problems;
	const why = whyNotRunnable(document)?.message ?? '';
	if ((await warn(`${name} cannot be run. ${why}`, 'Go to Problem')) === undefined) return;
	const text = await vscode.workspace.openTextDocument(uri);
	const selection = problem && editorRange(text, problem.range);
	await vscode.window.showTextDocument(text, selection ? { selection } : {});
}
