import * as l10n from '@vscode/l10n';

type FlagType = 'text' | 'integer' | 'number' | 'numbers' | 'path';

interface FlagFacts {
	readonly sets: string;
	readonly type: FlagType;
}

/** The flags that the toolkit reads in a preview prompt. */
export const promptFlags: ReadonlyMap<string, FlagFacts> = new Map<string, FlagFacts>([
	['n', { sets: l10n.t('the negative prompt'), type: 'text' }],
	['p2', { sets: l10n.t('the prompt of the second text encoder'), type: 'text' }],
	['n2', { sets: l10n.t('the negative prompt of the second text encoder'), type: 'text' }],
	['w', { sets: l10n.t('the width'), type: 'integer' }],
	['h', { sets: l10n.t('the height'), type: 'integer' }],
	['d', { sets: l10n.t('the seed'), type: 'integer' }],
	['seed', { sets: l10n.t('the seed'), type: 'integer' }],
	['l', { sets: l10n.t('the guidance scale'), type: 'number' }],
	['cfg', { sets: l10n.t('the guidance scale'), type: 'number' }],
	['s', { sets: l10n.t('the number of sampling steps'), type: 'integer' }],
	['steps', { sets: l10n.t('the number of sampling steps'), type: 'integer' }],
	['m', { sets: l10n.t('the strength of the LoRA'), type: 'number' }],
	['network_multiplier', { sets: l10n.t('the strength of the LoRA'), type: 'number' }],
	['gr', { sets: l10n.t('the guidance rescale'), type: 'number' }],
	['a', { sets: l10n.t('the adapter conditioning scale'), type: 'number' }],
	['ref', { sets: l10n.t('where the refiner starts'), type: 'number' }],
	['ev', { sets: l10n.t('extra values'), type: 'numbers' }],
	['extra_values', { sets: l10n.t('extra values'), type: 'numbers' }],
	['frames', { sets: l10n.t('the number of frames'), type: 'integer' }],
	['num_frames', { sets: l10n.t('the number of frames'), type: 'integer' }],
	['fps', { sets: l10n.t('the frames per second'), type: 'integer' }],
	['ctrl_img', { sets: l10n.t('the control image'), type: 'path' }],
	['ctrl_idx', { sets: l10n.t('the index of the control'), type: 'integer' }],
]);

/** One flag in a prompt; offsets count from the start of the prompt's text. */
export interface PromptFlag {
	readonly name: string;
	/** From the two hyphens to the end of the name. */
	readonly start: number;
	readonly nameEnd: number;
	readonly value: string;
	readonly valueStart: number;
	readonly valueEnd: number;
	/** True if no space precedes the hyphens, so that they are probably part of a word. */
	readonly inWord: boolean;
}

/** A prompt split as the toolkit does it: at every double hyphen, names up to the first space. */
interface ParsedPrompt {
	readonly text: string;
	readonly flags: readonly PromptFlag[];
}

/** Takes a preview prompt apart exactly as the toolkit does. */
export function parsePrompt(prompt: string): ParsedPrompt {
	const flags: PromptFlag[] = [];
	let at = prompt.indexOf('--');
	const text = (at < 0 ? prompt : prompt.slice(0, at)).trim();
	while (at >= 0) {
		const next = prompt.indexOf('--', at + 2);
		const end = next < 0 ? prompt.length : next;
		const part = prompt.slice(at + 2, end);
		const space = part.indexOf(' ');
		const nameLength = space < 0 ? part.trimEnd().length : space;
		const rest = part.slice(nameLength);
		const value = rest.trim();
		const valueStart = at + 2 + nameLength + (rest.length - rest.trimStart().length);
		flags.push({
			name: part.slice(0, nameLength),
			start: at,
			nameEnd: at + 2 + nameLength,
			value,
			valueStart: value === '' ? at + 2 + nameLength : valueStart,
			valueEnd: value === '' ? at + 2 + nameLength : valueStart + value.length,
			inWord: at > 0 && !/\s/.test(prompt.charAt(at - 1)),
		});
		at = next;
	}
	return { text, flags };
}

/** Returns the value of a flag, for example of `ctrl_img`; the last one wins. */
export function flagOf(prompt: string, ...names: readonly string[]): string | undefined {
	if (!names.some((name) => prompt.includes(`--${name}`))) return undefined;
	return parsePrompt(prompt).flags.findLast((flag) => names.includes(flag.name) && flag.value !== '')?.value;
}

/** Returns whether the toolkit can parse the value as a number. */
export function flagValueFits(type: FlagType, value: string): boolean {
	switch (type) {
		case 'integer':
			return /^[-+]?\d+$/.test(value);
		case 'number':
			return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(value);
		case 'numbers':
			return value.split(',').every((each) => flagValueFits('number', each.trim()));
		default:
			return true;
	}
}
