import type * as vscode from 'vscode';
import type { Dataset } from '../../core/datasets/dataset.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import type { TrainingDeps } from './deps.ts';
import type { TrainingFeatures } from './features.ts';
import { JobChanges } from './jobChanges.ts';
import { newConfiguration } from './newConfiguration.ts';
import { Submitter } from './submit.ts';

/** What commands about datasets are called with from a row of their view. */
interface DatasetRow {
	readonly dataset?: Dataset;
}

/** What takes a configuration to a job and back, loaded with the first command. */
export function startSubmitting(deps: TrainingDeps, features: TrainingFeatures) {
	const { log, session, signIn, datasetStore, jobs, documents, revealJob } = deps;
	const { accountJobs, edits, gpus, refusals, checks } = features;
	const { training } = documents;
	const submitter = new Submitter({
		log,
		session,
		signIn,
		training,
		datasetStore,
		jobs,
		gpus,
		edits,
		accountJobs,
		refusals,
		options: checks.options,
		onSubmitted: revealJob,
	});
	const changes = new JobChanges({
		log,
		jobs,
		edits,
		training,
		sendAndResume: (document) => submitter.sendEdit(document.uri, true),
	});

	const commands = {
		'easel.newTrainingConfiguration': async (row?: DatasetRow) => {
			await newConfiguration(
				{
					session,
					signIn,
					datasets: datasetStore,
					gpus,
					jobNameTaken: (name) => accountJobs.taken(name),
				},
				row?.dataset,
			);
		},
		'easel.submitTraining': (uri?: vscode.Uri) => submitter.submit(uri),
		'easel.sendJobEdit': (uri?: vscode.Uri) => submitter.sendEdit(uri, false),
		'easel.sendJobEditAndResume': (uri?: vscode.Uri) => submitter.sendEdit(uri, true),
	} satisfies CommandHandlers;
	return { commands, changes };
}
