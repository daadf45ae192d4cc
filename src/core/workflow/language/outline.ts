import type { Finding, TextRange } from '../../base/findings.ts';
import { graphOf, mostNodes } from '../check.ts';
import type { WorkflowDocument } from '../document.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { type GraphNode, wiringOf } from '../rules/graph.ts';
import { nodeLabel } from './cursorContext.ts';

export interface OutlineItem {
	readonly name: string;
	readonly detail: string;
	readonly range: TextRange;
	/** What is selected on a click. */
	readonly selection: TextRange;
}

/** Nodes by title. Their inputs are not among them: the editor's own JSON outline lists every one already. */
export function outline(document: WorkflowDocument): OutlineItem[] {
	return document.nodes.map((node) => ({
		name: nodeLabel(node),
		detail: node.title && node.classType ? `${node.id} · ${node.classType}` : node.id,
		range: { start: node.offset, end: node.range.end },
		selection: node.idRange,
	}));
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
	const wiring = wiringOf(graphOf(document, nodeInfo));
	const { nodes, feeders } = wiring;
	const { counts, first } = errorsOf(nodes, findings);
	const lenses: OutputLens[] = [];
	/** For each node the last output, counted from 1, that was seen to need it. */
	const neededBy = new Uint32Array(nodes.length);
	/** The nodes on the way to the current output; one room for all outputs, as there may be many. */
	const feeding = new Uint32Array(nodes.length);
	for (const [index, { node, facts }] of nodes.entries()) {
		if (!facts.nodeClass?.outputNode) continue;
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
				if (neededBy[feeder] === index + 1) continue;
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

/** By number of the node, how many errors it has and the first of them. */
function errorsOf(
	nodes: readonly GraphNode[],
	findings: readonly Finding[],
): { readonly counts: Uint32Array; readonly first: ReadonlyMap<number, Finding> } {
	const counts = new Uint32Array(nodes.length);
	const first = new Map<number, Finding>();
	const errors = findings.filter((finding) => finding.severity === 'error');
	if (errors.length === 0) return { counts, first };
	const numbers = new Map(nodes.map(({ node }, index) => [node.id, index]));
	for (const finding of errors) {
		const index = finding.nodeId === undefined ? undefined : numbers.get(finding.nodeId);
		if (index === undefined) continue;
		if (!counts[index]) first.set(index, finding);
		counts[index] = (counts[index] ?? 0) + 1;
	}
	return { counts, first };
}
