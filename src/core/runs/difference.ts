import { sameJson } from '../json/canonical.ts';
import {
	sourceOf,
	type WorkflowDocument,
	type WorkflowInput,
	type WorkflowNode,
} from '../workflow/document.ts';

/** An input that both workflows have and whose value is not the same. */
export interface DifferentInput {
	readonly node: WorkflowNode;
	readonly input: WorkflowInput;
	readonly saved: string;
	/** The value to send, as JSON text. */
	readonly value: string;
	/** True when a link goes elsewhere, begins or ends: a change of the graph and not of a value. */
	readonly rewired: boolean;
}

/** How a document differs from the workflow that is saved with a deployment. */
export interface Difference {
	readonly inputs: readonly DifferentInput[];
	/**
	 * Why the difference is more than values, as the end of a sentence that begins with "because"; absent when overrides
	 * can express all of it.
	 *
	 * A link that goes elsewhere counts as such a reason although it, too, is the value of an input: the service describes
	 * overrides as new values whose format matches the saved workflow, so a literal cannot become a link, and whether the
	 * graph may be rewired through them is nowhere promised. The inline form is right in either case.
	 */
	readonly structural?: string;
}

/** Compares by meaning. `valueFor` gives the value that will be sent for an input of the document, as JSON text. */
export function compareWithSaved(
	document: WorkflowDocument,
	saved: WorkflowDocument,
	valueFor: (node: WorkflowNode, input: WorkflowInput) => string,
): Difference {
	const inputs: DifferentInput[] = [];
	let structural: string | undefined;
	for (const node of document.nodes) {
		const savedNode = saved.nodeById.get(node.id);
		if (!savedNode) {
			structural ??= `${nodeName(node)} is not in the saved workflow`;
			continue;
		}
		if (savedNode.classType !== node.classType) {
			structural ??= `${nodeName(node)} is of another class in the saved workflow (${savedNode.classType ?? 'none'})`;
			continue;
		}
		const savedInputs = new Map(savedNode.inputs.map((input) => [input.name, input]));
		for (const input of node.inputs) {
			const before = savedInputs.get(input.name);
			if (!before) {
				structural ??= `the input ${input.name} of ${nodeName(node)} is not in the saved workflow`;
				continue;
			}
			savedInputs.delete(input.name);
			const savedText = sourceOf(saved, before.range);
			const value = valueFor(node, input);
			if (sameJson(value, savedText)) continue;
			const rewired = isConnection(input) || isConnection(before);
			if (rewired) structural ??= `the input ${input.name} of ${nodeName(node)} is connected differently`;
			inputs.push({ node, input, saved: savedText, value, rewired });
		}
		const [missing] = savedInputs.keys();
		if (missing !== undefined) {
			structural ??= `the input ${missing} of ${nodeName(node)} was taken out, which a changed value cannot express`;
		}
	}
	const gone = saved.nodes.find((node) => !document.nodeById.has(node.id));
	if (gone) structural ??= `${nodeName(gone)} of the saved workflow is not in the document`;
	return structural === undefined ? { inputs } : { inputs, structural };
}

/** `KSampler (node 3)`, or the node's title where it has one. */
export function nodeName(node: WorkflowNode): string {
	return `${node.title || node.classType || 'the node'} (node ${node.id})`;
}

/** The engine takes every array for a link, also a malformed one. */
function isConnection(input: WorkflowInput): boolean {
	return input.value.type === 'link' || input.value.type === 'array';
}
