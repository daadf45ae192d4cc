import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Number of statements kept for each connection: the texts of searches vary. */
const keptLimit = 200;

const kept = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** Returns a statement of a connection, prepared on first use: preparing takes longer than most statements run. */
export function prepared(database: DatabaseSync, sql: string): StatementSync {
	const statements = kept.get(database) ?? new Map<string, StatementSync>();
	kept.set(database, statements);
	const statement = statements.get(sql) ?? database.prepare(sql);
	if (statements.size >= keptLimit && !statements.has(sql)) statements.clear();
	statements.set(sql, statement);
	return statement;
}
