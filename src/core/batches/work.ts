import type { SignedIn } from '../account/session.ts';
import type { Event } from '../base/emitter.ts';
import type { Result } from '../base/failure.ts';
import type { PaidStart } from '../records/startWatch.ts';
import type { Batch } from './batch.ts';
import type { BatchItem } from './items.ts';

/** The state of an item. `unsent`: it surely never arrived, and can be handed over again. */
export interface ItemState {
	readonly state: 'moving' | 'succeeded' | 'failed' | 'canceled' | 'uncertain' | 'unsent';
	/** In millionths of a US dollar, if the service reported it. */
	readonly costMicrodollars?: number;
	/** Its duration in milliseconds, once it has ended. */
	readonly ms?: number;
}

/** Connects a batch to the service of its items. */
export interface BatchWork {
	/** Fires with the id of an item after it has changed. */
	readonly onDidChange: Event<string>;
	/** Returns the item with that id; undefined if none was handed over. */
	stateOf(id: string): ItemState | undefined;
	/** Returns the paid start of an item, for the daily limit; nothing for a free one. */
	paid(to: Batch['to'], id: string): PaidStart | undefined;
	/**
	 * Sends an item under our own id: recorded before it is sent, never sent again if it may have arrived. `mayLeave`
	 * is called immediately before, since preparation may take long; returns undefined if the answer was no.
	 */
	start(
		session: SignedIn,
		batch: Batch,
		item: BatchItem,
		id: string,
		mayLeave: () => Promise<boolean>,
	): Promise<Result<unknown> | undefined>;
	/** Asks the service to cancel it. */
	cancel(id: string): Promise<Result<unknown>>;
	/** Forgets one that was not sent, so that it can be handed over again. */
	forget(id: string): Promise<Result<unknown>>;
}
