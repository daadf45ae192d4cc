import type { FieldSpec } from '../../base/panel/formFields.ts';
import { namesOf } from '../../base/panel/formFields.ts';
import { readReference, referencesIn } from '../../requests/checkpointReference.ts';
import { bodyOfInputs, type InputValues, shownFields } from '../../requests/inputValues.ts';

/** Trigger words of trained LoRAs, by the name of their job. */
export type TriggerWords = Readonly<Record<string, string>>;

/** Returns the names of the training jobs that own the checkpoints in the inputs, without duplicates. */
export function jobsOfInputs(fields: readonly FieldSpec[], inputs: InputValues): readonly string[] {
	const references = referencesIn(bodyOfInputs(fields, inputs));
	return [...new Set(references.flatMap((reference) => readReference(reference)?.job ?? []))];
}

/** Returns the trigger words of the LoRAs in the inputs that the prompt lacks, with the path of the prompt. */
export function missingTriggers(
	fields: readonly FieldSpec[],
	inputs: InputValues,
	words: TriggerWords,
): readonly { readonly path: string; readonly word: string }[] {
	const prompt = shownFields(fields, inputs).find(isPrompt);
	if (prompt === undefined) return [];
	const value = inputs.values[prompt.path];
	const text = typeof value === 'string' ? value : '';
	const wanted = new Set(jobsOfInputs(fields, inputs).flatMap((job) => words[job] ?? []));
	return [...wanted].filter((word) => !text.includes(word)).map((word) => ({ path: prompt.path, word }));
}

/** Returns a prompt that begins with a trigger word. */
export function withTrigger(text: string, word: string): string {
	return text.trim() === '' ? word : `${word}, ${text}`;
}

function isPrompt({ kind, path }: FieldSpec): boolean {
	const name = namesOf(path).at(-1) ?? '';
	return kind === 'text' && /prompt/i.test(name) && !/neg/i.test(name);
}
