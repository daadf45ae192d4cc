import type { PaidStart } from '../records/startWatch.ts';
import type { JobRecord } from './jobRecord.ts';

/** An attempt of a job, as those know it who watch what is spent: each attempt costs by itself. */
export function attemptId({ id, attempt }: Pick<JobRecord, 'id' | 'attempt'>): string {
	return attempt === 1 ? id : `${id}/${attempt}`;
}

/** Jobs on the same GPUs say most about what another one costs. */
export function paidJob(
	id: string,
	{ name, gpuType, gpuCount }: Pick<JobRecord, 'name' | 'gpuType' | 'gpuCount'>,
): PaidStart {
	return { id, kind: 'job', targetId: `${gpuCount ?? '?'} x ${gpuType ?? '?'}`, name };
}
