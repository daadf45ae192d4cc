import { isScalar, parseDocument } from 'yaml';
import type { TextEdit, TextRange } from '../../base/findings.ts';
import { editBetween } from '../../base/fixAll.ts';
import { scalarNode } from './converter.ts';
import { longestText, parseTraining, type TrainingDocument } from './document.ts';
import type { Entry, ScalarNode, TrainingNode } from './node.ts';
import { isClosed, parseOptions } from './reader.ts';

/**
 * Parses a text, given the document of its earlier state. If the two differ within one value on one line, as while
 * typing, only that value is parsed; the result equals that of `parseTraining`.
 */
export function reparseTraining(previous: TrainingDocument, text: string): TrainingDocument {
	if (text === previous.source) return previous;
	return changedValue(previous, text) ?? parseTraining(text);
}

/** An edit of the earlier text. */
interface Change extends TextEdit {
	/** The distance by which all following text moves. */
	readonly shift: number;
}

function changedValue(previous: TrainingDocument, text: string): TrainingDocument | undefined {
	const { root } = previous;
	// Anchors tie places together, and a document that did not read cleanly may heal anywhere.
	if (root === undefined || root.kind === 'scalar' || previous.anchored || previous.partial) return undefined;
	if (previous.problems.length > 0 || previous.duplicates.length > 0 || text.length > longestText)
		return undefined;
	const shift = text.length - previous.text.length;
	const change = { ...editBetween(previous.text, text), shift };
	const target = valueAround(root, change.range);
	if (target === undefined) return undefined;
	const fresh = readValue(previous.text, text, target, change);
	return fresh === undefined
		? undefined
		: { ...previous, source: text, text, root: move(root, change, target, fresh) };
}

/** Returns the scalar in block notation that contains a whole change. */
function valueAround(root: TrainingNode, range: TextRange): ScalarNode | undefined {
	let node: TrainingNode | undefined = root;
	while (node !== undefined && node.kind !== 'scalar') {
		if (node.flow) return undefined;
		const inside: readonly TrainingNode[] =
			node.kind === 'list' ? node.items : node.entries.map((entry) => entry.value);
		node = inside.find(
			(each) =>
				each.range.start <= range.start && range.end <= each.range.end && each.range.end > each.range.start,
		);
	}
	return node;
}

/** First letters after which nothing but a plain or quoted text can come. */
const plainStart = /^["'A-Za-z0-9_/.$~+(]/;

function readValue(before: string, text: string, target: ScalarNode, change: Change): ScalarNode | undefined {
	const { start, end } = target.range;
	if (target.style === 'block' || before.slice(start, end).includes('\n')) return undefined;
	if (/[\n\r\t\x85\u2028\u2029\uFEFF]/.test(change.newText)) return undefined;
	// Without a space before it, an apparent value may become part of its key.
	if (text.charAt(start - 1) !== ' ') return undefined;
	const lineEnd = text.indexOf('\n', start);
	const line = lineEnd < 0 ? text.slice(start) : text.slice(start, lineEnd).replace(/\r$/, '');
	if (!plainStart.test(line) || line.startsWith('...') || /[\r\t\x85\u2028\u2029\uFEFF]/.test(line))
		return undefined;
	const document = parseDocument(line, parseOptions);
	const { contents } = document;
	if (document.errors.length > 0 || document.warnings.length > 0 || !isScalar(contents)) return undefined;
	const range = contents.range;
	if (contents.tag !== undefined || contents.anchor !== undefined || range?.[0] !== 0) return undefined;
	if (!isClosed(line.slice(0, range[1]))) return undefined;
	// A comment that was not there before belongs to more than the value.
	const oldLineEnd = before.indexOf('\n', end);
	const bare = before.slice(end, oldLineEnd < 0 ? before.length : oldLineEnd).trim() === '';
	if (bare && line.slice(range[1]).trim() !== '') return undefined;
	return scalarNode(contents, { start, end: start + range[1] });
}

function move(node: TrainingNode, change: Change, target: ScalarNode, fresh: ScalarNode): TrainingNode {
	if (node === target) return fresh;
	const { range } = node;
	if (range.end < change.range.start) return node;
	// A node that ends with the value still does, even if the trailing spaces have moved.
	const ends = range.end === target.range.end && node.kind !== 'scalar';
	const moved = ends ? { start: range.start, end: fresh.range.end } : moveRange(range, change);
	if (node.kind === 'scalar') return { ...node, range: moved };
	if (node.kind === 'list')
		return { ...node, range: moved, items: node.items.map((item) => move(item, change, target, fresh)) };
	const entries = node.entries.map((entry): Entry => {
		if (
			entry.value !== target &&
			entry.value.range.end < change.range.start &&
			entry.keyRange.end < change.range.start
		)
			return entry;
		return {
			...entry,
			keyRange: moveRange(entry.keyRange, change),
			value: move(entry.value, change, target, fresh),
		};
	});
	return { ...node, range: moved, entries };
}

function moveRange(range: TextRange, { range: changed, shift }: Change): TextRange {
	if (range.end < changed.start) return range;
	const start = range.start > changed.start ? range.start + shift : range.start;
	return { start, end: range.end + shift };
}
