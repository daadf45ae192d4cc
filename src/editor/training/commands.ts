import type * as vscode from 'vscode';
import type { Dataset } from '../../core/datasets/dataset.ts';
import type { CommandHandlers } from '../shell/commands.ts';
import type { TrainingDeps } from './deps.ts';
import { GpuChoices } from './gpuChoices.ts';
import { newConfiguration } from './newConfiguration.ts';

/** What commands about datasets are called with from a row of their view. */
interface DatasetRow {
	readonly dataset?: Dataset;
}

/** The commands of this room, loaded with the first of them. */
export function trainingCommands(state: vscode.Memento, deps: TrainingDeps) {
	const { session, signIn, datasetStore } = deps;
	const gpus = new GpuChoices(state);
	return {
		'easel.newTrainingConfiguration': async (row?: DatasetRow) => {
			await newConfiguration({ session, signIn, datasets: datasetStore, gpus }, row?.dataset);
		},
	} satisfies CommandHandlers;
}
