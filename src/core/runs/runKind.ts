import type { ServedKind } from '../records/recordService.ts';
import { unknownRunFailure } from './failures.ts';
import { runTexts, tokenNotice } from './notices.ts';
import { hasEnded, type Run } from './run.ts';
import { lost, withNotice } from './transitions.ts';

export const runKind: ServedKind<Run> = {
	texts: runTexts,
	hasEnded,
	endKey: ({ id }) => id,
	withNotice,
	idOfService: ({ requestId }) => requestId,
	lost,
	refusedNotice: ({ connection }) => (connection.capabilities.account ? runTexts.refused : tokenNotice),
	unknownFailure: unknownRunFailure,
};
