import type * as vscode from 'vscode';
import type { DeploymentStore } from '../../core/deployments/store.ts';
import type { RunTargets } from '../../core/runs/start/runTargets.ts';
import type { SandboxKeeper } from '../../core/sandboxHost/sandboxKeeper.ts';
import type { NodeInfo } from '../../core/workflow/nodeInfo.ts';
import type { DocumentServices } from '../documents/documentServices.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import type { WindowJobs } from '../jobs/windowJobs.ts';
import type { OtherConnections } from '../shell/appServices.ts';
import type { WindowRuns } from './windowRuns.ts';

/** The services of every part of this room, built once when it is registered. */
export interface RunServices extends DocumentServices {
	readonly context: vscode.ExtensionContext;
	readonly windowRuns: WindowRuns;
	readonly workflows: WorkflowDocuments;
	readonly store: DeploymentStore;
	readonly targets: RunTargets;
	readonly jobs: WindowJobs;
	readonly connections: OtherConnections;
	readonly sandbox: SandboxKeeper;
	readonly nodeInfo: (document: vscode.Uri) => Promise<NodeInfo>;
}
