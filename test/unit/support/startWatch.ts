import type { StartWatch } from '../../../src/core/records/startWatch.ts';

/** Allows every start, and knows no costs; a test overrides parts of it. */
export const knowsNoCosts: StartWatch = {
	withExpected: async (_, start) => start,
	listedPrice: async () => undefined,
	mayStart: async () => true,
	started() {},
	ended() {},
	earlier: () => [],
};
