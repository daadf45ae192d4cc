import { kindByName, type MediaKind, mediaEndings } from '../../wire/mediaType.ts';
import type { WorkflowDocument, WorkflowInput, WorkflowNode } from '../../workflow/document.ts';
import { cursorContextAt } from '../../workflow/language/cursorContext.ts';
import { mediaInput, mediaText } from './media.ts';

export interface MediaInput {
	readonly node: WorkflowNode;
	readonly input: WorkflowInput;
	readonly kinds: readonly MediaKind[];
}

const allKinds = Object.keys(mediaEndings) as MediaKind[];

/** Returns the kinds of media that an input takes, by its name and the class of its node; may be empty. */
export function kindsOfInput(node: Pick<WorkflowNode, 'classType'>, name: string): readonly MediaKind[] {
	if (/^save/i.test(node.classType ?? '') || !mediaInput.test(name)) return [];
	const said = namedIn(name);
	if (said.length > 0) return said;
	if (/mask|frame/i.test(name)) return ['image'];
	const byClass = namedIn(node.classType ?? '');
	return byClass.length > 0 ? byClass : allKinds;
}

function namedIn(text: string): readonly MediaKind[] {
	return allKinds.filter((kind) => text.toLowerCase().includes(kind));
}

/** Returns the media input at an offset; undefined outside of text values. */
export function mediaInputAt(document: WorkflowDocument, offset: number): MediaInput | undefined {
	const place = cursorContextAt(document, offset);
	if (place?.kind !== 'inputValue' || place.input.value.type !== 'string') return undefined;
	const { node, input } = place;
	const kinds = kindsOfInput(node, input.name);
	return kinds.length === 0 ? undefined : { node, input, kinds };
}

/** Returns the inputs of a document that may name a local media file. */
export function namedMedia(
	document: WorkflowDocument,
): readonly { readonly input: WorkflowInput; readonly text: string }[] {
	return document.nodes.flatMap((node) =>
		node.inputs.flatMap((input) => {
			const text = input.value.type === 'string' && mediaText(node, input, input.value.value);
			return text ? [{ input, text }] : [];
		}),
	);
}

/** Returns the file extensions of some kinds, without the dot. */
export function endingsOf(kinds: readonly MediaKind[]): readonly string[] {
	return kinds.flatMap((kind) => mediaEndings[kind]);
}

/** Returns whether the name of a file suits an input. */
export function fits(kinds: readonly MediaKind[], name: string): boolean {
	const kind = kindByName(name);
	return kind !== undefined && kinds.includes(kind);
}
