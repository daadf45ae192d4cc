import { recognizeTraining } from '../../core/training/recognize.ts';
import { parseWorkflow, type WorkflowDocument } from '../../core/workflow/document.ts';

/** A text as one of the two kinds of document. */
export type CheckedText =
	| { readonly kind: 'training' }
	| { readonly kind: 'workflow'; readonly document: WorkflowDocument };

/**
 * Which kind of document a text is; undefined when it is neither. JSON that cannot be read counts as a workflow only where it
 * has the marks of one: the configuration of another tool may well have comments in it.
 * `extension` is that of its file, in lower case and with the dot.
 */
export function documentKind(text: string, extension: string): CheckedText | undefined {
	if (recognizeTraining(text)) return { kind: 'training' };
	if (/^\.ya?ml$/.test(extension)) return undefined;
	const document = parseWorkflow(text, { comments: extension === '.jsonc' });
	if (document.kind === 'other' || (document.kind === 'broken' && !looksLikeWorkflow(text))) return undefined;
	return { kind: 'workflow', document };
}

function looksLikeWorkflow(text: string): boolean {
	if (/"class_type"\s*:/.test(text)) return true;
	return /"nodes"\s*:\s*\[/.test(text) && /"(?:links|last_node_id|last_link_id)"\s*:/.test(text);
}
