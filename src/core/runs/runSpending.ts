import type { PaidStart } from '../records/startWatch.ts';
import type { Run } from './run.ts';

/** What a run is to those who watch what is spent; an engine of one's own costs nothing. */
export function paidStart(id: string, { target }: Pick<Run, 'target'>): PaidStart | undefined {
	const { kind, id: targetId, name } = target;
	return kind === 'engine' ? undefined : { id, kind, targetId, name };
}
