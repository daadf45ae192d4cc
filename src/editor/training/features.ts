import * as vscode from 'vscode';
import type { DatasetStore } from '../../core/datasets/datasetStore.ts';
import { AccountDatasets } from '../../core/datasets/knowledge.ts';
import { hasOwnName, type JobRecord } from '../../core/jobs/jobRecord.ts';
import type { DatasetKnowledge } from '../../core/training/context.ts';
import type { TrainingTexts } from '../documents/trainingDocuments.ts';
import type { TrainingDeps } from './deps.ts';
import { languageFeatures } from './languageFeatures.ts';
import { AccountJobs } from './submit/accountJobs.ts';
import { GpuChoices } from './submit/gpuChoices.ts';
import { HubTokens } from './submit/hubTokens.ts';
import { JobEdits } from './submit/jobEdits.ts';
import { submitLenses } from './submit/lenses.ts';
import { Refusals } from './submit/refusals.ts';
import { TrainingChecks } from './trainingChecks.ts';

export interface TrainingFeatures extends vscode.Disposable {
	readonly checks: TrainingChecks;
	readonly accountJobs: AccountJobs;
	readonly edits: JobEdits;
	readonly gpus: GpuChoices;
	readonly refusals: Refusals;
	readonly hubTokens: HubTokens;
}

/** Starts checks and language features for training configurations. `texts` and `store` are those of `deps`, loaded. */
export function startFeatures(
	context: Pick<vscode.ExtensionContext, 'extensionUri' | 'workspaceState' | 'secrets'>,
	deps: TrainingDeps,
	texts: TrainingTexts,
	store: DatasetStore,
): TrainingFeatures {
	const { extensionUri, workspaceState, secrets } = context;
	const { jobs, session, log } = deps;
	const datasets = new AccountDatasets({ store, session });
	const accountJobs = new AccountJobs(jobs);
	const edits = new JobEdits(workspaceState, jobs);
	const hubTokens = new HubTokens(secrets, session, log);
	const refusals = new Refusals(vscode.Uri.joinPath(extensionUri, 'docs', 'rules'));
	const checks = new TrainingChecks(extensionUri, deps, texts, {
		knowledge: (uri) => knowledgeFor(uri, datasets, store, accountJobs),
		submission(uri) {
			const job = edits.of(uri);
			return job === undefined ? {} : { submission: editOf(job) };
		},
		hubToken: () => hubTokens.isStored,
		hasVariable: (name) => process.env[name] !== undefined,
		onDidChange: [
			accountJobs.onDidChangeNames,
			edits.onDidChange,
			(listener) => datasets.onDidChange(() => listener()),
			hubTokens.onDidChange,
		],
	});
	const topLenses = {
		onDidChange: (listener: () => unknown) =>
			vscode.Disposable.from(accountJobs.onDidChange(listener), edits.onDidChange(listener)),
		of: (document: vscode.TextDocument, range: vscode.Range) =>
			submitLenses(document.uri, range, edits, accountJobs),
	};
	const all = vscode.Disposable.from(
		checks,
		refusals,
		edits,
		hubTokens,
		accountJobs,
		datasets,
		languageFeatures(checks, topLenses, log),
	);
	return {
		checks,
		accountJobs,
		edits,
		refusals,
		hubTokens,
		gpus: new GpuChoices(workspaceState, () => session.current.connection),
		dispose: () => all.dispose(),
	};
}

/** Returns the facts of the account, without waiting for them. The name of a job is not reported in the document of that job. */
function knowledgeFor(
	uri: vscode.Uri,
	datasets: AccountDatasets,
	store: DatasetStore,
	jobs: AccountJobs,
): DatasetKnowledge {
	return {
		lookup: (name) => datasets.lookup(name),
		names: () => datasets.names(),
		stateOf: (name) => store.items.find((each) => each.name === name)?.state,
		jobNameTaken: (name) => jobs.taken(name, uri),
	};
}

function editOf(job: JobRecord) {
	const { name, state } = job;
	const named = hasOwnName(job) ? { originalName: name } : {};
	return { operation: 'edit', ...named, ...(state === '' ? {} : { jobStatus: state }) } as const;
}
