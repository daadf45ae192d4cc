import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { Finding, Severity } from '../../base/findings.ts';
import { shortened } from '../../base/language.ts';
import { getOrMake } from '../../base/lazy.ts';
import { classOf } from '../classOf.ts';
import type { Comparison, NodeChange } from '../compare/compare.ts';
import type { WorkflowGroup } from '../convert/groups.ts';
import { sourceOf, type WorkflowDocument, type WorkflowInput, type WorkflowNode } from '../document.ts';
import type { NodeClass, NodeInfo } from '../nodeInfo.ts';
import { familyOf, guessedType } from './families.ts';
import type {
	GraphEdge,
	GraphGroup,
	GraphInput,
	GraphModel,
	GraphNode,
	GraphPort,
	GraphValue,
} from './messages.ts';
import { type CardRow, cardHeight } from './metrics.ts';

export type { GraphEdge, GraphGroup, GraphInput, GraphModel, GraphNode, GraphPort, GraphValue };

export interface GraphContext {
	readonly nodeInfo?: NodeInfo;
	readonly findings: readonly Finding[];
	/** Against the deployment's saved workflow. */
	readonly comparison?: Comparison;
	/** Nodes that belong together, outer groups before those inside. */
	readonly groups?: readonly WorkflowGroup[];
	readonly names?: GraphNames;
}

/** The names of inputs, by the ids of their nodes and the names of the inputs there. */
export type GraphNames = ReadonlyMap<string, ReadonlyMap<string, GraphName>>;

/** A name that stays when the workflow is exported again. */
type GraphName = Required<Pick<GraphInput, 'named'>> & Pick<GraphInput, 'isOfApp'>;

/** A document in its current state in the editor, and in API format. */
export interface ReadWorkflow {
	readonly parsed: WorkflowDocument;
	readonly drawn: WorkflowDocument;
	readonly nodeInfo: NodeInfo;
}

/** An input that gets a name or loses it. */
export interface InputNaming {
	readonly nodeId: string;
	readonly input: string;
	/** The name that it gets; one is made from the input without it. Of an input that loses its name, that one. */
	readonly name?: string;
	readonly isOn: boolean;
}

/** Returns the name of an input, with the name given by a person first. */
export function inputTitle({ name, named = name }: GraphInput): string {
	return named === name ? name : `${named} · ${name}`;
}

/** At most this many values are shown on a card; a title or value longer than this many characters is cut. */
const shownValues = 6;
const longestText = 240;
const shownProblems = 6;
const severities: readonly Severity[] = ['error', 'warning', 'info', 'hint'];

/** The sources of the cards of a document, sorted by node. */
export interface GraphSource {
	readonly document: WorkflowDocument;
	readonly nodeInfo: NodeInfo | undefined;
	readonly findings: ReadonlyMap<string, readonly Finding[]>;
	readonly changes: ReadonlyMap<string, NodeChange>;
	/** For each node the output places that links use, with the name of one input they lead to. */
	readonly slots: ReadonlyMap<string, ReadonlyMap<number, string>>;
	readonly groups: readonly WorkflowGroup[];
	readonly names: GraphNames;
}

/** Returns the sources of the cards of a document. @param slots those of an earlier version of the document with the same links. */
export function graphSource(
	document: WorkflowDocument,
	{ nodeInfo, findings, comparison, groups = [], names = new Map() }: GraphContext,
	slots: GraphSource['slots'] = slotsInUse(document),
): GraphSource {
	const changes = changesByNode(comparison);
	return { document, nodeInfo, findings: groupFindings(findings), changes, slots, groups, names };
}

/** Returns everything that the picture of a document shows, without any place: pure data for layout and drawing. */
export function modelOf(source: GraphSource): GraphModel {
	const nodes = source.document.nodes.map((node) => graphNode(source, node));
	const groups = groupsOf(source);
	return { nodes, edges: edgesOf(source.document, nodes), ...(groups.length === 0 ? {} : { groups }) };
}

function groupsOf({ document, groups }: GraphSource): readonly GraphGroup[] {
	const { numbers } = document.nodeById;
	/** The innermost group of each node so far. */
	const innermost = new Map<number, number>();
	return groups.map(({ title, tint, nodeIds }, index) => {
		const nodes = nodeIds.flatMap((id) => numbers.get(id) ?? []);
		const within = nodes[0] === undefined ? undefined : innermost.get(nodes[0]);
		for (const node of nodes) innermost.set(node, index);
		return { title: cut(title), tint, nodes, ...compact({ within }) };
	});
}

/**
 * Returns the changes by node. A document that shares no node with the saved one is a different workflow: marking all
 * of it would be useless.
 */
function changesByNode(comparison: Comparison | undefined): ReadonlyMap<string, NodeChange> {
	if (comparison === undefined) return new Map();
	const related = comparison.unchanged > 0 || comparison.changes.some((change) => change.kind === 'changed');
	const present = comparison.changes.filter((change) => change.kind !== 'removed');
	return new Map(related ? present.map((change) => [change.nodeId, change]) : []);
}

/** Returns the card of one node. */
export function graphNode(source: GraphSource, node: WorkflowNode): GraphNode {
	const { document, nodeInfo } = source;
	const facts = classOf(nodeInfo, node);
	const findings = source.findings.get(node.id) ?? [];
	const change = source.changes.get(node.id);
	const changed = new Map(
		change?.kind === 'changed' ? change.inputs.map((input) => [input.name, input.before ?? '']) : [],
	);
	const named = source.names.get(node.id);
	const ports: GraphPort[] = [];
	const values: GraphValue[] = [];
	for (const input of node.inputs) {
		const severity = worst(findings.filter((finding) => finding.input === input.name));
		const before = changed.get(input.name);
		const marks = compact({ severity, before: before === undefined ? undefined : cut(before) });
		if (input.value.type === 'link') {
			const type = linkType(source, input);
			const broken = document.nodeById.has(input.value.nodeId) ? {} : { broken: true as const };
			ports.push({ name: cut(input.name), type, family: familyOf(type), ...marks, ...broken });
		} else {
			const text = cut(displayValue(document, input));
			values.push({ name: cut(input.name), text, rows: rowsOf(text), ...marks, ...named?.get(input.name) });
		}
	}
	const outputs = outputsOf(facts, source.slots.get(node.id) ?? new Map());
	const shown = chosenValues(values);
	const severity = worst(findings);
	const rows: CardRow[] = shown.map((value) => ({ rows: value.rows }));
	return {
		id: node.id,
		title: cut(node.title || facts?.displayName || node.classType || node.id),
		classType: cut(node.classType ?? ''),
		family: outputs.find((output) => output.family !== 'other')?.family ?? ports[0]?.family ?? 'other',
		isOutput: facts?.outputNode === true,
		ports,
		outputs,
		values: shown,
		rest: values
			.filter((value) => !shown.includes(value))
			.map(({ name, named, isOfApp }) => ({ name, ...compact({ named, isOfApp }) })),
		height: cardHeight(Math.max(ports.length, outputs.length), rows, values.length > shown.length),
		...compact({ severity }),
		problems: findings
			.filter((finding) => finding.severity !== 'hint')
			.slice(0, shownProblems)
			.map(({ severity: level, message }) => ({ severity: level, text: message })),
		...(change === undefined || change.kind === 'removed' ? {} : { change: change.kind }),
	};
}

/** Returns the values that a card shows. Where not all have room, marked ones are preferred; the order stays that of the text. */
function chosenValues(values: readonly GraphValue[]): readonly GraphValue[] {
	if (values.length <= shownValues) return values;
	const marked = values.filter(
		({ before, severity, named }) => before !== undefined || severity !== undefined || named !== undefined,
	);
	const rest = values.filter((value) => !marked.includes(value));
	const chosen = new Set([...marked, ...rest].slice(0, shownValues));
	return values.filter((value) => chosen.has(value));
}

function outputsOf(facts: NodeClass | undefined, used: ReadonlyMap<number, string>): GraphNode['outputs'] {
	const declared = (facts?.outputs ?? []).map(({ name, type }, slot) => ({
		slot,
		name: cut(name),
		family: familyOf(typeof type === 'string' ? type : 'COMBO'),
	}));
	const beyond = [...used].filter(([slot]) => slot >= declared.length || slot < 0).sort(([a], [b]) => a - b);
	const guessed = beyond.map(([slot, inputName]) => {
		const type = guessedType(inputName);
		return { slot, name: type === '*' ? l10n.t('output {0}', slot) : type, family: familyOf(type) };
	});
	return [...declared, ...guessed];
}

function slotsInUse(document: WorkflowDocument): ReadonlyMap<string, ReadonlyMap<number, string>> {
	const used = new Map<string, Map<number, string>>();
	for (const node of document.nodes) {
		for (const { name, value } of node.inputs) {
			if (value.type !== 'link' || !document.nodeById.has(value.nodeId)) continue;
			const slots = getOrMake(used, value.nodeId, () => new Map<number, string>());
			if (!slots.has(value.slot)) slots.set(value.slot, name);
		}
	}
	return used;
}

function edgesOf(document: WorkflowDocument, nodes: readonly GraphNode[]): readonly GraphEdge[] {
	const index = document.nodeById.numbers;
	const edges: GraphEdge[] = [];
	for (const [to, node] of document.nodes.entries()) {
		let port = -1;
		for (const { value } of node.inputs) {
			if (value.type !== 'link') continue;
			port += 1;
			const from = index.get(value.nodeId);
			const sender = from === undefined ? undefined : nodes[from];
			if (from === undefined || sender === undefined) continue;
			const output = sender.outputs.findIndex((candidate) => candidate.slot === value.slot);
			const family = sender.outputs[output]?.family ?? 'other';
			const wanted = nodes[to]?.ports[port]?.family ?? 'other';
			edges.push({ from, to, output, port, family: family === 'other' ? wanted : family });
		}
	}
	return edges;
}

function linkType({ document, nodeInfo }: GraphSource, input: WorkflowInput): string {
	if (input.value.type !== 'link') return '*';
	const sender = classOf(nodeInfo, document.nodeById.get(input.value.nodeId));
	const type = sender?.outputs[input.value.slot]?.type;
	return typeof type === 'string' ? type : guessedType(input.name);
}

function groupFindings(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
	const sorted = findings
		.filter(({ nodeId }) => nodeId !== undefined)
		.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
	return Map.groupBy(sorted, ({ nodeId = '' }) => nodeId);
}

/** Hints stay in the text: a mark on a card is for problems to fix by hand. */
function worst(findings: readonly Finding[]): Severity | undefined {
	return severities.find(
		(severity) => severity !== 'hint' && findings.some((finding) => finding.severity === severity),
	);
}

function displayValue(document: WorkflowDocument, input: WorkflowInput): string {
	const { value } = input;
	switch (value.type) {
		case 'string':
			return value.value.replace(/\s+/g, ' ').trim();
		case 'number':
			return value.text;
		case 'boolean':
			return String(value.value);
		case 'null':
			return 'null';
		default:
			return sourceOf(document, {
				start: input.range.start,
				end: Math.min(input.range.end, input.range.start + longestText),
			}).replace(/\s+/g, ' ');
	}
}

/** Rows for a text: names of files and short values take one, a prompt up to four. */
function rowsOf(text: string): number {
	return text.length <= 24 || !text.includes(' ') ? 1 : Math.min(5, Math.ceil(text.length / 29) + 1);
}

function cut(text: string): string {
	return shortened(text, longestText);
}
