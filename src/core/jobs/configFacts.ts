import type { JobRecord } from './jobRecord.ts';

/** What the following of a job wants to know of its configuration: hints, never rules. */
export type ConfigFacts = Pick<JobRecord, 'plannedSteps' | 'sampleEvery' | 'saveEvery'>;

/** Reads the facts from lines of the text, as a plain configuration has them; what is spelled otherwise is not known. */
export function configFacts(text: string): ConfigFacts {
	const plannedSteps = wholeNumber(text, /^\s{1,40}["']?steps["']?\s{0,8}:\s{1,8}(\d{1,9})\s*(?:#.*)?$/m);
	const sampleEvery = wholeNumber(
		text,
		/^\s{1,40}["']?sample_every["']?\s{0,8}:\s{1,8}(\d{1,9})\s*(?:#.*)?$/m,
	);
	const saveEvery = wholeNumber(text, /^\s{1,40}["']?save_every["']?\s{0,8}:\s{1,8}(\d{1,9})\s*(?:#.*)?$/m);
	return {
		...(plannedSteps === undefined ? {} : { plannedSteps }),
		...(sampleEvery === undefined ? {} : { sampleEvery }),
		...(saveEvery === undefined ? {} : { saveEvery }),
	};
}

function wholeNumber(text: string, pattern: RegExp): number | undefined {
	const value = Number(pattern.exec(text)?.[1]);
	return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
