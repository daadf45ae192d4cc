import * as l10n from '@vscode/l10n';
import type { Severity } from '../../base/findings.ts';
import { counted, firstOf } from '../../base/language.ts';
import { type GraphEdge, type GraphModel, inputTitle } from './model.ts';
import { type ChosenPort, traceOf } from './walk.ts';

export const severityWords: Readonly<Record<Severity, string>> = {
	error: l10n.t('error'),
	warning: l10n.t('warning'),
	info: l10n.t('info'),
	hint: l10n.t('hint'),
};

/** Describes the whole graph briefly, with the selection. */
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

/** Returns a node in one sentence, for those who do not see the picture. */
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
	const groups = groupTitles(model, index);
	if (groups !== '') parts.push(l10n.t('in group {0}', groups));
	if (sources !== '') parts.push(l10n.t('from {0}', sources));
	if (targets !== '') parts.push(l10n.t('to {0}', targets));
	const named = [...node.values, ...node.rest].filter((input) => input.named !== undefined);
	if (named.length > 0) parts.push(l10n.t('named inputs: {0}', named.map(inputTitle).join(', ')));
	if (node.change !== undefined) parts.push(node.change === 'added' ? l10n.t('new') : l10n.t('edited'));
	for (const problem of node.problems) parts.push(`${severityWords[problem.severity]}: ${problem.text}`);
	return parts.join('; ');
}

/** Returns the titles of the groups that a node is in, the outermost first. */
export function groupTitles(model: GraphModel, index: number): string {
	const around = (model.groups ?? []).filter(({ title, nodes }) => title !== '' && nodes.includes(index));
	return around.map(({ title }) => title).join(' › ');
}

/** Returns one input or output of a node in a sentence, with how far it reaches. */
export function describePort(model: GraphModel, index: number, port: ChosenPort): string {
	const node = model.nodes[index];
	const reach = traceOf(model, index, port).nodes.size - 1;
	const others = (end: 'from' | 'to', matches: (edge: GraphEdge) => boolean): string =>
		names(model.edges.filter(matches).map((edge) => model.nodes[edge[end]]?.title ?? ''));
	if (port.side === 'input') {
		const name = node?.ports[port.index]?.name ?? '';
		const from = others('from', (edge) => edge.to === index && edge.port === port.index);
		if (from === '') return l10n.t('Input {0}, from a node that is not in this document', name);
		const depends = counted(reach, l10n.t('depends on 1 node'), l10n.t('depends on {0} nodes'));
		return `${l10n.t('Input {0}, from {1}', name, from)}; ${depends}`;
	}
	const name = node?.outputs[port.index]?.name ?? '';
	const to = others('to', (edge) => edge.from === index && edge.output === port.index);
	if (to === '') return l10n.t('Output {0}, not used', name);
	const leads = counted(reach, l10n.t('leads to 1 node'), l10n.t('leads to {0} nodes'));
	return `${l10n.t('Output {0}, to {1}', name, to)}; ${leads}`;
}

function names(titles: readonly string[]): string {
	return firstOf([...new Set(titles)], 4);
}
