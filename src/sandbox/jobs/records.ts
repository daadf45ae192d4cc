import { randomUUID } from 'node:crypto';
import { compact } from '../../core/base/compact.ts';
import type { SandboxContext } from '../base/context.ts';
import { column, type Row } from '../store/database.ts';
import type { GpuChoice } from './jobBody.ts';
import type { TrainingPlan } from './plan.ts';

/** trainer-service.md, "States and transitions". */
export type JobState = 'IN_QUEUE' | 'RUNNING' | 'STOPPED' | 'FAILED' | 'CANCELED';

/** The reason why a job has ended before its last step. */
export interface JobError {
	readonly message: string;
	readonly code: string;
}

/** A job without its configuration: enough for a status, and cheap. Times are virtual milliseconds since 1970. */
export interface JobRecord extends GpuChoice {
	readonly id: string;
	readonly accountId: string;
	readonly name: string;
	readonly state: JobState;
	/** Millionths of a US dollar a second while it runs. */
	readonly price: number;
	/** The last step of its configuration. */
	readonly steps: number;
	/** The reached step; while it runs, the one at which the run began. Absent before its first start. */
	readonly step?: number;
	readonly error?: JobError;
	readonly createdAt: number;
	/** The time when a queued job gets its machine; absent while unknown. */
	readonly startsAt?: number;
	readonly startedAt?: number;
	readonly finishedAt?: number;
	/** Up to when a running job is paid for; it may be a fraction. */
	readonly chargedUntil?: number;
}

/** The configuration that a job is made from, or that an edit replaces it with. */
export interface JobConfig extends GpuChoice {
	readonly text: string;
	readonly plan: TrainingPlan;
	/** The reason why the toolkit will stop before the first step. */
	readonly flaw?: string;
	readonly price: number;
}

/** One stretch of work of a job, from its start or a resume to its end. */
export interface RunRecord {
	readonly jobId: string;
	readonly number: number;
	readonly config: string;
	readonly plan: TrainingPlan;
	/** Milliseconds of a step on the machine of this run. */
	readonly stepMs: number;
	readonly startStep: number;
	/** The time when the first step begins. */
	readonly beganAt: number;
	/** A step and when it was reached; without the time the run is held at that step. */
	readonly baseStep: number;
	readonly baseAt?: number;
	/** The step at which it ended, -1 if it never got to its first one; absent while it runs. */
	readonly reached?: number;
}

const columns = `id, account_id, name, state, gpu_type, gpu_count, price, steps, step, error, created_at, starts_at,
	started_at, finished_at, charged_until`;

/** Training jobs and their runs. A call that has returned survives a kill. */
export class TrainingJobs {
	readonly #sandbox: SandboxContext;

	constructor(sandbox: SandboxContext) {
		this.#sandbox = sandbox;
	}

	/** Stores a queued job without a start time. */
	create(accountId: string, name: string, config: JobConfig, id: string = randomUUID()): JobRecord {
		this.#sandbox.db.run(
			`INSERT INTO training_jobs (id, account_id, name, state, gpu_type, gpu_count, price, config, plan, flaw,
				steps, created_at) VALUES (?, ?, ?, 'IN_QUEUE', ?, ?, ?, ?, ?, ?, ?, ?)`,
			id,
			accountId,
			name,
			config.gpuType,
			config.gpuCount,
			config.price,
			config.text,
			JSON.stringify(config.plan),
			config.flaw ?? null,
			config.plan.steps,
			this.#sandbox.clock.now(),
		);
		const created = this.get(id);
		if (created === undefined) throw new Error('a job vanished while it was stored');
		return created;
	}

	/** Returns a job; undefined for deleted ones. */
	get(id: string): JobRecord | undefined {
		const sql = `SELECT ${columns} FROM training_jobs WHERE id = ? AND deleted_at IS NULL`;
		const row = this.#sandbox.db.get(sql, id);
		return row === undefined ? undefined : jobOf(row);
	}

	/** Returns whether a job of this id exists or existed. */
	isKnown(id: string): boolean {
		return this.#sandbox.db.get('SELECT id FROM training_jobs WHERE id = ?', id) !== undefined;
	}

	named(accountId: string, name: string): JobRecord | undefined {
		const sql = `SELECT ${columns} FROM training_jobs WHERE account_id = ? AND name = ? AND deleted_at IS NULL`;
		const row = this.#sandbox.db.get(sql, accountId, name);
		return row === undefined ? undefined : jobOf(row);
	}

	/** Returns queued and running jobs, in the order of submission. */
	open(): readonly JobRecord[] {
		const sql = `SELECT ${columns} FROM training_jobs WHERE state IN ('IN_QUEUE', 'RUNNING') AND deleted_at IS NULL
			ORDER BY number`;
		return this.#sandbox.db.all(sql).map(jobOf);
	}

	config(id: string): JobConfig {
		const sql = 'SELECT config, plan, flaw, price, gpu_type, gpu_count FROM training_jobs WHERE id = ?';
		const row = this.#sandbox.db.get(sql, id);
		if (row === undefined) throw new Error('the job is missing');
		return {
			text: String(row.config),
			plan: JSON.parse(String(row.plan)) as TrainingPlan,
			price: Number(row.price),
			gpuType: String(row.gpu_type),
			gpuCount: Number(row.gpu_count),
			...(row.flaw === null ? {} : { flaw: String(row.flaw) }),
		};
	}

	/** Replaces the configuration of a job that is not active; its state and its step stay. */
	edit(id: string, config: JobConfig): void {
		this.#sandbox.db.run(
			`UPDATE training_jobs SET config = ?, plan = ?, flaw = ?, steps = ?, price = ?, gpu_type = ?, gpu_count = ?
				WHERE id = ?`,
			config.text,
			JSON.stringify(config.plan),
			config.flaw ?? null,
			config.plan.steps,
			config.price,
			config.gpuType,
			config.gpuCount,
			id,
		);
	}

	/** Puts a job back into the queue, with these GPUs and nothing left of the last ending. */
	requeue(id: string, { gpuType, gpuCount }: GpuChoice, price: number): void {
		this.#sandbox.db.run(
			`UPDATE training_jobs SET state = 'IN_QUEUE', gpu_type = ?, gpu_count = ?, price = ?, error = NULL,
				finished_at = NULL, starts_at = NULL WHERE id = ?`,
			gpuType,
			gpuCount,
			price,
			id,
		);
	}

	/** Sets the time when a queued job gets its machine; undefined while unknown. */
	schedule(id: string, startsAt: number | undefined): void {
		this.#sandbox.db.run('UPDATE training_jobs SET starts_at = ? WHERE id = ?', startsAt ?? null, id);
	}

	/** Notes that a machine has been found: the job runs, and a run begins. */
	begin(run: RunRecord): void {
		const { db, clock } = this.#sandbox;
		const now = clock.now();
		db.transaction(() => {
			db.run(
				`UPDATE training_jobs SET state = 'RUNNING', step = ?, started_at = coalesce(started_at, ?),
					charged_until = ? WHERE id = ?`,
				run.startStep,
				now,
				now,
				run.jobId,
			);
			this.addRun(run);
		});
	}

	addRun(run: RunRecord): void {
		this.#sandbox.db.run(
			'INSERT INTO training_runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
			run.jobId,
			run.number,
			run.config,
			JSON.stringify(run.plan),
			run.stepMs,
			run.startStep,
			run.beganAt,
			run.baseStep,
			run.baseAt ?? null,
			run.reached ?? null,
		);
	}

	/** Returns the runs of a job, oldest first. */
	runs(jobId: string): readonly RunRecord[] {
		const sql = 'SELECT * FROM training_runs WHERE job_id = ? ORDER BY number';
		return this.#sandbox.db.all(sql, jobId).map(runOf);
	}

	/** Sets the step from which a run continues, and when; without a time it is held. */
	rebase({ jobId, number }: RunRecord, baseStep: number, baseAt: number | undefined): void {
		const sql = 'UPDATE training_runs SET base_step = ?, base_at = ? WHERE job_id = ? AND number = ?';
		this.#sandbox.db.run(sql, baseStep, baseAt ?? null, jobId, number);
	}

	charged(id: string, until: number): void {
		this.#sandbox.db.run('UPDATE training_jobs SET charged_until = ? WHERE id = ?', until, id);
	}

	/** Ends a job, and its current run if any. `step` is undefined for one that never got to its first step. */
	finish(id: string, state: JobState, step: number | undefined, error: JobError | undefined): void {
		const { db, clock } = this.#sandbox;
		db.transaction(() => {
			db.run(
				`UPDATE training_jobs SET state = ?, step = coalesce(?, step), error = ?, finished_at = ?, starts_at = NULL,
					charged_until = NULL WHERE id = ?`,
				state,
				step ?? null,
				error === undefined ? null : JSON.stringify(error),
				clock.now(),
				id,
			);
			const sql = 'UPDATE training_runs SET reached = ? WHERE job_id = ? AND reached IS NULL';
			db.run(sql, step ?? -1, id);
		});
	}

	/** Puts a job into the state in which a demonstration shows it. */
	place(
		id: string,
		job: Pick<JobRecord, 'state' | 'step' | 'error' | 'createdAt' | 'startedAt' | 'finishedAt'>,
	): void {
		this.#sandbox.db.run(
			`UPDATE training_jobs SET state = ?, step = ?, error = ?, created_at = ?, started_at = ?, finished_at = ?,
				charged_until = ? WHERE id = ?`,
			job.state,
			job.step ?? null,
			job.error === undefined ? null : JSON.stringify(job.error),
			job.createdAt,
			job.startedAt ?? null,
			job.finishedAt ?? null,
			job.state === 'RUNNING' ? this.#sandbox.clock.now() : null,
			id,
		);
	}

	remove(id: string): void {
		const sql = 'UPDATE training_jobs SET deleted_at = ? WHERE id = ?';
		this.#sandbox.db.run(sql, this.#sandbox.clock.now(), id);
	}
}

function jobOf(row: Row): JobRecord {
	return {
		id: String(row.id),
		accountId: String(row.account_id),
		name: String(row.name),
		state: String(row.state) as JobState,
		gpuType: String(row.gpu_type),
		gpuCount: Number(row.gpu_count),
		price: Number(row.price),
		steps: Number(row.steps),
		createdAt: Number(row.created_at),
		...compact({
			step: column(row.step, Number),
			error: column(row.error, (kept) => JSON.parse(String(kept)) as JobError),
			startsAt: column(row.starts_at, Number),
			startedAt: column(row.started_at, Number),
			finishedAt: column(row.finished_at, Number),
			chargedUntil: column(row.charged_until, Number),
		}),
	};
}

function runOf(row: Row): RunRecord {
	return {
		jobId: String(row.job_id),
		number: Number(row.number),
		config: String(row.config),
		plan: JSON.parse(String(row.plan)) as TrainingPlan,
		stepMs: Number(row.step_ms),
		startStep: Number(row.start_step),
		beganAt: Number(row.began_at),
		baseStep: Number(row.base_step),
		...compact({
			baseAt: column(row.base_at, Number),
			reached: column(row.reached, Number),
		}),
	};
}
