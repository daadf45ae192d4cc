import { DatabaseSync } from 'node:sqlite';
import { fileOf, readRevision } from './layout.ts';
import type { TableLayout } from './ledger.ts';
import { monotonicMs, type Operation, type SqlValue } from './operations.ts';

/** The records that a window held in memory while it could not use the file. */
interface HeldInMemory {
	readonly database: DatabaseSync;
	readonly tables: readonly TableLayout[];
	/** The revision of the file when the window left it; absent if it never had one. */
	readonly leftAt: number | undefined;
	readonly now: number;
}

/**
 * Returns the changes that move the records of a window from memory into the file at `path`. New records are added; existing ones are
 * replaced only if no window has changed them since this one left the file. Leases come first, so that the protected records do not look
 * abandoned. Throws if the file cannot be read.
 */
export function carryOver(
	{ database, tables, leftAt, now }: HeldInMemory,
	path: string,
): readonly Operation[] {
	const file = new DatabaseSync(path, { readOnly: true });
	try {
		const sameFile = leftAt !== undefined && fileOf(leftAt) === fileOf(readRevision(file));
		const puts = tables.flatMap(({ name }) =>
			database
				.prepare(`SELECT * FROM ${name}`)
				.all()
				.flatMap((row): readonly Operation[] => {
					const { id, revision: _, record, ...columns } = row as Record<string, SqlValue>;
					const there = file.prepare(`SELECT revision FROM ${name} WHERE id = ?`).get(id ?? null);
					const over = there === undefined ? 'nothing' : Number(there.revision);
					if (over !== 'nothing' && !(sameFile && over <= leftAt)) return [];
					return [{ kind: 'put', table: name, id: String(id), columns, record: String(record), over }];
				}),
		);
		return [...leasesOf(database, now), ...puts];
	} finally {
		file.close();
	}
}

function leasesOf(database: DatabaseSync, now: number): readonly Operation[] {
	const askedAt = monotonicMs();
	return database
		.prepare('SELECT name, owner, expires_at, note FROM leases WHERE expires_at > ?')
		.all(now)
		.map(({ name, owner, expires_at: until, note }) => ({
			kind: 'lease',
			name: String(name),
			owner: String(owner),
			ttlMs: Number(until) - now,
			...(note === null ? {} : { note: String(note) }),
			now,
			askedAt,
		}));
}
