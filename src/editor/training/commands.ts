import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { Dataset } from '../../core/datasets/dataset.ts';
import { type CommandHandlers, runCommand } from '../shell/commands.ts';
import { inform } from '../shell/messages.ts';
import { labelText } from '../shell/plainText.ts';
import type { TrainingDeps } from './deps.ts';
import type { TrainingFeatures } from './features.ts';
import { newConfiguration } from './newConfiguration.ts';
import { askForDataset, describedDataset } from './submit/datasetQuestion.ts';
import { JobChanges } from './submit/jobChanges.ts';
import { Submitter } from './submit/submitter.ts';

/** The argument of commands about datasets that are called from a row of their view. */
interface DatasetRow {
	readonly dataset?: Dataset;
}

/** Starts the part that turns a configuration into a job and back; it is loaded with the first command. */
export function startSubmitting(deps: TrainingDeps, features: TrainingFeatures) {
	const { acts, session, signedIn, datasetStore, documents } = deps;
	const { accountJobs, gpus, checks, hubTokens } = features;
	const parts = { ...deps, ...features, training: documents.training };
	const submitter = new Submitter({ ...parts, options: checks.options, onSubmitted: deps.revealJob });
	const changes = new JobChanges({
		...parts,
		sendAndResume: (document) => submitter.sendEdit(document.uri, true),
	});

	const commands = {
		...hubTokens.commands(),
		'easel.newTrainingConfiguration': async (row?: DatasetRow) => {
			const datasets = { acts, session, signedIn, datasets: datasetStore };
			const made = await newConfiguration(
				{
					askForDataset: (ask, optional) => askForDataset(datasets, ask, optional),
					gpus,
					jobNameTaken: (name) => accountJobs.taken(name),
				},
				row?.dataset && (await describedDataset(datasets, row.dataset)),
			);
			for (const folder of made?.folders ?? []) await offerUpload(folder);
		},
		'easel.submitTraining': (uri?: vscode.Uri) => submitter.submit(uri),
		'easel.sendJobEdit': (uri?: vscode.Uri) => submitter.sendEdit(uri, false),
		'easel.sendJobEditAndResume': (uri?: vscode.Uri) => submitter.sendEdit(uri, true),
	} satisfies CommandHandlers;
	return { commands, changes };
}

/** Offers to upload a folder of this computer, which is not a dataset before. */
async function offerUpload(folder: vscode.Uri): Promise<void> {
	const upload = vscode.l10n.t('Upload Folder');
	const name = labelText(basename(folder.fsPath), 80);
	const text = vscode.l10n.t('Upload the folder "{0}" as a dataset before you start the training.', name);
	if ((await inform(text, upload)) === upload) await runCommand('easel.uploadDataset', folder);
}
