import * as vscode from 'vscode';
import { registerAccount } from './editor/account/register.ts';
import { registerDeployments } from './editor/deployments/register.ts';
import { registerDocuments } from './editor/documents/register.ts';
import { LazyRunService } from './editor/runs/lazyRunService.ts';
import { registerRuns } from './editor/runs/register.ts';
import { registerCommands } from './editor/shell/commands.ts';
import { gettingStartedCommands } from './editor/shell/gettingStarted.ts';
import { registerTraining } from './editor/training/register.ts';
import { registerComparison } from './editor/workflow/compare.ts';
import { registerConversion } from './editor/workflow/convert.ts';
import { registerGraph } from './editor/workflow/graph.ts';
import { registerWorkflow } from './editor/workflow/register.ts';

/**
 * The composition root: builds the rooms, hands each what it needs, and returns. Nothing here waits; what takes time
 * begins after `activate` has returned.
 */
export function activate(context: vscode.ExtensionContext): void {
	const log = vscode.window.createOutputChannel('Easel', { log: true });
	context.subscriptions.push(
		log,
		registerCommands(log, { 'easel.showLog': () => log.show(), ...gettingStartedCommands(context) }),
	);

	const documents = registerDocuments(context);
	const account = registerAccount(context, { log });
	const history = new LazyRunService(context.globalStorageUri, log, account.session, context.secrets);
	const deployments = registerDeployments(context, {
		log,
		session: account.session,
		ready: account.ready,
		runs: history,
	});
	const runs = registerRuns(context, {
		log,
		session: account.session,
		ready: account.ready,
		signIn: account.signIn,
		history,
		onSandboxReset: account.sandbox.onDidReset,
		deployments,
		workflows: documents.workflows,
	});
	registerTraining(context, { log, documents });
	const workflows = registerWorkflow(context, {
		log,
		documents,
		nodeInfoFor: (uri) => runs.savedWorkflows.nodeInfoFor(uri),
		onDidChangeNodeInfo: runs.onDidChangeLinks,
		hasPartnerKey: runs.hasPartnerKey,
	});
	const workflowDeps = {
		log,
		workflows,
		documents: documents.workflows,
		savedWorkflow: (uri: vscode.Uri) => runs.savedWorkflows.forDocument(uri),
		onDidChangeSaved: runs.onDidChangeLinks,
	};
	registerGraph(context, workflowDeps);
	registerConversion(context, workflowDeps);
	registerComparison(context, { ...workflowDeps, chooseSaved: runs.chooseSaved });
}
