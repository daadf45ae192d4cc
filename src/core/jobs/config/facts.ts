import { compact } from '../../base/compact.ts';
import type { JobRecord } from '../jobRecord.ts';

/** The facts of its configuration for following a job: hints, never rules. */
type ConfigFacts = Pick<JobRecord, 'plannedSteps' | 'sampleEvery' | 'saveEvery'>;

/** `steps` on its own line, or inside `train: { ... }`; in a prompt it may be a word. */
const steps = [
	/^[ \t]{1,40}["']?steps["']?[ \t]{0,8}:[ \t]{1,8}(\d{1,9})[ \t]*(?:#.*)?$/m,
	/^[ \t-]{0,40}train[ \t]{0,8}:[ \t]{0,8}\{[^{}\r\n]{0,400}\bsteps[ \t]{0,8}:[ \t]{1,8}(\d{1,9})/m,
];
const sampleEvery = /(?:^[ \t]{1,40}|[{,][ \t]{0,8})["']?sample_every["']?[ \t]{0,8}:[ \t]{1,8}(\d{1,9})\b/m;
const saveEvery = /(?:^[ \t]{1,40}|[{,][ \t]{0,8})["']?save_every["']?[ \t]{0,8}:[ \t]{1,8}(\d{1,9})\b/m;

/** Reads the facts from lines of the text, as in a plain configuration; other spellings stay unknown. */
export function configFacts(text: string): ConfigFacts {
	return compact({
		plannedSteps: wholeNumber(text, ...steps),
		sampleEvery: wholeNumber(text, sampleEvery),
		saveEvery: wholeNumber(text, saveEvery),
	});
}

const configSection = /^["']?config["']?[ \t]{0,8}:[ \t]*(?:#.*)?\r?\n/m;
const nameLine =
	/^[ \t]{1,4}["']?name["']?[ \t]{0,8}:[ \t]{1,8}["']?([A-Za-z0-9_-]{1,200})["']?[ \t]*(?:#.*)?$/m;

/** Returns `config.name` from the text of a configuration, if it is on its own plain line. */
export function configName(text: string): string | undefined {
	const section = configSection.exec(text);
	if (section === null) return undefined;
	return nameLine.exec(text.slice(section.index + section[0].length))?.[1];
}

function wholeNumber(text: string, ...patterns: readonly RegExp[]): number | undefined {
	const found = patterns.map((pattern) => pattern.exec(text)?.[1]).find((digits) => digits !== undefined);
	const value = Number(found);
	return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
