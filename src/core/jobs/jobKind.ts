import type { RecordKind } from '../records/followedRecords.ts';
import { endKey } from './jobNews.ts';
import { hasEnded, type JobRecord } from './jobRecord.ts';
import { withNotice } from './jobTransitions.ts';
import { jobTexts, unknownJobFailure } from './notices.ts';

/** The record kind of training jobs. */
export const jobKind: RecordKind<JobRecord> = {
	texts: jobTexts,
	hasEnded,
	endKey,
	withNotice,
	unknownFailure: unknownJobFailure,
};
