import type { StartWatch } from '../../../src/core/records/startWatch.ts';

/** Lets everything leave, and knows nothing of costs; a test says what is different. */
export const knowsNoCosts: StartWatch = {
	withExpected: async (_, start) => start,
	listedPrice: async () => undefined,
	mayStart: async () => true,
	started() {},
	ended() {},
	earlier: () => [],
};
