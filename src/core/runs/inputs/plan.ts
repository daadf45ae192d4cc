import { compact } from '../../base/compact.ts';
import { sha256 } from '../../base/files/sha256.ts';
import { type FieldSpec, sourceOf } from '../../base/panel/formFields.ts';
import { jsonText, numberText, parseJson } from '../../json/exact.ts';
import { rawNumber } from '../../json/rawNumber.ts';
import { isObject, type Json } from '../../json/value.ts';
import { bodyOfInputs, type InputValues, shownFields } from '../../requests/inputValues.ts';
import { unassignedNode } from '../../requests/parseResult.ts';
import { displayValue } from '../plan/displayValue.ts';
import type { RunPlan } from '../plan/plan.ts';
import { randomIn } from '../plan/seed.ts';
import { isSeedName } from '../plan/summary.ts';
import type { ChangedInput, RunSummary } from '../run.ts';

/** The part of a form that is sent, and the part that is remembered. */
export type InputPlan = Pick<RunPlan, 'bodyText' | 'summary'>;

/** Plans the run of a form without errors. References to checkpoints are in the body as they were typed. */
export async function planInputs(
	fields: readonly FieldSpec[],
	inputs: InputValues,
	targetName: string,
): Promise<InputPlan> {
	const bodyText = bodyOfInputs(fields, inputs);
	const shown = shownFields(fields, inputs);
	const changed = shown.flatMap((field, at): ChangedInput[] => {
		const [before, after] = [defaultOf(fields[at] ?? field), sourceOf(field, inputs.values[field.path])];
		if (before === after) return [];
		return [
			{
				nodeId: '',
				nodeTitle: targetName,
				input: field.label,
				from: displayValue(before ?? ''),
				to: displayValue(after ?? ''),
			},
		];
	});
	const members = membersOf(bodyText);
	const prompt = members.find(
		([name, value]) => typeof value === 'string' && /prompt|^text$|lyrics/i.test(name),
	)?.[1];
	const seed = members
		.map(([name, value]) => (isSeedName(name) ? numberText(value) : undefined))
		.find(Boolean);
	return {
		bodyText,
		summary: {
			mode: 'inputs',
			changed,
			...(typeof prompt === 'string' ? { prompt: displayValue(prompt) } : {}),
			...compact({ seed }),
			digest: await sha256(bodyText),
			outputTitles: { [unassignedNode]: targetName },
		},
	};
}

/** Plans the same run again from its kept data, with another seed on request, if it has one. */
export async function planAgain(bodyText: string, summary: RunSummary, newSeed: boolean): Promise<InputPlan> {
	const seed = newSeed && summary.seed !== undefined ? String(randomIn(seedRange)) : undefined;
	if (seed === undefined) return { bodyText, summary };
	const parsed = parseJson(bodyText);
	const body = jsonText(withSeed(parsed.ok ? parsed.value : {}, seed));
	const changed = summary.changed.map((change) =>
		change.to === summary.seed ? { ...change, to: seed } : change,
	);
	return { bodyText: body, summary: { ...summary, seed, changed, digest: await sha256(body) } };
}

/** Every schema of a seed that was seen takes these. */
const seedRange = { min: 1n, max: 2n ** 31n - 1n };

function withSeed(value: Json, seed: string): Json {
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [
			name,
			isSeedName(name) && numberText(inner) !== undefined ? rawNumber(seed) : withSeed(inner, seed),
		]),
	);
}

function defaultOf(field: FieldSpec): string | undefined {
	return sourceOf(field, field.default);
}

/** Returns the members of a body, each followed by those of its object. */
function membersOf(bodyText: string): readonly (readonly [string, Json])[] {
	const parsed = parseJson(bodyText);
	const all: [string, Json][] = parsed.ok && isObject(parsed.value) ? Object.entries(parsed.value) : [];
	return [...all, ...all.flatMap(([, value]) => (isObject(value) ? Object.entries(value) : []))];
}
