import { accountOperations } from './account.ts';
import { batchOperations } from './batches.ts';
import { captionOperations } from './captions.ts';
import { datasetOperations } from './datasets/datasets.ts';
import { deploymentOperations } from './deployments/deployments.ts';
import { documentOperations } from './documents.ts';
import { engineOperations } from './engine.ts';
import { instanceOperations } from './instance.ts';
import { jobOperations } from './jobs/jobs.ts';
import { jobTemplate } from './jobs/template.ts';
import { missingOperations } from './missing.ts';
import { modelOperations } from './models.ts';
import { appWrite } from './named/app.ts';
import { workflowClient, workflowClientCheck } from './named/client.ts';
import { namedOperations } from './named/inputs.ts';
import { presetSave } from './named/presets.ts';
import { presetOperations } from './named/presetUse.ts';
import type { Operation } from './operation.ts';
import { inputRunOperations } from './runs/inputs.ts';
import { runOperations } from './runs/runs.ts';
import { severalRunOperations } from './runs/several.ts';
import { runEach } from './sweeps/each.ts';
import { sweepMake } from './sweeps/make.ts';
import { runSweep, sweepResults } from './sweeps/sweep.ts';
import { webhookOperations } from './webhooks.ts';
import { workflowOperations } from './workflow.ts';

/** All acts, by their ids: the command line, agents and their documentation are read from here. */
export const operations: ReadonlyMap<string, Operation<never, unknown>> = new Map(
	[
		...accountOperations,
		...modelOperations,
		...inputRunOperations,
		...instanceOperations,
		...engineOperations,
		...webhookOperations,
		...deploymentOperations,
		...runOperations,
		...severalRunOperations,
		...batchOperations,
		runSweep,
		runEach,
		sweepMake,
		sweepResults,
		...datasetOperations,
		...captionOperations,
		...jobOperations,
		jobTemplate,
		...missingOperations,
		...workflowOperations,
		...namedOperations,
		appWrite,
		presetSave,
		...presetOperations,
		workflowClient,
		workflowClientCheck,
		...documentOperations,
	].map((each) => [each.id, each as unknown as Operation<never, unknown>]),
);
