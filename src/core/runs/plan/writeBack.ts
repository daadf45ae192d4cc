import { sameJson } from '../../json/canonical.ts';
import { jsonOf, type WorkflowDocument, type WorkflowInput } from '../../workflow/document.ts';
import { inputAt, type PlacedValue } from '../../workflow/inputSet.ts';
import { seedsIn, titleOf } from './summary.ts';

/** An input with a value that differs between the document and the run. */
export interface InputToWrite extends PlacedValue {
	readonly nodeTitle: string;
	/** The value in the document now, as JSON text. */
	readonly now: string;
}

export interface WriteBack {
	/** In the order of the document. */
	readonly inputs: readonly InputToWrite[];
	/** Sent values that are no longer in the document: `KSampler · steps`. */
	readonly missing: readonly string[];
}

/**
 * Finds the changes that give `present` the values of `sent`, the document as a run sent it: all values, or only seeds.
 * Nodes are matched by id and class, inputs by name. Links on either side stay: they are the graph, not values.
 */
export function inputsToWrite(
	sent: WorkflowDocument,
	present: WorkflowDocument,
	which: 'all' | 'seeds',
): WriteBack {
	const inputs: (InputToWrite & { readonly at: number })[] = [];
	const missing: string[] = [];
	const seeds = which === 'seeds' ? new Set(seedsIn(sent).map(({ range }) => range.start)) : undefined;
	for (const node of sent.nodes) {
		const presentNode = present.nodeById.get(node.id);
		const isThere = presentNode !== undefined && presentNode.classType === node.classType;
		for (const input of node.inputs) {
			if (!isValue(input) || seeds?.has(input.range.start) === false) continue;
			const place = { nodeId: node.id, input: input.name };
			const there = isThere ? inputAt(present, place) : undefined;
			if (there === undefined || !isValue(there)) {
				missing.push(`${titleOf(node)} · ${input.name}`);
				continue;
			}
			const [now, literal] = [jsonOf(present, there.range), jsonOf(sent, input.range)];
			if (sameJson(now, literal)) continue;
			inputs.push({ place, nodeTitle: titleOf(node), now, literal, at: there.range.start });
		}
	}
	inputs.sort((one, other) => one.at - other.at);
	return { inputs: inputs.map(({ at: _, ...input }) => input), missing };
}

function isValue({ value }: WorkflowInput): boolean {
	return value.type !== 'link' && value.type !== 'array';
}
