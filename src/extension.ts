import './editor/shell/language.ts';

import * as vscode from 'vscode';
import { systemClock as clock } from './core/base/clock.ts';
import { lazy } from './core/base/lazy.ts';
import { UploadCaptions } from './core/captions/uploadCaptions.ts';
import { lazyServices } from './core/operations/node/lazyServices.ts';
import { registerAccount } from './editor/account/register.ts';
import { registerAgents } from './editor/agents/register.ts';
import { registerCaptions } from './editor/captions/register.ts';
import { registerDatasets } from './editor/datasets/register.ts';
import { registerUploads } from './editor/datasets/upload/register.ts';
import { WindowUploads } from './editor/datasets/upload/windowUploads.ts';
import { registerDeployments } from './editor/deployments/register.ts';
import { registerDocuments } from './editor/documents/register.ts';
import { registerJobs } from './editor/jobs/register.ts';
import { registerSamples } from './editor/jobs/samples/register.ts';
import { WindowJobs } from './editor/jobs/windowJobs.ts';
import { registerModels } from './editor/models/register.ts';
import { WindowRunBatches } from './editor/runs/batches/windowRunBatches.ts';
import { registerRuns } from './editor/runs/register.ts';
import { WindowRuns } from './editor/runs/windowRuns.ts';
import { lazyActs } from './editor/shell/acts/acts.ts';
import { registerCommands } from './editor/shell/commands.ts';
import { gettingStartedCommands } from './editor/shell/gettingStarted.ts';
import { registerSpending } from './editor/spending/register.ts';
import { registerTraining } from './editor/training/register.ts';
import { registerWebhooks } from './editor/webhooks/register.ts';
import { RunReports } from './editor/webhooks/runReports.ts';
import { registerComparison } from './editor/workflow/compare.ts';
import { registerConversion } from './editor/workflow/convert.ts';
import { registerGraph } from './editor/workflow/graph/panels.ts';
import { registerWorkflow } from './editor/workflow/register.ts';

/**
 * Starts the extension. This is the composition root: it builds the rooms, hands each its dependencies, and returns.
 * Nothing here waits; longer work begins after `activate` has returned.
 */
export function activate(context: vscode.ExtensionContext): void {
	const log = vscode.window.createOutputChannel('Easel', { log: true });
	context.subscriptions.push(
		log,
		registerCommands(log, { 'easel.showLog': () => log.show(), ...gettingStartedCommands(context) }),
	);

	// First, so that it receives every change of a text before its callers do.
	const documents = registerDocuments(context);
	const operations = () => import('./editor/windowServices.ts');
	const acts = lazyActs(async () => (await operations()).personActs(operationDeps));
	const account = registerAccount(context, { log, clock, acts });
	const { globalStorageUri: storage, secrets } = context;
	const [forDatasets, forJobs] = [account.withCapability('datasets'), account.withCapability('jobs')];
	const features = lazy(() => import('./editor/features.ts'));
	const reports = new RunReports();
	const opened = lazyServices(
		{
			session: account.session,
			sessions: { datasets: forDatasets.session, jobs: forJobs.session },
			folder: storage.fsPath,
			log,
			clock,
		},
		async () => (await features.get()).windowHooks(opened, hooksDeps),
	);
	const parts = { opened, features, log };
	const services = { ...account, log, clock, documents, ledger: opened.ledger, acts };
	/** The services for features that not every connection supports. */
	const [withDatasets, withJobs] = [
		{ ...services, ...forDatasets },
		{ ...services, ...forJobs },
	];
	const windowRuns = new WindowRuns(parts, account.session, storage);
	const batches = new WindowRunBatches(parts, account.session);
	const deployments = registerDeployments(context, { ...services, runs: windowRuns });
	const operationDeps = { ...account, log, clock, opened, deployments, secrets, storage };
	const jobs = new WindowJobs(parts, forJobs.session);
	const runs = registerRuns(context, {
		...services,
		windowRuns,
		batches,
		jobs,
		deployments,
		nodeInfo: (uri) => workflows.nodeInfo(uri),
	});
	const hooksDeps = {
		...services,
		context,
		webhookOf: reports.webhookOf,
		workflows: documents.workflows,
		savedWorkflows: runs.links.saved,
	};
	registerModels(context, { ...services, ...account.withCapability('catalog') });
	registerSpending(context, { ...services, deployments: deployments.store });
	const datasetStore = opened.datasets;
	const uploads = new WindowUploads(parts, forDatasets.session);
	const uploadCaptions = new UploadCaptions();
	registerUploads(context, { ...withDatasets, uploads, datasetStore, uploadCaptions });
	registerDatasets(context, { ...withDatasets, uploads, datasetStore });
	const training = registerTraining(context, {
		...withJobs,
		datasetStore,
		uploads,
		jobs,
		revealJob: (job) => jobsApi.reveal(job),
	});
	const jobsApi = registerJobs(context, {
		...withJobs,
		jobs,
		changes: training,
	});
	registerWebhooks(context, { ...services, windowRuns, reports });
	registerAgents(context, {
		...services,
		services: async () => (await operations()).agentServices(operationDeps),
	});
	registerCaptions(context, { ...services, uploadCaptions });
	registerSamples(context, { ...withJobs, jobs });
	const workflows = registerWorkflow(
		context,
		{
			...services,
			nodeInfoFor: runs.links.nodeInfoFor,
			onDidChangeNodeInfo: runs.links.onDidChange,
			hasPartnerKey: runs.hasPartnerKey,
		},
		async () => (await import('./editor/workflow/features.ts')).startFeatures,
	);
	const workflowDeps = {
		...services,
		workflows,
		savedWorkflow: runs.links.savedWorkflow,
		onDidChangeSaved: runs.links.onDidChange,
		progress: runs.progress,
		names: runs.names,
	};
	registerGraph(context, workflowDeps);
	registerConversion(context, workflowDeps);
	registerComparison(context, { ...workflowDeps, chooseSaved: runs.chooseSaved });
	// Last, because it is closed after everything that uses it.
	context.subscriptions.push(uploads, jobs, opened);
}
