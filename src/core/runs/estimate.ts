import { compact } from '../base/compact.ts';
import { costsOf, type EarlierStart, type Estimate, spanOf } from '../records/estimate.ts';
import type { Run } from './run.ts';

/**
 * Estimates a run of a target from earlier runs of the same target that succeeded.
 * @param earlier the newest first, with any outcome
 * @param costs costs derived from the balance, for runs without a reported cost
 */
export function runEstimate(earlier: readonly Run[], costs: readonly EarlierStart[]): Estimate {
	const done = earlier.filter(({ state }) => state === 'succeeded');
	const known = costsOf(new Set(done.map(({ id }) => id)), costs);
	const times = done.flatMap(({ submittedAt, startedAt = submittedAt, endedAt }) =>
		endedAt === undefined || endedAt <= startedAt ? [] : [endedAt - startedAt],
	);
	const ms = spanOf(times);
	if (ms === undefined) return { count: 0 };
	const microdollars = spanOf(
		done.flatMap(({ id, costMicrodollars }) => costMicrodollars ?? known.get(id) ?? []),
	);
	return { ms, count: times.length, ...compact({ microdollars }) };
}
