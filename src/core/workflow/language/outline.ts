import type { Finding, TextRange } from '../../base/findings.ts';
import { mostNodes } from '../check.ts';
import type { WorkflowDocument } from '../document.ts';
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
	/** The end of what is selected on a click, which begins at `start`. */
	readonly selectionEnd: LinePlace;
}

/** How many line breaks a node has, and how many characters follow the last one. */
interface Extent {
	readonly lines: number;
	readonly tail: number;
}

const extents = new WeakMap<NodeBody, Extent>();
const items = new WeakMap<NodeBody, OutlineItem>();

/**
 * Nodes by title. Their inputs are not among them: the editor's own JSON outline lists every one already. A node that neither
 * changed nor moved to another line is the same object as before. Lines end with a line feed.
 */
export function outline({ text, nodes }: WorkflowDocument): OutlineItem[] {
	let line = 0;
	let lineStart = 0;
	let from = 0;
	return nodes.map((node) => {
		const { body, offset } = node;
		for (let at = text.indexOf('\n', from); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
			line++;
			lineStart = at + 1;
		}
		const start = { line, character: offset - lineStart };
		const extent = extentOf(body, text, offset);
		from = offset + body.end;
		line += extent.lines;
		if (extent.lines > 0) lineStart = from - extent.tail;
		const known = items.get(body);
		if (known?.start.line === start.line && known.start.character === start.character) return known;
		const end = { line, character: from - lineStart };
		const item = {
			name: nodeLabel(node),
			detail: node.title && node.classType ? `${node.id} · ${node.classType}` : node.id,
			start,
			end,
			selectionEnd: placeIn(text, start, offset, offset + body.keyEnd),
		};
		items.set(body, item);
		return item;
	});
}

function extentOf(body: NodeBody, text: string, offset: number): Extent {
	const known = extents.get(body);
	if (known) return known;
	const start = { line: 0, character: 0 };
	const { line, character } = placeIn(text, start, offset, offset + body.end);
	const extent = { lines: line, tail: character };
	extents.set(body, extent);
	return extent;
}

/** The place of `to`, where `from` is at `start`. */
function placeIn(text: string, start: LinePlace, from: number, to: number): LinePlace {
	let { line } = start;
	let lineStart = from - start.character;
	for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) {
		line++;
		lineStart = at + 1;
	}
	return { line, character: to - lineStart };
}

export interface LinkHint {
	/** Offset after the link. */
	readonly position: number;
	/** The title at the far end, and the name of the output where it is known. */
	readonly label: string;
	readonly nodeId: string;
}

/** For each link in a range, what is at its far end. */
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
			const output =
				target.classType === undefined
					? undefined
					: nodeInfo?.get(target.classType)?.outputs.at(input.value.slot);
			hints.push({
				position,
				label: output ? `${nodeLabel(target)} · ${output.name}` : nodeLabel(target),
				nodeId: target.id,
			});
		}
	}
	return hints;
}

/** What blocks an output. */
export interface OutputLens {
	readonly nodeId: string;
	/** The id of the output node. */
	readonly range: TextRange;
	readonly title: string;
	/** The first problem on the way to this output. */
	readonly problem: TextRange;
}

/** For each node that saves or shows something and cannot, because it or a node that feeds it has errors: how many they are. */
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
	/** The nodes on the way to the current output; one room for all outputs, as there may be many. */
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
			title: inTheWay === 1 ? '1 error stops this output' : `${inTheWay} errors stop this output`,
			problem: nearest.range,
		});
	}
	return lenses;
}

/** By number of the node, how many of the errors are in it and the first of them. */
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
