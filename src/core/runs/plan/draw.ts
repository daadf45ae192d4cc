import { canvasInput } from '../../workflow/canvas/canvasInputs.ts';
import { type Choose, drawPrompt, isDynamicPrompt } from '../../workflow/canvas/dynamicPrompt.ts';
import { fillPlaceholders, hasPlaceholder } from '../../workflow/canvas/placeholders.ts';
import type { WorkflowDocument } from '../../workflow/document.ts';
import { type InputSet, inputAt } from '../../workflow/inputSet.ts';
import type { NodeInfo } from '../../workflow/nodeInfo.ts';
import type { ChangedInput } from '../run.ts';
import { randomIn } from './seed.ts';
import { titleOf } from './summary.ts';

/** Returns whether a document may contain texts that the node editor resolves before it sends them; node info decides. */
export function mayBeDrawn(document: WorkflowDocument): boolean {
	return document.nodes.some(({ inputs }) =>
		inputs.some(
			({ value }) => value.type === 'string' && (isDynamicPrompt(value.value) || hasPlaceholder(value.value)),
		),
	);
}

/**
 * Draws the texts that the node editor would send instead, with the choices and the time of this call: `from` is the
 * text of the document and `to` the sent one, both as JSON text.
 */
export function drawInputs(
	document: WorkflowDocument,
	nodeInfo: NodeInfo | undefined,
	now: Date,
	choose: Choose = anyOf,
): readonly ChangedInput[] {
	return document.nodes.flatMap((node) =>
		node.inputs.flatMap(({ name, value }) => {
			if (value.type !== 'string') return [];
			const text = value.value;
			// A placeholder of a node that is not there stays, so nothing is drawn.
			const drawn = (to: string) =>
				to === text
					? []
					: [
							{
								nodeId: node.id,
								nodeTitle: titleOf(node),
								input: name,
								from: JSON.stringify(text),
								to: JSON.stringify(to),
							},
						];
			switch (canvasInput(node.classType, name, nodeInfo)) {
				case 'dynamicPrompt':
					return isDynamicPrompt(text) ? drawn(drawPrompt(text, choose)) : [];
				case 'fileName':
					return hasPlaceholder(text) ? drawn(fillPlaceholders(text, document, now)) : [];
				default:
					return [];
			}
		}),
	);
}

/** Returns the drawn texts, for inputs of a document that have the text before the draw. */
export function drawnSet(document: WorkflowDocument, drawn: readonly ChangedInput[]): InputSet {
	const values = drawn.flatMap(({ nodeId, input, from, to }) => {
		const place = { nodeId, input };
		const value = inputAt(document, place)?.value;
		const isThere = value?.type === 'string' && JSON.stringify(value.value) === from;
		return isThere ? [{ place, literal: to }] : [];
	});
	return { values, source: 'drawn' };
}

/** Returns the texts before the draw, for inputs of a document that have the drawn text. */
export function undrawnSet(document: WorkflowDocument, drawn: readonly ChangedInput[]): InputSet {
	return drawnSet(
		document,
		drawn.map((change) => ({ ...change, from: change.to, to: change.from })),
	);
}

function anyOf(count: number): number {
	return Number(randomIn({ min: 0n, max: BigInt(count - 1) }));
}
