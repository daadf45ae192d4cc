import * as l10n from '@vscode/l10n';
import type { Severity } from '../../base/findings.ts';
import { firstOf } from '../../base/language.ts';
import type { GraphModel } from './model.ts';

/** How much a problem matters, as a word before it. */
export const severityWords: Readonly<Record<Severity, string>> = {
	error: l10n.t('error'),
	warning: l10n.t('warning'),
	info: l10n.t('info'),
	hint: l10n.t('hint'),
};

/** The whole graph in a few words, with what is chosen in it. */
export function describeGraph(
	name: string,
	model: GraphModel | undefined,
	chosen: number | undefined,
): string {
	const nodes = model?.nodes ?? [];
	const problems = nodes.filter((node) => node.severity !== undefined).length;
	const title = chosen === undefined ? undefined : nodes[chosen]?.title;
	return [
		nodes.length === 1
			? l10n.t('Graph of {0}, 1 node', name)
			: l10n.t('Graph of {0}, {1} nodes', name, nodes.length),
		...(problems > 0 ? [l10n.t('{0} with problems', problems)] : []),
		title === undefined ? l10n.t('press an arrow key to choose a node') : l10n.t('chosen: {0}', title),
	].join(', ');
}

/** A node in one sentence, for those who do not see the picture. */
export function describeNode(model: GraphModel, index: number): string {
	const node = model.nodes[index];
	if (node === undefined) return '';
	const title = (at: number): string => model.nodes[at]?.title ?? '';
	const sources = names(model.edges.filter((edge) => edge.to === index).map((edge) => title(edge.from)));
	const targets = names(model.edges.filter((edge) => edge.from === index).map((edge) => title(edge.to)));
	const parts = [
		node.title === node.classType
			? l10n.t('{0}, node {1}', node.title, node.id)
			: l10n.t('{0}, {1}, node {2}', node.title, node.classType, node.id),
	];
	if (sources !== '') parts.push(l10n.t('from {0}', sources));
	if (targets !== '') parts.push(l10n.t('to {0}', targets));
	if (node.change !== undefined) parts.push(node.change === 'added' ? l10n.t('new') : l10n.t('edited'));
	for (const problem of node.problems) parts.push(`${severityWords[problem.severity]}: ${problem.text}`);
	return parts.join('; ');
}

function names(titles: readonly string[]): string {
	return firstOf([...new Set(titles)], 4);
}
