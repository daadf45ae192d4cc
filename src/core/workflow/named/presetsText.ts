import { Document, isMap, isSeq, Scalar } from 'yaml';
import { compact } from '../../base/compact.ts';
import type { TextEdit } from '../../base/findings.ts';
import { editBetween } from '../../base/fixAll.ts';
import type { InputAnchor } from './anchor.ts';
import { type NamedWords, parsed } from './presetsFile.ts';

export interface PresetsChange {
	/** Inputs with their names; existing inputs with these names are replaced. */
	readonly inputs?: readonly { readonly name: string; readonly anchor: InputAnchor }[];
	/** Names to remove from their inputs; presets keep the values for them. */
	readonly unnamed?: readonly string[];
	/** A preset, in place of one of this name. */
	readonly preset?: { readonly name: string; readonly values: readonly NamedWords[] };
}

/**
 * Returns the text of a file of presets with a change; all other text stays, including comments. Undefined if the text
 * is not such a file, so that nothing is lost silently.
 */
export function changedPresets(
	text: string,
	{ inputs = [], unnamed = [], preset }: PresetsChange,
): string | undefined {
	const document = text.trim() === '' ? new Document({}, { schema: 'failsafe' }) : parsed(text);
	if (document === undefined || document.errors.length > 0) return undefined;
	if (document.contents === null) document.contents = document.createNode({});
	if (!isMap(document.contents)) return undefined;
	const put = (path: readonly string[], value: unknown): void => {
		const [part = ''] = path;
		if (!isMap(document.get(part))) document.set(part, document.createNode({}));
		unfold(document.get(part));
		document.setIn(path, document.createNode(value));
	};
	unfold(document.contents);
	for (const name of unnamed) document.deleteIn(['inputs', name]);
	const named = document.get('inputs');
	if (unnamed.length > 0 && isMap(named) && named.items.length === 0) document.delete('inputs');
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
	const changed = document.toString({ lineWidth: 0, flowCollectionPadding: false });
	return text.includes('\r\n') ? changed.replaceAll('\n', '\r\n') : changed;
}

/** Puts content that is added to `{}` on lines of its own. */
function unfold(map: unknown): void {
	if (isMap(map) && map.items.length === 0) map.flow = false;
}

/** Returns the same change as the one edit that makes it; undefined if the text is not such a file. */
export function presetsEdit(text: string, change: PresetsChange): TextEdit | undefined {
	const after = changedPresets(text, change);
	return after === undefined ? undefined : editBetween(text, after);
}

/** Returns a name or a value in the form for one line of such a file. */
export function wordsText(words: string): string {
	const made = new Scalar(words);
	if (words.includes('\n')) made.type = 'QUOTE_DOUBLE';
	return new Document(made, { schema: 'failsafe' }).toString({ lineWidth: 0 }).trimEnd();
}

/** Returns a scalar; a text of several lines stays readable. */
function scalar(words: string): Scalar {
	const made = new Scalar(words);
	if (words.includes('\n') && !/[\r\t\u0085\u2028\u2029]| \n/.test(words)) made.type = 'BLOCK_LITERAL';
	return made;
}
