import * as vscode from 'vscode';
import { recogniseTraining } from '../../core/training/recognise.ts';
import { readSetting } from '../shell/settings.ts';

/** Views of a text that is not the person's own to mend: sides of a diff, output, settings. */
const foreignSchemes: ReadonlySet<string> = new Set([
	'git',
	'output',
	'vscode-settings',
	'vscode-userdata',
	'vscode',
]);

const known = new WeakMap<vscode.TextDocument, { readonly version: number; readonly training: boolean }>();

/**
 * Whether a document is a training configuration: YAML that looks like one, or that the setting
 * `easel.training.files` names. Cheap enough to ask at every keystroke.
 */
export function isTraining(document: vscode.TextDocument): boolean {
	if (document.languageId !== 'yaml' || foreignSchemes.has(document.uri.scheme)) return false;
	const before = known.get(document);
	if (before?.version === document.version) return before.training;
	const patterns = readSetting('easel.training.files', document.uri);
	const named = patterns.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
	const training = named || recogniseTraining(document.getText());
	known.set(document, { version: document.version, training });
	return training;
}

/** Looks at a document anew: the setting that names files has changed. */
export function forgetRecognition(document: vscode.TextDocument): void {
	known.delete(document);
}
