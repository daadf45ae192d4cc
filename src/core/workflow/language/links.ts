import * as l10n from '@vscode/l10n';
import { movedBy, type TextEdit, type TextRange } from '../../base/findings.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import { elementRanges } from '../rules/links/linkShape.ts';
import { cursorContextAt } from './cursorContext.ts';

/** Returns the node that the id or the link at an offset refers to. */
function nodeMeantAt(
	document: WorkflowDocument,
	offset: number,
): { readonly id: string; readonly range: TextRange } | undefined {
	const place = cursorContextAt(document, offset);
	if (place?.kind === 'id') return { id: place.node.id, range: place.range };
	if (place?.kind !== 'linkPart' && place?.kind !== 'inputValue') return undefined;
	const { value } = place.input;
	return value.type === 'link'
		? {
				id: value.nodeId,
				range: place.kind === 'linkPart' && place.part === 0 ? place.range : place.input.range,
			}
		: undefined;
}

interface Definition {
	/** The range of the link that the cursor is in. */
	readonly origin: TextRange;
	readonly target: WorkflowNode;
}

/** Returns the source node of the link at an offset. */
export function definitionAt(document: WorkflowDocument, offset: number): Definition | undefined {
	const meant = nodeMeantAt(document, offset);
	const target = meant && document.nodeById.get(meant.id);
	return target ? { origin: meant.range, target } : undefined;
}

/** Returns the ranges of a node's id in the links from it, quotes included. */
export function linksFrom(document: WorkflowDocument, id: string): TextRange[] {
	const ranges: TextRange[] = [];
	for (const node of document.nodes) {
		for (const input of node.body.inputs) {
			if (input.value.type !== 'link' || input.value.nodeId !== id) continue;
			const [first] = elementRanges(document.text, movedBy(input, node.offset));
			if (first) ranges.push(first);
		}
	}
	return ranges;
}

/** Returns every place that names the node at an offset. */
export function referencesAt(
	document: WorkflowDocument,
	offset: number,
	withDeclaration: boolean,
): TextRange[] {
	const meant = nodeMeantAt(document, offset);
	if (!meant) return [];
	const node = document.nodeById.get(meant.id);
	const links = linksFrom(document, meant.id);
	return withDeclaration && node ? [node.idRange, ...links] : links;
}

/** Returns the id that a rename at this offset would change, without its quotes. */
export function renameableAt(
	document: WorkflowDocument,
	offset: number,
): { readonly id: string; readonly range: TextRange } | undefined {
	const place = cursorContextAt(document, offset);
	const named = place?.kind === 'id' || (place?.kind === 'linkPart' && place.part === 0);
	const meant = named ? nodeMeantAt(document, offset) : undefined;
	if (!meant || !document.nodeById.has(meant.id)) return undefined;
	return { id: meant.id, range: { start: meant.range.start + 1, end: meant.range.end - 1 } };
}

/** Returns either the edits that give a node another id, in its own entry and in all links, or a sentence why that cannot be. */
export function renameNode(
	document: WorkflowDocument,
	id: string,
	newId: string,
):
	| { readonly ok: true; readonly edits: readonly TextEdit[] }
	| { readonly ok: false; readonly reason: string } {
	const node = document.nodeById.get(id);
	if (!node) return { ok: false, reason: l10n.t('There is no node {0} in this workflow.', id) };
	if (newId.trim() === '') return { ok: false, reason: l10n.t('The ID of a node cannot be empty.') };
	if (newId !== id && document.nodeById.has(newId)) {
		return { ok: false, reason: l10n.t('Node {0} already exists. Choose another ID.', newId) };
	}
	const newText = JSON.stringify(newId);
	const ranges = [node.idRange, ...linksFrom(document, id)];
	return { ok: true, edits: ranges.map((range) => ({ range, newText })) };
}
