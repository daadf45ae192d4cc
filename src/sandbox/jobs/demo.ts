import { compact } from '../../core/base/compact.ts';
import { configModel } from '../../core/training/configModel.ts';
import { parseTraining } from '../../core/training/yaml/document.ts';
import { demoJobIds } from '../../core/wire/demoJobs.ts';
import type { SandboxContext } from '../base/context.ts';
import { demoConfigs } from './demoConfigs.ts';
import { usualGpus } from './jobBody.ts';
import { queueMs, speedOf } from './pace.ts';
import { planOf, type TrainingPlan } from './plan.ts';
import type { JobError, JobState, TrainingJobs } from './records.ts';

interface DemoJob {
	/** Stable, so that a restarted or reset sandbox has the same jobs. */
	readonly id: string;
	readonly name: keyof typeof demoConfigs;
	readonly state: JobState;
	/** Virtual hours since it was submitted. */
	readonly hoursAgo: number;
	/** The step at which it ended; absent for a running one, which continues by its time. */
	readonly reached?: number;
	readonly error?: JobError;
}

const demoJobs: readonly DemoJob[] = [
	{
		id: demoJobIds.finished,
		name: 'harbour_style_v1',
		state: 'STOPPED',
		hoursAgo: 26,
		reached: 1500,
	},
	{ id: demoJobIds.running, name: 'coast_motion_v1', state: 'RUNNING', hoursAgo: 1.6 },
	{
		id: demoJobIds.failed,
		name: 'harbour_sketch_v1',
		state: 'FAILED',
		hoursAgo: 5,
		reached: 260,
		error: { message: 'Job failed: CUDA out of memory.', code: 'TRAINING_ERROR' },
	},
	{
		id: demoJobIds.preempted,
		name: 'winter_edit_v1',
		state: 'STOPPED',
		hoursAgo: 9,
		reached: 640,
		error: { message: 'The server was reclaimed before the job was done.', code: 'PREEMPTED' },
	},
];

/**
 * Gives an account jobs in all states that a client has to show, except for existing and deleted ones. They cost
 * nothing, so that a demonstration can wait.
 */
export function seedJobs(sandbox: SandboxContext, jobs: TrainingJobs, accountId: string): void {
	const { gpuType, gpuCount } = usualGpus;
	for (const { id, name, state, hoursAgo, reached, error } of demoJobs) {
		if (jobs.isKnown(id) || jobs.named(accountId, name) !== undefined) continue;
		const text = demoConfigs[name];
		const plan = planIn(text, name);
		jobs.create(accountId, name, { text, plan, ...usualGpus, price: 0 }, id);
		const stepMs = plan.stepMs / speedOf(gpuType, gpuCount);
		const createdAt = sandbox.clock.now() - Math.round(hoursAgo * 3_600_000);
		const startedAt = createdAt + queueMs(gpuType, gpuCount);
		const beganAt = startedAt + plan.loadingMs;
		jobs.place(id, {
			state,
			step: reached ?? 0,
			createdAt,
			startedAt,
			...compact({ error }),
			...(reached === undefined ? {} : { finishedAt: Math.round(beganAt + reached * stepMs) }),
		});
		jobs.addRun({
			jobId: id,
			number: 1,
			config: text,
			plan,
			stepMs,
			startStep: 0,
			beganAt,
			baseStep: 0,
			baseAt: beganAt,
			...compact({ reached }),
		});
	}
}

function planIn(text: string, name: string): TrainingPlan {
	const [process] = configModel(parseTraining(text)).processes;
	if (process === undefined) throw new Error(`the configuration of ${name} has no process`);
	return planOf(process, name);
}
