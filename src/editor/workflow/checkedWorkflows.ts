import type * as vscode from 'vscode';
import type { Finding } from '../../core/base/findings.ts';
import type { ProgressSource } from '../../core/runs/runProgress.ts';
import type { WorkflowDocument } from '../../core/workflow/document.ts';
import type { GraphNames, InputNaming, ReadWorkflow } from '../../core/workflow/graph/model.ts';
import type { NodeInfo } from '../../core/workflow/nodeInfo.ts';
import type { DocumentServices } from '../documents/documentServices.ts';

export interface WorkflowWithFindings {
	readonly parsed: WorkflowDocument;
	readonly nodeInfo: NodeInfo;
	readonly findings: readonly Finding[];
}

/** Workflow documents with their findings, for the graph, conversion and comparison. */
export interface CheckedWorkflows {
	/** Reads and checks a document; undefined if the text is currently not a workflow. */
	check(document: vscode.TextDocument): Promise<WorkflowWithFindings | undefined>;
	/** A document has new findings. */
	readonly onDidCheck: vscode.Event<vscode.TextDocument>;
	nodeInfo(document: vscode.Uri): Promise<NodeInfo>;
}

/** The workflow that the deployment of a document has saved. */
export interface SavedWorkflow {
	/** The deployment's name. */
	readonly name: string;
	readonly text: string;
}

/** Returns the saved workflow that a document belongs to; undefined without one. */
export type SavedWorkflowFor = (document: vscode.Uri) => Promise<SavedWorkflow | undefined>;

/** The progress of runs on the user's own engines, and the runs of a document. */
interface DocumentProgress extends ProgressSource {
	/** Returns the ids of the runs of a document in progress, the newest first. */
	activeRuns(document: vscode.Uri): readonly string[];
}

/** The names of inputs of documents that are files. */
export interface InputNames {
	/** Returns the names of the inputs of a document in API format, which that of the editor is, or was converted to. */
	of(document: vscode.TextDocument, read: ReadWorkflow): Promise<GraphNames>;
	/** Gives an input a name, or removes it. Returns the reversal of the change; undefined if nothing changed. */
	change(document: vscode.Uri, wanted: InputNaming): Promise<InputNaming | undefined>;
	/** Calls back when the names of a document may be others. */
	watch(document: vscode.Uri, changed: () => void): vscode.Disposable;
}

export interface GraphDeps extends Pick<DocumentServices, 'clock' | 'log' | 'documents'> {
	readonly workflows: CheckedWorkflows;
	readonly savedWorkflow: SavedWorkflowFor;
	readonly progress: DocumentProgress;
	/** Absent if files cannot be written. */
	readonly names?: () => Promise<InputNames>;
	/** Fires when `savedWorkflow` may answer otherwise than before. */
	readonly onDidChangeSaved: vscode.Event<unknown>;
}
