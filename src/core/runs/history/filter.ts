import { activeStates, type Run, type RunState } from '../run.ts';
import type { Marks } from './mark.ts';

export const stateGroups = {
	active: activeStates,
	succeeded: ['succeeded'],
	failed: ['failed'],
	canceled: ['canceled'],
	unclear: ['unsent', 'uncertain', 'lost'],
} as const satisfies Record<string, readonly RunState[]>;

export type StateGroup = keyof typeof stateGroups;

/** The origins and targets of runs; a run can have several. */
export const runOrigins = ['document', 'deployment', 'model', 'engine'] as const;

export type RunOriginKind = (typeof runOrigins)[number];

/** A filter for runs. Empty or false members match every run. */
export interface RunFilter {
	/** Words; each must occur in the `searchedText` of a run, or in its note. */
	readonly text: string;
	readonly states: readonly StateGroup[];
	readonly origins: readonly RunOriginKind[];
	readonly starred: boolean;
	readonly documentUri?: string;
}

export const noFilter: RunFilter = { text: '', states: [], origins: [], starred: false };

/** Returns whether a filter matches every run. */
export function isNoFilter(filter: RunFilter): boolean {
	return (
		searchWords(filter.text).length === 0 &&
		filter.states.length === 0 &&
		filter.origins.length === 0 &&
		!filter.starred &&
		filter.documentUri === undefined
	);
}

/** Words that are looked for at most; the rest of a text that was pasted by accident does not matter. */
const mostWords = 20;

/** Characters of a run that are searched. */
const searchedLimit = 8000;

/** Returns the words of a filter, normalized like `searchedText`. */
export function searchWords(text: string): readonly string[] {
	return folded(text).split(/\s+/).filter(Boolean).slice(0, mostWords);
}

/** Returns a text in which letters of either case, and accents however they are encoded, are the same. */
export function folded(text: string): string {
	return text.toWellFormed().normalize('NFC').toLowerCase();
}

/** Returns the text that a run is found by: its document, its target, its prompt, its seed, its changed inputs and its request id. */
export function searchedText(run: Run): string {
	const { prompt, seed, changed } = run.summary;
	const parts = [
		run.documentName,
		run.target.name,
		seed,
		run.requestId,
		prompt,
		...changed.flatMap(({ nodeTitle, input, to }) => [nodeTitle, input, to]),
	];
	// NUL would end the text for SQLite.
	return folded(parts.filter(Boolean).join('\n')).replaceAll('\0', ' ').slice(0, searchedLimit);
}

/** Returns whether a run matches a filter. SQL applies the same rules to the history (`runTable.ts`). */
export function matchesFilter(run: Run, marks: Pick<Marks, 'starred' | 'note'>, filter: RunFilter): boolean {
	if (filter.starred && !marks.starred) return false;
	if (filter.documentUri !== undefined && run.documentUri !== filter.documentUri) return false;
	if (filter.states.length > 0 && !statesOf(filter).includes(run.state)) return false;
	if (filter.origins.length > 0 && !filter.origins.some((origin) => comesFrom(run, origin))) return false;
	const texts = [searchedText(run), folded(marks.note)];
	return searchWords(filter.text).every((word) => texts.some((text) => text.includes(word)));
}

/** Returns the states that a filter names; none if it shows all. */
export function statesOf({ states }: RunFilter): readonly RunState[] {
	return states.flatMap((group): readonly RunState[] => stateGroups[group]);
}

function comesFrom(run: Run, origin: RunOriginKind): boolean {
	return origin === 'document' ? run.documentUri !== undefined : run.target.kind === origin;
}
