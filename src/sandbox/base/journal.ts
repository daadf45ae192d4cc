/** One call that reached the sandbox, or one callback that left a contrary one. */
export interface JournalEntry {
	readonly number: number;
	/** Wall clock, ISO 8601. */
	readonly at: string;
	readonly host: 'api' | 'storage' | 'webhook';
	readonly method: string;
	/** With its query, secrets masked. */
	readonly path: string;
	/** Names of the headers that were there; never their values. */
	readonly headers: readonly string[];
	/** Status of the reply; 0 before it and if the connection was cut before one. */
	status: number;
	/** Kinds of the faults that hit it. */
	readonly faults: readonly string[];
	/** The oddities that a contrary sandbox has drawn for the reply, each as `kind: what`. */
	drawn?: readonly string[];
	/** The id of a submission's result, or dataset and name of a received file, whatever the reply. */
	accepted?: string;
}

const capacity = 20_000;
const secretParameters = /([?&](?:signature|webhook|token|device_code)=)[^&]*/gi;

/** The last calls, in memory only. */
export class Journal {
	#entries: JournalEntry[] = [];
	#count = 0;

	add(entry: Omit<JournalEntry, 'number' | 'at' | 'status'>): JournalEntry {
		const path = entry.path.replaceAll(secretParameters, '$1***');
		const added = { ...entry, path, number: ++this.#count, at: new Date().toISOString(), status: 0 };
		this.#entries.push(added);
		if (this.#entries.length > capacity * 1.1) this.#entries = this.#entries.slice(-capacity);
		return added;
	}

	/** Entries with a number above `since`. */
	after(since: number): readonly JournalEntry[] {
		return this.#entries.filter((entry) => entry.number > since);
	}

	clear(): void {
		this.#entries = [];
	}
}
