import type { SignedIn } from '../account/session.ts';
import { compact } from '../base/compact.ts';
import { type Disposable, Emitter } from '../base/emitter.ts';
import type { Result } from '../base/failure.ts';
import type { PaidStart } from '../records/startWatch.ts';
import { took } from '../runs/describe.ts';
import { displayValue } from '../runs/plan/displayValue.ts';
import type { RunPlan } from '../runs/plan/plan.ts';
import type { Run } from '../runs/run.ts';
import type { RunService } from '../runs/runService.ts';
import { paidStart } from '../runs/targetTraits.ts';
import type { Batch } from './batch.ts';
import type { BatchItem } from './items.ts';
import type { BatchWork, ItemState } from './work.ts';

/** Returns the request for an item, as of now. */
export type RunPlanner = (
	session: SignedIn,
	batch: Batch,
	item: BatchItem,
) => Promise<Result<Pick<RunPlan, 'bodyText' | 'summary'> & Partial<Pick<RunPlan, 'uploads'>>>>;

interface RunWorkOptions {
	readonly runs: Pick<RunService, 'onDidChange' | 'get' | 'start' | 'cancel' | 'remove'>;
	readonly plan: RunPlanner;
	/** Stores the text of an item with its results. Never rejects. */
	readonly keep?: (runId: string, text: string) => Promise<void>;
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

/** Turns the items of batches into runs. Its owner disposes of it. */
export class RunWork implements BatchWork, Disposable {
	readonly #options: RunWorkOptions;
	readonly #changed = new Emitter<string>();
	readonly #watch: Disposable;
	readonly onDidChange = this.#changed.event;

	constructor(options: RunWorkOptions) {
		this.#options = options;
		this.#watch = options.runs.onDidChange(({ id }) => this.#changed.fire(id));
	}

	stateOf(id: string): ItemState | undefined {
		const run = this.#options.runs.get(id);
		const { costMicrodollars } = run ?? {};
		return run && { state: states[run.state], ...compact({ costMicrodollars, ms: took(run) }) };
	}

	async start(
		...[session, batch, item, id, mayLeave]: Parameters<BatchWork['start']>
	): Promise<Result<unknown> | undefined> {
		const { to, name, documentUri, startedBy, mayPassLimit } = batch;
		const plan = await this.#options.plan(session, batch, item);
		if (!plan.ok) return plan;
		if (!(await mayLeave())) return undefined;
		const origin = {
			target: to.target,
			documentName: name,
			batchId: batch.id,
			...compact({ documentUri, startedBy }),
		};
		const values = item.values?.map(({ name, words }) => ({ name, words: displayValue(words) }));
		const request = { ...plan.value, summary: { ...plan.value.summary, ...compact({ values }) } };
		const started = await this.#options.runs.start(request, origin, {
			id,
			session,
			// An item asks no questions: the person has answered them for all items.
			limit: mayPassLimit === true ? 'agreed' : 'keep',
		});
		if (started.ok) await this.#options.keep?.(id, item.text);
		return started;
	}

	paid(to: Batch['to'], id: string): PaidStart | undefined {
		return paidStart(id, to);
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
