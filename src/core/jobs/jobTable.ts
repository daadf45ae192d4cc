import * as z from 'zod/mini';
import type { Ledger } from '../ledger/ledger.ts';
import type { SqlValue } from '../ledger/operations.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import type { JobProgress } from './job.ts';
import {
	activePhases,
	type JobArtifacts,
	type JobMark,
	type JobPace,
	type JobRecord,
	jobPhases,
} from './jobRecord.ts';

/** A query for jobs; the newest are listed first. */
interface JobQuery {
	readonly connectionId: string;
	readonly accountId?: string;
	readonly limit?: number;
}

/** A schema for each member of `T`. */
type Members<T> = Record<keyof T, z.ZodMiniType>;

const mark = z.looseObject({ at: z.number(), step: z.number() } satisfies Members<JobMark>);

const job = {
	id: z.string(),
	connectionId: z.string(),
	accountId: z.string(),
	jobId: z.exactOptional(z.string()),
	name: z.string(),
	phase: z.enum(jobPhases),
	state: z.string(),
	gpuType: z.exactOptional(z.string()),
	gpuCount: z.exactOptional(z.number()),
	arch: z.exactOptional(z.string()),
	load: z.exactOptional(z.number()),
	documentUri: z.exactOptional(z.string()),
	submittedAt: z.number(),
	attempt: z.number(),
	resumedAt: z.exactOptional(z.number()),
	startedAt: z.exactOptional(z.number()),
	endedAt: z.exactOptional(z.number()),
	progress: z.exactOptional(
		z.looseObject({
			step: z.number(),
			totalSteps: z.exactOptional(z.number()),
		} satisfies Members<JobProgress>),
	),
	plannedSteps: z.exactOptional(z.number()),
	sampleEvery: z.exactOptional(z.number()),
	saveEvery: z.exactOptional(z.number()),
	pace: z.exactOptional(
		z.looseObject({
			first: mark,
			recent: z.array(mark),
			pauseMs: z.exactOptional(z.number()),
		} satisfies Members<JobPace>),
	),
	stalledAt: z.exactOptional(z.number()),
	lowBalance: z.exactOptional(
		z.looseObject({ at: z.number(), microdollars: z.number(), currency: z.string() }),
	),
	cancelRequested: z.exactOptional(z.boolean()),
	missingSince: z.exactOptional(z.number()),
	artifacts: z.exactOptional(
		z.looseObject({
			step: z.number(),
			checkpoints: z.array(z.string()),
			sampleCount: z.number(),
			config: z.exactOptional(z.string()),
		} satisfies Members<JobArtifacts>),
	),
	error: z.exactOptional(z.string()),
	notice: z.exactOptional(z.string()),
	config: z.exactOptional(z.enum(['whole', 'masked'])),
} satisfies Members<JobRecord>;

const activeList = activePhases.map((phase) => `'${phase}'`).join(', ');

const definition: TableDefinition<JobRecord> = {
	layout: {
		name: 'jobs',
		migrations: [
			`
			CREATE TABLE jobs (
				id TEXT PRIMARY KEY,
				connection_id TEXT NOT NULL,
				account_id TEXT NOT NULL,
				job_id TEXT,
				phase TEXT NOT NULL,
				submitted_at INTEGER NOT NULL,
				revision INTEGER NOT NULL,
				record TEXT NOT NULL
			) WITHOUT ROWID;
			CREATE INDEX jobs_by_account ON jobs (connection_id, account_id, submitted_at);
			CREATE INDEX jobs_by_job ON jobs (connection_id, job_id) WHERE job_id IS NOT NULL;
			CREATE INDEX jobs_unfinished ON jobs (connection_id, account_id, submitted_at)
				WHERE phase IN ('submitting', 'moving', 'ending');
			CREATE INDEX jobs_by_revision ON jobs (revision);
			`,
		],
	},
	schema: z.looseObject(job),
	columns: ({ connectionId, accountId, jobId, phase, submittedAt }) => ({
		connection_id: connectionId,
		account_id: accountId,
		job_id: jobId ?? null,
		phase,
		submitted_at: Math.round(submittedAt),
	}),
};

export const jobLayout = definition.layout;

/** Jobs in one list: more than a person has, so that none is missing where no other list exists. */
const mostListed = 5000;

/** The training jobs of all connections and accounts. The service cannot list jobs: this is the only list. */
export class JobTable extends RecordTable<JobRecord> {
	constructor(ledger: Ledger) {
		super(ledger, definition);
	}

	/** Returns the jobs, newest first. */
	of({ connectionId, accountId, limit = mostListed }: JobQuery): JobRecord[] {
		const account: readonly SqlValue[] = accountId === undefined ? [] : [accountId];
		return this.select(
			`WHERE connection_id = ? ${account.length === 0 ? '' : 'AND account_id = ?'} ORDER BY submitted_at DESC, id LIMIT ?`,
			connectionId,
			...account,
			limit,
		);
	}

	/** Returns the record of a job of the service, of one account. */
	byJob(connectionId: string, accountId: string, jobId: string): JobRecord | undefined {
		return this.select(
			'WHERE connection_id = ? AND job_id = ? AND account_id = ? LIMIT 1',
			connectionId,
			jobId,
			accountId,
		)[0];
	}

	/** Returns the jobs of a connection, or of one of its accounts, that have not ended, oldest first. */
	unfinished(connectionId: string, accountId?: string): JobRecord[] {
		const account = accountId === undefined ? [] : [accountId];
		// Named, because the planner would scan the whole list of the account instead.
		return this.select(
			`INDEXED BY jobs_unfinished WHERE connection_id = ? ${account.length === 0 ? '' : 'AND account_id = ?'}
				AND phase IN (${activeList}) ORDER BY submitted_at, id`,
			connectionId,
			...account,
		);
	}
}
