import type { Run } from '../run.ts';
import { targetKinds } from '../runSchema.ts';

/** The kinds of the common property of a group of runs: a document, or their target without one. */
export const groupKinds = ['document', ...targetKinds] as const;
type GroupKind = (typeof groupKinds)[number];

/** Any run can name its group: the runs of the same account and document, or of the same target without a document. */
export type RunGroup = Pick<Run, 'connectionId' | 'accountId' | 'documentUri' | 'target'>;

/** Returns the same text for each run of a group, and another one for every other run. */
export function groupKey({ connectionId, accountId, documentUri, target }: RunGroup): string {
	const of = documentUri === undefined ? [target.kind, target.id] : [documentUri];
	return JSON.stringify([connectionId, accountId, ...of]);
}

interface GroupLookup {
	/** Returns the ids of the runs of a group, oldest first. */
	idsOf(group: RunGroup): readonly string[];
	get(runId: string): Run | undefined;
}

/** The runs of one group in the order in which they were sent. Reads ids alone, so that thousands of runs cost little. */
export class GroupRuns {
	readonly key: string;
	readonly #lookup: GroupLookup;
	readonly #group: RunGroup;
	#ids: readonly string[] | undefined;
	#revision = 0;

	constructor(lookup: GroupLookup, group: RunGroup) {
		this.#lookup = lookup;
		this.#group = group;
		this.key = groupKey(group);
	}

	get kind(): GroupKind {
		return this.#group.documentUri === undefined ? this.#group.target.kind : 'document';
	}

	/** Grows with each change of one of the runs. */
	get revision(): number {
		return this.#revision;
	}

	/** Oldest first. */
	get ids(): readonly string[] {
		this.#ids ??= this.#lookup.idsOf(this.#group);
		return this.#ids;
	}

	get newest(): string | undefined {
		return this.ids.at(-1);
	}

	/** Returns the runs from an index on; leaves out unreadable ones. */
	from(start: number, count: number): readonly { readonly at: number; readonly run: Run }[] {
		return this.ids.slice(start, start + count).flatMap((id, offset) => {
			const run = this.#lookup.get(id);
			return run === undefined ? [] : [{ at: start + offset, run }];
		});
	}

	/** Notes that a run has changed or is new; returns false if it is not in this group. */
	note(run: Run): boolean {
		if (groupKey(run) !== this.key) return false;
		if (this.#ids?.includes(run.id) === false) this.#ids = undefined;
		this.#revision++;
		return true;
	}

	/** Notes that a run was removed, this or another one. */
	noteRemoved(runId: string): void {
		if (this.#ids?.includes(runId) === false) return;
		this.#ids = undefined;
		this.#revision++;
	}
}
