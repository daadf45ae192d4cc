import { compact } from '../base/compact.ts';
import type { PaidStart } from '../records/startWatch.ts';
import type { Run } from './run.ts';
import { isPaid } from './targetTraits.ts';

/** Returns a run as a paid start for spending; empty if it is free. */
export function paidStart(
	id: string,
	{ target, batchId }: Pick<Run, 'target' | 'batchId'>,
): PaidStart | undefined {
	if (!isPaid(target)) return undefined;
	const { kind, id: targetId, name } = target;
	return { id, kind, targetId, name, ...compact({ batchId }) };
}
