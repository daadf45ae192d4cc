import * as vscode from 'vscode';
import { lazy } from '../../core/base/lazy.ts';
import { isPresetsFile, isSweepFile, workflowSelector as selector } from '../documents/scope.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import * as ofDocuments from './documentFeatures.ts';
import { droppedTypes, mediaDrop, mediaEditKind, mediaPaste } from './mediaDrop.ts';
import { mediaCompletion, mediaHover, mediaLinks } from './mediaFiles.ts';

/** The features of workflow documents, including completion of local file names, and those of files of presets and of tables of values. */
export const startFeatures: typeof ofDocuments.startFeatures = (extensionUri, deps) => {
	const { log, documents } = deps;
	const started = ofDocuments.startFeatures(extensionUri, deps);
	const { checked } = started;
	const own = { log, documents, extensionUri, checked };
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
		checked,
		showTable: async (...table) => (await sweeps.get()).showTable(...table),
		dispose: () => all.dispose(),
	};
};

/**
 * Registers the language features of the media inputs of a workflow: names of files, the picture in the hover, links, dropping and pasting.
 */
function registerMedia(workflows: WorkflowDocuments): vscode.Disposable {
	const { languages } = vscode;
	return vscode.Disposable.from(
		languages.registerCompletionItemProvider(selector, mediaCompletion(workflows), '"', '/'),
		languages.registerHoverProvider(selector, mediaHover(workflows)),
		languages.registerDocumentLinkProvider(selector, mediaLinks(workflows)),
		languages.registerDocumentDropEditProvider(selector, mediaDrop(workflows), {
			dropMimeTypes: droppedTypes,
			providedDropEditKinds: [mediaEditKind],
		}),
		languages.registerDocumentPasteEditProvider(selector, mediaPaste(workflows), {
			pasteMimeTypes: droppedTypes,
			providedPasteEditKinds: [mediaEditKind],
		}),
	);
}
