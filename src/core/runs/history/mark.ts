/** The star and the note of a run. Immutable. */
export interface Marks {
	/** The id of the run. */
	readonly id: string;
	readonly starred: boolean;
	/** Plain text of at most `noteLimit` characters; empty where there is none. */
	readonly note: string;
	/** Keys of its files (`RunFile.key`) that are starred by themselves. */
	readonly starredFiles: readonly string[];
}
