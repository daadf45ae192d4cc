import { compact } from '../base/compact.ts';
import {
	costsOf,
	type EarlierStart,
	type Estimate,
	measuredOnce,
	type Span,
	spanOf,
} from '../records/estimate.ts';
import { gpuOf } from './gpus.ts';
import { type Gpu, isFinished } from './job.ts';
import { type JobRecord, totalStepsOf } from './jobRecord.ts';
import { attemptId } from './jobSpending.ts';

/** The work of a training on a machine, as far as its configuration determines it. */
export interface PlannedWork extends Pick<JobRecord, 'arch' | 'load' | 'gpuType' | 'gpuCount'> {
	/** Steps still to do. */
	readonly steps?: number;
	/** Our own id of the job that is resumed: its earlier steps count for the estimate, however it ended. */
	readonly resumed?: string;
}

/** Returns the work that is left of a job when it is resumed from its last checkpoint. */
export function restOf(job: JobRecord, gpu: Gpu | undefined = gpuOf(job)): PlannedWork {
	const { arch, load, progress, saveEvery } = job;
	const step = progress?.step ?? 0;
	const done = saveEvery === undefined || saveEvery <= 0 ? 0 : step - (step % saveEvery);
	const left = (totalStepsOf(job) ?? 0) - done;
	// The number of steps of a resume is unknown if the job has reached its last step.
	const steps = left > 0 ? left : undefined;
	const machine = gpu && { gpuType: gpu.type, gpuCount: gpu.count };
	return { resumed: job.id, ...machine, ...compact({ arch, load, steps }) };
}

/** The additional tolerance, as a fraction of the time per step, for pictures of another size. */
const otherLoad = 0.25;

/**
 * Estimates a training from earlier ones of the same architecture on the same machine that did all their steps at once:
 * their time per step, times its steps; its cost likewise. If none had pictures of this size, scales roughly with the
 * sizes that are known.
 * @param costs of starts on that machine
 */
export function trainingEstimate(
	planned: PlannedWork,
	jobs: readonly JobRecord[],
	costs: readonly EarlierStart[],
): Estimate {
	const { arch, steps } = planned;
	const load = known(planned.load);
	const alike =
		arch === undefined || steps === undefined
			? []
			: jobs
					.filter(
						(job) =>
							job.arch === arch &&
							isSameMachine(job, planned) &&
							job.attempt === 1 &&
							(isFinished(job) || job.id === planned.resumed),
					)
					.flatMap((job) => {
						const stepMs = stepMsOf(job);
						const scale = load === undefined ? undefined : load / (known(job.load) ?? Number.NaN);
						return stepMs === undefined ? [] : [{ job, ms: stepMs * steps, scale: known(scale) }];
					});
	const sameSize = alike.filter(({ scale }) => scale === 1);
	const ofKnownSize = alike.filter(({ scale }) => scale !== undefined);
	const used = [sameSize, ofKnownSize, alike].find(({ length }) => length > 0) ?? [];
	const span = spanOf(used.map(({ ms, scale = 1 }) => ms * scale));
	if (span === undefined) return { count: 0 };
	const widened = ({ low, high }: Span): Span =>
		sameSize.length > 0 ? { low, high } : { low: low * (1 - otherLoad), high: high * (1 + otherLoad) };
	const ms = widened(span);
	// A training with both a time and a cost costs the same for each of its steps, however exactly its time was observed.
	const costOfId = costsOf(new Set(used.map(({ job }) => attemptId(job))), costs);
	const ofSteps = spanOf(
		used.flatMap(({ job, scale = 1 }) => {
			const cost = costOfId.get(attemptId(job));
			return cost === undefined ? [] : [(cost / (job.progress?.step ?? 0)) * (steps ?? 0) * scale];
		}),
	);
	const microdollars = ofSteps === undefined ? costOf(ms, jobs, costs) : widened(ofSteps);
	return { ms, count: used.length, ...compact({ microdollars }) };
}

/** Returns a load that can be compared: a configuration may have sizes that no training has. */
function known(load: number | undefined): number | undefined {
	return load !== undefined && Number.isFinite(load) && load > 0 ? load : undefined;
}

/** Returns the cost of time on a machine by the rate of earlier trainings there: for their own time if it is known, else with their queue. */
function costOf(ms: Span, jobs: readonly JobRecord[], costs: readonly EarlierStart[]): Span | undefined {
	const times = new Map(jobs.map((job) => [attemptId(job), timeOf(job)]));
	const rates = measuredOnce(costs).flatMap(({ id, startedAt, endedAt, microdollars }) => {
		const time = times.get(id) ?? endedAt - startedAt;
		return microdollars === undefined || time <= 0 ? [] : [microdollars / time];
	});
	const rate = spanOf(rates);
	return rate && { low: rate.low * ms.low, high: rate.high * ms.high };
}

function isSameMachine(one: PlannedWork, other: PlannedWork): boolean {
	return one.gpuType === other.gpuType && one.gpuCount === other.gpuCount;
}

/** Returns the milliseconds for a step of an ended job, with samples and checkpoints. */
function stepMsOf(job: JobRecord): number | undefined {
	const { progress } = job;
	const ms = timeOf(job);
	return ms === undefined || progress === undefined || progress.step <= 0 ? undefined : ms / progress.step;
}

/** Returns the milliseconds that an ended job took, with its queue if it was never seen running. */
function timeOf({
	submittedAt,
	resumedAt = submittedAt,
	startedAt = resumedAt,
	endedAt,
}: JobRecord): number | undefined {
	return endedAt === undefined || endedAt <= startedAt ? undefined : endedAt - startedAt;
}
