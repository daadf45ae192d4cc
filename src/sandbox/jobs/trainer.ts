import { compact } from '../../core/base/compact.ts';
import { minimumBalance } from '../../core/wire/limits.ts';
import type { Accounts } from '../account/accounts.ts';
import type { Meter } from '../account/meter.ts';
import type { SandboxContext } from '../base/context.ts';
import type { FaultPlan } from '../base/faults.ts';
import { highestCheckpoint } from './artifacts.ts';
import type { GpuChoice } from './jobBody.ts';
import { pricePerSecond, queueMs, speedOf } from './pace.ts';
import type { JobError, JobRecord, JobState, RunRecord, TrainingJobs } from './records.ts';

/** A running job: its run, and its pending faults. */
interface Working {
	readonly job: JobRecord;
	run: RunRecord;
	readonly flaw: string | undefined;
	fault: Fault | undefined;
	cancelAlarm: () => void;
}

interface Fault {
	readonly kind: 'job-stalled' | 'job-preempted' | 'job-failed';
	readonly step: number;
	readonly message?: string;
}

interface Progress {
	readonly step: number;
	readonly steps: number;
}

interface TrainerParts {
	readonly sandbox: SandboxContext;
	readonly accounts: Accounts;
	readonly meter: Meter;
	readonly jobs: TrainingJobs;
	readonly faults: FaultPlan;
}

/**
 * Moves training jobs through their states on the virtual clock. A job costs one alarm at a time, regardless of its
 * steps: the current step is computed from the pace of its run.
 */
export class Trainer {
	readonly #parts: TrainerParts;
	readonly #working = new Map<string, Working>();
	/** Queued jobs, each with the way to call off its start. */
	readonly #waiting = new Map<string, () => void>();

	constructor(parts: TrainerParts) {
		this.#parts = parts;
	}

	/** Resumes the jobs that were queued or running when the sandbox ended. */
	resumeAll(): void {
		for (const job of this.#parts.jobs.open()) {
			const run = this.#parts.jobs.runs(job.id).at(-1);
			if (job.state === 'IN_QUEUE' || run === undefined) this.#wait(job, job.startsAt);
			else this.#work(job, run);
		}
	}

	/** Gives a queued job its time to start. */
	enqueue(job: JobRecord): void {
		this.#wait(job, undefined);
	}

	/** Ends a queued or running job; others stay unchanged. */
	cancel(job: JobRecord): void {
		const working = this.#working.get(job.id);
		if (working !== undefined) this.#end(working, 'CANCELED');
		else if (job.state === 'IN_QUEUE') {
			this.#leaveQueue(job.id);
			this.#parts.jobs.finish(job.id, 'CANCELED', undefined, undefined);
		}
	}

	/** Puts a job that has ended back into the queue. Demonstrations stay free. */
	resume(job: JobRecord, gpus: GpuChoice): void {
		const { jobs } = this.#parts;
		jobs.requeue(job.id, gpus, job.price === 0 ? 0 : pricePerSecond(gpus.gpuType, gpus.gpuCount));
		const queued = jobs.get(job.id);
		if (queued !== undefined) this.enqueue(queued);
	}

	/** Deletes a job in any state. */
	remove(job: JobRecord): void {
		this.cancel(job);
		this.#parts.jobs.remove(job.id);
	}

	/** Returns the progress of a job; undefined before the first start. */
	progress(job: JobRecord): Progress | undefined {
		const working = this.#working.get(job.id);
		const step = working === undefined ? job.step : this.#step(working);
		return step === undefined ? undefined : { step: Math.min(step, job.steps), steps: job.steps };
	}

	/** Returns the step of the current run, for its files: -1 while it loads and for jobs that are not running. */
	currentStep(jobId: string): number {
		const working = this.#working.get(jobId);
		return working === undefined || this.#isLoading(working) ? -1 : this.#step(working);
	}

	/** Ends the running jobs of an account: its balance is used up. */
	balanceExhausted(accountId: string): void {
		for (const working of [...this.#working.values()]) {
			if (working.job.accountId !== accountId || working.job.price === 0) continue;
			const message = 'The balance of the account was used up before the job was done.';
			this.#finish(working, 'FAILED', { message, code: 'INSUFFICIENT_BALANCE' });
		}
	}

	/** Applies rules that have just taken effect, and ends the effect of removed ones. */
	replan(): void {
		for (const working of this.#working.values()) {
			const step = this.#step(working);
			const isHeld = working.run.baseAt === undefined;
			this.#takeFault(working);
			if (isHeld && !(working.fault?.kind === 'job-stalled' && working.fault.step <= step))
				this.#rebase(working, step, this.#now());
			this.#arm(working);
		}
		for (const id of [...this.#waiting.keys()]) {
			const job = this.#parts.jobs.get(id);
			if (job !== undefined) this.#wait(job, job.startsAt);
		}
	}

	/** Forgets everything without a note in the store. */
	forget(): void {
		for (const { cancelAlarm } of this.#working.values()) cancelAlarm();
		for (const cancel of this.#waiting.values()) cancel();
		this.#working.clear();
		this.#waiting.clear();
	}

	#now(): number {
		return this.#parts.sandbox.clock.now();
	}

	/**
	 * Makes a job wait until `startsAt`, for the usual time without it, and for as long as a rule keeps it in the
	 * queue.
	 */
	#wait(job: JobRecord, startsAt: number | undefined): void {
		const { jobs, faults, sandbox } = this.#parts;
		this.#leaveQueue(job.id);
		const stuck = faults.take('job-stuck', job.name) !== undefined;
		const at = stuck ? undefined : (startsAt ?? this.#now() + queueMs(job.gpuType, job.gpuCount));
		if (at !== job.startsAt) jobs.schedule(job.id, at);
		const cancel = at === undefined ? () => {} : sandbox.clock.at(at, () => this.#begin(job.id));
		this.#waiting.set(job.id, cancel);
	}

	#leaveQueue(id: string): void {
		this.#waiting.get(id)?.();
		this.#waiting.delete(id);
	}

	/** Starts a job on the machine that was found. */
	#begin(id: string): void {
		const { jobs, accounts, faults } = this.#parts;
		this.#waiting.delete(id);
		const job = jobs.get(id);
		if (job === undefined) return;
		const balance = accounts.get(job.accountId)?.balance ?? 0;
		if (job.price > 0 && balance < minimumBalance.training) {
			const message = 'The balance was below the 0.50 USD that a job needs to start when its turn came.';
			jobs.finish(id, 'FAILED', undefined, { message, code: 'INSUFFICIENT_BALANCE' });
			return;
		}
		const runs = jobs.runs(id);
		const { text, plan } = jobs.config(id);
		const fromZero = runs.length > 0 && faults.take('job-restarted', job.name) !== undefined;
		const startStep = fromZero ? 0 : highestCheckpoint(job.name, runs);
		const beganAt = this.#now() + plan.loadingMs;
		const run: RunRecord = {
			jobId: id,
			number: runs.length + 1,
			config: text,
			plan,
			stepMs: plan.stepMs / speedOf(job.gpuType, job.gpuCount),
			startStep,
			beganAt,
			baseStep: startStep,
			baseAt: beganAt,
		};
		jobs.begin(run);
		const begun = jobs.get(id);
		if (begun !== undefined) this.#work(begun, run);
	}

	#work(job: JobRecord, run: RunRecord): void {
		const { flaw } = this.#parts.jobs.config(job.id);
		const working: Working = { job, run, flaw, fault: undefined, cancelAlarm: () => {} };
		this.#working.set(job.id, working);
		this.#count(job);
		this.#takeFault(working);
		const { fault } = working;
		if (run.baseAt === undefined && !(fault?.kind === 'job-stalled' && fault.step <= run.baseStep))
			this.#rebase(working, run.baseStep, this.#now());
		this.#arm(working);
	}

	/** Counts the cost of a running job. */
	#count(job: JobRecord): void {
		const { meter, jobs } = this.#parts;
		const { id, accountId, price: rate, chargedUntil = this.#now() } = job;
		meter.add(id, { accountId, rate, chargedUntil, note: (until) => jobs.charged(id, until) });
	}

	/** Takes the first rule in force for this run. Without a step it hits at the current step of the run. */
	#takeFault(working: Working): void {
		const step = this.#step(working);
		working.fault = undefined;
		for (const kind of ['job-stalled', 'job-preempted', 'job-failed'] as const) {
			const rule = this.#parts.faults.take(kind, working.job.name);
			if (rule === undefined) continue;
			const message = 'message' in rule ? rule.message : undefined;
			const at = Math.max(step, rule.step ?? step);
			working.fault = { kind, step: at, ...compact({ message }) };
			return;
		}
	}

	/** Sets the alarm for the next event: a fault, a flaw of the configuration, or the last step. */
	#arm(working: Working): void {
		const { run, fault, flaw } = working;
		working.cancelAlarm();
		working.cancelAlarm = () => {};
		if (run.baseAt === undefined) return;
		const { clock } = this.#parts.sandbox;
		if (flaw !== undefined) {
			const error = { message: `Job failed: ${flaw}`, code: 'TRAINING_ERROR' };
			working.cancelAlarm = clock.at(run.beganAt, () => this.#end(working, 'FAILED', error));
			return;
		}
		const last = Math.max(run.plan.steps, run.startStep);
		const hit = fault !== undefined && fault.step < last ? fault : undefined;
		const steps = (hit?.step ?? last) - run.baseStep;
		const at = Math.ceil(run.baseAt + steps * run.stepMs);
		working.cancelAlarm = clock.at(at, () =>
			hit === undefined ? this.#end(working, 'STOPPED', undefined, last) : this.#strike(working, hit),
		);
	}

	#strike(working: Working, { kind, step, message }: Fault): void {
		if (kind === 'job-stalled') this.#rebase(working, step, undefined);
		else if (kind === 'job-preempted') {
			const text = 'The server was reclaimed before the job was done.';
			this.#end(working, 'STOPPED', { message: text, code: 'PREEMPTED' }, step);
		} else {
			const text = message ?? 'Job failed: CUDA out of memory.';
			this.#end(working, 'FAILED', { message: text, code: 'TRAINING_ERROR' }, step);
		}
	}

	/** Makes a run continue from a step at a time, or stop there. */
	#rebase(working: Working, step: number, at: number | undefined): void {
		const { baseAt: _, ...rest } = working.run;
		working.run = { ...rest, baseStep: step, ...compact({ baseAt: at }) };
		this.#parts.jobs.rebase(working.run, step, at);
	}

	/** Ends a running job, after its cost is paid; that may have ended it already. */
	#end(working: Working, state: JobState, error?: JobError, step?: number): void {
		this.#parts.meter.settle(working.job.accountId);
		if (this.#working.get(working.job.id) === working) this.#finish(working, state, error, step);
	}

	#finish(working: Working, state: JobState, error?: JobError, step?: number): void {
		const { id } = working.job;
		const reached =
			this.#isLoading(working) && step === undefined ? undefined : (step ?? this.#step(working));
		working.cancelAlarm();
		this.#working.delete(id);
		this.#parts.meter.remove(id);
		this.#parts.jobs.finish(id, state, reached, error);
	}

	/** Returns whether a job is loading; one with a flaw in its configuration never finishes that. */
	#isLoading({ run, flaw }: Working): boolean {
		return flaw !== undefined || this.#now() < run.beganAt;
	}

	#step({ run, fault }: Working): number {
		if (run.baseAt === undefined) return run.baseStep;
		const since = Math.max(0, this.#now() - run.baseAt);
		const step = run.baseStep + Math.floor(since / run.stepMs);
		return Math.max(run.baseStep, Math.min(step, run.plan.steps, fault?.step ?? Number.POSITIVE_INFINITY));
	}
}
