import type { SignedIn } from '../../../src/core/account/session.ts';
import type { Clock } from '../../../src/core/base/clock.ts';
import { compact } from '../../../src/core/base/compact.ts';
import { type Failure, failed, type Result, success } from '../../../src/core/base/failure.ts';
import type { Transport, TransportRequest } from '../../../src/core/http/transport.ts';
import { serviceCodes } from '../../../src/core/wire/codes.ts';
import { connectionTo, sessionOn } from '../../support/connection.ts';

export type CallKind = 'submit' | 'status' | 'result' | 'cancel' | 'resume' | 'edit' | 'balance' | 'file';

/** One call: when, and from which window. */
export interface Call {
	readonly kind: CallKind;
	readonly at: number;
	readonly window: string;
	readonly jobId: string;
	readonly body: string;
}

/** A job of the trainer. Steps come at equal intervals from `runsAt` on, unless the test sets `stuckAt`. */
export interface TrainerJob {
	readonly id: string;
	readonly name: string;
	state: string;
	/** Steps done before the present attempt. */
	base: number;
	total: number;
	stepMs: number;
	/** The time when the present attempt begins to run. */
	runsAt: number;
	saveEvery: number;
	/** The step at which no further one comes. */
	stuckAt?: number;
	error?: unknown;
}

/** Milliseconds that a job waits before it runs. */
const queueMs = 5000;

/** A trainer without a network, for clocks that are stopped. */
export class Trainer {
	readonly calls: Call[] = [];
	readonly jobs = new Map<string, TrainerJob>();
	/** Millionths of a dollar. */
	balance = 50_000_000;
	/** The configuration that every job has. */
	resolved = 'config:\n  name: resolved\n';
	/** The number of the latest checkpoints that are not listed yet. */
	unlisted = 0;
	/** Decides about a call before it takes effect; `undefined` lets it through. */
	before: (call: Call) => Failure | undefined = () => undefined;
	/** Replaces the reply after the call took effect. */
	after: (call: Call) => Failure | undefined = () => undefined;
	readonly #clock: Clock;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	count(kind: CallKind, window?: string): number {
		return this.calls.filter((call) => call.kind === kind && (window ?? call.window) === call.window).length;
	}

	add(more: Partial<TrainerJob> = {}): TrainerJob {
		const number = String(this.jobs.size + 1);
		const job: TrainerJob = {
			id: `00000000-0000-4000-8000-${number.padStart(12, '0')}`,
			name: `job-${number}`,
			state: 'IN_QUEUE',
			base: 0,
			total: 1000,
			stepMs: 1000,
			runsAt: this.#clock.now() + queueMs,
			saveEvery: 250,
			...more,
		};
		this.jobs.set(job.id, job);
		return job;
	}

	/** The only job, for tests that make one. */
	get only(): TrainerJob {
		const [job] = this.jobs.values();
		if (!job) throw new Error('There is no job yet.');
		return job;
	}

	stepOf(job: TrainerJob): number {
		if (job.state !== 'IN_QUEUE' && job.state !== 'RUNNING') return job.base;
		const done = job.base + Math.max(0, Math.floor((this.#clock.now() - job.runsAt) / job.stepMs));
		return Math.min(done, job.total, job.stuckAt ?? job.total);
	}

	/** Returns the time when the job has done, or will have done, all its steps. */
	endOf(job: TrainerJob): number {
		return job.runsAt + (job.total - job.base) * job.stepMs;
	}

	/** Ends a job at its current step. */
	end(job: TrainerJob, state: string): void {
		job.base = this.stepOf(job);
		job.state = state;
	}

	session(window: string, account = 'me'): SignedIn {
		const connection = connectionTo('https://trainer.invalid');
		const transport: Transport = {
			json: async (request) => this.#answer(window, request),
			send: async (request) => {
				const reply = this.#answer(window, request);
				return reply.ok ? success({ status: 200, headers: {}, text: String(reply.value) }) : reply;
			},
			stream: () => Promise.reject(new Error('These jobs have no files.')),
			socket: () => Promise.reject(new Error('Nothing here has an event stream.')),
			secrets: () => [],
			close: () => Promise.resolve(),
		};
		return sessionOn(connection, transport, account);
	}

	#answer(window: string, request: TransportRequest): Result<unknown> {
		const { pathname } = new URL(request.url);
		const [, jobId = '', last = ''] = /\/jobs\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
		const kind = pathname.endsWith('/jobs')
			? 'submit'
			: pathname.endsWith('/balance')
				? 'balance'
				: jobId === ''
					? 'file'
					: (last as CallKind);
		const body = typeof request.body === 'string' ? request.body : '';
		const call: Call = { kind, at: this.#clock.now(), window, jobId, body };
		this.calls.push(call);
		const refused = this.before(call);
		if (refused) return failed(refused);
		const reply = this.#effect(call);
		const replaced = this.after(call);
		return replaced ? failed(replaced) : reply;
	}

	#effect({ kind, jobId, body }: Call): Result<unknown> {
		if (kind === 'balance') return success({ balance_microdollars: this.balance, currency: 'USD' });
		if (kind === 'file') return success(this.resolved);
		if (kind === 'submit') {
			const text = String((JSON.parse(body) as { config_file?: unknown }).config_file);
			const name = /^ {2}name: (.*)$/m.exec(text)?.[1] ?? '';
			if ([...this.jobs.values()].some((job) => job.name === name)) {
				return failed(refusal(409, 40951));
			}
			const total = Number(/steps: (\d+)/.exec(text)?.[1] ?? 1000);
			return success(this.#record(this.add({ name, total })));
		}
		const job = this.jobs.get(jobId);
		if (!job) return failed(refusal(404, 40451));
		this.#move(job);
		const ended = !['IN_QUEUE', 'RUNNING'].includes(job.state);
		if (kind === 'cancel' && !ended) this.end(job, 'CANCELED');
		if (kind === 'resume') {
			if (!['STOPPED', 'CANCELED'].includes(job.state)) return failed(refusal(422, 42267));
			Object.assign(job, { state: 'IN_QUEUE', runsAt: this.#clock.now() + queueMs });
			job.base = Math.floor(job.base / job.saveEvery) * job.saveEvery;
		}
		if (kind === 'edit') {
			if (!ended) return failed(refusal(422, 42276));
			job.total = Number(/steps: (\d+)/.exec(body)?.[1] ?? job.total);
		}
		if (kind !== 'result') return success(this.#record(job));
		const step = this.stepOf(job);
		const files = 'https://trainer.invalid/files';
		const steps = Array.from(
			{ length: Math.max(0, Math.floor(step / job.saveEvery) - this.unlisted) },
			(_, index) => (index + 1) * job.saveEvery,
		).map((each) => String(each).padStart(9, '0'));
		return success({
			...this.#record(job),
			artifacts: {
				checkpoints: steps.map((each) => ({
					path: `${files}/${job.name}_${each}.safetensors?signature=5ecret`,
				})),
				samples: steps.map((each) => ({ path: `${files}/samples/17__${each}_0.jpg?signature=5ecret` })),
				config: { path: `${files}/config.yaml?signature=5ecret` },
			},
		});
	}

	/** A job runs from its time on, and stops when its steps are done. */
	#move(job: TrainerJob): void {
		if (job.state === 'IN_QUEUE' && this.#clock.now() >= job.runsAt) job.state = 'RUNNING';
		if (job.state === 'RUNNING' && this.stepOf(job) >= job.total) this.end(job, 'STOPPED');
	}

	#record(job: TrainerJob) {
		const { id, name, state, total, error } = job;
		const progress = { current_step: this.stepOf(job), total_steps: total };
		return { id, name, status: state, progress: state === 'IN_QUEUE' ? null : progress, error };
	}
}

export function refusal(status: number, code?: number): Failure {
	return {
		kind: status === 404 ? 'notFound' : status === 409 ? 'conflict' : status >= 500 ? 'upstream' : 'input',
		message: 'No.',
		nextStep: '',
		fixer: 'you',
		status,
		...compact({
			code,
			codeName: code === undefined ? undefined : serviceCodes.meaningOf(code, 'trainer')?.name,
		}),
		mayHaveArrived: true,
	};
}

/** The connection broke, and it is unknown whether the call arrived. */
export const cut: Failure = {
	kind: 'network',
	message: 'The connection broke.',
	nextStep: '',
	fixer: 'nobody',
	mayHaveArrived: true,
};
