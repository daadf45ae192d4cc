import * as l10n from '@vscode/l10n';
import { compact } from '../base/compact.ts';
import { type Finding, type Fix, movedBy, type Severity } from '../base/findings.ts';
import type { WorkflowDocument, WorkflowNode } from './document.ts';
import { entryOf } from './model.ts';
import type { NodeInfo, OutputSpec } from './nodeInfo.ts';
import { tooDeep } from './rules/depth.ts';
import type { LinkFact, LocalFinding } from './rules/factTypes.ts';
import { mixedFamilies } from './rules/files/mixedFamilies.ts';
import { checkFormat, checkMembers, noOutputs, tooManyNodes } from './rules/format.ts';
import { cycles, perShape, reached, reachedFrom, turned, type Wiring, wiringOf } from './rules/graph.ts';
import { isSoundLink, linkFindings } from './rules/links.ts';
import { fits } from './rules/linkTypes.ts';
import { loopFindings } from './rules/loops.ts';
import { gatherUnknownClasses, gatherVersions } from './rules/unknownClasses.ts';

interface CheckOptions {
	/** Report JSON errors; false if the editor's own JSON support does. Default true. */
	readonly syntax?: boolean;
	/** A key for paid partner nodes is available, so that they need no remark. Default false. */
	readonly hasPartnerKey?: boolean;
}

/** The links to absent nodes for which another node is looked for: each takes a walk through the document. */
const mostRelinked = 20;

/** Some fifty times the largest workflow that was ever seen; a document beyond that would take all memory. */
export const mostNodes = 100_000;

/**
 * Returns everything that the engine would refuse, and everything that it would accept but that is hardly intended, in
 * text order. The codes are the engine's own error types if it has one. Without node info, only the rules of the file
 * format apply. Nodes that did not change since the last check (see `reparse`) are not checked again. Rules:
 * `docs/rules/workflow.md`.
 */
export function checkWorkflow(
	document: WorkflowDocument,
	nodeInfo?: NodeInfo,
	options: CheckOptions = {},
): Finding[] {
	const about = checkFormat(document, options.syntax ?? true);
	if (document.nodes.length === 0 && document.nonNodeMembers.length === 0) return about.map(documented);
	if (document.nodes.length > mostNodes) return [...about, tooManyNodes(document)].map(documented);
	const findings = [...about, ...checkMembers(document, nodeInfo)].map(documented);
	const add = (found: readonly Finding[]) => {
		for (const finding of found) findings.push(documented(finding));
	};
	const wiring = wiringOf(document, nodeInfo);
	const needed = reached(wiring);
	let outputs = 0;
	let unknown = 0;
	let relinked = 0;
	const foreign: number[] = [];
	const foreignClasses = new Set<string>();
	for (const [index, node] of wiring.nodes.entries()) {
		const facts = wiring.facts[index];
		const feeders = wiring.feeders[index];
		if (!facts || !feeders) continue;
		const runs = needed[index] === 1;
		if (!facts.nodeClass) unknown++;
		else if (facts.nodeClass.outputNode) outputs++;
		for (const finding of placed(facts.findings, node.offset, runs)) {
			if (options.hasPartnerKey && finding.code === 'partner_node') continue;
			if (!facts.nodeClass && finding.severity === 'info' && node.classType !== undefined) {
				foreign.push(findings.length);
				foreignClasses.add(node.classType);
			}
			findings.push(finding);
		}
		let at = 0;
		for (const link of facts.links) {
			const target = wiring.facts[feeders[at++] ?? -1];
			if (isSoundLink(link, target)) continue;
			const local = linkFindings(node.body, facts.nodeClass, link, target, () => entryOf(document, node));
			const found = placed(local, node.offset, runs);
			if (target || !link.spec || relinked++ > mostRelinked) findings.push(...found);
			else findings.push(...found.map((one) => ({ ...one, fixes: relinkFixes(wiring, index, link) })));
		}
		if (!runs) add([unreachable(node)]);
	}
	if (nodeInfo) gatherUnknownClasses(findings, foreign, foreignClasses, nodeInfo);
	gatherVersions(findings);
	const rings = cycles(wiring);
	for (const ring of rings) add(cycleFindings(wiring, ring, needed));
	if (rings.length === 0) {
		add(loopFindings(wiring, needed));
		const deep = tooDeep(wiring, needed);
		if (deep) add([deep]);
	}
	add(mixedFamilies(document, (index) => needed[index] === 1));
	if (nodeInfo && unknown === 0 && outputs === 0) add([noOutputs(document)]);
	return findings.sort((a, b) => a.range.start - b.range.start);
}

/** Adds the place where the rule is explained. */
function documented(finding: Finding): Finding {
	return { ...finding, documentation: `workflow.md#${finding.code}` };
}

function quiet(severity: Severity): Severity {
	return severity === 'error' || severity === 'warning' ? 'hint' : severity;
}

interface Placed {
	readonly by: number;
	readonly runs: boolean;
	readonly findings: readonly Finding[];
}

const lastPlaced = new WeakMap<readonly LocalFinding[], Placed>();

/** Returns a node's findings at their place in the text; the same objects as last time if the node has not moved. */
function placed(local: readonly LocalFinding[], by: number, runs: boolean): readonly Finding[] {
	if (local.length === 0) return [];
	const known = lastPlaced.get(local);
	if (known && known.by === by && known.runs === runs) return known.findings;
	const findings = local.map((one) => documented(placedFinding(one, by, runs)));
	lastPlaced.set(local, { by, runs, findings });
	return findings;
}

function placedFinding(local: LocalFinding, by: number, runs: boolean): Finding {
	const finding = (runs ? undefined : local.idle) ?? local.finding;
	const severity = local.whenRun && !runs && !local.idle ? quiet(finding.severity) : finding.severity;
	const range = movedBy(finding.range, by);
	if (!finding.fixes || finding.fixes.length === 0) return { ...finding, severity, range };
	return { ...finding, severity, range, fixes: finding.fixes.map((fix) => placedFix(fix, by)) };
}

function placedFix(fix: Fix, by: number): Fix {
	return { ...fix, edits: fix.edits.map((edit) => ({ ...edit, range: movedBy(edit.range, by) })) };
}

/** Long circles are named by their first nodes. */
const mostNamed = 6;

function cycleFindings(wiring: Wiring, ring: readonly number[], needed: Uint8Array): Finding[] {
	const members = ring.flatMap((index) => {
		const node = wiring.nodes[index];
		const facts = wiring.facts[index];
		return node && facts ? [{ node, facts }] : [];
	});
	const ids = new Set(members.map(({ node }) => node.id));
	const named = [...ids].slice(0, mostNamed);
	const circle = [...named, ring.length > mostNamed ? '…' : named[0]].join(', ');
	const severity = needed[ring[0] ?? 0] === 1 ? 'error' : 'hint';
	return members.map(({ node, facts }) => {
		const link = facts.links.find((candidate) => ids.has(candidate.nodeId));
		return {
			code: 'dependency_cycle',
			severity,
			message: l10n.t('Node {0} is part of a cycle ({1}), so the engine cannot run it.', node.id, circle),
			remedy: l10n.t('Remove one link of the cycle.'),
			range: link ? movedBy(link.input, node.offset) : node.idRange,
			nodeId: node.id,
			...compact({ input: link?.input.name }),
		};
	});
}

function unreachable(node: WorkflowNode): Finding {
	return {
		code: 'unreachable_node',
		severity: 'hint',
		message: l10n.t('No output needs node {0}, so the engine neither checks nor runs it.', node.id),
		remedy: l10n.t('Link it to something that is saved or shown, or remove it.'),
		range: { start: node.offset, end: node.range.end },
		nodeId: node.id,
		tags: ['unnecessary'],
	};
}

interface Source {
	/** The number of the node. */
	readonly index: number;
	readonly slot: number;
	readonly output: OutputSpec;
}

const sourcesOf = perShape(({ facts }): readonly Source[] =>
	facts.flatMap(({ nodeClass }, index) =>
		(nodeClass?.outputs ?? []).map((output, slot) => ({ index, slot, output })),
	),
);

const areAllKnown = perShape(({ facts }) => facts.every(({ nodeClass }) => nodeClass));

/**
 * Returns the fix for a link to a missing node: a link to the only output of the document that fits and does not need
 * the node itself. None if there are several, or if a node of an unknown class may have one.
 */
function relinkFixes(
	wiring: Wiring,
	consumer: number,
	{ spec, input, wantsLiteral }: LinkFact,
): readonly Fix[] {
	if (!spec || wantsLiteral || !areAllKnown(wiring)) return [];
	let after: ReadonlySet<number> | undefined;
	let only: Source | undefined;
	for (const source of sourcesOf(wiring)) {
		if (!fits(spec, source.output)) continue;
		// A link from there would close a cycle.
		after ??= reachedFrom([consumer], fedBy(wiring));
		if (after.has(source.index)) continue;
		if (only) return [];
		only = source;
	}
	const node = only && wiring.nodes[only.index];
	if (!only || !node) return [];
	const body = wiring.nodes[consumer]?.offset ?? 0;
	return [
		{
			title: l10n.t('Link to {0} ({1})', node.title || (node.classType ?? ''), node.id),
			edits: [{ range: movedBy(input, body), newText: `[${JSON.stringify(node.id)}, ${only.slot}]` }],
		},
	];
}

/** The numbers of the nodes that each node feeds. */
const fedBy = perShape(({ feeders }) => turned(feeders));
