import * as vscode from 'vscode';
import { hoverAt } from '../../core/workflow/language/hover.ts';
import { definitionAt, referencesAt, renameableAt, renameNode } from '../../core/workflow/language/links.ts';
import {
	type LinePlace,
	linkHints,
	type OutlineItem,
	outline,
} from '../../core/workflow/language/outline.ts';
import type { WorkflowDocuments } from '../documents/workflowDocuments.ts';
import { editorRange, hoverOf, workspaceEdit } from '../shell/findings.ts';
import type { NodeInfoSources } from './nodeInfoSource.ts';

export function hoverProvider(documents: WorkflowDocuments, sources: NodeInfoSources): vscode.HoverProvider {
	return {
		async provideHover(document, position) {
			const { version } = document;
			const parsed = documents.get(document);
			if (!parsed) return undefined;
			const nodeInfo = await sources.of(document.uri);
			if (document.version !== version) return undefined;
			return hoverOf(document, hoverAt(parsed, nodeInfo, document.offsetAt(position)));
		},
	};
}

export function definitionProvider(documents: WorkflowDocuments): vscode.DefinitionProvider {
	return {
		provideDefinition(document, position) {
			const parsed = documents.get(document);
			const found = parsed && definitionAt(parsed, document.offsetAt(position));
			if (!found) return undefined;
			const { target, origin } = found;
			return [
				{
					originSelectionRange: editorRange(document, origin),
					targetUri: document.uri,
					targetRange: editorRange(document, { start: target.offset, end: target.range.end }),
					targetSelectionRange: editorRange(document, target.idRange),
				},
			];
		},
	};
}

export function referenceProvider(documents: WorkflowDocuments): vscode.ReferenceProvider {
	return {
		provideReferences(document, position, context) {
			const parsed = documents.get(document);
			if (!parsed) return undefined;
			const ranges = referencesAt(parsed, document.offsetAt(position), context.includeDeclaration);
			return ranges.map((range) => new vscode.Location(document.uri, editorRange(document, range)));
		},
	};
}

export function renameProvider(documents: WorkflowDocuments): vscode.RenameProvider {
	return {
		prepareRename(document, position) {
			const parsed = documents.get(document);
			const found = parsed && renameableAt(parsed, document.offsetAt(position));
			if (!found) {
				throw new Error(
					vscode.l10n.t('Put the cursor on the ID of a node, or on one in a link, to rename it.'),
				);
			}
			return { range: editorRange(document, found.range), placeholder: found.id };
		},
		provideRenameEdits(document, position, newName) {
			const parsed = documents.get(document);
			const found = parsed && renameableAt(parsed, document.offsetAt(position));
			if (!found) return undefined;
			const renamed = renameNode(parsed, found.id, newName);
			if (!renamed.ok) throw new Error(renamed.reason);
			return workspaceEdit(document, renamed.edits);
		},
	};
}

export function symbolProvider(workflows: WorkflowDocuments): vscode.DocumentSymbolProvider {
	/** The symbols that were shown last: a keystroke changes one node of thousands, and the others keep their symbols. */
	const shown = new WeakMap<vscode.TextDocument, Symbols>();
	return {
		provideDocumentSymbols(document) {
			const parsed = workflows.get(document);
			if (!parsed) return undefined;
			const last = shown.get(document);
			const items = outline(parsed);
			const symbols = items.map((item, index) => {
				const known = last?.items[index] === item ? last.symbols[index] : undefined;
				return known ?? symbolOf(item);
			});
			shown.set(document, { items, symbols });
			return symbols;
		},
	};
}

interface Symbols {
	readonly items: readonly OutlineItem[];
	readonly symbols: readonly vscode.DocumentSymbol[];
}

function symbolOf({ name, detail, start, end, selectionEnd }: OutlineItem): vscode.DocumentSymbol {
	const place = (from: LinePlace, to: LinePlace) =>
		new vscode.Range(from.line, from.character, to.line, to.character);
	return new vscode.DocumentSymbol(
		name,
		detail,
		vscode.SymbolKind.Object,
		place(start, end),
		place(start, selectionEnd),
	);
}

/** Hints are drawn again when `changed` fires, as another description may know other output names. */
export function hintProvider(
	documents: WorkflowDocuments,
	sources: NodeInfoSources,
	changed: vscode.Event<void>,
): vscode.InlayHintsProvider {
	return {
		onDidChangeInlayHints: changed,
		async provideInlayHints(document, range) {
			if (!documents.get(document)) return undefined;
			const nodeInfo = await sources.of(document.uri);
			const parsed = documents.get(document);
			if (!parsed) return undefined;
			const within = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
			return linkHints(parsed, nodeInfo, within).map((hint) => {
				const target = parsed.nodeById.get(hint.nodeId);
				const part = new vscode.InlayHintLabelPart(hint.label);
				if (target) part.location = new vscode.Location(document.uri, editorRange(document, target.idRange));
				const shown = new vscode.InlayHint(document.positionAt(hint.position), [part]);
				shown.paddingLeft = true;
				return shown;
			});
		},
	};
}
