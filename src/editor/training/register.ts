import type * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { lazyCommands, registerCommands } from '../shell/commands.ts';
import type { TrainingDeps } from './deps.ts';

/**
 * Watches for training configurations. The YAML reader, the rules and the language features are loaded when the first
 * one is seen.
 */
export function registerTraining(context: vscode.ExtensionContext, deps: TrainingDeps): void {
	const { documents, log } = deps;
	const features = lazy(
		async () => {
			const [{ startFeatures }, texts] = await Promise.all([
				import('./features.ts'),
				documents.training.texts(),
			]);
			return startFeatures(context.extensionUri, deps, texts);
		},
		(started) => started.dispose(),
	);
	const commands = lazyCommands(['easel.newTrainingConfiguration'], async () => {
		const { trainingCommands } = await import('./commands.ts');
		return trainingCommands(context.workspaceState, deps);
	});
	context.subscriptions.push(
		features,
		registerCommands(log, commands),
		documents.onDidRecognize((document) => {
			if (documents.kindOf(document) !== 'training') return;
			features
				.get()
				.catch((cause) => log.error('The checks of training configurations could not be started', cause));
		}),
	);
}
