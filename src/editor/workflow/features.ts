import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { isPresetsFile, isSweepFile } from '../documents/scope.ts';
import * as ofDocuments from './documentFeatures.ts';
import { registerMedia } from './mediaRegister.ts';

/** The features of workflow documents, including completion of local file names, and those of files of presets and of tables of values. */
export const startFeatures: typeof ofDocuments.startFeatures = (extensionUri, deps) => {
	const { log, documents } = deps;
	const started = ofDocuments.startFeatures(extensionUri, deps);
	const { reader } = started;
	const own = { log, documents, extensionUri, reader };
	const load = () => import('./nextTo/features.ts');
	const presets = lazy(
		async () => (await load()).startPresetsFeatures(own),
		(features) => features.dispose(),
	);
	const sweeps = lazy(
		async () => (await load()).startSweepFeatures(own),
		(features) => features.dispose(),
	);
	const watch = (document: vscode.TextDocument) => {
		const features = isPresetsFile(document) ? presets : isSweepFile(document) ? sweeps : undefined;
		features
			?.get()
			.catch((cause) => log.error('The checks of a file next to a workflow could not be started', cause));
	};
	vscode.workspace.textDocuments.forEach(watch);
	const all = vscode.Disposable.from(
		started,
		registerMedia(documents.workflows),
		presets,
		sweeps,
		documents.onDidRecognize(watch),
	);
	return {
		reader,
		showTable: async (...table) => (await sweeps.get()).showTable(...table),
		dispose: () => all.dispose(),
	};
};
