import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { canceledFailure } from '../../../src/core/base/canceled.ts';
import { failed, type Result, success } from '../../../src/core/base/failure.ts';
import {
	type Transfer,
	type TransferContext,
	type TransferStore,
	transferPriority,
} from '../../../src/core/transfers/transfer.ts';
import { TransferQueue } from '../../../src/core/transfers/transferQueue.ts';
import type { TransferRecord } from '../../../src/core/transfers/transferTable.ts';
import { expectFailure, expectValue } from '../http/support.ts';
import { ManualClock } from '../runs/clocks.ts';

class MemoryStore implements TransferStore {
	readonly records = new Map<string, TransferRecord>();
	get(id: string) {
		return this.records.get(id);
	}
	async put(record: TransferRecord) {
		this.records.set(record.id, record);
	}
	async remove(id: string) {
		this.records.delete(id);
	}
	async removeOf(owner: string) {
		for (const { id } of [...this.records.values()].filter((each) => each.owner === owner))
			await this.remove(id);
	}
}

/** A transfer in the hands of the test. */
interface Handle {
	readonly transfer: Transfer<string>;
	/** The running attempts, the latest last. */
	readonly attempts: TransferContext[];
	finish(value?: string): void;
	fail(): void;
}

function handle(id: string, more: Partial<Transfer<string>> = {}): Handle {
	const attempts: TransferContext[] = [];
	let end: (result: Result<string>) => void = () => {};
	return {
		attempts,
		finish: (value = id) => end(success(value)),
		fail: () => end(failed({ kind: 'network', message: 'cut', nextStep: '', fixer: 'nobody' })),
		transfer: {
			id,
			direction: 'down',
			owner: 'run',
			origin: 'https://files.test',
			run(context) {
				attempts.push(context);
				return new Promise((resolve) => {
					end = resolve;
					context.signal.addEventListener('abort', () => resolve(failed(canceledFailure())));
				});
			},
			...more,
		},
	};
}

describe('the transfer queue', () => {
	let clock: ManualClock;
	let store: MemoryStore;
	let queue: TransferQueue;

	beforeEach(() => {
		clock = new ManualClock();
		store = new MemoryStore();
		queue = new TransferQueue({ clock, store });
	});

	const add = (...handles: readonly Handle[]) => handles.map(({ transfer }) => queue.add(transfer));
	const running = (...handles: readonly Handle[]) => handles.map(({ attempts }) => attempts.length > 0);
	const many = (count: number, more: (index: number) => Partial<Transfer<string>>) =>
		Array.from({ length: count }, (_, index) =>
			handle(`${JSON.stringify(more(index))}${index}`, more(index)),
		);

	it('returns the result of each transfer, success or failure', async () => {
		const [good, bad] = [handle('good'), handle('bad')];
		const [first, second] = add(good, bad);
		good.finish('bytes');
		bad.fail();
		assert.equal(expectValue(await (first as Promise<Result<string>>)), 'bytes');
		assert.equal(expectFailure(await (second as Promise<Result<string>>)).kind, 'network');
	});

	it('moves a file once, however often it is added', async () => {
		const one = handle('one');
		const results = [queue.add(one.transfer), queue.add(one.transfer)];
		one.finish();
		assert.deepEqual(await Promise.all(results), [success('one'), success('one')]);
		assert.equal(one.attempts.length, 1);
	});

	it('keeps its limits per owner, per origin and in total', () => {
		const ofOneOwner = many(5, () => ({ owner: 'a', origin: 'https://a.test' }));
		add(...ofOneOwner);
		assert.equal(running(...ofOneOwner).filter(Boolean).length, 3);
		const ofOneOrigin = many(9, (index) => ({ owner: `b${index}`, origin: 'https://a.test' }));
		add(...ofOneOrigin);
		assert.equal(running(...ofOneOrigin).filter(Boolean).length, 3);
		const others = many(9, (index) => ({ owner: `c${index}`, origin: `https://${index}.test` }));
		add(...others);
		assert.equal(running(...others).filter(Boolean).length, 2);
	});

	it('allows a custom limit for an owner, and counts uploads apart from downloads', () => {
		const up = many(9, () => ({ owner: 'dataset', direction: 'up' as const, parallel: 7 }));
		add(...up);
		assert.equal(running(...up).filter(Boolean).length, 7);
		const down = many(5, () => ({}));
		add(...down);
		assert.equal(running(...down).filter(Boolean).length, 3);
	});

	it('looks up no state for a file that is not resumable', async () => {
		await store.put({ id: 'up', done: 5 });
		const up = handle('up', { direction: 'up', resumable: false });
		add(up);
		assert.equal(up.attempts[0]?.previous, undefined);
	});

	it('stores no record for a file with nothing to remember', async () => {
		let writes = 0;
		const counting = new TransferQueue({
			clock,
			store: {
				get: () => undefined,
				put: async () => writes++,
				remove: async () => writes++,
				removeOf: async () => {},
			},
		});
		const [plain, remembering] = [handle('plain'), handle('remembering')];
		const results = [plain, remembering].map(({ transfer }) => counting.add(transfer));
		await remembering.attempts[0]?.remember({ total: 7 });
		plain.finish();
		remembering.finish();
		await Promise.all(results);
		assert.equal(writes, 2, 'one put and one remove, both of the same file');
	});

	it('starts the next transfer as soon as one ends, most urgent first', async () => {
		const first = many(3, () => ({}));
		const checkpoint = handle('checkpoint', { priority: transferPriority.checkpoint });
		const result = handle('result');
		const thumbnail = handle('thumbnail', { priority: transferPriority.thumbnail });
		const results = add(...first, checkpoint, result, thumbnail);
		assert.deepEqual(running(checkpoint, result, thumbnail), [false, false, false]);
		first[0]?.finish();
		await results[0];
		await clock.advance(0);
		assert.deepEqual(running(checkpoint, result, thumbnail), [false, false, true]);
		first[1]?.finish();
		await clock.advance(0);
		assert.deepEqual(running(checkpoint, result, thumbnail), [false, true, true]);
	});

	it('never delays files behind slow ones, whoever owns them', async () => {
		const trickling = many(6, (index) => ({ owner: index < 3 ? 'slow' : `slow${index}` }));
		const waiting = [handle('same owner', { owner: 'slow' }), handle('other', { owner: 'other' })];
		add(...trickling, ...waiting);
		assert.deepEqual(running(...waiting), [false, false]);
		for (let second = 1; second <= 10; second += 1) {
			for (const { attempts } of trickling) attempts[0]?.progress(second, 1000);
			await clock.advance(1000);
		}
		assert.deepEqual(running(...waiting), [true, true]);
		assert.ok(trickling.every(({ attempts }) => attempts[0]?.signal.aborted === false));
	});

	it('never exceeds the total limit, however slow all transfers are', async () => {
		const all = many(40, (index) => ({ owner: `${index}`, origin: `https://${index}.test` }));
		add(...all);
		for (let second = 1; second <= 30; second += 1) {
			for (const { attempts } of all) attempts[0]?.progress(second);
			await clock.advance(1000);
		}
		assert.equal(running(...all).filter(Boolean).length, 12);
	});

	it('counts a slow transfer again once it is fast', async () => {
		const [one, ...rest] = many(4, () => ({}));
		assert.ok(one);
		add(one, ...rest);
		await clock.advance(5000);
		for (const { attempts } of [one, ...rest]) attempts[0]?.progress(1_000_000);
		await clock.advance(5000);
		const late = handle('late');
		add(late);
		assert.deepEqual(running(late), [false]);
	});

	it('ends a transfer stalled for a minute, and continues with the next', async () => {
		const stuck = handle('stuck');
		const moving = handle('moving');
		const [result] = add(stuck, moving);
		for (let second = 1; second <= 120; second += 1) {
			moving.attempts[0]?.progress(second * 100_000);
			await clock.advance(1000);
		}
		const failure = expectFailure(await (result as Promise<Result<string>>));
		assert.equal(failure.kind, 'timeout');
		assert.match(failure.message, /files\.test transferred no data of the file for 60 s/);
		assert.equal(moving.attempts[0]?.signal.aborted, false);
	});

	it('cancels by owner, waiting or running, and deletes the stored state', async () => {
		const all = many(5, () => ({ owner: 'a' }));
		const results = add(...all);
		await all[0]?.attempts[0]?.remember({ validator: '"v1"' });
		queue.cancel('a');
		for (const result of results) assert.equal(expectFailure(await result).kind, 'canceled');
		assert.equal(store.records.size, 0);
		const again = handle('again', { owner: 'a' });
		add(again);
		assert.deepEqual(running(again), [true]);
	});

	it('ends a transfer on its own signal, stores its state without an address, and resumes from it', async () => {
		const abort = new AbortController();
		const one = handle('one', { signal: abort.signal });
		const [result] = add(one);
		await one.attempts[0]?.remember({ validator: '"v1"', total: 10 });
		one.attempts[0]?.progress(4, 10);
		abort.abort();
		assert.equal(expectFailure(await (result as Promise<Result<string>>)).kind, 'canceled');
		assert.deepEqual(store.get('one'), {
			id: 'one',
			owner: 'run',
			direction: 'down',
			state: 'waiting',
			validator: '"v1"',
			total: 10,
			done: 4,
		});
		const again = handle('one');
		const [whole] = add(again);
		assert.equal(again.attempts[0]?.previous?.validator, '"v1"');
		again.finish();
		assert.equal(expectValue(await (whole as Promise<Result<string>>)), 'one');
		assert.equal(store.records.size, 0);
	});

	it('stops with the window, keeps the stored state, and accepts no more transfers', async () => {
		const all = many(9, (index) => ({ owner: `${index}` }));
		const results = add(...all);
		await all[0]?.attempts[0]?.remember({ validator: '"v1"', total: 7 });
		void queue.stop();
		for (const result of results) assert.equal(expectFailure(await result).kind, 'canceled');
		assert.deepEqual(
			[...store.records.values()].map(({ state }) => state),
			['waiting'],
		);
		const late = handle('late');
		assert.equal(expectFailure(await queue.add(late.transfer)).kind, 'canceled');
		assert.equal(late.attempts.length, 0);
	});

	it('moves files even if nothing can be stored', async () => {
		store.put = () => Promise.reject(new Error('disk full'));
		store.remove = () => Promise.reject(new Error('disk full'));
		const one = handle('one');
		const [result] = add(one);
		await one.attempts[0]?.remember({ total: 1 });
		one.finish();
		assert.equal(expectValue(await (result as Promise<Result<string>>)), 'one');
	});

	it('continues after a transfer that throws', async () => {
		const broken = handle('broken', { run: () => Promise.reject(new Error('a mistake')) });
		const next = handle('next');
		const [result, after] = add(broken, next);
		await assert.rejects(result as Promise<unknown>, /a mistake/);
		next.finish();
		assert.equal(expectValue(await (after as Promise<Result<string>>)), 'next');
		// It has given its place back.
		const more = many(3, () => ({}));
		add(...more);
		assert.deepEqual(running(...more), [true, true, true]);
	});
});
