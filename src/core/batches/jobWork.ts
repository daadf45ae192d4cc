import { compact } from '../base/compact.ts';
import { type Disposable, Emitter } from '../base/emitter.ts';
import { failed, type Result } from '../base/failure.ts';
import { configName } from '../jobs/config/facts.ts';
import { isFinished } from '../jobs/job.ts';
import { hasEnded, type JobRecord } from '../jobs/jobRecord.ts';
import type { JobService } from '../jobs/jobService.ts';
import { unknownBatchFailure } from './notices.ts';
import type { BatchWork, ItemState } from './work.ts';

/** A batch whose items become training jobs. Its owner disposes of it. */
export class JobWork implements BatchWork, Disposable {
	readonly #jobs: Pick<JobService, 'onDidChange' | 'get' | 'submit' | 'cancel' | 'remove'>;
	readonly #changed = new Emitter<string>();
	readonly #watch: Disposable;
	readonly onDidChange = this.#changed.event;

	constructor(jobs: Pick<JobService, 'onDidChange' | 'get' | 'submit' | 'cancel' | 'remove'>) {
		this.#jobs = jobs;
		this.#watch = jobs.onDidChange(({ id }) => this.#changed.fire(id));
	}

	stateOf(id: string): ItemState | undefined {
		const job = this.#jobs.get(id);
		return job && { state: stateOf(job) };
	}

	async start(
		...[, batch, text, id, mayLeave]: Parameters<BatchWork['start']>
	): Promise<Result<unknown> | undefined> {
		const { to, name, documentUri } = batch;
		if (to.kind !== 'job') return failed(unknownBatchFailure);
		const { gpuType, gpuCount } = to;
		const job = { configText: text, gpuType, gpuCount, name: configName(text) ?? name };
		if (!(await mayLeave())) return undefined;
		return this.#jobs.submit({ ...job, ...compact({ documentUri }) }, id);
	}

	cancel(id: string): Promise<Result<unknown>> {
		return this.#jobs.cancel(id);
	}

	forget(id: string): Promise<Result<unknown>> {
		return this.#jobs.remove(id);
	}

	dispose(): void {
		this.#watch.dispose();
		this.#changed.dispose();
	}
}

function stateOf(job: JobRecord): ItemState['state'] {
	if (job.phase === 'unsent' || job.phase === 'uncertain') return job.phase;
	if (!hasEnded(job)) return 'moving';
	if (job.state === 'CANCELED') return 'canceled';
	return isFinished(job) ? 'succeeded' : 'failed';
}
