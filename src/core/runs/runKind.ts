import type { RecordKind } from '../records/followedRecords.ts';
import { unknownRunFailure } from './failures.ts';
import { runTexts, tokenNotice } from './notices.ts';
import { hasEnded, type Run } from './run.ts';
import { withNotice } from './transitions.ts';

/** The record kind of runs. */
export const runKind: RecordKind<Run> = {
	texts: runTexts,
	hasEnded,
	endKey: ({ id }) => id,
	withNotice,
	refusedNotice: ({ connection }) => (connection.capabilities.account ? runTexts.refused : tokenNotice),
	unknownFailure: unknownRunFailure,
};
