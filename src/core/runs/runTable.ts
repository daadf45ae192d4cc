import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import type { SqlValue } from '../ledger/operations.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import type { RequestError } from '../requests/request.ts';
import {
	activeStates,
	type ChangedInput,
	type Run,
	type RunFile,
	type RunSummary,
	type RunTarget,
	type RunTargetId,
	type RunText,
	runStates,
	targetKinds,
} from './run.ts';

/** Which runs to list; newest first. */
export interface RunQuery {
	readonly connectionId: string;
	readonly accountId?: string;
	readonly target?: RunTargetId;
	readonly documentUri?: string;
	readonly limit: number;
	/** Only runs submitted before this moment (milliseconds since 1970): the way to the next page. */
	readonly before?: number;
}

/** A schema for each member of `T`. */
type Members<T> = Record<keyof T, z.ZodMiniType>;

const summary = {
	mode: z.enum(['overrides', 'inline']),
	changed: z.array(
		z.object({
			nodeId: z.string(),
			nodeTitle: z.string(),
			input: z.string(),
			from: z.string(),
			to: z.string(),
		} satisfies Members<ChangedInput>),
	),
	prompt: z.exactOptional(z.string()),
	seed: z.exactOptional(z.string()),
	digest: z.exactOptional(z.string()),
	outputTitles: z.record(z.string(), z.string()),
} satisfies Members<RunSummary>;

const file = {
	key: z.string(),
	nodeId: z.exactOptional(z.string()),
	channel: z.exactOptional(z.string()),
	index: z.exactOptional(z.number()),
	filename: z.string(),
	subfolder: z.string(),
	type: z.string(),
	archivedAs: z.exactOptional(z.string()),
	bytes: z.exactOptional(z.number()),
	problem: z.exactOptional(z.string()),
} satisfies Members<RunFile>;

const text = {
	nodeId: z.string(),
	channel: z.string(),
	index: z.number(),
	text: z.string(),
} satisfies Members<RunText>;

const error = {
	error: z.string(),
	details: z.string(),
	debugInfo: z.string(),
	errorCode: z.exactOptional(z.number()),
} satisfies Members<RequestError>;

const run = {
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	target: z.object({
		kind: z.enum(targetKinds),
		id: z.string(),
		name: z.string(),
	} satisfies Members<RunTarget>),
	documentUri: z.exactOptional(z.string()),
	documentName: z.string(),
	requestId: z.exactOptional(z.string()),
	state: z.enum(runStates),
	serviceStatus: z.exactOptional(z.string()),
	queuePosition: z.exactOptional(z.number()),
	instanceId: z.exactOptional(z.string()),
	summary: z.object(summary),
	submittedAt: z.number(),
	startedAt: z.exactOptional(z.number()),
	endedAt: z.exactOptional(z.number()),
	expiresAt: z.exactOptional(z.number()),
	cancelRequested: z.exactOptional(z.boolean()),
	files: z.array(z.object(file)),
	texts: z.array(z.object(text)),
	error: z.exactOptional(z.object(error)),
	notice: z.exactOptional(z.string()),
} satisfies Members<Run>;

const activeList = activeStates.map((state) => `'${state}'`).join(', ');

const definition: TableDefinition<Run> = {
	layout: {
		name: 'runs',
		migrations: [
			`
			CREATE TABLE runs (
				id TEXT PRIMARY KEY,
				connection_id TEXT NOT NULL,
				account_id TEXT NOT NULL,
				deployment_id TEXT NOT NULL,
				document_uri TEXT,
				state TEXT NOT NULL,
				submitted_at INTEGER NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			`,
			`
			ALTER TABLE runs RENAME TO runs_before;
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
				record TEXT NOT NULL
			) WITHOUT ROWID;
			INSERT INTO runs
				SELECT id, connection_id, account_id, 'deployment', deployment_id, document_uri, state, submitted_at, revision,
					CASE WHEN json_valid(record) THEN
						json_remove(
							json_set(record,
								'$.target', json_object(
									'kind', 'deployment', 'id', deployment_id, 'name', json_extract(record, '$.deploymentName')),
								'$.files', (
									SELECT json_group_array(json_set(file.value, '$.key', json_array(
										file.value ->> 'nodeId', file.value ->> 'channel', file.value ->> 'index') || ''))
									FROM json_each(record, '$.files') AS file)),
							'$.deploymentId', '$.deploymentName')
					ELSE record END
				FROM runs_before;
			DROP TABLE runs_before;
			CREATE INDEX runs_by_account ON runs (connection_id, account_id, submitted_at);
			CREATE INDEX runs_by_target ON runs (connection_id, target_kind, target_id, submitted_at);
			CREATE INDEX runs_by_document ON runs (document_uri, submitted_at) WHERE document_uri IS NOT NULL;
			CREATE INDEX runs_unfinished ON runs (connection_id, account_id, submitted_at)
				WHERE state IN ('submitting', 'queued', 'running', 'fetching');
			CREATE INDEX runs_by_revision ON runs (revision);
			`,
		],
	},
	schema: z.object(run),
	columns: ({ connectionId, accountId, target, documentUri, state, submittedAt }) => ({
		connection_id: connectionId,
		account_id: accountId,
		target_kind: target.kind,
		target_id: target.id,
		document_uri: documentUri ?? null,
		state,
		submitted_at: Math.round(submittedAt),
	}),
};

export const runLayout = definition.layout;

/** The runs of all connections and accounts. */
export class RunTable extends RecordTable<Run> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	/** Newest first. */
	of(query: RunQuery): Run[] {
		const conditions = ['connection_id = ?'];
		const values: SqlValue[] = [query.connectionId];
		for (const [condition, value] of [
			['account_id = ?', query.accountId],
			['target_kind = ?', query.target?.kind],
			['target_id = ?', query.target?.id],
			['document_uri = ?', query.documentUri],
			['submitted_at < ?', query.before],
		] as const) {
			if (value === undefined) continue;
			conditions.push(condition);
			values.push(value);
		}
		return this.select(
			`WHERE ${conditions.join(' AND ')} ORDER BY submitted_at DESC, id LIMIT ?`,
			...values,
			query.limit,
		);
	}

	/** Runs of a connection, or of one account of it, that still move, oldest first. */
	unfinished(connectionId: string, accountId?: string): Run[] {
		const account = accountId === undefined ? [] : [accountId];
		// Named, because the planner would walk through the whole history of the account instead.
		return this.select(
			`INDEXED BY runs_unfinished WHERE connection_id = ? ${account.length === 0 ? '' : 'AND account_id = ?'}
				AND state IN (${activeList}) ORDER BY submitted_at, id`,
			connectionId,
			...account,
		);
	}
}
