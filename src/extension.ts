import './editor/shell/language.ts';

import * as vscode from 'vscode';
import { systemClock as clock } from './core/base/clock.ts';
import { UploadCaptions } from './core/captions/uploadCaptions.ts';
import type { Capabilities } from './core/connection/connection.ts';
import { registerAccount } from './editor/account/register.ts';
import { registerAgents } from './editor/agents/register.ts';
import { registerCaptions } from './editor/captions/register.ts';
import { lazyDatasetStore } from './editor/datasets/lazyDatasetStore.ts';
import { registerDatasets } from './editor/datasets/register.ts';
import { registerUploads } from './editor/datasets/upload/register.ts';
import { WindowUploads } from './editor/datasets/upload/windowUploads.ts';
import { registerDeployments } from './editor/deployments/register.ts';
import { registerDocuments } from './editor/documents/register.ts';
import { readHubToken } from './editor/jobs/hubToken.ts';
import { registerJobs } from './editor/jobs/register.ts';
import { registerSamples } from './editor/jobs/samples/register.ts';
import { WindowJobs } from './editor/jobs/windowJobs.ts';
import { registerModels } from './editor/models/register.ts';
import { registerRuns } from './editor/runs/register.ts';
import { WindowRuns } from './editor/runs/windowRuns.ts';
import { lazyActs } from './editor/shell/acts/acts.ts';
import { registerCommands } from './editor/shell/commands.ts';
import { gettingStartedCommands } from './editor/shell/gettingStarted.ts';
import { LazyLedger } from './editor/shell/lazyLedger.ts';
import { registerSpending } from './editor/spending/register.ts';
import { registerTraining } from './editor/training/register.ts';
import { registerWebhooks } from './editor/webhooks/register.ts';
import { RunReports } from './editor/webhooks/runReports.ts';
import { registerComparison } from './editor/workflow/compare.ts';
import { registerConversion } from './editor/workflow/convert.ts';
import { registerGraph } from './editor/workflow/graph/panels.ts';
import { registerWorkflow } from './editor/workflow/register.ts';

/**
 * Starts the extension. This is the composition root: builds the rooms, hands each what it needs, and returns. Nothing here waits; what
 * takes time begins after `activate` has returned.
 */
export function activate(context: vscode.ExtensionContext): void {
	const log = vscode.window.createOutputChannel('Easel', { log: true });
	context.subscriptions.push(
		log,
		registerCommands(log, { 'easel.showLog': () => log.show(), ...gettingStartedCommands(context) }),
	);

	// First, so that it receives every change of a text before its callers do.
	const documents = registerDocuments(context);
	const account = registerAccount(context, { log, clock });
	const { globalStorageUri: storage, secrets } = context;
	const ledger = new LazyLedger({ ...account, log, clock, storage });
	const operations = () => import('./editor/windowServices.ts');
	const acts = lazyActs(async () => (await operations()).personActs(operationDeps));
	const services = { ...account, log, clock, documents, ledger, acts };
	/** Returns the services for something that not every connection can do. */
	const having = (capability: keyof Capabilities) => ({ ...services, ...account.having(capability) });
	const [withDatasets, withJobs] = [having('datasets'), having('jobs')];
	const reports = new RunReports();
	const windowRuns = new WindowRuns(ledger, log, account.session, secrets, reports.webhookOf);
	const deployments = registerDeployments(context, { ...services, runs: windowRuns });
	const jobs = new WindowJobs(ledger, log, withJobs.session, (connection) =>
		readHubToken(secrets, connection),
	);
	const runs = registerRuns(context, { ...services, windowRuns, jobs, deployments });
	registerModels(context, having('catalog'));
	registerSpending(context, { ...services, deployments: deployments.store });
	const datasetStore = lazyDatasetStore(withDatasets.session);
	const uploads = new WindowUploads(ledger, log, withDatasets.session);
	uploads.onDidDescribe((dataset) => datasetStore.value?.replace(dataset));
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
	const { batches } = runs;
	const operationDeps = {
		...services,
		windowRuns,
		jobs,
		uploads,
		deployments,
		datasetStore,
		batches,
		secrets,
		storage,
	};
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
			nodeInfoFor: (uri) => runs.savedWorkflows.nodeInfoFor(uri),
			onDidChangeNodeInfo: runs.onDidChangeLinks,
			hasPartnerKey: runs.hasPartnerKey,
		},
		async () => (await import('./editor/workflow/features.ts')).startFeatures,
	);
	const workflowDeps = {
		...services,
		workflows,
		savedWorkflow: (uri: vscode.Uri) => runs.savedWorkflows.forDocument(uri),
		onDidChangeSaved: runs.onDidChangeLinks,
		progress: runs.progress,
	};
	registerGraph(context, workflowDeps);
	registerConversion(context, workflowDeps);
	registerComparison(context, { ...workflowDeps, chooseSaved: runs.chooseSaved });
	// Last, because it is closed after what works on it.
	context.subscriptions.push(datasetStore, uploads, jobs, ledger);
}
