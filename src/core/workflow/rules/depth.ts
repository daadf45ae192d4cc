import * as l10n from '@vscode/l10n';
import { compact } from '../../base/compact.ts';
import type { Finding } from '../../base/findings.ts';
import { outputsOf, perShape, type Wiring } from './graph.ts';

/**
 * The engine follows links by recursion, and Python stops that at a chain of about 970 nodes (seen on 0.27.1). From
 * `surely` on every order of its steps goes that deep, from `perhaps` on some do.
 */
const perhaps = 950;
const surely = 1000;

/** Returns the finding for a chain of nodes that is too long for the engine. The graph must be without circles. */
export function tooDeep(wiring: Wiring, needed: Uint8Array): Finding | undefined {
	const { nodes, feeders } = wiring;
	let count = 0;
	for (const runs of needed) count += runs;
	if (count < perhaps) return undefined;
	const outputs = outputsOf(wiring);
	const deepest = deepestOf(wiring);
	if (deepest.length < perhaps) return undefined;
	const sure = shortestReach(outputs, feeders) >= surely;
	const node = nodes[deepest.from];
	return {
		code: 'exception_during_inner_validation',
		severity: sure ? 'error' : 'warning',
		message: sure
			? l10n.t(
					'{0} nodes follow one another up to node {1}; the engine gives up at about 970 and refuses the nodes that depend on them.',
					deepest.length,
					node?.id ?? '',
				)
			: l10n.t(
					'{0} nodes follow one another up to node {1}; the engine gives up at about 970 and may refuse the nodes that depend on them.',
					deepest.length,
					node?.id ?? '',
				),
		remedy: l10n.t('Split the workflow: save a result halfway and load it in a second workflow.'),
		range: node?.classTypeRange ?? node?.idRange ?? { start: 0, end: 1 },
		...compact({ nodeId: node?.id }),
	};
}

const deepestOf = perShape((wiring) => longestChain(outputsOf(wiring), wiring.feeders));

/** Returns the longest chain that ends in one of the nodes, without recursion. */
function longestChain(
	outputs: readonly number[],
	feeders: Wiring['feeders'],
): { readonly from: number; readonly length: number } {
	/** The length of the longest chain up to a node; 0 if not known yet. */
	const length = new Uint32Array(feeders.length);
	const next = new Uint32Array(feeders.length);
	let best = { from: outputs[0] ?? 0, length: 0 };
	for (const output of outputs) {
		const path = [output];
		for (let index = path.at(-1); index !== undefined; index = path.at(-1)) {
			const step = next[index] ?? 0;
			const feeder = feeders[index]?.[step];
			if (feeder === undefined) {
				let longest = 0;
				for (const each of feeders[index] ?? [])
					if (each >= 0) longest = Math.max(longest, length[each] ?? 0);
				length[index] = longest + 1;
				path.pop();
				continue;
			}
			next[index] = step + 1;
			if (feeder >= 0 && length[feeder] === 0) path.push(feeder);
		}
		const own = length[output] ?? 0;
		if (own > best.length) best = { from: output, length: own };
	}
	return best;
}

/** Returns the number of nodes on the shortest path from an output to the node that is farthest from all of them. */
function shortestReach(outputs: readonly number[], feeders: Wiring['feeders']): number {
	const seen = new Uint8Array(feeders.length);
	let ring = outputs.filter((index) => {
		const first = seen[index] === 0;
		seen[index] = 1;
		return first;
	});
	let steps = 0;
	while (ring.length > 0) {
		steps++;
		const farther: number[] = [];
		for (const index of ring) {
			for (const feeder of feeders[index] ?? []) {
				if (feeder < 0 || seen[feeder]) continue;
				seen[feeder] = 1;
				farther.push(feeder);
			}
		}
		ring = farther;
	}
	return steps;
}
