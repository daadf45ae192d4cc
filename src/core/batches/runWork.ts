import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Disposable, Emitter } from '../base/emitter.ts';
import { failed, type Result } from '../base/failure.ts';
import type { RunPlan } from '../runs/plan/plan.ts';
import type { Run } from '../runs/run.ts';
import type { RunService } from '../runs/runService.ts';
import type { Batch } from './batch.ts';
import { unknownBatchFailure } from './notices.ts';
import type { BatchWork, ItemState } from './work.ts';

interface RunWorkOptions {
	readonly runs: Pick<RunService, 'onChange' | 'get' | 'start' | 'cancel' | 'remove'>;
	/** What is sent for the text of an item, as it is at this moment. */
	readonly plan: (
		session: SignedIn,
		batch: Batch,
		text: string,
	) => Promise<Result<Pick<RunPlan, 'bodyText' | 'summary'> & Partial<Pick<RunPlan, 'uploads'>>>>;
}

const states = {
	submitting: 'moving',
	queued: 'moving',
	running: 'moving',
	fetching: 'moving',
	succeeded: 'succeeded',
	failed: 'failed',
	lost: 'failed',
	canceled: 'canceled',
	unsent: 'unsent',
	uncertain: 'uncertain',
} as const satisfies Record<Run['state'], ItemState['state']>;

/** A batch whose items become runs. Its owner disposes of it. */
export class RunWork implements BatchWork, Disposable {
	readonly #options: RunWorkOptions;
	readonly #changed = new Emitter<string>();
	readonly #watch: Disposable;
	readonly onChange = this.#changed.event;

	constructor(options: RunWorkOptions) {
		this.#options = options;
		this.#watch = options.runs.onChange(({ id }) => this.#changed.fire(id));
	}

	stateOf(id: string): ItemState | undefined {
		const run = this.#options.runs.get(id);
		return run && { state: states[run.state], ...compact({ costMicrodollars: run.costMicrodollars }) };
	}

	async start(session: SignedIn, batch: Batch, text: string, id: string): Promise<Result<unknown>> {
		const { to, name, documentUri } = batch;
		if (to.kind !== 'run') return failed(unknownBatchFailure);
		const plan = await this.#options.plan(session, batch, text);
		if (!plan.ok) return plan;
		const origin = { target: to.target, documentName: name, ...compact({ documentUri }) };
		return this.#options.runs.start(plan.value, origin, id);
	}

	cancel(id: string): Promise<Result<unknown>> {
		return this.#options.runs.cancel(id);
	}

	forget(id: string): Promise<Result<unknown>> {
		return this.#options.runs.remove(id);
	}

	dispose(): void {
		this.#watch.dispose();
		this.#changed.dispose();
	}
}
