import * as vscode from 'vscode';
import { completeTraining, type Suggestion } from '../../core/training/language/completion.ts';
import { hoverTraining } from '../../core/training/language/hover.ts';
import { editorRange, hoverOf } from '../shell/findings.ts';
import type { TrainingChecks } from './trainingChecks.ts';

const kinds: Readonly<Record<Suggestion['kind'], vscode.CompletionItemKind>> = {
	key: vscode.CompletionItemKind.Property,
	section: vscode.CompletionItemKind.Module,
	value: vscode.CompletionItemKind.EnumMember,
	arch: vscode.CompletionItemKind.Class,
	dataset: vscode.CompletionItemKind.Folder,
	flag: vscode.CompletionItemKind.Operator,
};

/** Offers keys, values, architectures, datasets and prompt flags. */
export function completionProvider(checks: TrainingChecks): vscode.CompletionItemProvider {
	return {
		provideCompletionItems(document, position) {
			if (!checks.isTraining(document)) return undefined;
			const suggestions = completeTraining(
				document.getText(),
				document.offsetAt(position),
				checks.options(document),
			);
			return suggestions.map((suggestion, index) => item(document, suggestion, index));
		},
	};
}

function item(document: vscode.TextDocument, suggestion: Suggestion, index: number): vscode.CompletionItem {
	const made = new vscode.CompletionItem(suggestion.label, kinds[suggestion.kind]);
	made.insertText = new vscode.SnippetString(suggestion.snippet);
	made.range = editorRange(document, suggestion.range);
	made.sortText = `${String(suggestion.rank).padStart(3, '0')}${String(index).padStart(4, '0')}`;
	if (suggestion.detail !== undefined) made.detail = suggestion.detail;
	if (suggestion.documentation !== undefined)
		made.documentation = new vscode.MarkdownString(suggestion.documentation);
	if (suggestion.filter !== undefined) made.filterText = suggestion.filter;
	if (suggestion.deprecated === true) made.tags = [vscode.CompletionItemTag.Deprecated];
	if (suggestion.edits !== undefined) {
		made.additionalTextEdits = suggestion.edits.map((edit) =>
			vscode.TextEdit.replace(editorRange(document, edit.range), edit.newText),
		);
	}
	return made;
}

/** Describes the token under the pointer. */
export function hoverProvider(checks: TrainingChecks): vscode.HoverProvider {
	return {
		async provideHover(document, position) {
			const checked = await checks.current(document);
			if (checked === undefined) return undefined;
			return hoverOf(
				document,
				hoverTraining(checked.document, document.offsetAt(position), checks.options(document)),
			);
		},
	};
}
