import { Document, isMap, isSeq, Scalar } from 'yaml';
import { compact } from '../../base/compact.ts';
import type { InputAnchor } from './anchor.ts';
import { type NamedWords, parsed } from './presetsFile.ts';

/** A change of a file of presets. */
export interface PresetsChange {
	/** Inputs with their names; those of these names that the file has already are replaced. */
	readonly inputs?: readonly { readonly name: string; readonly anchor: InputAnchor }[];
	/** A preset, in place of one of this name. */
	readonly preset?: { readonly name: string; readonly values: readonly NamedWords[] };
}

/**
 * Returns the text of a file of presets with a change; all else, comments too, stays. Undefined if the text is not such a file: nothing of it
 * would be lost unseen.
 */
export function changedPresets(text: string, { inputs = [], preset }: PresetsChange): string | undefined {
	const document = text.trim() === '' ? new Document({}, { schema: 'failsafe' }) : parsed(text);
	if (document === undefined || document.errors.length > 0) return undefined;
	if (document.contents === null) document.contents = document.createNode({});
	if (!isMap(document.contents)) return undefined;
	const put = (path: readonly string[], value: unknown): void => {
		const [part = ''] = path;
		if (!isMap(document.get(part))) document.set(part, document.createNode({}));
		document.setIn(path, document.createNode(value));
	};
	for (const { name, anchor } of inputs) {
		put(['inputs', name], { ...anchor, ...compact({ only: anchor.only && 'true' }) });
		const links = document.getIn(['inputs', name, 'links']);
		if (isSeq(links)) links.flow = true;
	}
	if (preset !== undefined) {
		put(['presets', preset.name], {});
		for (const { name, words } of preset.values)
			document.setIn(['presets', preset.name, name], scalar(words));
	}
	return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** A text of several lines stays readable. */
function scalar(words: string): Scalar {
	const made = new Scalar(words);
	if (words.includes('\n') && !/[\r\t\u0085\u2028\u2029]| \n/.test(words)) made.type = 'BLOCK_LITERAL';
	return made;
}
