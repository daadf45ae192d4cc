import type { GraphModel } from './model.ts';

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
		`Graph of ${name}, ${nodes.length} ${nodes.length === 1 ? 'node' : 'nodes'}`,
		...(problems > 0 ? [`${problems} with problems`] : []),
		title === undefined ? 'press an arrow key to choose a node' : `chosen: ${title}`,
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
			? `${node.title}, node ${node.id}`
			: `${node.title}, ${node.classType}, node ${node.id}`,
	];
	if (sources !== '') parts.push(`from ${sources}`);
	if (targets !== '') parts.push(`to ${targets}`);
	if (node.change !== undefined) parts.push(node.change === 'added' ? 'new' : 'edited');
	for (const problem of node.problems) parts.push(`${problem.severity}: ${problem.text}`);
	return parts.join('; ');
}

function names(titles: readonly string[]): string {
	const distinct = [...new Set(titles)];
	return distinct.length > 4
		? `${distinct.slice(0, 4).join(', ')} and ${distinct.length - 4} more`
		: distinct.join(', ');
}
