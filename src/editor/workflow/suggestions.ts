import * as vscode from 'vscode';
import { completionsAt, type Suggestion } from '../../core/workflow/language/completion.ts';
import type { NodeInfoSources } from './nodeInfoSource.ts';
import { editorRange, type OpenWorkflows } from './openWorkflows.ts';

const kinds: Readonly<Record<Suggestion['kind'], vscode.CompletionItemKind>> = {
	class: vscode.CompletionItemKind.Class,
	input: vscode.CompletionItemKind.Property,
	value: vscode.CompletionItemKind.EnumMember,
	link: vscode.CompletionItemKind.Reference,
	node: vscode.CompletionItemKind.Snippet,
	key: vscode.CompletionItemKind.Keyword,
};

/** Completion of classes, inputs, values and links. */
export function completionProvider(
	open: OpenWorkflows,
	sources: NodeInfoSources,
): vscode.CompletionItemProvider {
	return {
		async provideCompletionItems(document, position, token) {
			if (!open.get(document)) return undefined;
			const nodeInfo = await sources.for(document.uri);
			const parsed = open.get(document);
			if (!parsed || token.isCancellationRequested) return undefined;
			const found = completionsAt(parsed, nodeInfo, document.offsetAt(position));
			return found.map((one, index) => completionItem(document, position, one, index));
		},
	};
}

function completionItem(
	document: vscode.TextDocument,
	position: vscode.Position,
	one: Suggestion,
	index: number,
): vscode.CompletionItem {
	const item = new vscode.CompletionItem({ label: one.label, description: one.detail }, kinds[one.kind]);
	const range = editorRange(document, one.range);
	// The editor wants a single line that holds the cursor; a link laid out over several lines is replaced from the cursor on.
	item.range = range.isSingleLine ? range : new vscode.Range(position, position);
	item.insertText = one.snippet ? new vscode.SnippetString(one.newText) : one.newText;
	item.filterText = one.filter;
	item.sortText = String(index).padStart(5, '0');
	if (one.deprecated) item.tags = [vscode.CompletionItemTag.Deprecated];
	if (one.also)
		item.additionalTextEdits = [
			vscode.TextEdit.replace(editorRange(document, one.also.range), one.also.newText),
		];
	if (one.again) item.command = { command: 'editor.action.triggerSuggest', title: 'Suggest' };
	return item;
}
