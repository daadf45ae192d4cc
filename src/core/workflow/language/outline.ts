import * as l10n from '@vscode/l10n';
import type { Finding, TextRange } from '../../base/findings.ts';
import { getOrMake } from '../../base/lazy.ts';
import { mostNodes } from '../check.ts';
import { classOf } from '../classOf.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import { wiringOf } from '../rules/graph.ts';
import { nodeLabel } from './cursorContext.ts';

/** Line and character in it, both from 0, as editors count. */
export interface LinePlace {
	readonly line: number;
	readonly character: number;
}

export interface OutlineItem {
	readonly name: string;
	readonly detail: string;
	readonly start: LinePlace;
	readonly end: LinePlace;
	/** The end of the selection on a click, which begins at `start`. */
	readonly selectionEnd: LinePlace;
}

/** The outline of one node, relative to the start of its text, so that it can be used again when only the text before it changes. */
interface Shape {
	/** Its number of line breaks, and the number of characters after the last one. */
	readonly end: LinePlace;
	/** The end of the id. */
	readonly keyEnd: LinePlace;
	/** As it was shown last. */
	item?: OutlineItem;
}

const shapes = new WeakMap<NodeBody, Shape>();
const outlines = new WeakMap<readonly WorkflowNode[], readonly OutlineItem[]>();

/**
 * Returns the nodes by title. Their inputs are not among them: the editor's own JSON outline lists every one already. A node that neither
 * changed nor moved to another line is the same object as before. Lines end with a line feed.
 */
export function outline(document: WorkflowDocument): readonly OutlineItem[] {
	return getOrMake(outlines, document.nodes, () => itemsAfterChange(document) ?? itemsOf(document));
}

/** Returns the items of a document in which one node changed without moving others to another line; else undefined. */
function itemsAfterChange({ nodes, change }: WorkflowDocument): readonly OutlineItem[] | undefined {
	if (!change) return undefined;
	const { index } = change;
	const before = outlines.get(change.before);
	const old = before?.[index];
	const node = nodes[index];
	if (!before || !old || !node) return undefined;
	const shape = shapeOf(node.body, change.own, 0);
	if (shape.end.line !== old.end.line - old.start.line) return undefined;
	const next = before[index + 1];
	if (next && next.start.line <= old.end.line) return undefined;
	shape.item = itemOf(node, shape, old.start);
	return before.with(index, shape.item);
}

function itemsOf({ text, nodes }: WorkflowDocument): readonly OutlineItem[] {
	const items: OutlineItem[] = [];
	let line = 0;
	let lineStart = 0;
	// Searched again only if it was passed: in a document without line breaks each search reads to the end.
	let lineFeed = text.indexOf('\n');
	for (const node of nodes) {
		const { body, offset } = node;
		while (lineFeed !== -1 && lineFeed < offset) {
			line++;
			lineStart = lineFeed + 1;
			lineFeed = text.indexOf('\n', lineStart);
		}
		const shape = shapeOf(body, text, offset);
		const character = offset - lineStart;
		if (shape.item?.start.line !== line || shape.item.start.character !== character)
			shape.item = itemOf(node, shape, { line, character });
		items.push(shape.item);
		if (shape.end.line === 0) continue;
		const end = offset + body.end;
		line += shape.end.line;
		lineStart = end - shape.end.character;
		lineFeed = text.indexOf('\n', end);
	}
	return items;
}

function itemOf(node: WorkflowNode, { end, keyEnd }: Shape, start: LinePlace): OutlineItem {
	return {
		name: nodeLabel(node),
		detail: node.title && node.classType ? `${node.id} · ${node.classType}` : node.id,
		start,
		end: behind(start, end),
		selectionEnd: behind(start, keyEnd),
	};
}

function shapeOf(body: NodeBody, text: string, offset: number): Shape {
	return getOrMake(shapes, body, () => {
		const own = text.slice(offset, offset + body.end);
		return { end: lastPlace(own), keyEnd: lastPlace(own.slice(0, body.keyEnd)) };
	});
}

/** Returns the place after the last character of a text, counted from its start. */
function lastPlace(text: string): LinePlace {
	let line = 0;
	let lineStart = 0;
	for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', lineStart)) {
		line++;
		lineStart = at + 1;
	}
	return { line, character: text.length - lineStart };
}

/** Returns a place that is relative to `start`. */
function behind(start: LinePlace, { line, character }: LinePlace): LinePlace {
	return line === 0
		? { line: start.line, character: start.character + character }
		: { line: start.line + line, character };
}

interface LinkHint {
	/** Offset after the link. */
	readonly position: number;
	/** The title at the far end, and the name of the output if known. */
	readonly label: string;
	readonly nodeId: string;
}

/** Returns the far end of each link in a range. */
export function linkHints(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	within: TextRange,
): LinkHint[] {
	const hints: LinkHint[] = [];
	for (const node of document.nodes) {
		if (node.offset > within.end || node.offset + node.body.end < within.start) continue;
		for (const input of node.body.inputs) {
			const position = node.offset + input.end;
			if (input.value.type !== 'link' || position < within.start || position > within.end) continue;
			const target = document.nodeById.get(input.value.nodeId);
			if (!target) continue;
			const output = classOf(nodeInfo, target)?.outputs.at(input.value.slot);
			hints.push({
				position,
				label: output ? `${nodeLabel(target)} · ${output.name}` : nodeLabel(target),
				nodeId: target.id,
			});
		}
	}
	return hints;
}

/** A problem on the path to an output, which is shown above the output node. */
interface OutputLens {
	readonly nodeId: string;
	/** The id of the output node. */
	readonly range: TextRange;
	readonly title: string;
	/** The first problem on the way to this output. */
	readonly problem: TextRange;
}

/**
 * Returns a lens with the number of errors for each node that saves or shows something and cannot, because it or a node
 * that feeds it has errors.
 */
export function outputLenses(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	findings: readonly Finding[],
): OutputLens[] {
	if (document.nodes.length > mostNodes) return [];
	const errors = findings.filter(({ severity }) => severity === 'error');
	if (errors.length === 0) return [];
	const { nodes, facts, feeders } = wiringOf(document, nodeInfo);
	const { counts, first } = errorsOf(document, errors);
	const lenses: OutputLens[] = [];
	/** For each node the last output, counted from 1, that was seen to need it. */
	const neededBy = new Uint32Array(nodes.length);
	/** The nodes on the path to the current output; one buffer for all outputs, as there may be many. */
	const feeding = new Uint32Array(nodes.length);
	for (const [index, node] of nodes.entries()) {
		if (!facts[index]?.nodeClass?.outputNode) continue;
		let met = 0;
		let inTheWay = 0;
		let nearest: Finding | undefined;
		feeding[met++] = index;
		neededBy[index] = index + 1;
		for (let at = 0; at < met; at++) {
			const member = feeding[at] ?? 0;
			if (counts[member]) {
				nearest ??= first.get(member);
				inTheWay += counts[member];
			}
			for (const feeder of feeders[member] ?? []) {
				if (feeder < 0 || neededBy[feeder] === index + 1) continue;
				neededBy[feeder] = index + 1;
				feeding[met++] = feeder;
			}
		}
		if (!nearest) continue;
		lenses.push({
			nodeId: node.id,
			range: node.idRange,
			title:
				inTheWay === 1
					? l10n.t('1 error stops this output')
					: l10n.t('{0} errors stop this output', inTheWay),
			problem: nearest.range,
		});
	}
	return lenses;
}

/** Counts the errors in each node, by its index, and finds the first of them. */
function errorsOf(
	{ nodes, nodeById }: WorkflowDocument,
	errors: readonly Finding[],
): { readonly counts: Uint32Array; readonly first: ReadonlyMap<number, Finding> } {
	const counts = new Uint32Array(nodes.length);
	const first = new Map<number, Finding>();
	for (const finding of errors) {
		const index = finding.nodeId === undefined ? undefined : nodeById.numbers.get(finding.nodeId);
		if (index === undefined) continue;
		if (!counts[index]) first.set(index, finding);
		counts[index] = (counts[index] ?? 0) + 1;
	}
	return { counts, first };
}
