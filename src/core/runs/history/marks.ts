import * as l10n from '@vscode/l10n';
import { failed, type Result, success, yourFailure } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { RecordTable, type TableDefinition } from '../../ledger/recordTable.ts';
import { withoutSecrets } from '../../ledger/redact.ts';
import { ChangeFeed } from '../../records/changeFeed.ts';
import { unknownRunFailure } from '../failures.ts';
import { noteLimit } from '../run.ts';
import { folded } from './filter.ts';
import { type Marks, marksSchema } from './mark.ts';

/** A change of marks; members that are absent stay. */
export interface MarksChange {
	readonly starred?: boolean;
	readonly note?: string;
	/** The new star of each file, by its key. */
	readonly files?: Readonly<Record<string, boolean>>;
}

const definition: TableDefinition<Marks> = {
	layout: {
		name: 'run_marks',
		migrations: [
			`
			CREATE TABLE run_marks (
				id TEXT PRIMARY KEY,
				starred INTEGER NOT NULL,
				note TEXT NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX run_marks_starred ON run_marks (id) WHERE starred = 1;
			CREATE INDEX run_marks_noted ON run_marks (id, note) WHERE note <> '';
			CREATE INDEX run_marks_by_revision ON run_marks (revision);
			`,
		],
	},
	schema: marksSchema,
	columns: ({ starred, note }) => ({
		starred: starred ? 1 : 0,
		// In the normalized form for filters.
		note: withoutSecrets(folded(note)).replaceAll('\0', ' '),
	}),
};

export const runMarksLayout = definition.layout;

/** The marks of the runs of all connections, seen by all windows. */
export class RunMarks extends ChangeFeed<Marks> {
	readonly #table: RecordTable<Marks>;
	readonly #isKnown: (runId: string) => boolean;

	/** @param isKnown returns whether a run is in the history: marks of a removed run would stay forever. */
	constructor(ledger: Ledger, log: Log, isKnown: (runId: string) => boolean) {
		const table = new RecordTable(ledger, definition);
		super(
			table,
			() => false,
			(error) => log.error('A listener of the marks of runs failed.', error),
		);
		this.#table = table;
		this.#isKnown = isKnown;
	}

	/** Returns the marks of a run; empty marks by default. Fast enough for every row. */
	of(runId: string): Marks {
		const marks = this.#table.get(runId);
		if (marks === undefined) return unmarked(runId);
		// The marks seen here can be restored if the file turns out to be damaged.
		this.note(marks);
		return marks;
	}

	/** Changes the marks of a run; all windows read them as given once this resolves. Fails for a note that is too long. */
	async set(runId: string, change: MarksChange): Promise<Result<Marks>> {
		if ((change.note?.trim().length ?? 0) > noteLimit) return failed(longNoteFailure);
		if (!this.#isKnown(runId)) return failed(unknownRunFailure);
		const before = unmarked(runId);
		const marked = changed(before, change);
		if (this.#table.get(runId) === undefined) {
			if (marked === before) return success(before);
			if (await this.#table.restore(marked)) {
				// As written: secrets of addresses in a note are removed.
				const written = this.#table.get(runId) ?? marked;
				this.report(written);
				return success(written);
			}
		}
		// There already, or another window was faster.
		const after = await this.update(runId, (marks) => changed(marks, change));
		return after === undefined ? failed(notMarkedFailure) : success(this.#table.get(runId) ?? after);
	}

	/** Removes the marks of a run that is removed from the history. */
	override async remove(runId: string): Promise<void> {
		if (this.#table.get(runId) !== undefined) await super.remove(runId);
	}
}

function unmarked(id: string): Marks {
	return { id, starred: false, note: '', starredFiles: [] };
}

/** Returns the same object if nothing changes. */
function changed(marks: Marks, change: MarksChange): Marks {
	const starred = change.starred ?? marks.starred;
	const note = change.note?.trim() ?? marks.note;
	const files = new Set(marks.starredFiles);
	for (const [key, on] of Object.entries(change.files ?? {})) {
		if (on) files.add(key);
		else files.delete(key);
	}
	const starredFiles = [...files];
	const isSame =
		starred === marks.starred &&
		note === marks.note &&
		starredFiles.join('\n') === marks.starredFiles.join('\n');
	return isSame ? marks : { ...marks, starred, note, starredFiles };
}

const longNoteFailure = yourFailure(
	'input',
	l10n.t('A note can have at most {0} characters.', noteLimit),
	l10n.t('Shorten it, then save it again.'),
);

const notMarkedFailure = yourFailure(
	'conflict',
	l10n.t('This could not be saved in the history on this computer.'),
	l10n.t('Make sure that the disk is not full, then try again.'),
);
