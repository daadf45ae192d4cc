import * as vscode from 'vscode';
import type { TextRange } from '../../core/base/findings.ts';
import { completionsAt, type Suggestion } from '../../core/workflow/language/completion.ts';
import { onOneLine } from '../../core/workflow/language/onOneLine.ts';
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
			// Typing continues while the description is downloaded: text and cursor stay those of the request.
			const parsed = documents.get(document);
			if (!parsed) return undefined;
			const offset = document.offsetAt(position);
			const nodeInfo = await sources.of(document.uri);
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

/** Returns the editor's position of an offset, by counting lines from the known position of the cursor. */
function positionOf({ text, offset, position }: Cursor, target: number): vscode.Position {
	const [from, to] = target < offset ? [target, offset] : [offset, target];
	const lines = text.slice(from, to).split('\n').length - 1;
	if (lines === 0) return position.translate(0, target - offset);
	const line = position.line + (target < offset ? -lines : lines);
	return new vscode.Position(line, target - (text.lastIndexOf('\n', target - 1) + 1));
}

function rangeOf(cursor: Cursor, { start, end }: TextRange): vscode.Range {
	return new vscode.Range(positionOf(cursor, start), positionOf(cursor, end));
}

function completionItem(cursor: Cursor, one: Suggestion, index: number): vscode.CompletionItem {
	const item = new vscode.CompletionItem({ label: one.label, description: one.detail }, kinds[one.kind]);
	const { range, rest } = onOneLine(cursor.text, one.range, cursor.offset);
	item.range = rangeOf(cursor, range);
	item.insertText = one.snippet ? new vscode.SnippetString(one.newText) : one.newText;
	item.filterText = one.filter;
	item.sortText = String(index).padStart(5, '0');
	if (one.deprecated) item.tags = [vscode.CompletionItemTag.Deprecated];
	const more = one.also ? [...rest, one.also] : rest;
	if (more.length > 0)
		item.additionalTextEdits = more.map((edit) =>
			vscode.TextEdit.replace(rangeOf(cursor, edit.range), edit.newText),
		);
	if (one.again) item.command = { command: 'editor.action.triggerSuggest', title: vscode.l10n.t('Suggest') };
	return item;
}
