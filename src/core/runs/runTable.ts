import type { Ledger } from '../ledger/ledger.ts';
import { type OwnerQuery, ownerSql, ownerValues } from '../ledger/movingTable.ts';
import type { SqlValue } from '../ledger/operations.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import { withoutSecrets } from '../ledger/redact.ts';
import { folded, isNoFilter, type RunFilter, searchedText, searchWords, statesOf } from './history/filter.ts';
import type { RunGroup } from './history/group.ts';
import { activeStates, type Run, type RunTargetId } from './run.ts';
import { runSchema } from './runSchema.ts';

/** A query for runs; the newest are listed first. */
export interface RunQuery extends OwnerQuery {
	readonly target?: RunTargetId;
	readonly documentUri?: string;
	readonly batchId?: string;
	/** Only runs on the deployment with this id or name. */
	readonly deployment?: string;
	readonly limit: number;
	/** Only runs submitted before this time (milliseconds since 1970), for the next page. */
	readonly before?: number;
	/** Only runs submitted at this time or later. */
	readonly since?: number;
	/** Only the runs that are listed after this one. */
	readonly after?: Pick<Run, 'id' | 'submittedAt'>;
	readonly filter?: RunFilter;
}

const activeList = activeStates.map((state) => `'${state}'`).join(', ');

const definition: TableDefinition<Run> = {
	layout: {
		name: 'runs',
		firstVersion: 3,
		migrations: [
			// The last index contains every column that a filter reads, so that a search of thousands of runs reads no records.
			`
			CREATE TABLE runs (
				id TEXT PRIMARY KEY,
				connection_id TEXT NOT NULL,
				account_id TEXT NOT NULL,
				target_kind TEXT NOT NULL,
				target_id TEXT NOT NULL,
				document_uri TEXT,
				state TEXT NOT NULL,
				submitted_at INTEGER NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL,
				search TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX runs_by_account ON runs (connection_id, account_id, submitted_at);
			CREATE INDEX runs_by_target ON runs (connection_id, target_kind, target_id, submitted_at);
			CREATE INDEX runs_by_document ON runs (document_uri, submitted_at) WHERE document_uri IS NOT NULL;
			CREATE INDEX runs_unfinished ON runs (connection_id, account_id, submitted_at)
				WHERE state IN ('submitting', 'queued', 'running', 'fetching');
			CREATE INDEX runs_by_revision ON runs (revision);
			CREATE INDEX runs_by_search
				ON runs (connection_id, submitted_at, state, target_kind, document_uri, account_id, revision, search);
			`,
		],
	},
	schema: runSchema,
	columns: (record) => ({
		connection_id: record.connectionId,
		account_id: record.accountId,
		target_kind: record.target.kind,
		target_id: record.target.id,
		document_uri: record.documentUri ?? null,
		state: record.state,
		submitted_at: Math.round(record.submittedAt),
		search: withoutSecrets(searchedText(record)),
	}),
};

export const runLayout = definition.layout;

/** The runs of all connections and accounts. */
export class RunTable extends RecordTable<Run> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	/** Returns the runs, newest first. */
	of(query: RunQuery): Run[] {
		const { where, values } = this.#found(query);
		return this.select(`${where} ORDER BY submitted_at DESC, id LIMIT ?`, ...values, query.limit);
	}

	/** Returns the number of runs of a query, ignoring its limit. */
	countOf(query: Omit<RunQuery, 'limit'>): number {
		const { where, values } = this.#found(query);
		return this.numberOf(where, ...values);
	}

	#found(query: Omit<RunQuery, 'limit'>): { readonly where: string; readonly values: readonly SqlValue[] } {
		const conditions = ['connection_id = ?'];
		const values: SqlValue[] = [query.connectionId];
		for (const [condition, value] of [
			['account_id = ?', query.accountId],
			['target_kind = ?', query.target?.kind],
			['target_id = ?', query.target?.id],
			['document_uri = ?', query.documentUri],
			[member("record ->> '$.batchId' = ?"), query.batchId],
			[
				member(`target_kind = 'deployment' AND ? IN (target_id, record ->> '$.target.name')`),
				query.deployment,
			],
			['submitted_at < ?', query.before],
			['submitted_at >= ?', query.since],
		] as const) {
			if (value === undefined) continue;
			conditions.push(condition);
			values.push(value);
		}
		const { filter, after } = query;
		if (after !== undefined) {
			const at = Math.round(after.submittedAt);
			conditions.push('submitted_at <= ? AND (submitted_at < ? OR id > ?)');
			values.push(at, at, after.id);
		}
		const filtered = filter !== undefined && !isNoFilter(filter);
		if (filtered) {
			const more = conditionsOf(filter);
			conditions.push(...more.map(({ sql }) => sql));
			values.push(...more.flatMap((condition) => condition.values));
		}
		const index = filtered ? 'INDEXED BY runs_by_search ' : '';
		return { where: `${index}WHERE ${conditions.join(' AND ')}`, values };
	}

	/** Returns the runs of an owner with a given document name or id prefix, newest first. */
	named({ connectionId, accountId }: OwnerQuery, given: string): Run[] {
		return this.select(
			`WHERE ${ownerSql(accountId)} AND (substr(id, 1, ?) = ?
				OR (instr(search, ?) > 0 AND json_valid(record) AND record ->> '$.documentName' = ?))
				ORDER BY submitted_at DESC, id`,
			...ownerValues(connectionId, accountId),
			given.length,
			given,
			folded(given),
			given,
		);
	}

	/** Returns the ids of the runs of a group, oldest first. */
	idsOf({ connectionId, accountId, documentUri, target }: RunGroup): readonly string[] {
		const owner = 'connection_id = ? AND account_id = ? ORDER BY submitted_at, id';
		return documentUri === undefined
			? this.ids(
					`WHERE document_uri IS NULL AND target_kind = ? AND target_id = ? AND ${owner}`,
					target.kind,
					target.id,
					connectionId,
					accountId,
				)
			: this.ids(`WHERE document_uri = ? AND ${owner}`, documentUri, connectionId, accountId);
	}

	/** Returns the runs of all connections, newest first. */
	all({ limit, before }: Pick<RunQuery, 'limit' | 'before'>): Run[] {
		return this.select(
			`${before === undefined ? '' : 'WHERE submitted_at < ?'} ORDER BY submitted_at DESC, id LIMIT ?`,
			...(before === undefined ? [] : [before]),
			limit,
		);
	}

	/** Returns the run of a request, in any account of the connection. */
	byRequest(connectionId: string, requestId: string): Run | undefined {
		const [found] = this.select(
			"WHERE connection_id = ? AND json_valid(record) AND record ->> '$.requestId' = ? LIMIT 1",
			connectionId,
			requestId,
		);
		return found;
	}

	/** Returns the runs of a connection, or of one of its accounts, that have not ended, oldest first. */
	unfinished(connectionId: string, accountId?: string): Run[] {
		// Named, because the planner would scan the whole history of the account instead.
		return this.select(
			`INDEXED BY runs_unfinished WHERE ${ownerSql(accountId)} AND state IN (${activeList}) ORDER BY submitted_at, id`,
			...ownerValues(connectionId, accountId),
		);
	}
}

/** Returns a condition that reads the record of a row. */
function member(condition: string): string {
	return `(json_valid(record) AND ${condition})`;
}

/** Returns the SQL conditions of a filter; the rules are those of `matchesFilter`. */
function conditionsOf(
	filter: RunFilter,
): readonly { readonly sql: string; readonly values: readonly SqlValue[] }[] {
	const marks = (sql: string) => `SELECT id FROM run_marks WHERE ${sql}`;
	const oneOf = (column: string, values: readonly SqlValue[]) => ({
		sql: `${column} IN (${values.map(() => '?').join(', ')})`,
		values,
	});
	const kinds = oneOf('target_kind', filter.origins);
	const isOfDocument = filter.origins.includes('document') ? ' OR document_uri IS NOT NULL' : '';
	return [
		...(filter.starred ? [{ sql: `id IN (${marks('starred = 1')})`, values: [] }] : []),
		...(filter.documentUri === undefined ? [] : [{ sql: 'document_uri = ?', values: [filter.documentUri] }]),
		...(filter.states.length === 0 ? [] : [oneOf('state', statesOf(filter))]),
		...(filter.origins.length === 0 ? [] : [{ sql: `(${kinds.sql}${isOfDocument})`, values: kinds.values }]),
		...searchWords(filter.text).map((word) => ({
			sql: `(instr(search, ?) > 0 OR id IN (${marks("note <> '' AND instr(note, ?) > 0")}))`,
			values: [word, word],
		})),
	];
}
