import type { Clock } from '../base/clock.ts';
import type { Result } from '../base/failure.ts';
import type { Service } from '../http/transport.ts';
import type { JobResult } from './job.ts';
import type { JobApi } from './jobApi.ts';
import type { JobRecord } from './jobRecord.ts';

/** Milliseconds for which an answer is reused for requests that it caused. */
const freshMs = 3000;

interface Known {
	readonly era: string;
	asking?: Promise<Result<JobResult>>;
	latest?: { readonly reply: Result<JobResult>; readonly at: number };
}

/**
 * Requests the artifacts of jobs, once for several simultaneous callers: the follower and the panel of samples need the
 * same answer. In memory only, since its addresses are secrets.
 */
export class JobResults {
	readonly #ask: JobApi['result'];
	readonly #clock: Clock;
	readonly #known = new WeakMap<Service, Map<string, Known>>();

	constructor(ask: JobApi['result'], clock: Clock) {
		this.#ask = ask;
		this.#clock = clock;
	}

	/** Asks the service now, or waits for the answer to a question in progress about the same part of the job's life. */
	now(
		service: Service,
		jobId: string,
		record: JobRecord,
		options?: Parameters<JobApi['result']>[2],
	): Promise<Result<JobResult>> {
		const known = this.#of(service, jobId, record);
		known.asking ??= this.#ask(service, jobId, options)
			.then((reply) => {
				if (reply.ok) known.latest = { reply, at: this.#clock.now() };
				return reply;
			})
			.finally(() => {
				delete known.asking;
			});
		return known.asking;
	}

	/** Returns a recent answer, or a new one. Never fails because another caller gave up. */
	async recent(service: Service, jobId: string, record: JobRecord): Promise<Result<JobResult>> {
		const { latest, asking } = this.#of(service, jobId, record);
		if (latest !== undefined && this.#clock.now() - latest.at < freshMs) return latest.reply;
		const reply = await (asking ?? this.now(service, jobId, record));
		return !reply.ok && reply.failure.kind === 'canceled' && asking !== undefined
			? this.now(service, jobId, record)
			: reply;
	}

	#of(service: Service, jobId: string, record: JobRecord): Known {
		const jobs = this.#known.get(service) ?? new Map<string, Known>();
		this.#known.set(service, jobs);
		const era = eraOf(record);
		const latest = jobs.get(jobId);
		const known = latest?.era === era ? latest : { era };
		jobs.set(jobId, known);
		return known;
	}
}

/**
 * Returns a key of the period of a job: an answer from before the end of an attempt does not describe the state after
 * it.
 */
function eraOf({ attempt, phase }: JobRecord): string {
	return `${attempt} ${phase === 'moving' ? 'moves' : 'is over'}`;
}
