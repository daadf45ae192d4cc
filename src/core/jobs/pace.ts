import { compact } from '../base/compact.ts';
import type { JobMark, JobPace, JobRecord } from './jobRecord.ts';
import { totalStepsOf } from './jobRecord.ts';

/** Marks kept in addition to the first one. */
const recentMarks = 12;

/** Without any step, a job counts as stalled after this time, in milliseconds: models are large, and loading takes time. */
const firstStepMs = 30 * 60_000;

/** A job never counts as stalled earlier than this; with samples or a checkpoint due and none seen yet, than the second. */
const leastStallMs = 60_000;
const leastPauseStallMs = 15 * 60_000;

/** This multiple of the usual gap without a step is a stall. */
const stallFactor = 3;

type Every = Pick<JobRecord, 'sampleEvery' | 'saveEvery'>;

/** Returns whether samples or a checkpoint may be made at a step: at any step if the configuration is unknown. */
function isPauseAt(step: number, { sampleEvery, saveEvery }: Every): boolean {
	if (sampleEvery === undefined && saveEvery === undefined) return true;
	return [sampleEvery, saveEvery].some((every) => every !== undefined && every > 0 && step % every === 0);
}

/** Returns whether samples or a checkpoint are made at a step from `from` on, before `to`. Step 0 does not count. */
function passesPause(from: number, to: number, { sampleEvery, saveEvery }: Every): boolean {
	return [sampleEvery, saveEvery].some(
		(every) => every !== undefined && every > 0 && Math.floor((to - 1) / every) * every >= Math.max(1, from),
	);
}

/** Returns the pace with the new observation. A step that went back restarts it. */
export function paceWith(pace: JobPace | undefined, seen: JobMark, every: Every): JobPace {
	const last = pace?.recent.at(-1);
	if (pace === undefined || last === undefined || seen.step < last.step) {
		return { first: seen, recent: [seen] };
	}
	if (seen.step === last.step) return pace;
	const gapMs = seen.at - last.at;
	const pauseMs = passesPause(last.step, seen.step, every)
		? Math.max(pace.pauseMs ?? 0, gapMs)
		: pace.pauseMs;
	return {
		first: pace.first,
		recent: [...pace.recent, seen].slice(-recentMarks),
		...compact({ pauseMs }),
	};
}

/** Milliseconds a step takes, pauses for samples and checkpoints included; `undefined` before two steps were seen. */
export function stepMs({ pace }: Pick<JobRecord, 'pace'>): number | undefined {
	const last = pace?.recent.at(-1);
	if (pace === undefined || last === undefined || last.step <= pace.first.step) return undefined;
	const ms = (last.at - pace.first.at) / (last.step - pace.first.step);
	return ms > 0 ? ms : undefined;
}

/** Milliseconds until a step is done, from the observed pace: an estimate. 0 when it is due; `undefined` when nothing is known. */
function millisecondsUntil(record: JobRecord, step: number, now: number): number | undefined {
	const each = stepMs(record);
	const last = record.pace?.recent.at(-1);
	if (each === undefined || last === undefined) return undefined;
	return Math.max(0, last.at + (step - last.step) * each - now);
}

/** Returns the milliseconds until the end of a job that runs, from the observed pace: an estimate. */
export function millisecondsLeft(record: JobRecord, now: number): number | undefined {
	const total = totalStepsOf(record);
	if (record.phase !== 'moving' || record.state !== 'RUNNING' || total === undefined) return undefined;
	return record.stalledAt === undefined ? millisecondsUntil(record, total, now) : undefined;
}

/** Returns the usual time between two observed steps, in milliseconds: the median of the latest. */
function usualGapMs({ recent }: JobPace, every: Every): number | undefined {
	const gaps = recent.slice(1).map((mark, index) => {
		const before = recent[index] ?? mark;
		return { ms: mark.at - before.at, isPause: passesPause(before.step, mark.step, every) };
	});
	const plain = gaps.filter(({ isPause }) => !isPause);
	const used = (plain.length >= 2 ? plain : gaps).map(({ ms }) => ms).toSorted((a, b) => a - b);
	return used.length < 2 ? undefined : used[Math.floor(used.length / 2)];
}

/** Returns whether a running job has done no step for three times the usual gap. Its pace has the latest observed step. */
export function isStalled(record: JobRecord, now: number): boolean {
	const { state, pace, startedAt, progress } = record;
	if (state !== 'RUNNING') return false;
	const total = totalStepsOf(record);
	if (total !== undefined && progress !== undefined && progress.step >= total) return false;
	const last = pace?.recent.at(-1);
	const usual = pace && usualGapMs(pace, record);
	if (pace === undefined || last === undefined || usual === undefined) {
		return now - (last?.at ?? startedAt ?? now) > firstStepMs;
	}
	const limit = isPauseAt(last.step, record)
		? pace.pauseMs === undefined
			? Math.max(leastPauseStallMs, stallFactor * usual)
			: stallFactor * Math.max(pace.pauseMs, usual)
		: stallFactor * usual;
	return now - last.at > Math.max(leastStallMs, limit);
}

/** Steps between two requests for the artifacts of a job without a known configuration: a tenth of its steps, or this number. */
const unknownEvery = 250;

/** Returns whether a job may have new artifacts since the last request. */
export function hasMadeMore(record: JobRecord): boolean {
	const step = record.progress?.step;
	if (step === undefined || step === 0) return false;
	const asked = record.artifacts?.step;
	if (asked === undefined) return true;
	if (step <= asked) return step < asked;
	const { sampleEvery, saveEvery } = record;
	const known = [sampleEvery, saveEvery].filter((every) => every !== undefined && every > 0);
	const total = totalStepsOf(record);
	const intervals = known.length > 0 ? known : [total ? Math.max(1, Math.ceil(total / 10)) : unknownEvery];
	// Samples of the current step are still being made: they are requested again after it.
	return intervals.some(
		(every) =>
			every !== undefined && (Math.floor(step / every) > Math.floor(asked / every) || asked % every === 0),
	);
}

/** Returns the milliseconds until the next visible change, if that can be estimated. */
export function nextEventMs(record: JobRecord, now: number, usualMs: number): number | undefined {
	const each = stepMs(record);
	const step = record.progress?.step;
	if (record.state !== 'RUNNING' || each === undefined || step === undefined) return undefined;
	const total = totalStepsOf(record);
	const steps = [record.sampleEvery, record.saveEvery].flatMap((every) =>
		// Events that are more frequent than the usual polls are seen without extra polls.
		every !== undefined && every > 0 && every * each > 2 * usualMs
			? [(Math.floor(step / every) + 1) * every + 1]
			: [],
	);
	if (total !== undefined && step < total) steps.push(total);
	const last = record.pace?.recent.at(-1);
	if (steps.length === 0 || last === undefined) return undefined;
	const dueIn = last.at + (Math.min(...steps) - last.step) * each - now;
	// An overdue event is polled less and less often.
	return Math.abs(dueIn);
}
