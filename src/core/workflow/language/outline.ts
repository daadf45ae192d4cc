import type { Finding, TextRange } from '../../findings.ts';
import { graphOf } from '../check.ts';
import { sourceOf, type WorkflowDocument } from '../document.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { wiringOf } from '../rules/graph.ts';
import { nodeLabel } from './place.ts';

export interface OutlineItem {
	readonly name: string;
	readonly detail: string;
	readonly kind: 'node' | 'input' | 'link';
	readonly range: TextRange;
	/** What is selected on a click. */
	readonly selection: TextRange;
	readonly children: readonly OutlineItem[];
}

const longestDetail = 60;

/** Nodes by title, with their inputs. */
export function outline(document: WorkflowDocument): OutlineItem[] {
	return document.nodes.map((node) => ({
		name: nodeLabel(node),
		detail: node.title && node.classType ? `${node.id} · ${node.classType}` : node.id,
		kind: 'node',
		range: { start: node.offset, end: node.range.end },
		selection: node.idRange,
		children: node.inputs.map((input) => {
			const { value } = input;
			const target = value.type === 'link' ? document.nodeById.get(value.nodeId) : undefined;
			const source = sourceOf(document, {
				start: input.range.start,
				end: Math.min(input.range.end, input.range.start + longestDetail),
			});
			return {
				name: input.name || '(empty)',
				detail: target ? `← ${nodeLabel(target)}` : source,
				kind: value.type === 'link' ? 'link' : 'input',
				range: { start: input.nameRange.start, end: Math.max(input.range.end, input.nameRange.end) },
				selection: input.nameRange,
				children: [],
			};
		}),
	}));
}

export interface LinkHint {
	/** Offset after the link. */
	readonly position: number;
	/** The title at the far end, and the name of the output where it is known. */
	readonly label: string;
	readonly nodeId: string;
}

/** For each link in a range, what stands at its far end. */
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

export interface OutputLens {
	readonly nodeId: string;
	/** The id of the output node. */
	readonly range: TextRange;
	readonly title: string;
	/** The first problem on the way to this output, if any. */
	readonly problem?: { readonly title: string; readonly range: TextRange };
}

/** For each node that saves or shows something: how many nodes feed it, and what stands in its way. */
export function outputLenses(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	findings: readonly Finding[],
): OutputLens[] {
	const wiring = wiringOf(graphOf(document, nodeInfo));
	const { nodes, feeders } = wiring;
	const errors = new Map<string, Finding[]>();
	for (const finding of findings) {
		if (finding.severity !== 'error' || finding.nodeId === undefined) continue;
		errors.set(finding.nodeId, [...(errors.get(finding.nodeId) ?? []), finding]);
	}
	const lenses: OutputLens[] = [];
	/** For each node the last output, counted from 1, that was seen to need it. */
	const neededBy = new Uint32Array(nodes.length);
	for (const [index, { node, facts }] of nodes.entries()) {
		if (!facts.nodeClass?.outputNode) continue;
		const feeding = [index];
		neededBy[index] = index + 1;
		for (const member of feeding) {
			for (const feeder of feeders[member] ?? []) {
				if (neededBy[feeder] === index + 1) continue;
				neededBy[feeder] = index + 1;
				feeding.push(feeder);
			}
		}
		const count = feeding.length - 1;
		const inTheWay =
			errors.size === 0 ? [] : feeding.flatMap((member) => errors.get(nodes[member]?.node.id ?? '') ?? []);
		const [first] = inTheWay;
		lenses.push({
			nodeId: node.id,
			range: node.idRange,
			title:
				count === 0
					? 'Output, fed by no node'
					: count === 1
						? 'Output, fed by 1 node'
						: `Output, fed by ${count} nodes`,
			...(first
				? {
						problem: {
							title: inTheWay.length === 1 ? '1 error stops it' : `${inTheWay.length} errors stop it`,
							range: first.range,
						},
					}
				: {}),
		});
	}
	return lenses;
}
