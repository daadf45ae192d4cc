import * as l10n from '@vscode/l10n';
import type { TextRange } from '../../base/findings.ts';
import type { WorkflowDocument, WorkflowInput, WorkflowNode } from '../document.ts';
import { nodeAtOffset } from '../model.ts';
import { elementRanges } from '../rules/links/linkShape.ts';

interface AtNode {
	readonly node: WorkflowNode;
	readonly range: TextRange;
}

interface AtInput extends AtNode {
	readonly input: WorkflowInput;
}

export type CursorContext =
	| ({ readonly kind: 'id' | 'class' | 'title' } & AtNode)
	| ({ readonly kind: 'inputName' } & AtInput)
	| ({ readonly kind: 'inputValue' } & AtInput)
	/** One of the two parts of a link; `range` is the part's. */
	| ({ readonly kind: 'linkPart'; readonly part: 0 | 1 } & AtInput)
	/** Between the inputs, in a place for another one. */
	| ({ readonly kind: 'inputs' } & AtNode)
	/** Between the members of a node. */
	| ({ readonly kind: 'node' } & AtNode)
	/** Between the nodes. */
	| { readonly kind: 'nodes'; readonly range: TextRange };

function contains(range: TextRange | undefined, offset: number): range is TextRange {
	return range !== undefined && offset >= range.start && offset <= range.end;
}

/** Returns the place at an offset, or undefined outside the workflow's nodes. */
export function cursorContextAt(document: WorkflowDocument, offset: number): CursorContext | undefined {
	const node = nodeAtOffset(document, offset);
	if (!node || offset === node.range.end) {
		const { container } = document;
		const inside = container && offset > container.start && offset < container.end;
		return inside ? { kind: 'nodes', range: container } : undefined;
	}
	if (contains(node.idRange, offset)) return { kind: 'id', node, range: node.idRange };
	if (offset <= node.range.start) return undefined;
	if (contains(node.classTypeRange, offset)) return { kind: 'class', node, range: node.classTypeRange };
	if (contains(node.titleRange, offset)) return { kind: 'title', node, range: node.titleRange };
	const { inputsRange } = node;
	const inInputs = inputsRange && offset > inputsRange.start && offset < inputsRange.end;
	if (!inInputs || !node.body.inputsSpan?.isObject) return { kind: 'node', node, range: node.range };
	for (const input of node.inputs) {
		if (contains(input.nameRange, offset)) return { kind: 'inputName', node, input, range: input.nameRange };
		if (contains(input.range, offset)) return valuePlace(document, node, input, offset);
	}
	return { kind: 'inputs', node, range: inputsRange };
}

function valuePlace(
	document: WorkflowDocument,
	node: WorkflowNode,
	input: WorkflowInput,
	offset: number,
): CursorContext {
	const whole: CursorContext = { kind: 'inputValue', node, input, range: input.range };
	const list = input.value.type === 'link' || input.value.type === 'array';
	if (!list || offset === input.range.start || offset === input.range.end) return whole;
	const ranges = elementRanges(document.text, input.range);
	const part = ranges.findIndex((range) => contains(range, offset));
	const range = ranges[part];
	return range && (part === 0 || part === 1) ? { kind: 'linkPart', part, node, input, range } : whole;
}

/** Returns the title a person gave the node, else its class, else its id. */
export function nodeLabel(node: WorkflowNode): string {
	return node.title || node.classType || l10n.t('node {0}', node.id);
}
