import { isNumber, isScalar, type Json, spelled } from '../../json/value.ts';
import { savesUnderName } from '../canvas/canvasInputs.ts';
import { fillValues } from '../canvas/placeholders.ts';

/** A node in API format. */
export interface ApiNode {
	readonly class_type: string;
	readonly inputs: Readonly<Record<string, Json>>;
	readonly _meta: { readonly title: string };
}

/**
 * Fills in values of other nodes in names of files (`%Prompt.text%`) if the reference is a name that only the canvas has.
 * References by class or title are filled in at each run.
 * @param named ids in the API document, by that name
 */
export function fillFileNames<Node extends ApiNode>(
	nodes: Map<string, Node>,
	named: ReadonlyMap<string, string>,
): void {
	if (named.size === 0) return;
	for (const [id, node] of nodes) {
		const prefix = node.inputs.filename_prefix;
		if (typeof prefix !== 'string' || !savesUnderName(node.class_type)) continue;
		const filled = fillValues(prefix, (name, input) => {
			const meant = nodes.get(named.get(name) ?? '');
			const value = meant?._meta.title === name ? undefined : meant?.inputs[input];
			if (!isScalar(value)) return undefined;
			const text = spelled(value);
			// As the node editor writes it: `1.0` is 1 there.
			return isNumber(value) && !/^-?[0-9]+$/.test(text) ? String(Number(text)) : text;
		});
		if (filled !== prefix) nodes.set(id, { ...node, inputs: { ...node.inputs, filename_prefix: filled } });
	}
}
