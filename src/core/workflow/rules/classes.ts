import * as l10n from '@vscode/l10n';
import { type Finding, fix } from '../../base/findings.ts';
import type { NodeClass } from '../nodeInfo.ts';
import { inputsInsertion } from './edits.ts';
import type { NodeView, Report } from './factTypes.ts';
import { checkPresence, classErrorCode, reportUnknownClass } from './unknownClasses.ts';

/** Returns the type of the error that the engine reports when the checks of a node fail. */
export function executionErrorCode(nodeClass: NodeClass | undefined): string {
	return nodeClass?.outputNode ? 'exception_during_validation' : 'exception_during_inner_validation';
}

/** Rules about a node as a whole: its class, its inputs, and the remarks on its class. */
export function checkClass({ body, nodeClass, nodeInfo, entry, report }: NodeView): void {
	const { classType, inputsSpan } = body;
	if (classType?.value === undefined) {
		report({
			code: classErrorCode(nodeInfo),
			severity: 'error',
			message: classType
				? l10n.t('The class of a node must be text in quotes, so the engine refuses the whole workflow.')
				: l10n.t('Node {0} has no "class_type", so the engine refuses the whole workflow.', body.id),
			remedy: l10n.t('Name the class of the node, or remove the node.'),
			range: classType ? { start: classType.start, end: classType.end } : { start: 0, end: body.keyEnd },
			whenRun: false,
		});
	} else if (nodeInfo && !nodeClass) {
		reportUnknownClass(body, classType.value, classType, nodeInfo, report);
	}
	if (!inputsSpan?.isObject) {
		const fixes = inputsSpan
			? fix(l10n.t('Make it an empty object'), { range: inputsSpan, newText: '{}' }, true)
			: fix(l10n.t('Add "inputs"'), inputsInsertion(body, entry()), true);
		const finding: Finding = {
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message: inputsSpan
				? l10n.t('The inputs of a node must be an object; the engine fails on anything else.')
				: l10n.t(
						'Node {0} has no "inputs"; the engine fails without them even where a node takes none.',
						body.id,
					),
			remedy: l10n.t('Add at least "inputs": {}.'),
			range: inputsSpan ? { start: inputsSpan.start, end: inputsSpan.end } : { start: 0, end: body.keyEnd },
			fixes,
		};
		// Before a run the engine checks the nodes that outputs need, but then every node.
		const message = inputsSpan
			? l10n.t(
					'The inputs of a node must be an object: older engines accept the workflow and then hang on this node, with all later runs, until someone restarts them; newer ones fail for the whole workflow.',
				)
			: l10n.t(
					'Node {0} has no "inputs": the engine accepts the workflow, since no output needs the node, and then hangs on it, with all later runs, until someone restarts it.',
					body.id,
				);
		report({ ...finding, idle: { ...finding, code: 'engine_hangs', message } });
	}
	if (nodeClass && classType && nodeInfo) checkPresence(nodeClass, classType, nodeInfo, report);
	if (nodeClass && classType) reportTraits(nodeClass, { start: classType.start, end: classType.end }, report);
}

function reportTraits(nodeClass: NodeClass, range: Finding['range'], report: Report): void {
	if (nodeClass.deprecated) {
		report({
			code: 'deprecated_node',
			severity: 'info',
			message: l10n.t('"{0}" is deprecated and may be removed in a later engine.', nodeClass.name),
			remedy: l10n.t('Look for the node that replaces it.'),
			range,
			tags: ['deprecated'],
		});
	}
	if (nodeClass.experimental) {
		report({
			code: 'experimental_node',
			severity: 'info',
			message: l10n.t('"{0}" is experimental: its inputs may change in a later engine.', nodeClass.name),
			range,
		});
	}
	if (nodeClass.apiNode) {
		report({
			code: 'partner_node',
			severity: 'info',
			message: l10n.t(
				'"{0}" calls a paid partner service and fails at run time without a key for it.',
				nodeClass.name,
			),
			remedy: l10n.t('Store a partner key before you run this workflow.'),
			range,
		});
	}
}
