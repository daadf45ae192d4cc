import { took } from '../runs/describe.ts';
import type { Run } from '../runs/run.ts';
import type { Batch } from './batch.ts';

export const hourMs = 3_600_000;

/** Returns the cost of a run of a batch as the service reported it, else from its time and the price of an hour of the machine. */
export function itemCost(
	run: Run,
	batch: Pick<Batch, 'microdollarsPerHour'> | undefined,
): { readonly microdollars?: number; readonly isEstimated?: true } {
	if (run.costMicrodollars !== undefined) return { microdollars: run.costMicrodollars };
	const [ms, perHour] = [took(run), batch?.microdollarsPerHour];
	if (ms === undefined || perHour === undefined) return {};
	return { microdollars: Math.round((ms * perHour) / hourMs), isEstimated: true };
}
