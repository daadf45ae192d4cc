import * as l10n from '@vscode/l10n';
import { insertion, type TextEdit, type TextRange } from '../../base/findings.ts';
import { trimEndOf } from '../../base/trimEnd.ts';
import { jsonLine } from '../../json/value.ts';
import { classOf } from '../classOf.ts';
import type { WorkflowDocument, WorkflowNode } from '../document.ts';
import type { InputSpec, NodeInfo } from '../nodeInfo.ts';
import { accepts } from '../rules/linkTypes.ts';
import { valueToAdd } from '../rules/names.ts';
import { declaredInputs, specOf } from '../rules/specs.ts';
import { type CursorContext, cursorContextAt, nodeLabel } from './cursorContext.ts';

export interface Suggestion {
	readonly label: string;
	readonly detail: string;
	readonly kind: 'class' | 'input' | 'value' | 'link' | 'node' | 'key';
	readonly range: TextRange;
	/** With `snippet`, `$1` and so on are placeholders. */
	readonly newText: string;
	readonly snippet: boolean;
	/** The text that the typed text is compared with. */
	readonly filter: string;
	/** Ask for suggestions again after the insertion: it contains a place with suggestions. */
	readonly again: boolean;
	readonly deprecated: boolean;
	/** A comma after the previous member, if it lacks one. */
	readonly also?: TextEdit;
}

const most = 5000;

/** Returns the suggestions at an offset: classes, inputs with their defaults, values, and links of a matching type. */
export function completionsAt(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	offset: number,
): Suggestion[] {
	const place = cursorContextAt(document, offset);
	switch (place?.kind) {
		case 'class':
			return nodeInfo ? classSuggestions(nodeInfo, place.range) : [];
		case 'inputName':
			return nodeInfo ? renamedInputs(nodeInfo, place.node, place.range) : [];
		case 'inputs':
			return nodeInfo ? inputSuggestions(document, nodeInfo, place.node, offset) : [];
		case 'inputValue':
			return valueSuggestions(document, nodeInfo, place, place.range);
		case 'linkPart':
			return place.part === 0
				? otherLinks(document, nodeInfo, place, offset)
				: slotSuggestions(document, nodeInfo, place);
		case 'node':
			return memberSuggestions(document, place.node, offset);
		case 'nodes':
			return newNode(document, offset);
		default:
			return [];
	}
}

function suggestion(
	part: Pick<Suggestion, 'label' | 'detail' | 'kind' | 'range' | 'newText'> & Partial<Suggestion>,
): Suggestion {
	return { snippet: false, filter: part.newText, again: false, deprecated: false, ...part };
}

function classSuggestions(nodeInfo: NodeInfo, range: TextRange): Suggestion[] {
	return nodeInfo.names.slice(0, most).map((name) => {
		const nodeClass = nodeInfo.summary(name);
		const title = nodeClass && nodeClass.displayName !== name ? `${nodeClass.displayName} · ` : '';
		return suggestion({
			label: name,
			detail: `${title}${nodeClass?.category ?? ''}`,
			kind: 'class',
			range,
			newText: JSON.stringify(name),
			filter: `"${name} ${nodeClass?.displayName ?? ''}"`,
			deprecated: nodeClass?.deprecated ?? false,
		});
	});
}

function absentSpecs(nodeInfo: NodeInfo, node: WorkflowNode): InputSpec[] {
	const nodeClass = classOf(nodeInfo, node);
	if (!nodeClass) return [];
	const present = new Set(node.inputs.map((input) => input.name));
	const { specs } = declaredInputs(nodeClass, node.body);
	const absent = [...specs.values()].filter((spec) => !present.has(spec.name));
	// A growing list is offered one step at a time.
	return absent.filter((spec, index) => spec.required || !sameList(spec, absent[index - 1]));
}

function sameList(spec: InputSpec, before: InputSpec | undefined): boolean {
	const stem = (name: string): string => trimEndOf(name, /[0-9]/);
	return (
		before !== undefined &&
		spec.name.includes('.') &&
		stem(spec.name) === stem(before.name) &&
		spec.name !== before.name
	);
}

function renamedInputs(nodeInfo: NodeInfo, node: WorkflowNode, range: TextRange): Suggestion[] {
	return absentSpecs(nodeInfo, node).map((spec) =>
		suggestion({
			label: spec.name,
			detail: describe(spec),
			kind: 'input',
			range,
			newText: JSON.stringify(spec.name),
		}),
	);
}

function inputSuggestions(
	document: WorkflowDocument,
	nodeInfo: NodeInfo,
	node: WorkflowNode,
	offset: number,
): Suggestion[] {
	const gap = gapAt(document.text, offset);
	return absentSpecs(nodeInfo, node).map((spec) => {
		const value = valueToAdd(spec);
		const name = JSON.stringify(spec.name);
		const body = `${snippetText(name)}: ${value === undefined ? '$1' : placeholder(spec, value)}`;
		return suggestion({
			label: spec.name,
			detail: describe(spec),
			kind: 'input',
			...asMember(gap, body),
			filter: name,
			again: value === undefined,
		});
	});
}

function describe(spec: InputSpec): string {
	const type = spec.options || spec.listForm ? l10n.t('choice') : spec.type;
	return spec.required ? type : l10n.t('{0}, optional', type);
}

function valueSuggestions(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	place: Extract<CursorContext, { kind: 'inputValue' | 'linkPart' }>,
	range: TextRange,
): Suggestion[] {
	const { node, input } = place;
	const spec = specOf(nodeInfo, node, input.name);
	const value = (newText: string, detail: string): Suggestion =>
		suggestion({ label: newText, detail, kind: 'value', range, newText });
	const found: Suggestion[] = [];
	for (const option of spec?.options?.slice(0, most) ?? []) {
		const label = String(option);
		const detail = option === spec?.default ? l10n.t('default') : '';
		found.push(suggestion({ label, detail, kind: 'value', range, newText: jsonLine(option) }));
	}
	if (spec?.type === 'BOOLEAN') found.push(value('true', ''), value('false', ''));
	const fallback = spec && !spec.options && spec.type !== 'BOOLEAN' ? valueToAdd(spec) : undefined;
	if (fallback !== undefined)
		found.push(value(fallback, spec?.default === undefined ? '' : l10n.t('default')));
	return [...found, ...linkSuggestions(document, nodeInfo, node, spec, range)];
}

/**
 * Returns links that replace the one at the cursor; all of them, whatever is typed, if its id is not the beginning of a
 * node id.
 */
function otherLinks(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	place: Extract<CursorContext, { kind: 'linkPart' }>,
	offset: number,
): Suggestion[] {
	const { range, value } = place.input;
	const links = valueSuggestions(document, nodeInfo, place, range).filter((one) => one.kind === 'link');
	if (value.type !== 'link' || document.nodes.some(({ id }) => id.startsWith(value.nodeId))) return links;
	const typed = document.text.slice(range.start, offset);
	return links.map((one) => ({ ...one, filter: `${typed} ${one.filter}` }));
}

function linkSuggestions(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	node: WorkflowNode,
	spec: InputSpec | undefined,
	range: TextRange,
): Suggestion[] {
	const found: Suggestion[] = [];
	for (const other of document.nodes) {
		if (found.length >= most) break;
		if (other === node || other.classType === undefined) continue;
		const outputs = nodeInfo?.get(other.classType)?.outputs ?? [];
		for (const [slot, output] of outputs.entries()) {
			if (!spec || !accepts(spec, output)) continue;
			const newText = `[${JSON.stringify(other.id)}, ${slot}]`;
			found.push(
				suggestion({
					label: newText,
					detail: l10n.t('{0} of {1}', output.name, nodeLabel(other)),
					kind: 'link',
					range,
					newText,
					filter: `${newText} ${nodeLabel(other)} ${output.name}`,
				}),
			);
		}
	}
	return found;
}

function slotSuggestions(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	place: Extract<CursorContext, { kind: 'linkPart' }>,
): Suggestion[] {
	const { value } = place.input;
	const first =
		value.type === 'link'
			? value.nodeId
			: value.type === 'array' && value.items[0]?.type === 'string'
				? value.items[0].value
				: undefined;
	const source = first === undefined ? undefined : document.nodeById.get(first);
	const outputs = classOf(nodeInfo, source)?.outputs ?? [];
	return outputs.map((output, slot) =>
		suggestion({
			label: String(slot),
			detail: output.name,
			kind: 'value',
			range: place.range,
			newText: String(slot),
		}),
	);
}

function memberSuggestions(document: WorkflowDocument, node: WorkflowNode, offset: number): Suggestion[] {
	const gap = gapAt(document.text, offset);
	const members: readonly (readonly [string, string, boolean])[] = [
		['class_type', `"class_type": "$1"`, node.body.classType === undefined],
		['inputs', `"inputs": {$1}`, node.body.inputsSpan === undefined],
		['_meta', `"_meta": { "title": "$1" }`, node.title === undefined],
	];
	return members
		.filter(([, , absent]) => absent)
		.map(([label, text]) =>
			suggestion({
				label,
				detail: '',
				kind: 'key',
				...asMember(gap, text),
				filter: `"${label}"`,
				again: label === 'class_type',
			}),
		);
}

/** Suggests a complete new node under the next free number. */
function newNode(document: WorkflowDocument, offset: number): Suggestion[] {
	const gap = gapAt(document.text, offset);
	const highest = document.nodes.reduce(
		(top, node) => (/^[0-9]{1,9}$/.test(node.id) ? Math.max(top, Number(node.id)) : top),
		0,
	);
	const text = `"${highest + 1}": {\n\t"class_type": "$1",\n\t"inputs": {$2}\n}`;
	const label = l10n.t('New node');
	return [
		suggestion({
			label,
			detail: l10n.t('with the ID {0}', highest + 1),
			kind: 'node',
			...asMember(gap, text),
			filter: JSON.stringify(label),
			again: true,
		}),
	];
}

interface Gap {
	readonly range: TextRange;
	readonly also: { readonly also?: TextEdit };
	readonly after: string;
}

/** Returns the half-typed word around an offset between members, and the commas that a new member needs on either side. */
function gapAt(text: string, offset: number): Gap {
	const before = text.slice(Math.max(0, offset - 200), offset);
	const bare = trimEndOf(before, /[^\s",:{}[\]]/);
	const word = before.slice(bare.endsWith('"') ? bare.length - 1 : bare.length);
	const rest = /^[^\s",:{}[\]]*"?/.exec(text.slice(offset, offset + 200))?.[0] ?? '';
	const tail = word.startsWith('"') ? rest : rest.replace(/"$/, '');
	const range = { start: offset - word.length, end: offset + tail.length };
	let end = range.start;
	while (end > 0 && /\s/.test(text.charAt(end - 1))) end--;
	const previous = text.charAt(end - 1);
	const next = /^\s*(\S)/.exec(text.slice(range.end, range.end + 2000))?.[1] ?? '}';
	const separated = previous === '{' || previous === ',' || previous === '';
	return {
		range,
		also: separated ? {} : { also: insertion(end, ',') },
		after: next === '"' ? ',' : '',
	};
}

/** Returns the parts of a suggestion that inserts a new member as a snippet. */
function asMember({ range, also, after }: Gap, body: string) {
	return { range, newText: `${body}${after}`, ...also, snippet: true };
}

/** Maximum number of choices that open as a list; longer lists are completed while typing. */
const mostChoices = 200;

/** Returns the default as a placeholder that typing replaces; for choices, their list with the default first. */
function placeholder(spec: InputSpec, value: string): string {
	const options = spec.type === 'BOOLEAN' ? ['false', 'true'] : (spec.options ?? []).map(jsonLine);
	if (options.length > 1 && options.length <= mostChoices && options.includes(value) && !spec.multiselect) {
		const ordered = [value, ...options.filter((option) => option !== value)];
		return `\${1|${ordered.map((option) => option.replace(/[\\,|]/g, '\\$&')).join(',')}|}`;
	}
	return /^".*"$/.test(value)
		? `"\${1:${snippetText(value.slice(1, -1))}}"`
		: value.startsWith('{')
			? snippetText(value)
			: `\${1:${snippetText(value)}}`;
}

function snippetText(text: string): string {
	return text.replace(/[\\$}]/g, '\\$&');
}
