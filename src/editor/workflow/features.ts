import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { isPresetsFile } from '../documents/scope.ts';
import * as ofDocuments from './documentFeatures.ts';
import { registerMedia } from './mediaRegister.ts';

/** The features of workflow documents, with the help for names of files on this computer, and those of files of presets. */
export const startFeatures: typeof ofDocuments.startFeatures = (extensionUri, deps) => {
	const { log, documents } = deps;
	const started = ofDocuments.startFeatures(extensionUri, deps);
	const { reader } = started;
	const presets = lazy(
		async () =>
			(await import('./presets/features.ts')).startPresetsFeatures({ log, documents, extensionUri, reader }),
		(features) => features.dispose(),
	);
	const watch = (document: vscode.TextDocument) => {
		if (!isPresetsFile(document)) return;
		presets.get().catch((cause) => log.error('The checks of files of presets could not be started', cause));
	};
	vscode.workspace.textDocuments.forEach(watch);
	const all = vscode.Disposable.from(
		started,
		registerMedia(documents.workflows),
		presets,
		documents.onDidRecognize(watch),
	);
	return { reader, dispose: () => all.dispose() };
};
