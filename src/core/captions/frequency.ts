import { type CaptionText, tagsOf } from './edits.ts';

/** The unit that is counted: words, or texts between commas. */
export type FrequencyUnit = 'words' | 'tags';

export interface Frequency {
	/** As it is written first. */
	readonly text: string;
	/** The number of captions that it occurs in. */
	readonly captions: number;
}

/** Returns the words of a text; `it's` and `close-up` are one each. */
export function captionWords(text: string): readonly string[] {
	return text.match(/[\p{L}\p{N}_]+(?:['’-][\p{L}\p{N}_]+)*/gu) ?? [];
}

/** Returns words or tags with the number of captions they occur in, the most frequent first. Upper and lower case are one. */
export function frequencies(captions: readonly CaptionText[], unit: FrequencyUnit): readonly Frequency[] {
	const split = unit === 'words' ? captionWords : tagsOf;
	const counts = new Map<string, { readonly text: string; captions: number }>();
	for (const { text } of captions) {
		const seen = new Set<string>();
		for (const part of split(text)) {
			const key = part.toLowerCase();
			if (seen.has(key)) continue;
			seen.add(key);
			const known = counts.get(key);
			if (known === undefined) counts.set(key, { text: part, captions: 1 });
			else known.captions++;
		}
	}
	return [...counts.values()].sort((a, b) => b.captions - a.captions || (a.text < b.text ? -1 : 1));
}
