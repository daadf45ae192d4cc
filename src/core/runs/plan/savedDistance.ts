import { compareWorkflows } from '../../workflow/compare/compare.ts';
import { jsonOf, parseWorkflow, type WorkflowDocument } from '../../workflow/document.ts';
import { compareWithSaved } from './difference.ts';

/** The distance of a document from a saved workflow, as a run would have to send it. */
export type SavedDistance =
	| { readonly kind: 'same' }
	/** Only inputs differ; `count` of them have other values. */
	| { readonly kind: 'inputs'; readonly count: number }
	/** More than values differ, in this number of nodes, and the document is sent whole. */
	| { readonly kind: 'other'; readonly nodes: number };

/** Returns the distance of a document from a saved workflow, which is JSON text; undefined if they cannot be compared. */
export function savedDistance(
	document: WorkflowDocument,
	text: string | undefined,
): SavedDistance | undefined {
	const saved = text === undefined ? undefined : parseWorkflow(text);
	if (saved?.kind !== 'api') return undefined;
	const valueText = (_: unknown, { range }: { readonly range: { start: number; end: number } }) =>
		jsonOf(document, range);
	const { inputs, structural } = compareWithSaved(document, saved, valueText);
	if (structural !== undefined)
		return { kind: 'other', nodes: compareWorkflows(saved, document).changes.length };
	return inputs.length === 0 ? { kind: 'same' } : { kind: 'inputs', count: inputs.length };
}

/** Compares distances, the nearest first; unknown ones come last. */
export function byDistance(one: SavedDistance | undefined, other: SavedDistance | undefined): number {
	return lengthOf(one) - lengthOf(other);
}

function lengthOf(distance: SavedDistance | undefined): number {
	if (distance === undefined) return 1e9;
	if (distance.kind === 'same') return 0;
	return distance.kind === 'inputs' ? distance.count : 1_000_000 + distance.nodes;
}
