import type { Finding } from '../../base/findings.ts';
import type { InputSpec, NodeInfo } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import { checkClass } from './classes.ts';
import type { LinkFact, LocalFinding, NodeFacts } from './factTypes.ts';
import { checkLinkShape } from './links.ts';
import { checkNames } from './names.ts';
import { specsOf } from './specs.ts';
import { checkValue } from './values.ts';

interface Kept {
	readonly nodeInfo: NodeInfo | undefined;
	readonly facts: NodeFacts;
}

const kept = new WeakMap<NodeBody, Kept>();

/**
 * The facts of a node, worked out once for every text of it: after a keystroke only the changed node costs anything. Without
 * node info (while none is available) only the rules of the file hold.
 * `entry` gives the node's own text, from its id on.
 */
export function factsOf(body: NodeBody, entry: () => string, nodeInfo: NodeInfo | undefined): NodeFacts {
	const known = kept.get(body);
	if (known && known.nodeInfo === nodeInfo) return known.facts;
	const facts = workOut(body, entry, nodeInfo);
	kept.set(body, { nodeInfo, facts });
	return facts;
}

const noSpecs: ReadonlyMap<string, InputSpec> = new Map();

/** More findings in one node say nothing new. */
const mostFindings = 1000;

function workOut(body: NodeBody, entry: () => string, nodeInfo: NodeInfo | undefined): NodeFacts {
	const className = body.classType?.value;
	const nodeClass = className === undefined ? undefined : nodeInfo?.get(className);
	const specs = nodeClass ? specsOf(nodeClass, body) : noSpecs;
	const findings: LocalFinding[] = [];
	const links: LinkFact[] = [];
	const report = (finding: Finding, whenRun = true): void => {
		if (findings.length < mostFindings) findings.push({ finding: { ...finding, nodeId: body.id }, whenRun });
	};
	for (const lost of body.lostKeys) {
		report(
			{
				code: 'duplicate_key',
				severity: 'warning',
				message: `"${lost.key}" appears again further down in this node, so this value is lost.`,
				remedy: 'Remove one of the two.',
				range: { start: lost.start, end: lost.end },
			},
			false,
		);
	}
	checkClass(body, nodeClass, entry, nodeInfo, report);
	if (nodeClass && nodeInfo) checkNames(body, nodeClass, specs, entry, nodeInfo, report);
	for (const input of body.inputs) {
		const spec = specs.get(input.name);
		if (nodeClass && !spec) continue;
		if (input.value.type === 'link') {
			links.push({
				input,
				spec: spec?.malformed ? undefined : spec,
				nodeId: input.value.nodeId,
				slot: input.value.slot,
				slotIsBoolean: input.value.slotIsBoolean === true,
			});
		} else if (input.value.type === 'array') {
			checkLinkShape(input, spec, nodeClass, entry, report);
		} else if (spec && !spec.malformed && nodeClass && nodeInfo) {
			checkValue(input, spec, nodeInfo, report);
		}
	}
	return { nodeClass, specs, links, findings };
}
