import type { Balance } from '../account/balance.ts';
import { compact } from '../base/compact.ts';
import type { FollowedTexts } from '../records/notices.ts';
import { configFacts, configName } from './config/facts.ts';
import { type JobProgress, type JobResult, type JobStatus, jobHasEnded } from './job.ts';
import { hasOwnName, type JobRecord, totalStepsOf } from './jobRecord.ts';
import { isStalled, paceWith } from './pace.ts';

/*
 * Every change of a job's record. Pure, and each may be applied twice or late.
 */

/** Milliseconds after a resume for which a server may still show the end from before. */
const staleEndMs = 15_000;

/** Number of checkpoints with a name in the record. */
const mostCheckpoints = 500;

/** Returns the record after the service has accepted the submission. Also corrects one that was given up as uncertain meanwhile. */
export function accepted(record: JobRecord, status: JobStatus): JobRecord {
	if (record.phase !== 'submitting' && record.phase !== 'uncertain') return record;
	const { notice: _, endedAt: __, ...rest } = record;
	return { ...rest, phase: 'moving', jobId: status.id, state: status.state };
}

/** Returns the record after the submission has failed, surely (`unsent`) or perhaps (`uncertain`). */
export function notAccepted(
	record: JobRecord,
	phase: 'unsent' | 'uncertain',
	notice: string,
	now: number,
): JobRecord {
	return record.phase === 'submitting' ? { ...record, phase, notice, endedAt: now } : record;
}

/** Writes the status of a job that moves into its record. */
export function withStatus(record: JobRecord, status: JobStatus, now: number): JobRecord {
	if (record.phase !== 'moving') return record;
	if (isStaleEnd(record, status, now)) return record;
	const { notice: _, error: __, missingSince: ___, stalledAt, ...rest } = record;
	const reported = status.progress ?? progressOfPercent(status, record);
	const progress = progressOf(record.progress, reported);
	const isRunning = status.state === 'RUNNING';
	const seen: JobRecord = {
		...rest,
		state: status.state,
		...compact({ name: status.name, progress, error: status.error }),
		...compact({ startedAt: startOf(record, status, now) }),
		...(isRunning && reported !== undefined
			? { pace: paceWith(record.pace, { at: now, step: reported.step }, record) }
			: {}),
	};
	if (jobHasEnded(status.state)) {
		const { cancelRequested: _, lowBalance: __, ...over } = seen;
		return { ...over, phase: 'ending', endedAt: endOf(seen, status, now) };
	}
	return isStalled(seen, now) ? { ...seen, stalledAt: stalledAt ?? now } : seen;
}

/** Returns a step computed from a percentage if the total is known. */
function progressOfPercent({ percent }: JobStatus, record: JobRecord): JobProgress | undefined {
	const totalSteps = totalStepsOf(record);
	if (percent === undefined || totalSteps === undefined) return undefined;
	return { step: Math.floor((totalSteps * percent) / 100), totalSteps };
}

/** Writes the artifacts of a job into its record. For one that has ended they are final. */
export function withResult(record: JobRecord, result: JobResult): JobRecord {
	if (record.phase !== 'moving' && record.phase !== 'ending' && record.phase !== 'ended') return record;
	const { notice: _, missingSince: __, ...rest } = record;
	const known: JobRecord = {
		...rest,
		artifacts: {
			step: record.progress?.step ?? 0,
			// Rows are identified by these names.
			checkpoints: [...new Set(result.checkpoints.map(({ name }) => name))].slice(-mostCheckpoints),
			sampleCount: result.samples.length,
			...compact({ config: result.config?.name }),
		},
		...compact({ error: result.error }),
	};
	return record.phase === 'ending' ? { ...known, phase: 'ended' } : known;
}

/** Writes the artifacts of a job when its record was `before`: final only if it had ended by then. */
export function withResultSince(record: JobRecord, before: JobRecord, result: JobResult): JobRecord {
	const isOvertaken = before.phase === 'moving' && record.phase !== 'moving';
	return isOvertaken || record.attempt !== before.attempt ? record : withResult(record, result);
}

/** Ends a record although the artifacts of its job cannot be requested: its end is certain. */
export function endedWithout(record: JobRecord, notice: string): JobRecord {
	return record.phase === 'ending' ? { ...record, phase: 'ended', notice } : record;
}

/** Returns the record after the service has queued an ended job again, here or elsewhere. Its earlier artifacts stay. */
export function resumed(record: JobRecord, now: number, state = 'IN_QUEUE'): JobRecord {
	if (record.phase !== 'ended' && record.phase !== 'ending' && record.phase !== 'lost') return record;
	const {
		endedAt,
		startedAt,
		pace,
		error,
		notice,
		stalledAt,
		lowBalance,
		cancelRequested,
		missingSince,
		...rest
	} = record;
	return { ...rest, phase: 'moving', state, attempt: record.attempt + 1, resumedAt: now };
}

/** Returns the record when the resume of an ended job may have arrived: it is followed, and the next word about its state settles that. */
export function perhapsResumed(record: JobRecord, now: number, notice: string): JobRecord {
	const again = resumed(record, now, '');
	return again === record ? record : { ...again, notice };
}

/** Writes the status of a job that a person requested: it may have been resumed elsewhere, and may have ended again. */
export function refreshed(record: JobRecord, status: JobStatus, now: number): JobRecord {
	if (record.phase === 'moving' || record.phase === 'submitting') return withStatus(record, status, now);
	if (record.phase === 'ending' && record.state === status.state) return record;
	const isSameEnd = record.phase === 'ended' && record.state === status.state;
	if (isSameEnd && (status.progress === undefined || status.progress.step === record.progress?.step)) {
		const { notice: _, ...rest } = record;
		return rest;
	}
	return withStatus(resumedElsewhere(record, now, status), status, now);
}

function resumedElsewhere(record: JobRecord, now: number, status: JobStatus): JobRecord {
	const { resumedAt: _, ...again } = resumed(record, now, status.state);
	return jobHasEnded(status.state) ? again : { ...again, resumedAt: now };
}

/** Returns the record while the service does not find the job. */
export function withMissing(record: JobRecord, since: number, notice: string): JobRecord {
	const after = withNotice(record, notice);
	return after === record ? record : { ...after, missingSince: record.missingSince ?? since };
}

/** Returns the record of a job that is no longer polled: the service does not have it, or a person has given it up. */
export function lost({ missingSince, ...record }: JobRecord, notice: string, now: number): JobRecord {
	if (record.phase === 'unsent' || record.phase === 'lost') return record;
	return { ...record, phase: 'lost', notice, endedAt: record.endedAt ?? now };
}

/** Returns a job that a person has given up; unchanged unless it is not found for now, or uncertain. */
export function givenUp(
	record: JobRecord,
	texts: Pick<FollowedTexts, 'givenUp' | 'neverTaken'>,
	now: number,
): JobRecord {
	if (record.phase === 'uncertain') return lost(record, texts.neverTaken, now);
	return record.missingSince === undefined ? record : lost(record, texts.givenUp, now);
}

/** Returns the record with a sentence about passing trouble; the state stays. */
export function withNotice(record: JobRecord, notice: string): JobRecord {
	const isActive = record.phase === 'moving' || record.phase === 'ending';
	return isActive && record.notice !== notice ? { ...record, notice } : record;
}

export function withCancelRequested(record: JobRecord): JobRecord {
	const can = record.phase === 'moving' || record.phase === 'submitting';
	return can && !record.cancelRequested ? { ...record, cancelRequested: true } : record;
}

/** Returns the record after a cancel that did not get through: the job continues and can be canceled again. */
export function withCancelFailed({ cancelRequested: _, ...record }: JobRecord): JobRecord {
	return record;
}

/** Returns the record after the balance was found low while the job ran; the first time counts until it is sufficient again. */
export function withLowBalance(record: JobRecord, balance: Balance, now: number): JobRecord {
	if (record.phase !== 'moving') return record;
	const { microdollars, currency } = balance;
	return { ...record, lowBalance: { at: record.lowBalance?.at ?? now, microdollars, currency } };
}

export function withEnoughBalance({ lowBalance: _, ...record }: JobRecord): JobRecord {
	return record;
}

/** Returns whether an end may be stale: right after a resume, a reply may come from a server without it. */
function isStaleEnd(record: JobRecord, status: JobStatus, now: number): boolean {
	return (
		record.resumedAt !== undefined &&
		record.cancelRequested !== true &&
		record.startedAt === undefined &&
		jobHasEnded(status.state) &&
		Math.abs(now - record.resumedAt) < staleEndMs
	);
}

/** Returns the progress; a known total stays known. */
function progressOf(known: JobProgress | undefined, seen: JobProgress | undefined): JobProgress | undefined {
	if (seen === undefined) return known;
	const totalSteps = seen.totalSteps ?? known?.totalSteps;
	return totalSteps === undefined ? seen : { ...seen, totalSteps };
}

/** Returns the time when a job that runs or has ended began to run: the service's own time if it fits. Absent of an end that was seen without it. */
function startOf(record: JobRecord, { state, startedAt }: JobStatus, now: number): number | undefined {
	const isRunning = state === 'RUNNING';
	if (record.startedAt !== undefined || !(isRunning || jobHasEnded(state))) return record.startedAt;
	const since = record.resumedAt ?? record.submittedAt;
	return fits(startedAt, since, now) ? startedAt : isRunning ? now : undefined;
}

/** Returns the time when the job ended: the service's own time if it fits, since the poll that saw the end may be hours late. */
function endOf(record: JobRecord, { finishedAt }: JobStatus, now: number): number {
	const since = record.startedAt ?? record.resumedAt ?? record.submittedAt;
	return fits(finishedAt, since, now) ? finishedAt : now;
}

function fits(moment: number | undefined, since: number, now: number): moment is number {
	return moment !== undefined && moment >= since && moment <= now;
}

/** Writes the facts of the configuration that the service resolved. */
export function withConfig(record: JobRecord, text: string): JobRecord {
	const named = hasOwnName(record) ? {} : compact({ name: configName(text) });
	return { ...record, ...configFacts(text), ...named };
}
