import * as vscode from 'vscode';
import { fixAllEdits } from '../../core/base/fixAll.ts';
import type { Log } from '../../core/base/log.ts';
import { checkTraining } from '../../core/training/check.ts';
import { parseTraining } from '../../core/training/yaml/document.ts';
import { trainingSelector as selector } from '../documents/scope.ts';
import { fixKinds, fixProvider } from '../shell/fixes.ts';
import {
	codeLensProvider,
	foldingProvider,
	hintsProvider,
	linkProvider,
	outlineProvider,
	renameProvider,
	type TopLenses,
} from './languageProviders.ts';
import { completionProvider, hoverProvider } from './suggestions.ts';
import type { TrainingChecks } from './trainingChecks.ts';
import { hasYamlExtension, offerToYamlExtension } from './yamlExtension.ts';

/** Registers the language features of configurations: fixes, suggestions, hovers, lenses, hints, links, outline. */
export function languageFeatures(checks: TrainingChecks, top: TopLenses, log: Log): vscode.Disposable {
	const features: vscode.Disposable[] = [
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
		vscode.languages.registerCodeLensProvider(selector, codeLensProvider(checks, top)),
		vscode.languages.registerInlayHintsProvider(selector, hintsProvider(checks)),
		vscode.languages.registerDocumentLinkProvider(selector, linkProvider(checks)),
		vscode.languages.registerRenameProvider(selector, renameProvider(checks)),
	];
	// The YAML extension has its own outline and folding; two outlines would be shown one below the other.
	if (!hasYamlExtension()) {
		features.push(
			vscode.languages.registerDocumentSymbolProvider(selector, outlineProvider(checks)),
			vscode.languages.registerFoldingRangeProvider(selector, foldingProvider(checks)),
		);
	}
	offerToYamlExtension(checks.isTraining, log);
	return vscode.Disposable.from(...features);
}

/** Fixes the findings of the checks. */
function trainingFixes(checks: TrainingChecks): vscode.CodeActionProvider {
	return fixProvider(async (document) => {
		const checked = await checks.current(document);
		if (checked === undefined) return undefined;
		const options = checks.options(document);
		const check = (text: string) => checkTraining(parseTraining(text), options);
		return {
			findings: checked.findings,
			fixAll: () => fixAllEdits(checked.document.text, checked.findings, check),
		};
	});
}
