import * as l10n from '@vscode/l10n';
import { type ChangedNode, compareWorkflows } from '../../workflow/compare/compare.ts';
import type { WorkflowDocument, WorkflowInput, WorkflowNode } from '../../workflow/document.ts';

/** An input in both workflows, with different values. */
export interface DifferentInput {
	readonly node: WorkflowNode;
	readonly input: WorkflowInput;
	readonly saved: string;
	/** The value to send, as JSON text. */
	readonly value: string;
	/** True if a link is moved, added or removed: a change of the graph and not of a value. */
	readonly rewired: boolean;
}

/** The difference between a document and the workflow that is saved with a deployment. */
export interface Difference {
	readonly inputs: readonly DifferentInput[];
	/**
	 * The reason why overrides cannot express the difference, as the end of a sentence that begins with "because";
	 * absent if they can. A changed link is such a reason: the service describes overrides as new values in the format
	 * of the saved workflow, so a literal cannot become a link, and rewiring the graph through overrides is
	 * undocumented. The inline form is right in either case.
	 */
	readonly structural?: string;
}

/**
 * Finds the overrides that a run needs, by a comparison with the saved workflow. Nodes are matched by id alone, as by
 * the service: a renumbered node is a different node to it. `valueFor` returns the value to send for an input of the
 * document, as JSON text.
 */
export function compareWithSaved(
	document: WorkflowDocument,
	saved: WorkflowDocument,
	valueFor: (node: WorkflowNode, input: WorkflowInput) => string,
): Difference {
	const inputs: DifferentInput[] = [];
	let structural: string | undefined;
	for (const change of compareWorkflows(saved, document, { byIdAlone: true, valueText: valueFor }).changes) {
		const node = document.nodeById.get(change.nodeId);
		const savedNode = saved.nodeById.get(change.nodeId);
		if (change.kind === 'removed') {
			if (savedNode)
				structural ??= l10n.t('{0} of the saved workflow is not in the document', nodeName(savedNode));
		} else if (node && (change.kind === 'added' || !savedNode)) {
			structural ??= l10n.t('{0} is not in the saved workflow', nodeName(node));
		} else if (node && savedNode && change.kind === 'changed') {
			const found = differentInputs(change, node, savedNode);
			inputs.push(...found.inputs);
			structural ??= found.structural;
		}
	}
	return structural === undefined ? { inputs } : { inputs, structural };
}

function differentInputs(change: ChangedNode, node: WorkflowNode, savedNode: WorkflowNode): Difference {
	if (change.classBefore !== undefined) {
		return {
			inputs: [],
			structural: l10n.t(
				'{0} has another class in the saved workflow ({1})',
				nodeName(node),
				savedNode.classType ?? l10n.t('none'),
			),
		};
	}
	const inputs: DifferentInput[] = [];
	let structural: string | undefined;
	for (const { kind, name, before, after } of change.inputs) {
		const input = node.inputs.find((candidate) => candidate.name === name);
		const savedInput = savedNode.inputs.find((candidate) => candidate.name === name);
		if (kind === 'added') {
			structural ??= l10n.t('the input {0} of {1} is not in the saved workflow', name, nodeName(node));
		} else if (kind === 'removed') {
			structural ??= l10n.t(
				'the input {0} of {1} was removed, which a changed value cannot express',
				name,
				nodeName(node),
			);
		} else if (input && savedInput && before !== undefined && after !== undefined) {
			const rewired = isConnection(input) || isConnection(savedInput);
			if (rewired)
				structural ??= l10n.t('the input {0} of {1} is connected differently', name, nodeName(node));
			inputs.push({ node, input, saved: before, value: after, rewired });
		}
	}
	return structural === undefined ? { inputs } : { inputs, structural };
}

/** Returns the name of a node: `KSampler (node 3)`, or its title if it has one. */
export function nodeName(node: WorkflowNode): string {
	const name = node.title || node.classType;
	return name ? l10n.t('{0} (node {1})', name, node.id) : l10n.t('the node (node {0})', node.id);
}

/** Returns whether a value is a link: the engine reads every array as one, even a malformed one. */
function isConnection(input: WorkflowInput): boolean {
	return input.value.type === 'link' || input.value.type === 'array';
}
