import type { ServedKind } from '../records/recordService.ts';
import { endKey } from './jobNews.ts';
import { hasEnded, type JobRecord } from './jobRecord.ts';
import { lost, withNotice } from './jobTransitions.ts';
import { jobTexts, unknownJobFailure } from './notices.ts';

export const jobKind: ServedKind<JobRecord> = {
	texts: jobTexts,
	hasEnded,
	endKey,
	withNotice,
	idOfService: ({ jobId }) => jobId,
	lost,
	unknownFailure: unknownJobFailure,
};
