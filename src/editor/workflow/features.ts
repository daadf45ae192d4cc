import * as vscode from 'vscode';
import * as ofDocuments from './documentFeatures.ts';
import { registerMedia } from './mediaRegister.ts';

/** The features of workflow documents, with the help for names of files on this computer. */
export const startFeatures: typeof ofDocuments.startFeatures = (extension, deps) => {
	const started = ofDocuments.startFeatures(extension, deps);
	const all = vscode.Disposable.from(started, registerMedia(deps.documents.workflows));
	return { reader: started.reader, dispose: () => all.dispose() };
};
