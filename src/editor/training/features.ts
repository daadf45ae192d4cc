import * as vscode from 'vscode';
import { trainingSelector as selector } from '../documents/scope.ts';
import type { TrainingTexts } from '../documents/trainingDocuments.ts';
import { fixKinds } from '../shell/fixes.ts';
import type { TrainingDeps } from './deps.ts';
import { trainingFixes } from './fixes.ts';
import {
	codeLensProvider,
	foldingProvider,
	hintsProvider,
	linkProvider,
	outlineProvider,
	renameProvider,
} from './languageProviders.ts';
import { completionProvider, hoverProvider } from './suggestions.ts';
import { TrainingChecks } from './trainingChecks.ts';
import { hasYamlExtension, offerToYamlExtension } from './yamlExtension.ts';

/** Starts checks and language features for training configurations. */
export function startFeatures(
	extensionUri: vscode.Uri,
	deps: TrainingDeps,
	texts: TrainingTexts,
): vscode.Disposable {
	const checks = new TrainingChecks(extensionUri, deps, texts);
	const disposables: vscode.Disposable[] = [
		checks,
		vscode.languages.registerCodeActionsProvider(selector, trainingFixes(checks), fixKinds),
		vscode.languages.registerCompletionItemProvider(
			selector,
			completionProvider(checks),
			':',
			' ',
			'-',
			'/',
			'"',
			"'",
		),
		vscode.languages.registerHoverProvider(selector, hoverProvider(checks)),
		vscode.languages.registerCodeLensProvider(selector, codeLensProvider(checks)),
		vscode.languages.registerInlayHintsProvider(selector, hintsProvider(checks)),
		vscode.languages.registerDocumentLinkProvider(selector, linkProvider(checks)),
		vscode.languages.registerRenameProvider(selector, renameProvider(checks)),
	];
	// The YAML extension draws an outline of its own, and folds; two outlines would be shown one below the other.
	if (!hasYamlExtension()) {
		disposables.push(
			vscode.languages.registerDocumentSymbolProvider(selector, outlineProvider(checks)),
			vscode.languages.registerFoldingRangeProvider(selector, foldingProvider(checks)),
		);
	}
	offerToYamlExtension(checks.isTraining, deps.log);
	return vscode.Disposable.from(...disposables);
}
