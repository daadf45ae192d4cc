import type { TextEdit } from '../../base/findings.ts';
import { sameJson } from '../../json/canonical.ts';
import { jsonOf, type WorkflowDocument, type WorkflowInput } from '../../workflow/document.ts';
import { isSeedName, seedSource, titleOf } from './summary.ts';

/** An input whose value in a document is another one than a run sent. */
export interface InputToWrite {
	readonly nodeId: string;
	readonly nodeTitle: string;
	readonly input: string;
	/** The value in the document now, as JSON text. */
	readonly now: string;
	/** The value that was sent, as JSON text with its spelling. */
	readonly sent: string;
	/** Replaces the value in the document. */
	readonly edit: TextEdit;
}

export interface WriteBack {
	/** In the order of the document. */
	readonly inputs: readonly InputToWrite[];
	/** Values that were sent and have no place in the document any more: `KSampler · steps`. */
	readonly missing: readonly string[];
}

/**
 * Finds what has to change in `present` so that it has the values of `sent`, the document as a run sent it: all values, or only seeds.
 * Nodes are matched by id and class, inputs by name. Links stay as they are on either side: they are the graph, not values.
 */
export function inputsToWrite(
	sent: WorkflowDocument,
	present: WorkflowDocument,
	which: 'all' | 'seeds',
): WriteBack {
	const inputs: InputToWrite[] = [];
	const missing: string[] = [];
	const seeds = which === 'seeds' ? seedPlaces(sent) : undefined;
	for (const node of sent.nodes) {
		const presentNode = present.nodeById.get(node.id);
		const isThere = presentNode !== undefined && presentNode.classType === node.classType;
		for (const input of node.inputs) {
			if (!isValue(input) || seeds?.has(input.range.start) === false) continue;
			const place = isThere ? presentNode.inputs.find(({ name }) => name === input.name) : undefined;
			if (place === undefined || !isValue(place)) {
				missing.push(`${titleOf(node)} · ${input.name}`);
				continue;
			}
			const [now, value] = [jsonOf(present, place.range), jsonOf(sent, input.range)];
			if (sameJson(now, value)) continue;
			inputs.push({
				nodeId: node.id,
				nodeTitle: titleOf(node),
				input: input.name,
				now,
				sent: value,
				edit: { range: place.range, newText: value },
			});
		}
	}
	return { inputs: inputs.sort((a, b) => a.edit.range.start - b.edit.range.start), missing };
}

/** Returns the offsets of inputs that hold the numbers of seeds, also where a seed comes from a number node. */
function seedPlaces(document: WorkflowDocument): ReadonlySet<number> {
	const places = new Set<number>();
	for (const { inputs } of document.nodes) {
		for (const input of inputs) {
			const source = isSeedName(input.name) ? seedSource(document, input) : undefined;
			if (source?.value.type === 'number') places.add(source.range.start);
		}
	}
	return places;
}

function isValue({ value }: WorkflowInput): boolean {
	return value.type !== 'link' && value.type !== 'array';
}
