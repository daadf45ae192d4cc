import * as vscode from 'vscode';
import { onSettingChange } from '../shell/settings.ts';
import type { TrainingDeps } from './deps.ts';
import { forgetRecognition, isTraining } from './recognise.ts';

export { isTraining } from './recognise.ts';

/**
 * Watches for training configurations. The YAML reader, the rules and the language features are loaded when the first
 * one is seen.
 */
export function registerTraining(context: vscode.ExtensionContext, deps: TrainingDeps): void {
	let started = false;
	let ended = false;

	const start = async (): Promise<void> => {
		if (started) return;
		started = true;
		try {
			const { startFeatures } = await import('./features.ts');
			if (!ended) context.subscriptions.push(startFeatures(context.extensionUri, deps));
		} catch (cause) {
			started = false;
			deps.log.error('The checks of training configurations could not be started', cause);
		}
	};
	const look = (document: vscode.TextDocument): void => {
		if (!started && isTraining(document)) void start();
	};
	const lookAtAll = (): void => {
		for (const document of vscode.workspace.textDocuments) look(document);
	};

	// Documents that are open already are looked at after activation has returned.
	const first = setImmediate(lookAtAll);
	context.subscriptions.push(
		vscode.workspace.onDidOpenTextDocument(look),
		vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
		onSettingChange(['easel.training.files'], () => {
			for (const document of vscode.workspace.textDocuments) forgetRecognition(document);
			lookAtAll();
		}),
		{
			dispose() {
				ended = true;
				clearImmediate(first);
			},
		},
	);
}
