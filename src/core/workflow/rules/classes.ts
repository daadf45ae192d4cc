import type { Finding, Fix } from '../../findings.ts';
import type { NodeClass, NodeInfo } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import { nearest } from '../suggest.ts';
import { inputsInsertion } from './edits.ts';

type Report = (finding: Finding, whenRun?: boolean) => void;

/** The engine's name of the error for a node without known class changed with its version. */
export function classErrorCode(nodeInfo: NodeInfo | undefined): string {
	return nodeInfo?.dialect === 'new' ? 'missing_node_type' : 'invalid_prompt';
}

/** The type an error of the engine gets when it stumbles inside a node's checks. */
export function stumbleCode(nodeClass: NodeClass | undefined): string {
	return nodeClass?.outputNode ? 'exception_during_validation' : 'exception_during_inner_validation';
}

/** Rules about a node as a whole: its class, whether it has inputs at all, and what its class is known for. */
export function checkClass(
	body: NodeBody,
	nodeClass: NodeClass | undefined,
	entry: () => string,
	nodeInfo: NodeInfo | undefined,
	report: Report,
): void {
	const { classType, inputsSpan } = body;
	if (classType?.value === undefined) {
		report(
			{
				code: classErrorCode(nodeInfo),
				severity: 'error',
				message: classType
					? 'The class of a node must be a text, so the engine refuses the whole workflow.'
					: `Node ${body.id} has no "class_type", so the engine refuses the whole workflow.`,
				remedy: 'Name the class of the node, or remove the node.',
				range: classType ? { start: classType.start, end: classType.end } : { start: 0, end: body.keyEnd },
			},
			false,
		);
	} else if (nodeInfo && !nodeClass) {
		reportUnknownClass(classType.value, { start: classType.start, end: classType.end }, nodeInfo, report);
	}
	if (!inputsSpan?.isObject) {
		const fixes: Fix[] = [];
		if (inputsSpan) {
			fixes.push({
				title: 'Make it an empty object',
				edits: [{ range: inputsSpan, newText: '{}' }],
				preferred: true,
			});
		} else {
			const insertion = inputsInsertion(body, entry());
			if (insertion) fixes.push({ title: 'Add "inputs"', edits: [insertion], preferred: true });
		}
		report({
			code: stumbleCode(nodeClass),
			severity: 'error',
			message: inputsSpan
				? 'The inputs of a node must be an object, or the engine stumbles over them.'
				: `Node ${body.id} has no "inputs"; the engine stumbles over that even where a node takes none.`,
			remedy: 'Write "inputs": {} at least.',
			range: inputsSpan ? { start: inputsSpan.start, end: inputsSpan.end } : { start: 0, end: body.keyEnd },
			fixes,
		});
	}
	if (nodeClass && classType) reportTraits(nodeClass, { start: classType.start, end: classType.end }, report);
}

/** Of so many different unknown names a suggestion is sought; the search is thorough, and a pasted novel is not a workflow. */
const mostSuggestions = 40;
const suggestions = new WeakMap<NodeInfo, Map<string, string | undefined>>();

function suggestClass(name: string, nodeInfo: NodeInfo): string | undefined {
	const known = suggestions.get(nodeInfo) ?? new Map<string, string | undefined>();
	suggestions.set(nodeInfo, known);
	if (known.has(name)) return known.get(name);
	if (known.size >= mostSuggestions) known.clear();
	const found = nearest(name, nodeInfo.names);
	known.set(name, found);
	return found;
}

function reportUnknownClass(name: string, range: Finding['range'], nodeInfo: NodeInfo, report: Report): void {
	const close = suggestClass(name, nodeInfo);
	const builtin = nodeInfo.source.kind === 'builtin';
	const fixes: Fix[] = close
		? [
				{
					title: `Change to "${close}"`,
					edits: [{ range, newText: JSON.stringify(close) }],
					preferred: !builtin,
				},
			]
		: [];
	report(
		{
			code: classErrorCode(nodeInfo),
			severity: builtin ? (close ? 'warning' : 'info') : 'error',
			message: builtin
				? `"${name}" is not one of the ${nodeInfo.source.label}, which is all Easel knows here; a node pack may provide it.`
				: `There is no node class "${name}" in ${nodeInfo.source.label}, so the engine refuses the whole workflow.`,
			remedy: close
				? `Did you mean "${close}"?`
				: builtin
					? 'Link this workflow to a deployment, or open its object_info.json, to check the node too.'
					: 'Install the node pack that provides it, or replace the node.',
			range,
			fixes,
		},
		false,
	);
}

function reportTraits(nodeClass: NodeClass, range: Finding['range'], report: Report): void {
	if (nodeClass.deprecated) {
		report({
			code: 'deprecated_node',
			severity: 'info',
			message: `"${nodeClass.name}" is deprecated and may go away with a later engine.`,
			remedy: 'Look for the node that replaces it.',
			range,
			tags: ['deprecated'],
		});
	}
	if (nodeClass.experimental) {
		report({
			code: 'experimental_node',
			severity: 'info',
			message: `"${nodeClass.name}" is experimental: its inputs may change with a later engine.`,
			range,
		});
	}
	if (nodeClass.apiNode) {
		report({
			code: 'partner_node',
			severity: 'info',
			message: `"${nodeClass.name}" calls a paid partner service and fails at run time without a key for it.`,
			remedy: 'Store a partner key before you run this workflow.',
			range,
		});
	}
}
