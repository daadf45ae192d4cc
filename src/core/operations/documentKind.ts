import { fileEnding } from '../base/files/path.ts';
import { isDeploymentFileName } from '../deployments/file/fileName.ts';
import { recognizeTraining } from '../training/recognize.ts';
import { parseWorkflow, type WorkflowDocument } from '../workflow/document.ts';

/** A text as one of the kinds of document. */
export type CheckedText =
	| { readonly kind: 'training' }
	| { readonly kind: 'deployment' }
	| { readonly kind: 'workflow'; readonly document: WorkflowDocument };

/**
 * Returns the kind of document that a text is; undefined when it is none. JSON that cannot be read counts as a workflow only where it has
 * the marks of one: the configuration of another tool may well have comments in it.
 * `name` is that of its file.
 */
export function documentKind(text: string, name: string): CheckedText | undefined {
	if (isDeploymentFileName(name)) return { kind: 'deployment' };
	const extension = fileEnding(name);
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
