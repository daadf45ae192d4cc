import { movedBy, type TextEdit, type TextRange } from '../base/findings.ts';
import { JsonReader } from '../json/reader.ts';
import type { SyntaxProblem } from '../json/scanner.ts';
import { parseWorkflow } from './document.ts';
import {
	looksLikeNode,
	NumberedNodes,
	nodeIndexAt,
	PlacedNode,
	problemsOf,
	type TextAround,
	type WorkflowDocument,
	type WorkflowNode,
	wrapperKeys,
} from './model.ts';
import { readNode } from './nodeReader.ts';

/**
 * Reads the document that `previous` becomes by these edits (ranges count in its text, and do not overlap). An edit inside
 * one node re-reads that node alone; everything else keeps its `body`. The result is the same as that of `parseWorkflow`.
 */
export function reparse(previous: WorkflowDocument, edits: readonly TextEdit[]): WorkflowDocument {
	const ordered = [...edits].sort((a, b) => b.range.start - a.range.start);
	const start = ordered.at(-1)?.range.start;
	const end = ordered[0]?.range.end;
	if (start === undefined || end === undefined) return previous;
	return (
		reparseNode(previous, ordered, { start, end }) ?? parseWorkflow(edited(previous.text, ordered), previous)
	);
}

/**
 * Returns a text after edits, sorted from the last to the first. @param from offset of the text in the coordinates of
 * the edits.
 */
function edited(text: string, edits: readonly TextEdit[], from = 0): string {
	let made = text;
	for (const { range, newText } of edits)
		made = made.slice(0, range.start - from) + newText + made.slice(range.end - from);
	return made;
}

/**
 * Returns the text before a node, of it, and after it. Slicing a concatenated text copies all of it, and a megabyte for
 * each keystroke is most of its cost. So the parts around a node are kept while only this node changes.
 */
function textAround(document: WorkflowDocument, index: number, node: WorkflowNode): TextAround {
	const { text, change } = document;
	if (change?.index === index) return change;
	const end = node.offset + node.body.end;
	return { head: text.slice(0, node.offset), own: text.slice(node.offset, end), tail: text.slice(end) };
}

function reparseNode(
	previous: WorkflowDocument,
	edits: readonly TextEdit[],
	edit: TextRange,
): WorkflowDocument | undefined {
	const index = nodeAround(previous.nodes, edit);
	const node = previous.nodes[index];
	// A wrapper's problems are in the wrapper, and a node that is named like one may turn into it.
	if (!node || wrapperKeys.has(node.id) || (previous.kind !== 'api' && previous.problems.length > 0))
		return undefined;
	// In an unclosed node the boundary between its problems and the others is unknown.
	if (!node.body.closed) return undefined;
	const { head, own: before, tail } = textAround(previous, index, node);
	const own = edited(before, edits, node.offset);
	const by = own.length - before.length;
	const reader = new JsonReader(own, node.body.start, previous.comments);
	const body = readNode(reader, node.id, 0, node.body.keyEnd);
	if (!body.closed || reader.position !== own.length) return undefined;
	if (looksLikeNode(body) !== looksLikeNode(node.body)) return undefined;
	if ((body.classType?.value === undefined) !== (node.classType === undefined)) return undefined;
	if (previous.kind !== 'api' && body.problems.length > 0) return undefined;
	const changed = new PlacedNode(body, node.offset);
	const move = (range: TextRange): TextRange => (range.start >= node.range.end ? movedBy(range, by) : range);
	const nodes = previous.nodes.map((other, at) => {
		if (at === index) return changed;
		return at < index || by === 0 ? other : new PlacedNode(other.body, other.offset + by);
	});
	const { container } = previous;
	const outside = (problem: SyntaxProblem): boolean =>
		problem.range.start <= node.range.start || problem.range.start >= node.range.end;
	return {
		...previous,
		text: head + own + tail,
		nodes,
		change: { before: previous.nodes, index, head, own, tail },
		nodeById: new NumberedNodes(nodes, previous.nodeById.numbers),
		problems:
			previous.problems.length === 0 && body.problems.length === 0
				? previous.problems
				: [
						...previous.problems
							.filter(outside)
							.map((problem) => ({ ...problem, range: move(problem.range) })),
						...problemsOf(changed),
					].sort((a, b) => a.range.start - b.range.start),
		nonNodeMembers: previous.nonNodeMembers.map((stray) => ({
			...stray,
			keyRange: move(stray.keyRange),
			range: move(stray.range),
		})),
		duplicateIds: previous.duplicateIds.map((lost) => ({ ...lost, range: move(lost.range) })),
		...(container ? { container: { start: container.start, end: container.end + by } } : {}),
	};
}

/** Returns the index of the node with braces around the edit; -1 if none. */
function nodeAround(nodes: readonly WorkflowNode[], edit: TextRange): number {
	const index = nodeIndexAt(nodes, edit.start);
	const range = nodes[index]?.range;
	return range && edit.start > range.start && edit.end < range.end ? index : -1;
}
