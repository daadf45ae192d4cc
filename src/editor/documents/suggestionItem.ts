import * as vscode from 'vscode';
import type { FileSuggestion } from '../../core/deployments/file/deploymentFileLanguage.ts';
import { editorRange } from '../shell/findings.ts';

/** Returns a suggestion as the editor shows it; `at` is its place among the others. */
export function suggestionItem(
	document: vscode.TextDocument,
	suggestion: FileSuggestion,
	at: number,
): vscode.CompletionItem {
	const { Property, EnumMember } = vscode.CompletionItemKind;
	const item = new vscode.CompletionItem(suggestion.label, suggestion.kind === 'key' ? Property : EnumMember);
	item.insertText = suggestion.insert;
	item.range = editorRange(document, suggestion.range);
	item.sortText = String(at).padStart(3, '0');
	if (suggestion.detail !== undefined) item.detail = suggestion.detail;
	if (suggestion.documentation !== undefined) item.documentation = suggestion.documentation;
	// After a key comes its value.
	if (suggestion.kind === 'key')
		item.command = { command: 'editor.action.triggerSuggest', title: vscode.l10n.t('Suggest Values') };
	return item;
}
