import * as l10n from '@vscode/l10n';
import * as z from 'zod/mini';
import { type Failure, inputFailure } from '../base/failure.ts';
import type { TextEdit } from '../base/findings.ts';
import { applyEdits } from '../base/fixAll.ts';
import type { WorkflowDocument, WorkflowInput } from './document.ts';

/** A place for a value. `nodeId` is empty for an input of a target that takes inputs in place of a workflow. */
const inputPlace = z.object({ nodeId: z.string(), input: z.string() });

export type InputPlace = Readonly<z.output<typeof inputPlace>>;

/** A value for a place, as JSON text, so that numbers keep their spelling. */
export interface PlacedValue {
	readonly place: InputPlace;
	readonly literal: string;
}

/** The origins of input sets: a caller, new seeds, draws from dynamic prompts, and an earlier run. */
const inputSources = ['given', 'seeds', 'drawn', 'run'] as const;

/** Some inputs of a document with their values. Of two values for one place the last one wins. */
export interface InputSet {
	/** The name that a person gave it. */
	readonly name?: string;
	readonly values: readonly PlacedValue[];
	readonly source: (typeof inputSources)[number];
}

export const inputSet = z.object({
	name: z.exactOptional(z.string()),
	values: z.array(z.object({ place: inputPlace, literal: z.string() })),
	source: z.enum(inputSources),
});

/** Returns the input at a place of a document. */
export function inputAt(
	document: WorkflowDocument,
	{ nodeId, input }: InputPlace,
): WorkflowInput | undefined {
	return document.nodeById.get(nodeId)?.inputs.find(({ name }) => name === input);
}

/** Returns whether two places are the same. */
export function isSamePlace(one: InputPlace, other: InputPlace | undefined): boolean {
	return one.nodeId === other?.nodeId && one.input === other.input;
}

/** Returns a place as people write it: `NODE.INPUT`. */
export function placeText({ nodeId, input }: InputPlace): string {
	return `${nodeId}.${input}`;
}

/** Returns the reason why a document has no input at a place. */
export function missingPlace(document: WorkflowDocument, { nodeId, input }: InputPlace): Failure {
	return inputFailure(
		document.nodeById.has(nodeId)
			? l10n.t('The node "{0}" has no input "{1}".', nodeId, input)
			: l10n.t('The document has no node "{0}".', nodeId),
	);
}

/** Returns the edits that apply the values of a set to a document, in the order of the text. Missing places are left out. */
export function setEdits(document: WorkflowDocument, { values }: InputSet): readonly TextEdit[] {
	const edits = new Map<number, TextEdit>();
	for (const { place, literal } of values) {
		const range = inputAt(document, place)?.range;
		if (range !== undefined) edits.set(range.start, { range, newText: literal });
	}
	return [...edits.values()].sort((one, other) => one.range.start - other.range.start);
}

/** Returns the text of a document with the values of a set. */
export function textWith(document: WorkflowDocument, set: InputSet): string {
	return applyEdits(document.text, setEdits(document, set));
}
