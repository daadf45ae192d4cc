import type { TextRange } from '../../base/findings.ts';
import { isScalar, jsonLine } from '../../json/value.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import type { InputSpec, NodeClass, NodeInfo, OutputSpec } from '../nodeInfo.ts';
import { specsOf } from '../rules/specs.ts';
import { cursorContextAt, nodeLabel } from './cursorContext.ts';
import { linksFrom } from './links.ts';

interface Hover {
	readonly range: TextRange;
	/** Markdown in which every text of the document or the server is escaped. */
	readonly markdown: string;
}

const mostShown = 24;

/** What is known of the class, input or link at an offset. */
export function hoverAt(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	offset: number,
): Hover | undefined {
	const place = cursorContextAt(document, offset);
	if (
		!place ||
		place.kind === 'nodes' ||
		place.kind === 'node' ||
		place.kind === 'inputs' ||
		place.kind === 'title'
	)
		return undefined;
	const { node, range } = place;
	const nodeClass = node.classType === undefined ? undefined : nodeInfo?.get(node.classType);
	if (place.kind === 'class') {
		return nodeClass && nodeInfo ? { range, markdown: aboutClass(nodeClass, nodeInfo) } : undefined;
	}
	if (place.kind === 'id') return { range, markdown: aboutNode(document, node, nodeClass) };
	const spec = nodeClass ? specsOf(nodeClass, node.body).get(place.input.name) : undefined;
	const lines: string[] = [];
	if (spec) lines.push(aboutInput(spec));
	const { value } = place.input;
	if (value.type === 'link' && place.kind !== 'inputName')
		lines.unshift(aboutLink(document, nodeInfo, value));
	return lines.length > 0 ? { range, markdown: lines.join('\n\n') } : undefined;
}

function aboutClass(nodeClass: NodeClass, nodeInfo: NodeInfo): string {
	const traits = [
		nodeClass.outputNode ? 'output node' : '',
		nodeClass.deprecated ? 'deprecated' : '',
		nodeClass.experimental ? 'experimental' : '',
		nodeClass.apiNode ? 'calls a paid partner service' : '',
	].filter((trait) => trait !== '');
	const lines = [
		nodeClass.displayName === nodeClass.name
			? `**${escaped(nodeClass.name)}**`
			: `**${escaped(nodeClass.displayName)}** ${code(nodeClass.name)}`,
	];
	const from = [nodeClass.category, ...traits].filter((part) => part !== '').map(escaped);
	if (from.length > 0) lines.push(from.join(' · '));
	const outputs = outputsText(nodeClass.outputs);
	if (outputs !== '') lines.push(outputs);
	const inputs = nodeClass.inputs.slice(0, mostShown).map((spec) => `- ${code(spec.name)} ${summary(spec)}`);
	if (nodeClass.inputs.length > mostShown) inputs.push(`- and ${nodeClass.inputs.length - mostShown} more`);
	if (inputs.length > 0) lines.push(`Inputs\n${inputs.join('\n')}`);
	lines.push(`From ${escaped(nodeInfo.source.label)}.`);
	return lines.join('\n\n');
}

function aboutNode(document: WorkflowDocument, node: WorkflowNode, nodeClass: NodeClass | undefined): string {
	const uses = linksFrom(document, node.id).length;
	const used =
		uses === 0
			? 'No link comes from it.'
			: uses === 1
				? 'One link comes from it.'
				: `${uses} links come from it.`;
	const name =
		node.title && node.classType
			? `**${escaped(node.title)}** ${code(node.classType)}`
			: `**${escaped(nodeLabel(node))}**`;
	return [name, outputsText(nodeClass?.outputs ?? []), used].filter((line) => line !== '').join('\n\n');
}

function aboutLink(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	link: { readonly nodeId: string; readonly slot: number },
): string {
	const target = document.nodeById.get(link.nodeId);
	if (!target) return `Comes from node ${code(link.nodeId)}, which is not in this workflow.`;
	const output =
		target.classType === undefined ? undefined : nodeInfo?.get(target.classType)?.outputs.at(link.slot);
	const which = output ? `output ${link.slot}: ${outputText(output)}` : `output ${link.slot}`;
	const named = target.classType && target.title ? ` ${code(target.classType)}` : '';
	return `Comes from **${escaped(nodeLabel(target))}**${named}, node ${code(target.id)}, ${which}`;
}

function aboutInput(spec: InputSpec): string {
	const lines = [`**${escaped(spec.name)}** ${summary(spec)}`];
	if (spec.options && spec.options.length > mostInLine) {
		const shown = spec.options.slice(0, mostShown).map((option) => code(String(option)));
		if (spec.options.length > mostShown) shown.push(`and ${spec.options.length - mostShown} more`);
		lines.push(shown.join(', '));
	}
	return lines.join('\n\n');
}

/** Longer lists of choices are counted instead. */
const mostInLine = 5;

function summary(spec: InputSpec): string {
	const count = spec.options?.length ?? 0;
	const parts = [
		count > mostInLine
			? `one of ${count} choices`
			: spec.listForm || spec.options
				? 'choice'
				: escaped(typeText(spec)),
	];
	parts.push(spec.required ? 'required' : 'optional');
	if (spec.min !== undefined && spec.max !== undefined) parts.push(`${spec.min} to ${spec.max}`);
	else if (spec.min !== undefined) parts.push(`at least ${spec.min}`);
	else if (spec.max !== undefined) parts.push(`at most ${spec.max}`);
	if (spec.default !== undefined && (isScalar(spec.default) || spec.multiselect)) {
		const text = jsonLine(spec.default);
		parts.push(`default ${code(text.length > 80 ? `${text.slice(0, 80)}…` : text)}`);
	}
	if (spec.upload) parts.push('name of a file beside the document or on the engine');
	if (spec.options && count > 0 && count <= mostInLine) {
		parts.push(spec.options.map((option) => code(String(option))).join(', '));
	}
	return parts.join(' · ');
}

function typeText(spec: InputSpec): string {
	switch (spec.dynamic?.kind) {
		case 'autogrow':
			return `up to ${spec.dynamic.names.length} inputs of type ${spec.dynamic.template.type}`;
		case 'group':
			return 'rows of inputs';
		default:
			return spec.type === '*'
				? 'any type'
				: spec.matchTemplate
					? 'any type that fits the others'
					: spec.type;
	}
}

function outputsText(outputs: readonly OutputSpec[]): string {
	const texts = outputs.map((output, index) => `${index} ${outputText(output)}`);
	return texts.length === 0 ? '' : `${texts.length === 1 ? 'Output' : 'Outputs'} ${texts.join(', ')}`;
}

function outputText(output: OutputSpec): string {
	const type = typeof output.type === 'string' ? output.type : 'choice';
	return output.name === type ? code(type) : `${code(type)} ${escaped(output.name)}`;
}

/** A text inside a code span, whatever backticks it holds. */
function code(text: string): string {
	const fence = text.includes('`') ? '``' : '`';
	const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return `${fence}${pad}${text.replaceAll('``', "''").replace(/\s+/g, ' ') || ' '}${pad}${fence}`;
}

function escaped(text: string): string {
	return text.replace(/[\\`*_{}[\]()#+\-!<>|~&]/g, '\\$&').replace(/\s+/g, ' ');
}
