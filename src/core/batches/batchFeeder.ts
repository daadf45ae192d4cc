import type { SignedIn } from '../account/session.ts';
import type { Failure } from '../base/failure.ts';
import type { Log } from '../base/log.ts';
import type { FollowStep, ItemTimes } from '../following/follower.ts';
import { Unanswered } from '../following/unanswered.ts';
import type { StepContext, WindowKind } from '../following/windowCoordinator.ts';
import type { FollowedRecords } from '../records/followedRecords.ts';
import { type Batch, batchHasEnded } from './batch.ts';
import { type BatchFiles, itemId } from './items.ts';
import { itemsGoneNotice, stoppedNotice, waitingNotice } from './notices.ts';
import { SeenItems } from './seenItems.ts';
import { capReached, gone, paused, withItems, withNotice, withRefused } from './transitions.ts';
import type { WantedBatches } from './wantedBatches.ts';
import type { BatchWork } from './work.ts';

/** Pauses after trouble that passes, in milliseconds: doubled from the first to the last. */
const shortestWaitMs = 1000;
const longestWaitMs = 60_000;

/** Longest time until a service that asks for a longer pause is called again, in milliseconds. */
const longestAskedMs = 5 * 60_000;

interface BatchFeederOptions {
	readonly records: FollowedRecords<Batch>;
	readonly files: BatchFiles;
	readonly work: BatchWork;
	readonly log: Log;
	readonly wanted: WantedBatches;
}

interface Feeding {
	readonly seen: SeenItems;
	/** Items that this window is handing over now. */
	readonly inTheAir: Set<number>;
	/** Items with a requested cancel. */
	readonly canceled: Set<string>;
	running: boolean;
	/** Nothing is submitted before, because of a temporary problem. */
	waitUntil: number;
	waitMs: number;
}

/**
 * Hands over the items of wanted batches, a few at a time, in the one window that polls. An item is identified by its
 * id: each window, even after a restart, finds the same item under the same id.
 */
export class BatchFeeder implements WindowKind<Batch> {
	readonly kind = 'batch';
	readonly capMs = 60_000;
	readonly records: FollowedRecords<Batch>;
	readonly #options: BatchFeederOptions;
	readonly #feedings = new Map<string, Feeding>();
	readonly #handingOver = new Set<Promise<void>>();
	#context: StepContext | undefined;
	#disposed = false;

	constructor(options: BatchFeederOptions) {
		this.#options = options;
		this.records = options.records;
	}

	load({ session }: Pick<StepContext, 'session'>): readonly Batch[] {
		return this.records.unfinished(session);
	}

	/** Returns false: the service knows no batches, so a batch is never polled. */
	isActive(): boolean {
		return false;
	}

	times({ startedAt }: Batch): ItemTimes {
		return { since: startedAt };
	}

	async step(): Promise<FollowStep> {
		return { done: true };
	}

	/** Hands over the items of a batch, or of all of them, from now on. */
	want(id: string | undefined): void {
		this.#options.wanted.add(id);
	}

	note(batch: Batch): void {
		if (!this.#disposed) this.#options.wanted.renew(batch.id);
	}

	async maintain(session: SignedIn, context: StepContext): Promise<void> {
		this.#context = context;
		for (const batch of this.load({ session })) this.#feed(batch.id);
	}

	/** Notes that an item may have made room for the next one. */
	itemChanged(id: string): void {
		for (const [batchId, { seen }] of this.#feedings) if (seen.changed(id)) this.#feed(batchId);
	}

	/** Forgets the state of a batch that has ended. */
	release(batchId: string): void {
		this.#feedings.delete(batchId);
	}

	/** Sends nothing more, and waits for the items being sent. */
	async settle(): Promise<void> {
		this.dispose();
		await Promise.all(this.#handingOver);
		await this.#options.wanted.release();
	}

	dispose(): void {
		this.#disposed = true;
	}

	#feed(batchId: string): void {
		const context = this.#context;
		const batch = this.records.get(batchId);
		if (context === undefined || batch === undefined || batchHasEnded(batch) || this.#isOver(context)) return;
		const feeding = this.#feedings.get(batchId) ?? this.#begin(batch);
		if (feeding.running) return;
		feeding.running = true;
		this.#pass(batch, feeding, context)
			.catch((error: unknown) => this.#options.log.error('A batch could not be continued.', error))
			.finally(() => {
				feeding.running = false;
			});
	}

	#begin(batch: Batch): Feeding {
		const feeding: Feeding = {
			seen: new SeenItems(batch, this.#options.work),
			inTheAir: new Set(),
			canceled: new Set(),
			running: false,
			waitUntil: 0,
			waitMs: 0,
		};
		this.#feedings.set(batch.id, feeding);
		return feeding;
	}

	/** Checks the items and hands over as many as fit. */
	async #pass({ id }: Batch, feeding: Feeding, context: StepContext): Promise<void> {
		const { records, wanted } = this.#options;
		await feeding.seen.look();
		const sum = feeding.seen.sum(this.records.get(id)?.refused ?? []);
		// An item being sent becomes a moving one, and is then canceled as well: the batch does not end before.
		const isLeaving = feeding.inTheAir.size > 0 && sum.counts.moving === 0;
		if (isLeaving && this.records.get(id)?.state === 'canceling') return;
		const batch = await records.update(id, (current) => withItems(current, sum, records.now));
		if (batch === undefined || batchHasEnded(batch) || this.#isOver(context)) return;
		if (batch.state === 'canceling') return this.#cancelMoving(feeding);
		if (batch.state !== 'running' || !wanted.has(id) || records.now < feeding.waitUntil) return;
		const reached = capReached(batch, sum, feeding.inTheAir.size);
		if (typeof reached === 'string') {
			await records.update(id, (current) => paused(current, reached));
			return;
		}
		const busy = feeding.seen.movingBeside(feeding.inTheAir) + feeding.inTheAir.size;
		const room = Math.min(batch.parallel, reached) - busy;
		for (const item of feeding.seen.waiting(room, batch.refused, feeding.inTheAir))
			this.#begun(this.#handOver(batch, item, feeding, context));
	}

	#begun(handingOver: Promise<void>): void {
		this.#handingOver.add(handingOver);
		void handingOver.finally(() => this.#handingOver.delete(handingOver));
	}

	async #cancelMoving({ seen, canceled }: Feeding): Promise<void> {
		const { work } = this.#options;
		for (const id of seen.moving()) {
			if (canceled.has(id)) continue;
			canceled.add(id);
			const asked = await work.cancel(id);
			// Asked again with the next look.
			if (!asked.ok) canceled.delete(id);
		}
	}

	async #handOver(batch: Batch, item: number, feeding: Feeding, context: StepContext): Promise<void> {
		const { records, files, work, log } = this.#options;
		const { submissions } = records;
		const id = itemId(batch.id, item);
		const turn = `${batch.id}/${item}`;
		feeding.inTheAir.add(item);
		try {
			// Called again immediately before sending: while this computer slept, another window may have taken over.
			const mayLeave = async () =>
				(await submissions.begin(turn)) &&
				(await this.#isFree(id)) &&
				this.records.get(batch.id)?.state === 'running' &&
				!this.#isOver(context);
			if (!(await mayLeave())) return;
			const found = await files.itemOf(batch.id, item);
			if (found === undefined) {
				await records.update(batch.id, (current) => gone(current, itemsGoneNotice, records.now));
				return;
			}
			const started = await work.start(context.session, batch, found, id, mayLeave);
			if (started === undefined) return;
			if (started.ok) {
				feeding.waitMs = 0;
				await records.update(batch.id, (current) => withNotice(current, undefined));
			} else await this.#refused(batch, item, started.failure, feeding);
		} catch (error) {
			log.error('An item of a batch could not be handed over.', error);
			if (error instanceof Unanswered) context.leave();
			else this.#wait(feeding);
		} finally {
			await submissions.end(turn);
			feeding.inTheAir.delete(item);
			feeding.seen.changed(id);
			this.#feed(batch.id);
		}
	}

	/** Returns whether the id of an item is unused. An item that certainly never arrived is removed for another attempt. */
	async #isFree(id: string): Promise<boolean> {
		const { work } = this.#options;
		const before = work.stateOf(id);
		if (before === undefined) return true;
		return before.state === 'unsent' && (await work.forget(id)).ok;
	}

	async #refused(batch: Batch, item: number, failure: Failure, feeding: Feeding): Promise<void> {
		const { records, work } = this.#options;
		const after = work.stateOf(itemId(batch.id, item));
		// It may have arrived, and is never handed over again.
		if (after !== undefined && after.state !== 'unsent') return;
		switch (failure.kind) {
			case 'uncertain':
				return;
			case 'input':
				await records.update(batch.id, (current) => withRefused(current, item));
				return;
			case 'balance':
			case 'canceled':
			case 'notFound':
			case 'certificate':
				await records.update(batch.id, (current) => paused(current, stoppedNotice(failure)));
				return;
			default: {
				this.#wait(feeding, failure.retryAfterMs);
				const notice = waitingNotice(failure, feeding.waitMs);
				await records.update(batch.id, (current) => withNotice(current, notice));
			}
		}
	}

	#wait(feeding: Feeding, askedMs = 0): void {
		const next = Math.min(longestWaitMs, Math.max(shortestWaitMs, feeding.waitMs * 2));
		feeding.waitMs = Math.max(next, Math.min(askedMs, longestAskedMs));
		feeding.waitUntil = this.records.now + feeding.waitMs;
	}

	#isOver({ signal }: StepContext): boolean {
		return this.#disposed || signal.aborted;
	}
}
