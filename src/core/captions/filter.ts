import * as z from 'zod/mini';
import { captionWords } from './frequency.ts';
import type { CaptionRow } from './row.ts';

export const captionStates = ['all', 'missing', 'present', 'attention'] as const;
export const triggerStates = ['any', 'present', 'absent'] as const;
export const lengthUnits = ['words', 'characters'] as const;

export const captionFilter = z.object({
	/** Part of the caption or of the file's path, ignoring case. */
	text: z.string(),
	/** `missing`: no file or an empty one, and none in an upload. `attention`: not saved, not readable or not UTF-8. */
	state: z.enum(captionStates),
	trigger: z.object({ word: z.string(), is: z.enum(triggerStates) }),
	length: z.object({
		unit: z.enum(lengthUnits),
		least: z.exactOptional(z.number()),
		most: z.exactOptional(z.number()),
	}),
});
export type CaptionFilter = z.output<typeof captionFilter>;

export const noFilter: CaptionFilter = {
	text: '',
	state: 'all',
	trigger: { word: '', is: 'any' },
	length: { unit: 'words' },
};

/** Returns whether a filter matches every row. */
export function isNoFilter({ text, state, trigger, length }: CaptionFilter): boolean {
	const unbounded = length.least === undefined && length.most === undefined;
	return text.trim() === '' && state === 'all' && unbounded && !asksForTrigger(trigger);
}

function asksForTrigger({ word, is }: CaptionFilter['trigger']): boolean {
	return is !== 'any' && word.trim() !== '';
}

/** Returns the text of a row as shown: unsaved text before the text on disk. */
export function rowText(row: CaptionRow): string {
	if (row.unsaved !== undefined) return row.unsaved.text;
	return 'text' in row.caption ? row.caption.text : '';
}

export function needsAttention({ caption, unsaved, inUpload }: CaptionRow): boolean {
	const odd = (caption.kind === 'foreign' && inUpload === undefined) || caption.kind === 'unreadable';
	return odd || (unsaved !== undefined && unsaved.why !== 'typing');
}

/** Returns whether a training would get no caption for it, neither from disk nor from an upload. */
export function lacksCaption(row: CaptionRow): boolean {
	const text = row.unsaved?.text ?? row.inUpload ?? rowText(row);
	return row.caption.kind !== 'unreadable' && text.trim() === '';
}

/** Returns the test for one filter, to apply to many rows. */
export function rowTest(filter: CaptionFilter): (row: CaptionRow) => boolean {
	const tests: ((row: CaptionRow) => boolean)[] = [];
	const { state, trigger, length } = filter;
	const wanted = filter.text.trim().toLowerCase();
	if (state === 'attention') tests.push(needsAttention);
	if (state === 'missing') tests.push(lacksCaption);
	if (state === 'present') tests.push((row) => rowText(row).trim() !== '');
	if (wanted !== '')
		tests.push(
			(row) =>
				rowText(row).toLowerCase().includes(wanted) ||
				row.media.some(({ path }) => path.toLowerCase().includes(wanted)),
		);
	if (asksForTrigger(trigger))
		tests.push((row) => hasTrigger(rowText(row), trigger.word.trim()) === (trigger.is === 'present'));
	if (length.least !== undefined || length.most !== undefined) {
		const { least = 0, most = Number.POSITIVE_INFINITY } = length;
		tests.push((row) => {
			const count = captionLength(rowText(row), length.unit);
			return count >= least && count <= most;
		});
	}
	return (row) => tests.every((test) => test(row));
}

/** Returns the length of a caption in words, or in characters as people count them. */
export function captionLength(text: string, unit: CaptionFilter['length']['unit']): number {
	return unit === 'words' ? captionWords(text).length : [...text.trim()].length;
}

/**
 * Returns whether training finds the trigger in a caption: as a part of it in the same case, or as `[trigger]`, which
 * the toolkit replaces (training-config.md, section 4).
 */
function hasTrigger(text: string, word: string): boolean {
	return text.includes(word) || text.includes('[trigger]');
}
