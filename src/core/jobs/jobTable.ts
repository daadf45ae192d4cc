import type { Ledger } from '../ledger/ledger.ts';
import { type OwnerQuery, ownerSql, ownerValues } from '../ledger/movingTable.ts';
import { RecordTable, type TableDefinition } from '../ledger/recordTable.ts';
import { activePhases, type JobRecord } from './jobRecord.ts';
import { jobSchema } from './jobSchema.ts';

/** A query for jobs; the newest are listed first. */
interface JobQuery extends OwnerQuery {
	readonly limit?: number;
}

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
	schema: jobSchema,
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
		return this.select(
			`WHERE ${ownerSql(accountId)} ORDER BY submitted_at DESC, id LIMIT ?`,
			...ownerValues(connectionId, accountId),
			limit,
		);
	}

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
		// Named, because the planner would scan the whole list of the account instead.
		return this.select(
			`INDEXED BY jobs_unfinished WHERE ${ownerSql(accountId)} AND phase IN (${activeList}) ORDER BY submitted_at, id`,
			...ownerValues(connectionId, accountId),
		);
	}
}
