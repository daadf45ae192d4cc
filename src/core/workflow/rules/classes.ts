import { closestMatch, isSlip } from '../../base/closestMatch.ts';
import type { Finding, Fix } from '../../base/findings.ts';
import type { NodeClass, NodeInfo } from '../nodeInfo.ts';
import type { NodeBody } from '../nodeReader.ts';
import { inputsInsertion } from './edits.ts';
import { specsOf } from './specs.ts';

type Report = (finding: Finding, whenRun?: boolean) => void;

/** The engine's name of the error for a node without known class changed with its version. */
export function classErrorCode(nodeInfo: NodeInfo | undefined): string {
	return nodeInfo?.dialect === 'new' ? 'missing_node_type' : 'invalid_prompt';
}

/** The type of the error that the engine reports when the checks of a node fail. */
export function executionErrorCode(nodeClass: NodeClass | undefined): string {
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
					? 'The class of a node must be text in quotes, so the engine refuses the whole workflow.'
					: `Node ${body.id} has no "class_type", so the engine refuses the whole workflow.`,
				remedy: 'Name the class of the node, or remove the node.',
				range: classType ? { start: classType.start, end: classType.end } : { start: 0, end: body.keyEnd },
			},
			false,
		);
	} else if (nodeInfo && !nodeClass) {
		reportUnknownClass(body, classType.value, classType, nodeInfo, report);
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
			code: executionErrorCode(nodeClass),
			severity: 'error',
			message: inputsSpan
				? 'The inputs of a node must be an object; the engine fails on anything else.'
				: `Node ${body.id} has no "inputs"; the engine fails without them even where a node takes none.`,
			remedy: 'Write "inputs": {} at least.',
			range: inputsSpan ? { start: inputsSpan.start, end: inputsSpan.end } : { start: 0, end: body.keyEnd },
			fixes,
		});
	}
	if (nodeClass && classType) reportTraits(nodeClass, { start: classType.start, end: classType.end }, report);
}

/** So many answers are kept, for documents that name the same unknown classes again and again. */
const mostSuggestions = 1000;
const suggestions = new WeakMap<NodeInfo, Map<string, string | undefined>>();

function suggestClass(name: string, nodeInfo: NodeInfo): string | undefined {
	const known = suggestions.get(nodeInfo) ?? new Map<string, string | undefined>();
	suggestions.set(nodeInfo, known);
	if (known.has(name)) return known.get(name);
	if (known.size >= mostSuggestions) known.clear();
	// Where packs are not known, a name must be closer to count as mistyped.
	const found = closestMatch(name, nodeInfo.names, {
		lettersPerSlip: 3,
		mostSlips: nodeInfo.source.kind === 'builtin' ? 2 : 4,
	})?.match;
	known.set(name, found);
	return found;
}

/** A class of this name takes every input that the node has. */
function takesInputsOf(body: NodeBody, className: string, nodeInfo: NodeInfo): boolean {
	const nodeClass = nodeInfo.get(className);
	if (!nodeClass) return false;
	const specs = specsOf(nodeClass, body);
	return body.inputs.every(({ name }) => specs.has(name) || nodeClass.hidden.includes(name));
}

function reportUnknownClass(
	body: NodeBody,
	name: string,
	place: Finding['range'],
	nodeInfo: NodeInfo,
	report: Report,
): void {
	const builtin = nodeInfo.source.kind === 'builtin';
	const near = suggestClass(name, nodeInfo);
	const close = near !== undefined && takesInputsOf(body, near, nodeInfo) ? near : undefined;
	const mistyped = close !== undefined && isSlip(name, close);
	const range = { start: place.start, end: place.end };
	const fixes: Fix[] =
		close !== undefined && (mistyped || !builtin)
			? [
					{
						title: `Change to "${close}"`,
						edits: [{ range, newText: JSON.stringify(close) }],
						preferred: mistyped,
					},
				]
			: [];
	report(
		{
			code: classErrorCode(nodeInfo),
			severity: builtin ? (mistyped ? 'warning' : 'info') : 'error',
			message: unknownClass(name, nodeInfo, mistyped),
			remedy: mistyped
				? `Did you mean "${close}"?`
				: builtin
					? toKnowMore
					: 'Install the node pack that provides it, or replace the node.',
			range,
			fixes,
		},
		false,
	);
}

function unknownClass(name: string, { source }: NodeInfo, mistyped: boolean): string {
	if (source.kind !== 'builtin')
		return `There is no node class "${name}" in ${source.label}, so the engine refuses the whole workflow.`;
	return mistyped
		? `There is no core node "${name}".`
		: `"${name}" is not one of the ${source.label}, which is all Easel knows here; a node pack may provide it.`;
}

const toKnowMore =
	'To have it checked, link this workflow to a deployment, or put the object_info.json of your server into the workspace.';

/** At most so many classes are named in one sentence. */
const mostNamed = 6;

/**
 * Node packs are common, and the built-in catalog knows none: one remark speaks for all nodes of classes it does not
 * know, and the others become hints. `unknown` holds the places of their remarks in `findings`, in text order.
 */
export function gatherUnknownClasses(
	findings: Finding[],
	unknown: readonly number[],
	names: ReadonlySet<string>,
	nodeInfo: NodeInfo,
): void {
	const [first, ...others] = unknown;
	const spokesman = first === undefined ? undefined : findings[first];
	if (first === undefined || !spokesman || others.length === 0) return;
	for (const index of others) {
		const finding = findings[index];
		if (finding) findings[index] = { ...finding, severity: 'hint' };
	}
	const listed = [...names].slice(0, mostNamed).map((name) => `"${name}"`);
	const more = names.size > mostNamed ? ` and ${names.size - mostNamed} more` : '';
	findings[first] = {
		...spokesman,
		message: `${unknown.length} nodes here are checked only in part: their classes (${listed.join(', ')}${more}) are not among the ${nodeInfo.source.label} and probably come from node packs.`,
		remedy: toKnowMore.replace('have it', 'have them'),
	};
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
