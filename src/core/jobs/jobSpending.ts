import type { SignedIn } from '../account/session.ts';
import { hourlyRate } from '../connection/dialects.ts';
import type { EarlierStart, Estimate } from '../records/estimate.ts';
import type { PaidStart, StartWatch } from '../records/startWatch.ts';
import type { JobRecord } from './jobRecord.ts';

/** Returns an attempt of a job for the spending: each attempt has its own cost. */
export function attemptId({ id, attempt }: Pick<JobRecord, 'id' | 'attempt'>): string {
	return attempt === 1 ? id : `${id}/${attempt}`;
}

/** Returns the start of a job for the spending. Jobs on the same GPUs are the best estimate. */
export function paidJob(
	id: string,
	{ name, gpuType, gpuCount }: Pick<JobRecord, 'name' | 'gpuType' | 'gpuCount'>,
	{ microdollars }: Pick<Estimate, 'microdollars'> = {},
): PaidStart {
	const perGpu = gpuType === undefined ? undefined : hourlyRate(gpuType);
	return {
		id,
		kind: 'job',
		targetId: `${gpuCount ?? '?'} x ${gpuType ?? '?'}`,
		name,
		...(microdollars && { expected: Math.round((microdollars.low + microdollars.high) / 2) }),
		...(perGpu === undefined ? {} : { perHour: perGpu * (gpuCount ?? 1) }),
	};
}

/** Returns the costs of earlier jobs on the same GPUs. */
export function earlierJobs(
	spending: Pick<StartWatch, 'earlier'> | undefined,
	session: SignedIn,
	machine: Pick<JobRecord, 'gpuType' | 'gpuCount'>,
): readonly EarlierStart[] {
	const { targetId } = paidJob('', { name: '', ...machine });
	return spending?.earlier(session, { kind: 'job', targetId }) ?? [];
}
