import { join } from 'node:path';
import type { SignedIn } from '../../../src/core/account/session.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import { type Failure, failed, type Result, success } from '../../../src/core/base/failure.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Batch } from '../../../src/core/batches/batch.ts';
import { BatchService, type NewBatch } from '../../../src/core/batches/batchService.ts';
import { batchLayout } from '../../../src/core/batches/batchTable.ts';
import type { BatchWork, ItemState } from '../../../src/core/batches/work.ts';
import { WindowCoordinator } from '../../../src/core/following/windowCoordinator.ts';
import type { PaidStart, StartsAnswer } from '../../../src/core/records/startWatch.ts';
import { ofService } from '../../support/connection.ts';
import { newFolder } from '../../support/newFolder.ts';
import { ManualClock } from '../runs/clocks.ts';
import { FakeSession } from '../runs/fakeService.ts';
import { ledgerIn } from '../support/ledgerIn.ts';
import { part } from '../support/part.ts';

/** A simulated service: the items that were handed over to it, and the state of each. */
export class PlayedWork implements BatchWork {
	readonly #changed = new Emitter<string>();
	readonly onDidChange = this.#changed.event;
	/** Texts in the order in which they were handed over, refused ones included. */
	readonly handedOver: string[] = [];
	readonly states = new Map<string, ItemState>();
	readonly texts = new Map<string, string>();
	readonly cancelRequests: string[] = [];
	paid = (_to: Batch['to'], _id: string): PaidStart | undefined => undefined;
	/** Until then an item is being prepared. */
	prepared: Promise<unknown> = Promise.resolve();
	prepare: () => Promise<unknown> = () => this.prepared;
	/** Called for an item that may be sent; until it resolves, the item is in no record. */
	leaves: () => void | Promise<void> = () => undefined;
	/** The answer to a text; without one it is taken. */
	answer: (text: string) => Failure | undefined | Promise<Failure | undefined> = () => undefined;

	stateOf(id: string): ItemState | undefined {
		return this.states.get(id);
	}

	async start(
		...[, , { text: document }, id, mayLeave]: Parameters<BatchWork['start']>
	): Promise<Result<unknown> | undefined> {
		const text = `item ${/"item": (\d+)/.exec(document)?.[1]}`;
		await this.prepare();
		if (!(await mayLeave())) return undefined;
		await this.leaves();
		this.handedOver.push(text);
		this.texts.set(id, text);
		this.set(id, { state: 'moving' });
		const failure = await this.answer(text);
		if (failure === undefined) return success(undefined);
		this.set(id, { state: failure.mayHaveArrived === false ? 'unsent' : 'uncertain' });
		return failed(failure);
	}

	async cancel(id: string): Promise<Result<unknown>> {
		this.cancelRequests.push(id);
		this.set(id, { state: 'canceled' });
		return success(undefined);
	}

	async forget(id: string): Promise<Result<unknown>> {
		this.states.delete(id);
		return success(undefined);
	}

	set(id: string, state: ItemState): void {
		this.states.set(id, state);
		this.#changed.fire(id);
	}

	get moving(): readonly string[] {
		return [...this.states].flatMap(([id, { state }]) => (state === 'moving' ? [id] : []));
	}

	/** Ends all moving items in this state. */
	endAll(state: ItemState = { state: 'succeeded' }): void {
		for (const id of this.moving) this.set(id, state);
	}
}

/** A computer on which windows with batches are opened, with a clock that the test moves. */
export class BatchComputer {
	readonly folder = newFolder();
	readonly clock = new ManualClock();
	readonly work = new PlayedWork();
	readonly signedIn: SignedIn;
	readonly session: FakeSession;
	/** The answer about the daily limit, and the starts that it was asked about. */
	limit: StartsAnswer = 'below';
	readonly askedStarts: (readonly PaidStart[])[] = [];
	readonly #closing: (() => Promise<void>)[] = [];

	constructor() {
		const connection = { ...ofService, id: 'test', name: 'Test' };
		this.signedIn = part<SignedIn>({
			state: 'signedIn',
			connection,
			account: { id: 'me', label: 'me' },
			service: { connection },
		});
		this.session = new FakeSession(this.signedIn);
	}

	async open(windowId = 'one') {
		const { clock, session, work } = this;
		const ledger = await ledgerIn(this.folder, [batchLayout], clock);
		const coordinator = new WindowCoordinator({
			leases: ledger.leases,
			session,
			log: silentLog,
			clock,
			windowId,
		});
		const batches = new BatchService({
			ledger,
			session,
			coordinator,
			folder: join(this.folder, 'batches'),
			log: silentLog,
			work,
			spending: {
				mayStartAll: async (_session, starts) => {
					this.askedStarts.push(starts);
					return this.limit;
				},
			},
		});
		batches.begin();
		let isOpen = true;
		const close = async () => {
			if (!isOpen) return;
			isOpen = false;
			coordinator.dispose();
			batches.dispose();
			await ledger.close();
		};
		this.#closing.push(close);
		return { batches, close };
	}

	async close(): Promise<void> {
		for (const close of this.#closing) await close();
	}
}

/** Returns items `item 0`, `item 1` and so on, `parallel` of them at a time. */
export function newBatch(count: number, more: Partial<NewBatch> = {}): NewBatch {
	return {
		to: { kind: 'run', target: { kind: 'deployment', id: 'd', name: 'D' }, mode: 'auto', media: [] },
		name: 'fox.json',
		parallel: 2,
		items: {
			text: '{"1": {"class_type": "A", "inputs": {"item": 0}}}',
			sets: Array.from({ length: count }, (_, item) => ({
				values: [{ place: { nodeId: '1', input: 'item' }, literal: String(item) }],
				source: 'given',
			})),
		},
		...more,
	};
}

/** Returns the answer of a service that certainly does not accept it. */
export function refusal(kind: Failure['kind'], more: Partial<Failure> = {}): Failure {
	return { kind, message: 'No.', nextStep: 'Wait.', fixer: 'service', mayHaveArrived: false, ...more };
}
