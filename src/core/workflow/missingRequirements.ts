import { checkWorkflow } from './check.ts';
import { parseWorkflow, sourceOf, type WorkflowDocument, type WorkflowInput } from './document.ts';
import type { NodeInfo } from './nodeInfo.ts';
import { unwrap } from './nodeReader.ts';
import { modelFile, type NamedValue, type Requirements } from './requirements.ts';

/** The unmet requirements of a document on a target, by its node info. */
export interface MissingRequirements extends Requirements {
	/** Other choices that it does not offer, such as a sampler. */
	readonly values: readonly NamedValue[];
	/** Further errors that the checks find with its node info; a mistyped class or choice is one, since no target has it. */
	readonly errors: number;
}

/** Returns the same document, parsed again: the one in the editor keeps the findings of its own target. */
export function copyOf({ text, comments }: WorkflowDocument): WorkflowDocument {
	return parseWorkflow(text, { comments });
}

/**
 * Returns the requirements of a document that a target lacks; undefined if unknown, since the built-in catalog knows
 * neither packs nor installed files. Only errors count: warnings do not prevent a target from running the document. The
 * findings of each node are cached for one node info at a time, so pass a `copyOf` the document that nothing else
 * checks.
 */
export function missingRequirements(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
): MissingRequirements | undefined {
	if (nodeInfo === undefined || nodeInfo.source.kind === 'builtin') return undefined;
	const classes = new Set<string>();
	const models = new Map<string, NamedValue>();
	const values = new Map<string, NamedValue>();
	let errors = 0;
	for (const finding of checkWorkflow(document, nodeInfo)) {
		if (finding.severity !== 'error') continue;
		const node = finding.nodeId === undefined ? undefined : document.nodeById.get(finding.nodeId);
		const input = node?.inputs.find(({ name }) => name === finding.input);
		const isMistyped = finding.fixes?.some(({ preferred }) => preferred) === true;
		if (node && finding.code === 'value_not_in_list' && input) {
			const value = writtenValue(document, input);
			const missing = { nodeId: node.id, input: input.name, value };
			// Files of one family have similar names, and are different ones.
			if (modelFile.test(value)) models.set(`${value}\n${input.name}`, missing);
			else if (isMistyped) errors++;
			else values.set(`${value}\n${input.name}`, missing);
		} else if (
			!isMistyped &&
			node?.classType !== undefined &&
			!input &&
			nodeInfo.get(node.classType) === undefined
		) {
			classes.add(node.classType);
		} else {
			errors++;
		}
	}
	return { classes: [...classes], models: [...models.values()], values: [...values.values()], errors };
}

/** Returns whether nothing known would stop it. */
export function canRun({ classes, models, values, errors }: MissingRequirements): boolean {
	return classes.length + models.length + values.length + errors === 0;
}

function writtenValue(document: WorkflowDocument, input: WorkflowInput): string {
	const value = unwrap(input.value);
	return value.type === 'string' ? value.value : sourceOf(document, input.range);
}
