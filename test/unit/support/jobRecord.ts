import type { JobRecord } from '../../../src/core/jobs/jobRecord.ts';

/** Returns a training job that has stopped, as stored in the history. */
export function jobRecord(more: Partial<JobRecord> = {}): JobRecord {
	return {
		id: 'r',
		connectionId: 'c',
		accountId: 'me',
		name: 'harbor',
		phase: 'ended',
		state: 'STOPPED',
		submittedAt: 0,
		attempt: 1,
		...more,
	};
}
