import * as l10n from '@vscode/l10n';
import { canceledFailure } from '../base/canceled.ts';
import type { Clock } from '../base/clock.ts';
import { type Failure, failed, type Result } from '../base/failure.ts';
import { KeptTransfers } from './keptTransfers.ts';
import { type Transfer, type TransferLimits, type TransferStore, transferPriority } from './transfer.ts';
import { type Ending, fits, isAlike, type Job } from './transferJob.ts';

const limits: TransferLimits = {
	atOnce: 8,
	perOwner: 3,
	perOrigin: 6,
	mostOpen: 12,
	slowBytes: 32_768,
	slowMs: 5000,
	stuckMs: 60_000,
};

/**
 * One queue for all files of a window, in both directions. Slow files delay no others: they continue next to the
 * counted ones.
 */
export class TransferQueue {
	readonly #store: KeptTransfers;
	readonly #clock: Clock;
	readonly #jobs = new Map<string, Job>();
	/** The jobs that run. */
	readonly #open = new Set<Job>();
	#stopped = false;
	#order = 0;

	constructor(options: { readonly store?: TransferStore; readonly clock: Clock }) {
		this.#store = new KeptTransfers(options.store);
		this.#clock = options.clock;
	}

	/** Puts a transfer into the queue. Resolves with the result of its `run`, or with the failure that ended it. */
	add<T>(transfer: Transfer<T>): Promise<Result<T>> {
		const known = this.#jobs.get(transfer.id);
		if (known !== undefined) return known.ended.promise as Promise<Result<T>>;
		if (this.#stopped || transfer.signal?.aborted) return Promise.resolve(failed(canceledFailure()));
		const job: Job = {
			transfer,
			priority: transfer.priority ?? transferPriority.result,
			order: this.#order++,
			ended: Promise.withResolvers(),
			running: undefined,
			ending: undefined,
			slow: false,
			kept: true,
			done: 0,
			total: undefined,
			movedAt: 0,
		};
		this.#jobs.set(transfer.id, job);
		const stop = () => this.#end(job, 'stopped');
		transfer.signal?.addEventListener('abort', stop);
		const release = () => transfer.signal?.removeEventListener('abort', stop);
		job.ended.promise.then(release, release);
		// No other transfer can start because of it.
		this.#startThoseThatFit([job]);
		return job.ended.promise as Promise<Result<T>>;
	}

	/** Takes the transfers of an owner out of the queue and forgets them. */
	cancel(owner: string): void {
		for (const job of [...this.#jobs.values()]) if (job.transfer.owner === owner) this.#end(job, 'canceled');
	}

	/** Cancels the transfers of an owner, and also forgets those that ended or remained from an earlier session. */
	async forget(owner: string): Promise<void> {
		this.cancel(owner);
		await this.#store.forgetOwner(owner);
	}

	/** Ends everything for this window, and resolves once that is kept; files and records stay for the next time. */
	async stop(): Promise<void> {
		this.#stopped = true;
		const jobs = [...this.#jobs.values()];
		for (const job of jobs) this.#end(job, 'stopped');
		await Promise.allSettled(jobs.map(({ ended }) => ended.promise));
	}

	/** Starts the transfers that fit, the most urgent first. */
	#fill(): void {
		const waiting = [...this.#jobs.values()].filter((job) => !job.running);
		waiting.sort((a, b) => b.priority - a.priority || a.order - b.order);
		this.#startThoseThatFit(waiting);
	}

	#startThoseThatFit(waiting: readonly Job[]): void {
		const open = [...this.#open];
		let refused: Job | undefined;
		for (const job of waiting) {
			if (open.length >= limits.mostOpen) return;
			// The files of a result wait in a row, for the same reason.
			if (refused !== undefined && isAlike(job.transfer, refused.transfer)) continue;
			if (fits(job, open, limits)) {
				open.push(job);
				void this.#start(job);
			} else refused = job;
		}
	}

	async #start(job: Job): Promise<void> {
		const { transfer } = job;
		const abort = new AbortController();
		job.running = abort;
		this.#open.add(job);
		job.ending = undefined;
		job.slow = false;
		job.movedAt = this.#clock.now();
		const stopWatching = this.#watch(job, job.done);
		try {
			const previous = this.#store.known(job);
			job.kept = previous !== undefined;
			const result = await transfer.run({
				signal: abort.signal,
				previous,
				remember: (partial) => this.#store.remember(job, partial),
				progress: (done, total) => this.#moved(job, done, total),
			});
			stopWatching();
			await this.#settle(job, result);
		} catch (error) {
			stopWatching();
			this.#open.delete(job);
			this.#jobs.delete(transfer.id);
			job.ended.reject(error);
		}
		this.#fill();
	}

	/** Checks the progress of a running transfer now and then; returns a function that ends the checks. */
	#watch(job: Job, doneBefore: number): () => void {
		const { slowMs, slowBytes, stuckMs } = limits;
		let cancel = () => {};
		const look = (before: number) => {
			cancel = this.#clock.after(slowMs, () => {
				const wasSlow = job.slow;
				job.slow = job.done - before < slowBytes;
				if (this.#clock.now() - job.movedAt >= stuckMs) this.#end(job, 'stuck');
				look(job.done);
				if (job.slow && !wasSlow) this.#fill();
			});
		};
		look(doneBefore);
		return () => cancel();
	}

	#moved(job: Job, done: number, total: number | undefined): void {
		if (done !== job.done) job.movedAt = this.#clock.now();
		job.done = done;
		job.total = total ?? job.total;
	}

	#end(job: Job, ending: Ending): void {
		if (!this.#jobs.has(job.transfer.id)) return;
		job.ending ??= ending;
		if (job.running) job.running.abort();
		else void this.#settle(job, failed(canceledFailure()));
	}

	/** Settles a transfer after its `run`, or one that was ended before it ran. */
	async #settle(job: Job, result: Result<unknown>): Promise<void> {
		const { id } = job.transfer;
		const { ending } = job;
		job.running = undefined;
		this.#open.delete(job);
		this.#jobs.delete(id);
		if (result.ok) {
			await this.#store.forget(job);
			job.ended.resolve(result);
		} else if (ending === 'canceled') {
			await this.#store.forget(job);
			job.ended.resolve(failed(canceledFailure()));
		} else {
			await this.#store.keep(job, ending === 'stopped' ? 'waiting' : 'failed');
			job.ended.resolve(ending === 'stuck' ? failed(stuck(job, limits.stuckMs)) : result);
		}
	}
}

function stuck({ transfer }: Job, ms: number): Failure {
	return {
		kind: 'timeout',
		message: l10n.t(
			'{0} transferred no data of the file for {1} s.',
			URL.parse(transfer.origin)?.host ?? l10n.t('The other side'),
			Math.round(ms / 1000),
		),
		nextStep: l10n.t('Check the network, then try again.'),
		fixer: 'nobody',
		mayHaveArrived: true,
	};
}
