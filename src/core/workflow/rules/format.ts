import * as l10n from '@vscode/l10n';
import { type Finding, fix, type TextRange } from '../../base/findings.ts';
import { sourceOf, type WorkflowDocument } from '../document.ts';
import type { NodeInfo } from '../nodeInfo.ts';
import { classErrorCode } from './unknownClasses.ts';

/** Returns the first character that is not white space: the place for remarks about the whole document. */
function opening(document: WorkflowDocument): TextRange {
	const start = Math.max(0, document.text.search(/\S/));
	return { start, end: Math.min(document.text.length, start + 1) };
}

/** Rules about the document as a whole: whether it is JSON, and in which format. */
export function checkFormat(document: WorkflowDocument, withSyntax: boolean): Finding[] {
	const problems = withSyntax ? document.problems : [];
	const findings = problems.map(
		({ message, range }): Finding => ({
			code: 'json_syntax',
			severity: 'error',
			message,
			remedy: l10n.t('Fix this; until then the document cannot be run.'),
			range,
		}),
	);
	const about = aboutFormat(document);
	return about ? [...findings, about] : findings;
}

function aboutFormat(document: WorkflowDocument): Finding | undefined {
	// It needs no findings, and its text is not read for that: after a key it is not in one piece.
	if (document.kind === 'api') return undefined;
	const range = opening(document);
	switch (document.kind) {
		case 'ui':
			return {
				code: 'ui_format',
				severity: 'info',
				message: l10n.t(
					'This is a workflow in UI format, which the node editor saves; the service runs the API format.',
				),
				remedy: l10n.t('Convert it here, or choose Workflow > Export (API) in the node editor.'),
				range,
			};
		case 'requestBody':
		case 'metadata': {
			const { container } = document;
			return {
				code: 'wrapped_workflow',
				severity: 'warning',
				message:
					document.kind === 'metadata'
						? l10n.t('This is the metadata of a picture: the workflow that can run is inside it.')
						: l10n.t('This is a saved request body: the workflow is inside it.'),
				remedy: l10n.t('Keep only the workflow.'),
				range,
				fixes: fix(
					l10n.t('Keep only the workflow'),
					container && {
						range: { start: 0, end: document.text.length },
						newText: unindented(document, container),
					},
					true,
				),
			};
		}
		case 'other':
			return /^\s*(?:\{\s*\}|\[\s*\])\s*$/.test(document.text)
				? {
						code: 'prompt_no_outputs',
						severity: 'error',
						message: l10n.t('This workflow is empty, so there is nothing to run.'),
						remedy: l10n.t('Add nodes; the last one must save or show something.'),
						range,
					}
				: {
						code: 'not_a_workflow',
						severity: 'error',
						message: l10n.t('This JSON is not a workflow: it has no node with a "class_type".'),
						remedy: l10n.t('Open the file that Workflow > Export (API) in the node editor writes.'),
						range,
					};
		default:
			return undefined;
	}
}

/** Returns the text of the wrapped workflow, unindented by its depth. */
function unindented(document: WorkflowDocument, container: TextRange): string {
	const text = sourceOf(document, container);
	const indent = /\n([ \t]*)\}$/.exec(text)?.[1] ?? '';
	return `${indent === '' ? text : text.replaceAll(`\n${indent}`, '\n')}\n`;
}

/** Maximum number of findings of one kind: other JSON may have millions of members. */
const mostAlike = 1000;

/** Rules about the members of the workflow's object: things that are not nodes, and ids that occur twice. */
export function checkMembers(document: WorkflowDocument, nodeInfo: NodeInfo | undefined): Finding[] {
	const findings: Finding[] = [];
	for (const stray of document.nonNodeMembers.slice(0, mostAlike)) {
		findings.push({
			code: classErrorCode(nodeInfo),
			severity: 'error',
			message: l10n.t('"{0}" is not a node, so the engine refuses the whole workflow.', stray.key),
			remedy: l10n.t('Remove it. For notes, use the title of a node.'),
			range: { start: stray.keyRange.start, end: stray.range.end },
			nodeId: stray.key,
		});
	}
	for (const lost of document.duplicateIds.slice(0, mostAlike)) {
		findings.push({
			code: 'duplicate_key',
			severity: 'warning',
			message: l10n.t('Node {0} occurs again below, so this one is ignored.', lost.id),
			remedy: l10n.t('Change the ID of one of them.'),
			range: lost.range,
			nodeId: lost.id,
		});
	}
	return findings;
}

/** Returns the finding for a workflow without any output node. */
export function noOutputs(document: WorkflowDocument): Finding {
	const start = document.container?.start ?? 0;
	return {
		code: 'prompt_no_outputs',
		severity: 'error',
		message: l10n.t('No node of this workflow saves or shows anything, so the engine has nothing to run.'),
		remedy: l10n.t('Add a node such as SaveImage behind the result.'),
		range: { start, end: Math.min(document.text.length, start + 1) },
	};
}

/** Returns the finding for other JSON that only looks like a workflow: nothing in it is checked. */
export function tooManyNodes(document: WorkflowDocument): Finding {
	return {
		code: 'too_many_nodes',
		severity: 'error',
		message: l10n.t('This document has {0} nodes, which is more than Easel checks.', document.nodes.length),
		remedy: l10n.t('Split it into several workflows.'),
		range: opening(document),
	};
}
