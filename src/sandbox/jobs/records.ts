import { randomUUID } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import type { SandboxContext } from '../base/context.ts';
import { json, named, number, oneOf, optional, type RecordOf, Table, text } from '../store/table.ts';
import type { GpuChoice } from './jobBody.ts';
import type { TrainingPlan } from './plan.ts';

/** trainer-service.md, "States and transitions". */
export type JobState = 'IN_QUEUE' | 'RUNNING' | 'STOPPED' | 'FAILED' | 'CANCELED';

/** The reason why a job has ended before its last step. */
export interface JobError {
	readonly message: string;
	readonly code: string;
}

/** Times are virtual milliseconds since 1970. */
const jobColumns = {
	id: text,
	accountId: text,
	name: text,
	state: oneOf<JobState>(),
	gpuType: text,
	gpuCount: number,
	/** Millionths of a US dollar a second while it runs. */
	price: number,
	/** The last step of its configuration. */
	steps: number,
	/** The reached step; while it runs, the one at which the run began. Absent before its first start. */
	step: optional(number),
	error: optional(json<JobError>()),
	createdAt: number,
	/** The time when a queued job gets its machine; absent while unknown. */
	startsAt: optional(number),
	startedAt: optional(number),
	finishedAt: optional(number),
	/** Up to when a running job is paid for; it may be a fraction. */
	chargedUntil: optional(number),
	deletedAt: optional(number),
};
const configColumns = {
	text: named('config', text),
	plan: json<TrainingPlan>(),
	/** The reason why the toolkit will stop before the first step. */
	flaw: optional(text),
	price: number,
	gpuType: text,
	gpuCount: number,
};
const runColumns = {
	jobId: text,
	number,
	config: text,
	plan: json<TrainingPlan>(),
	/** Milliseconds of a step on the machine of this run. */
	stepMs: number,
	startStep: number,
	/** The time when the first step begins. */
	beganAt: number,
	/** A step and when it was reached; without the time the run is held at that step. */
	baseStep: number,
	baseAt: optional(number),
	/** The step at which it ended, -1 if it never got to its first one; absent while it runs. */
	reached: optional(number),
};

/** A job without its configuration: enough for a status, and cheap. */
export interface JobRecord extends RecordOf<typeof jobColumns> {}
export interface JobConfig extends RecordOf<typeof configColumns> {}
/** One stretch of work of a job, from its start or a resume to its end. */
export interface RunRecord extends RecordOf<typeof runColumns> {}

/** Training jobs and their runs. A call that has returned survives a kill. */
export class TrainingJobs {
	readonly #sandbox: SandboxContext;
	readonly #jobs: Table<typeof jobColumns>;
	readonly #configs: Table<typeof configColumns>;
	readonly #table: Table<typeof jobColumns & typeof configColumns>;
	readonly #runs: Table<typeof runColumns>;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
		this.#jobs = new Table(sandbox.db, 'training_jobs', jobColumns);
		this.#configs = new Table(sandbox.db, 'training_jobs', configColumns);
		this.#table = new Table(sandbox.db, 'training_jobs', { ...jobColumns, ...configColumns });
		this.#runs = new Table(sandbox.db, 'training_runs', runColumns);
	}

	/** Stores a queued job without a start time. */
	create(accountId: string, name: string, config: JobConfig, id: string = randomUUID()): JobRecord {
		const { steps } = config.plan;
		const createdAt = this.#sandbox.clock.now();
		return this.#table.insert({ ...config, id, accountId, name, state: 'IN_QUEUE', steps, createdAt });
	}

	/** Returns a job; undefined for deleted ones. */
	get(id: string): JobRecord | undefined {
		return this.#jobs.first('id = ? AND deleted_at IS NULL', id);
	}

	/** Returns whether a job of this id exists or existed. */
	isKnown(id: string): boolean {
		return this.#jobs.first('id = ?', id) !== undefined;
	}

	named(accountId: string, name: string): JobRecord | undefined {
		return this.#jobs.first('account_id = ? AND name = ? AND deleted_at IS NULL', accountId, name);
	}

	/** Returns queued and running jobs, in the order of submission. */
	open(): readonly JobRecord[] {
		return this.#jobs.all("state IN ('IN_QUEUE', 'RUNNING') AND deleted_at IS NULL ORDER BY number");
	}

	config(id: string): JobConfig {
		const config = this.#configs.first('id = ?', id);
		if (config === undefined) throw new Error('the job is missing');
		return config;
	}

	/** Replaces the configuration of a job that is not active; its state and its step stay. */
	edit(id: string, config: JobConfig): void {
		this.#table.update({ flaw: undefined, ...config, steps: config.plan.steps }, 'id = ?', id);
	}

	/** Puts a job back into the queue, with these GPUs and nothing left of the last ending. */
	requeue(id: string, gpus: GpuChoice, price: number): void {
		const left = { error: undefined, finishedAt: undefined, startsAt: undefined };
		this.#jobs.update({ ...gpus, ...left, price, state: 'IN_QUEUE' }, 'id = ?', id);
	}

	/** Sets the time when a queued job gets its machine; undefined while unknown. */
	schedule(id: string, startsAt: number | undefined): void {
		this.#jobs.update({ startsAt }, 'id = ?', id);
	}

	/** Notes that a machine has been found: the job runs, and a run begins. */
	begin(run: RunRecord): void {
		const { db, clock } = this.#sandbox;
		const now = clock.now();
		db.transaction(() => {
			const startedAt = this.get(run.jobId)?.startedAt ?? now;
			const change = { state: 'RUNNING', step: run.startStep, startedAt, chargedUntil: now } as const;
			this.#jobs.update(change, 'id = ?', run.jobId);
			this.addRun(run);
		});
	}

	addRun(run: RunRecord): void {
		this.#runs.insert(run);
	}

	/** Returns the runs of a job, oldest first. */
	runs(jobId: string): readonly RunRecord[] {
		return this.#runs.all('job_id = ? ORDER BY number', jobId);
	}

	/** Sets the step from which a run continues, and when; without a time it is held. */
	rebase({ jobId, number }: RunRecord, baseStep: number, baseAt: number | undefined): void {
		this.#runs.update({ baseStep, baseAt }, 'job_id = ? AND number = ?', jobId, number);
	}

	charged(id: string, chargedUntil: number): void {
		this.#jobs.update({ chargedUntil }, 'id = ?', id);
	}

	/** Ends a job, and its current run if any. `step` is undefined for one that never got to its first step. */
	finish(id: string, state: JobState, step: number | undefined, error: JobError | undefined): void {
		const { db, clock } = this.#sandbox;
		const ending = { state, error, finishedAt: clock.now(), startsAt: undefined, chargedUntil: undefined };
		db.transaction(() => {
			this.#jobs.update({ ...ending, ...compact({ step }) }, 'id = ?', id);
			this.#runs.update({ reached: step ?? -1 }, 'job_id = ? AND reached IS NULL', id);
		});
	}

	/** Puts a job into the state in which a demonstration shows it. */
	place(
		id: string,
		job: Pick<JobRecord, 'state' | 'step' | 'error' | 'createdAt' | 'startedAt' | 'finishedAt'>,
	): void {
		const chargedUntil = job.state === 'RUNNING' ? this.#sandbox.clock.now() : undefined;
		this.#jobs.update({ ...job, chargedUntil }, 'id = ?', id);
	}

	remove(id: string): void {
		this.#jobs.update({ deletedAt: this.#sandbox.clock.now() }, 'id = ?', id);
	}
}
