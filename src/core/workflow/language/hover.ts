import * as l10n from '@vscode/l10n';
import { markdownCode as code } from '../../base/escapeMarkdown.ts';
import type { TextRange } from '../../base/findings.ts';
import { isScalar, jsonLine } from '../../json/value.ts';
import { classOf } from '../classOf.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import type { InputSpec, NodeClass, NodeInfo, OutputSpec } from '../nodeInfo.ts';
import { specOf } from '../rules/specs.ts';
import { cursorContextAt, nodeLabel } from './cursorContext.ts';
import { linksFrom } from './links.ts';

interface Hover {
	readonly range: TextRange;
	/** Markdown in which every text of the document or the server is escaped. */
	readonly markdown: string;
}

const mostShown = 24;

/** Returns the explanation of the class, input or link at an offset; undefined without one. */
export function hoverAt(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	offset: number,
): Hover | undefined {
	const place = cursorContextAt(document, offset);
	if (!place || place.kind === 'nodes') return undefined;
	const { node, range } = place;
	const nodeClass = classOf(nodeInfo, node);
	if (place.kind === 'class') {
		return nodeClass && nodeInfo ? { range, markdown: aboutClass(nodeClass, nodeInfo) } : undefined;
	}
	if (place.kind === 'id') return { range, markdown: aboutNode(document, node, nodeClass) };
	if (!('input' in place)) return undefined;
	const spec = specOf(nodeInfo, node, place.input.name);
	const lines: string[] = [];
	if (spec) lines.push(aboutInput(spec));
	const { value } = place.input;
	if (value.type === 'link' && place.kind !== 'inputName')
		lines.unshift(aboutLink(document, nodeInfo, value));
	return lines.length > 0 ? { range, markdown: lines.join('\n\n') } : undefined;
}

function aboutClass(nodeClass: NodeClass, nodeInfo: NodeInfo): string {
	const traits = [
		nodeClass.outputNode ? l10n.t('output node') : '',
		nodeClass.deprecated ? l10n.t('deprecated') : '',
		nodeClass.experimental ? l10n.t('experimental') : '',
		nodeClass.apiNode ? l10n.t('calls a paid partner service') : '',
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
	if (nodeClass.inputs.length > mostShown)
		inputs.push(`- ${l10n.t('and {0} more', nodeClass.inputs.length - mostShown)}`);
	if (inputs.length > 0) lines.push(`${l10n.t('Inputs')}\n${inputs.join('\n')}`);
	lines.push(l10n.t('From {0}.', escaped(nodeInfo.source.label)));
	return lines.join('\n\n');
}

function aboutNode(document: WorkflowDocument, node: WorkflowNode, nodeClass: NodeClass | undefined): string {
	const uses = linksFrom(document, node.id).length;
	const used =
		uses === 0
			? l10n.t('No outgoing links.')
			: uses === 1
				? l10n.t('1 outgoing link.')
				: l10n.t('{0} outgoing links.', uses);
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
	if (!target) return l10n.t('Comes from node {0}, which is not in this workflow.', code(link.nodeId));
	const output = classOf(nodeInfo, target)?.outputs.at(link.slot);
	const which = output
		? l10n.t('output {0}: {1}', link.slot, outputText(output))
		: l10n.t('output {0}', link.slot);
	const label = escaped(nodeLabel(target));
	return target.classType && target.title
		? l10n.t('Comes from **{0}** {1}, node {2}, {3}', label, code(target.classType), code(target.id), which)
		: l10n.t('Comes from **{0}**, node {1}, {2}', label, code(target.id), which);
}

function aboutInput(spec: InputSpec): string {
	const lines = [`**${escaped(spec.name)}** ${summary(spec)}`];
	if (spec.options && spec.options.length > mostInLine) {
		const shown = spec.options.slice(0, mostShown).map((option) => code(String(option)));
		if (spec.options.length > mostShown) shown.push(l10n.t('and {0} more', spec.options.length - mostShown));
		lines.push(shown.join(', '));
	}
	if (spec.listForm !== undefined && spec.options === undefined)
		lines.push(l10n.t('The choices are known after the node info of an engine or instance is loaded.'));
	return lines.join('\n\n');
}

/** Longer lists of choices are counted instead. */
const mostInLine = 5;

function summary(spec: InputSpec): string {
	const count = spec.options?.length ?? 0;
	const parts = [
		count > mostInLine
			? l10n.t('one of {0} choices', count)
			: spec.listForm || spec.options
				? l10n.t('choice')
				: escaped(typeText(spec)),
	];
	parts.push(spec.required ? l10n.t('required') : l10n.t('optional'));
	if (spec.min !== undefined && spec.max !== undefined)
		parts.push(l10n.t('{0} to {1}', String(spec.min), String(spec.max)));
	else if (spec.min !== undefined) parts.push(l10n.t('at least {0}', String(spec.min)));
	else if (spec.max !== undefined) parts.push(l10n.t('at most {0}', String(spec.max)));
	if (spec.default !== undefined && (isScalar(spec.default) || spec.multiselect)) {
		const text = jsonLine(spec.default);
		parts.push(l10n.t('default {0}', code(text.length > 80 ? `${text.slice(0, 80)}…` : text)));
	}
	if (spec.upload) parts.push(l10n.t('name of a file next to the document or on the engine'));
	if (spec.options && count > 0 && count <= mostInLine) {
		parts.push(spec.options.map((option) => code(String(option))).join(', '));
	}
	return parts.join(' · ');
}

function typeText(spec: InputSpec): string {
	switch (spec.dynamic?.kind) {
		case 'autogrow':
			return l10n.t('up to {0} inputs of type {1}', spec.dynamic.names.length, spec.dynamic.template.type);
		case 'group':
			return l10n.t('rows of inputs');
		default:
			return spec.type === '*'
				? l10n.t('any type')
				: spec.matchTemplate
					? l10n.t('any type that fits the others')
					: spec.type;
	}
}

function outputsText(outputs: readonly OutputSpec[]): string {
	const texts = outputs.map((output, index) => `${index} ${outputText(output)}`);
	if (texts.length === 0) return '';
	const list = texts.join(', ');
	return texts.length === 1 ? l10n.t('Output {0}', list) : l10n.t('Outputs {0}', list);
}

function outputText(output: OutputSpec): string {
	const type = typeof output.type === 'string' ? output.type : l10n.t('choice');
	return output.name === type ? code(type) : `${code(type)} ${escaped(output.name)}`;
}

function escaped(text: string): string {
	return text.replace(/[\\`*_{}[\]()#+\-!<>|~&]/g, '\\$&').replace(/\s+/g, ' ');
}
