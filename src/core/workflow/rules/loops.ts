import * as l10n from '@vscode/l10n';
import type { Finding, FindingTexts } from '../../base/findings.ts';
import { type Edges, outputsOf, perShape, reachedFrom, turned, type Wiring } from './graph.ts';

/** A fault of loops: the problem, and the nodes that the engine blames for it. */
interface LoopFault extends FindingTexts {
	readonly nodes: readonly number[];
}

/** Every start and every end walks the graph: unusually large documents would take too long while someone types. */
const mostSteps = 4_000_000;

function among(found: Iterable<number>, set: ReadonlySet<number>): number[] {
	return [...found].filter((node) => set.has(node));
}

/** The nodes that open and close loops. */
const boundsOf = perShape(({ facts }) => {
	const starts = new Set<number>();
	const ends = new Set<number>();
	for (const [index, { nodeClass }] of facts.entries()) {
		if (nodeClass?.rules.loop === 'start') starts.add(index);
		if (nodeClass?.rules.loop === 'end') ends.add(index);
	}
	return { starts, ends };
});

/**
 * Returns the findings of the engine's rules for loops (comfy_execution/validation.py of 0.38.1): every end closes
 * exactly one start, loops are nested or disjoint, and every link out of a loop comes from its end. The engine checks
 * them once no node feeds itself, and stops at the first fault. Descriptions of classes do not show which of them open
 * and close a loop.
 */
export function loopFindings(wiring: Wiring, needed: Uint8Array): readonly Finding[] {
	const { nodes, feeders } = wiring;
	const { starts, ends } = boundsOf(wiring);
	if (starts.size === 0 && ends.size === 0) return [];
	if ((starts.size + ends.size) * nodes.length > mostSteps) return [];
	const outputs = new Set(outputsOf(wiring));
	const graph = partThatRuns(feeders, needed, starts, ends, outputs);
	const fault = firstFault(wiring, graph, among(starts, graph.inside), among(ends, graph.inside), outputs);
	if (!fault) return [];
	const reachesOutput = among(reachedFrom(fault.nodes, graph.children), outputs).length > 0;
	return [...new Set(fault.nodes)].flatMap((index) => {
		const node = nodes[index];
		if (!node) return [];
		return [
			{
				code: 'custom_validation_failed',
				severity: 'error',
				message: reachesOutput
					? fault.message
					: `${fault.message} ${l10n.t('No output needs it, and the engine then fails without an answer.')}`,
				remedy: fault.remedy,
				range: node.classTypeRange ?? node.idRange,
				nodeId: node.id,
			} satisfies Finding,
		];
	});
}

interface RunningGraph {
	readonly inside: ReadonlySet<number>;
	readonly parents: Edges;
	readonly children: Edges;
}

/**
 * Returns the part of the graph that the engine checks: everything that outputs need, everything after outputs, and the inputs of the loop
 * ends there.
 */
function partThatRuns(
	feeders: Edges,
	needed: Uint8Array,
	starts: ReadonlySet<number>,
	ends: ReadonlySet<number>,
	outputs: ReadonlySet<number>,
): RunningGraph {
	const allParents = feeders.map((each) => each.filter((feeder) => feeder >= 0));
	const allChildren = turned(allParents);
	const inside = new Set<number>();
	for (const [index, runs] of needed.entries()) if (runs === 1) inside.add(index);
	const after = reachedFrom(outputs, allChildren, starts);
	for (const index of after) if (starts.has(index) && needed[index] !== 1) after.delete(index);
	for (const index of after) inside.add(index);
	for (const index of reachedFrom(among(ends, after), allParents, starts)) inside.add(index);
	const parents = allParents.map((each, index) =>
		inside.has(index) ? [...new Set(each)].filter((parent) => inside.has(parent)) : [],
	);
	return { inside, parents, children: turned(parents) };
}

function firstFault(
	{ nodes, facts, feeders }: Wiring,
	{ parents, children, inside }: RunningGraph,
	starts: readonly number[],
	ends: readonly number[],
	outputs: ReadonlySet<number>,
): LoopFault | undefined {
	const id = (index: number): string => nodes[index]?.id ?? '';
	const ids = (some: Iterable<number>): string => [...some].map(id).sort().join(', ');
	const allStarts = new Set(starts);
	const allEnds = new Set(ends);
	const innerStarts = new Map(
		starts.map((start) => [start, new Set(among(reachedFrom(children[start] ?? [], children), allStarts))]),
	);
	const endsBefore = new Map(
		ends.map((end) => [end, among(reachedFrom(parents[end] ?? [], parents, allEnds), allEnds)]),
	);
	const lastOutputs = new Set(
		[...outputs].filter((index) => inside.has(index) && children[index]?.length === 0),
	);
	const openStarts = new Set(starts);
	const openEnds = new Set([...ends].sort((a, b) => (id(a) < id(b) ? -1 : 1)));
	const pairs: [number, number][] = [];
	while (openEnds.size > 0) {
		const end = [...openEnds].find((each) => !endsBefore.get(each)?.some((before) => openEnds.has(before)));
		if (end === undefined) {
			return {
				message: l10n.t(
					'The ends of loops {0} depend on each other, so none of them can be closed first.',
					ids(openEnds),
				),
				remedy: l10n.t('Break the cycle between them.'),
				nodes: [...openEnds],
			};
		}
		const candidates = among(reachedFrom(parents[end] ?? [], parents, openStarts), openStarts);
		if (candidates.length === 0) {
			return {
				message: l10n.t(
					'The end of a loop, node {0}, has no start: no Start Loop that is still open feeds it.',
					id(end),
				),
				remedy: l10n.t('Feed it from the nodes of a loop.'),
				nodes: [end],
			};
		}
		const closest = candidates.filter((candidate) =>
			candidates.every((other) => other === candidate || innerStarts.get(other)?.has(candidate)),
		);
		const [start] = closest;
		if (start === undefined || closest.length > 1) {
			return {
				message: l10n.t(
					'The end of a loop, node {0}, could close several loops that are not nested: {1}.',
					id(end),
					ids(candidates),
				),
				remedy: l10n.t('Give each loop an end of its own, or nest one loop in the other.'),
				nodes: [...candidates, end],
			};
		}
		pairs.push([start, end]);
		openStarts.delete(start);
		openEnds.delete(end);
		const borders = new Set([...openEnds, ...lastOutputs, end]);
		const escapes = among(reachedFrom(children[start] ?? [], children, borders), borders).filter(
			(index) => index !== end,
		);
		if (escapes.length > 0) {
			return {
				message: l10n.t(
					'The loop that begins at node {0} reaches {1} without passing its end, node {2}.',
					id(start),
					ids(escapes),
					id(end),
				),
				remedy: l10n.t(
					'Link results of the loop from its End Loop, and link nodes that must run in every round to "terminations".',
				),
				nodes: [...escapes, start, end],
			};
		}
	}
	if (openStarts.size > 0) {
		return {
			message: l10n.t('The loop that begins at node {0} has no End Loop.', ids(openStarts)),
			remedy: l10n.t('Add an End Loop and link the results of the loop to it.'),
			nodes: [...openStarts],
		};
	}
	for (const [start, end] of pairs) {
		const body = reachedFrom(children[start] ?? [], children, new Set([end]));
		const at = facts[end]?.links.findIndex((link) => link.input.name === 'accumulate') ?? -1;
		const source = at < 0 ? undefined : feeders[end]?.[at];
		if (source === undefined || (source !== start && !body.has(source)) || source === end) continue;
		return {
			message: l10n.t(
				'"accumulate" of node {0} depends on node {1}, which is in the loop that it closes.',
				id(end),
				id(source),
			),
			remedy: l10n.t('Write true or false, or link it to a node outside the loop.'),
			nodes: [start, end, source],
		};
	}
	return undefined;
}
