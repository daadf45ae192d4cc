import * as vscode from 'vscode';
import { completionsAt, type Suggestion } from '../../core/workflow/language/completion.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import type { NodeInfoSources } from './nodeInfoSource.ts';

const kinds: Readonly<Record<Suggestion['kind'], vscode.CompletionItemKind>> = {
	class: vscode.CompletionItemKind.Class,
	input: vscode.CompletionItemKind.Property,
	value: vscode.CompletionItemKind.EnumMember,
	link: vscode.CompletionItemKind.Reference,
	node: vscode.CompletionItemKind.Snippet,
	key: vscode.CompletionItemKind.Keyword,
};

/** Provides completion of classes, inputs, values and links. */
export function completionProvider(
	documents: WorkflowDocuments,
	sources: NodeInfoSources,
): vscode.CompletionItemProvider {
	return {
		async provideCompletionItems(document, position, token) {
			// Typing continues while the description is fetched: text and cursor stay those of the request.
			const parsed = documents.get(document);
			if (!parsed) return undefined;
			const offset = document.offsetAt(position);
			const nodeInfo = await sources.for(document.uri);
			if (token.isCancellationRequested) return undefined;
			const cursor: Cursor = { text: parsed.text, offset, position };
			return completionsAt(parsed, nodeInfo, offset).map((one, index) => completionItem(cursor, one, index));
		},
	};
}

interface Cursor {
	readonly text: string;
	readonly offset: number;
	readonly position: vscode.Position;
}

/** The editor's place of an offset on the line of the cursor or above it. */
function positionOf({ text, offset, position }: Cursor, target: number): vscode.Position {
	const lines = target < offset ? text.slice(target, offset).split('\n').length - 1 : 0;
	if (lines === 0) return position.translate(0, target - offset);
	return new vscode.Position(position.line - lines, target - (text.lastIndexOf('\n', target - 1) + 1));
}

function completionItem(cursor: Cursor, one: Suggestion, index: number): vscode.CompletionItem {
	const item = new vscode.CompletionItem({ label: one.label, description: one.detail }, kinds[one.kind]);
	// The editor wants a single line that holds the cursor; a link laid out over several lines is replaced from the cursor on.
	const { start, end } = one.range;
	const isSingleLine = !cursor.text.slice(start, end).includes('\n');
	item.range = isSingleLine
		? new vscode.Range(positionOf(cursor, start), positionOf(cursor, end))
		: new vscode.Range(cursor.position, cursor.position);
	item.insertText = one.snippet ? new vscode.SnippetString(one.newText) : one.newText;
	item.filterText = one.filter;
	item.sortText = String(index).padStart(5, '0');
	if (one.deprecated) item.tags = [vscode.CompletionItemTag.Deprecated];
	if (one.also)
		item.additionalTextEdits = [
			vscode.TextEdit.insert(positionOf(cursor, one.also.range.start), one.also.newText),
		];
	if (one.again) item.command = { command: 'editor.action.triggerSuggest', title: vscode.l10n.t('Suggest') };
	return item;
}
