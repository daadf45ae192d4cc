import type * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import type { JobRecord } from '../../core/jobs/jobRecord.ts';
import { registerLazyCommands } from '../shell/commands.ts';
import { trainingCommandIds } from '../shell/ids.ts';
import type { TrainingDeps } from './deps.ts';

/** The interface of this room for jobs that have ended. */
export interface TrainingRoom {
	/** Opens the configuration of a job as a document that can be sent to it. */
	openForEdit(job: JobRecord): Promise<void>;
	/** Asks for a new total of steps, sends the configuration with it, and resumes the job. */
	continueWithMoreSteps(job: JobRecord): Promise<void>;
}

/**
 * Watches for training configurations. The YAML reader, the rules and the language features are loaded when the first
 * one is seen, or with the first command.
 */
export function registerTraining(context: vscode.ExtensionContext, deps: TrainingDeps): TrainingRoom {
	const { documents, log } = deps;
	const features = lazy(
		async () => {
			const [{ startFeatures }, texts, store] = await Promise.all([
				import('./features.ts'),
				documents.training.texts(),
				deps.datasetStore.get(),
			]);
			return startFeatures(context, deps, texts, store);
		},
		(started) => started.dispose(),
	);
	const submitting = lazy(async () => {
		const [{ startSubmitting }, started] = await Promise.all([import('./commands.ts'), features.get()]);
		return startSubmitting(deps, started);
	});
	context.subscriptions.push(
		features,
		registerLazyCommands(log, trainingCommandIds, async () => (await submitting.get()).commands),
		documents.onDidRecognize((document) => {
			if (documents.kindOf(document) !== 'training') return;
			features
				.get()
				.catch((cause) => log.error('The checks of training configurations could not be started', cause));
		}),
	);
	return {
		openForEdit: async (job) => void (await (await submitting.get()).changes.openForEdit(job)),
		continueWithMoreSteps: async (job) => (await submitting.get()).changes.continueWithMoreSteps(job),
	};
}
