import * as l10n from '@vscode/l10n';
import { type Fix, movedBy } from '../../../base/findings.ts';
import type { OutputSpec } from '../../nodeInfo.ts';
import type { LinkFact } from '../factTypes.ts';
import { perShape, reachedFrom, turned, type Wiring } from '../graph.ts';
import { fits } from '../linkTypes.ts';

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
export function relinkFixes(
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
