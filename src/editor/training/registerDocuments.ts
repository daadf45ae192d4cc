import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { registerCommands } from '../shell/commands.ts';
import type { TrainingDeps } from './deps.ts';
import { languageFeatures } from './languageFeatures.ts';
import { newConfiguration } from './newConfiguration.ts';
import { GpuChoices } from './submit/gpuChoices.ts';
import { TrainingChecks } from './trainingChecks.ts';

/** Checks and language features of training configurations without an account or a job: only the text is known, and nothing can be sent. */
export function registerTrainingDocuments(
	context: vscode.ExtensionContext,
	deps: Pick<TrainingDeps, 'documents' | 'log'>,
): void {
	const { documents, log } = deps;
	const { extensionUri, subscriptions, workspaceState } = context;
	const features = lazy(
		async () => {
			const checks = new TrainingChecks(extensionUri, deps, await documents.training.texts(), {
				knowledge: () => ({ lookup: () => undefined, names: () => [] }),
				submission: () => ({}),
				hubToken: () => undefined,
				onDidChange: [],
			});
			const noLenses = { onDidChange: () => vscode.Disposable.from(), of: () => [] };
			return vscode.Disposable.from(checks, languageFeatures(checks, noLenses, log));
		},
		(started) => started.dispose(),
	);
	subscriptions.push(
		features,
		documents.onDidRecognize((document) => {
			if (documents.kindOf(document) !== 'training') return;
			features
				.get()
				.catch((cause) => log.error('The checks of training configurations could not be started', cause));
		}),
		registerCommands(log, {
			'easel.newTrainingConfiguration': async () =>
				void (await newConfiguration({
					gpus: new GpuChoices(workspaceState, () => ({ dialect: 'contract' })),
				})),
		}),
	);
}
