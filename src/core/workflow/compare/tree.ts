import * as l10n from '@vscode/l10n';
import { counted, shortened } from '../../base/language.ts';
import type { ChangedNode, Comparison, InputChange, NodeChange } from './compare.ts';

export interface ComparisonItem {
	/** Stays the same while the line means the same. */
	readonly id: string;
	readonly change: NodeChange['kind'];
	readonly label: string;
	/** Shown dimmed after the label. */
	readonly description: string;
	/** Both values in full, for the tooltip. */
	readonly detail: string;
	/** The text for screen readers. */
	readonly spoken: string;
	/** Node in the current document, or in the saved one when it was removed. */
	readonly nodeId: string;
	/** Set for a line about one input. */
	readonly input?: string;
	readonly children: readonly ComparisonItem[];
}

/** Returns the comparison as lines: one for each node that differs, with one for each difference under it. */
export function comparisonItems(comparison: Comparison): readonly ComparisonItem[] {
	return comparison.changes.map(nodeItem);
}

/** Returns the comparison in a few words: "2 changed, 1 added". */
export function comparisonSummary({ changes }: Comparison): string {
	const numberOf = (kind: NodeChange['kind']): number =>
		changes.filter((change) => change.kind === kind).length;
	const [changed, added, removed] = [numberOf('changed'), numberOf('added'), numberOf('removed')];
	const parts = [
		...(changed === 0 ? [] : [l10n.t('{0} changed', changed)]),
		...(added === 0 ? [] : [l10n.t('{0} added', added)]),
		...(removed === 0 ? [] : [l10n.t('{0} removed', removed)]),
	];
	return parts.length === 0 ? l10n.t('no difference') : parts.join(', ');
}

function nodeItem(change: NodeChange): ComparisonItem {
	const children =
		change.kind === 'changed'
			? [...nodeLines(change), ...change.inputs.map((input) => inputItem(change, input))]
			: [];
	const name =
		change.title === change.classType ? `#${change.nodeId}` : `${change.classType} #${change.nodeId}`;
	const words =
		change.kind === 'changed'
			? counted(children.length, l10n.t('1 difference'), l10n.t('{0} differences'))
			: change.kind === 'added'
				? l10n.t('added')
				: l10n.t('removed');
	return {
		id: `${change.kind} ${change.nodeId}`,
		change: change.kind,
		label: change.title,
		description: change.kind === 'changed' ? name : `${name} · ${words}`,
		detail: l10n.t('{0} ({1}, node {2}): {3}', change.title, change.classType, change.nodeId, words),
		spoken: l10n.t('{0}, node {1}, {2}', change.title, change.nodeId, words),
		nodeId: change.nodeId,
		children,
	};
}

/** Differences of the node itself: another id, class or title. */
function nodeLines(change: ChangedNode): readonly ComparisonItem[] {
	const { nodeId } = change;
	const parts = [
		['id', l10n.t('ID'), change.idBefore, nodeId],
		['class', l10n.t('class'), change.classBefore, change.classType],
		['title', l10n.t('title'), change.titleBefore, change.title],
	] as const;
	return parts
		.filter(([, , before]) => before !== undefined)
		.map(([part, name, before, after]) => lineItem(change, part, { name, kind: 'changed', before, after }));
}

/** A difference of a node in one of its inputs, or in the node itself. */
type LineChange = Pick<InputChange, 'name' | 'kind'> & {
	readonly [side in 'before' | 'after']?: string | undefined;
};

function inputItem(node: ChangedNode, input: InputChange): ComparisonItem {
	return { ...lineItem(node, `input ${input.name}`, input), input: input.name };
}

function lineItem(
	node: ChangedNode,
	part: string,
	{ name, kind, before, after }: LineChange,
): ComparisonItem {
	const was = oneLine(before ?? l10n.t('not set'));
	const is = oneLine(after ?? l10n.t('not set'));
	const both = differingParts(was, is).join(' → ');
	return {
		id: `${node.nodeId} ${part}`,
		change: kind,
		nodeId: node.nodeId,
		children: [],
		label: name,
		description: both,
		detail: l10n.t('saved: {0}\nhere: {1}', was, is),
		spoken: l10n.t('{0} of {1}, {2}', name, node.title, both),
	};
}

/** Returns a value for a line. */
export function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim() || '""';
}

/** Returns both values for a line, long ones from shortly before the first difference. */
export function differingParts(was: string, is: string): readonly [string, string] {
	let same = 0;
	while (same < was.length && same < is.length && was[same] === is[same]) same += 1;
	const begin = was.lastIndexOf(' ', Math.max(0, same - 1)) + 1;
	const from = begin > 16 ? begin : 0;
	const piece = (text: string): string =>
		shortened(from === 0 ? text : `…${text.slice(from)}`, 40).toWellFormed();
	return [piece(was), piece(is)];
}
