import * as vscode from 'vscode';
import { workflowSelector as selector } from '../documents/scope.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { droppedTypes, mediaDrop, mediaEditKind, mediaPaste } from './mediaDrop.ts';
import { mediaCompletion, mediaHover, mediaLinks } from './mediaFiles.ts';

/**
 * Registers the language features of the media inputs of a workflow: names of files, the picture in the hover, links, dropping and pasting.
 */
export function registerMedia(workflows: WorkflowDocuments): vscode.Disposable {
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
