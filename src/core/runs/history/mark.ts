/** The star and the note of a run. Immutable. */
export interface Marks {
	/** The id of the run. */
	readonly id: string;
	readonly starred: boolean;
	/** Plain text of at most `noteLimit` characters; empty without a note. */
	readonly note: string;
	/** Keys of its files (`RunFile.key`) with a star of their own. */
	readonly starredFiles: readonly string[];
}
