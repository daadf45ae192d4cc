import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../src/core/base/failure.ts';
import type { Batch } from '../../../src/core/batches/batch.ts';
import type { BatchService, NewBatch } from '../../../src/core/batches/batchService.ts';
import { itemId } from '../../../src/core/batches/items.ts';
import { Unanswered } from '../../../src/core/following/unanswered.ts';
import { untilOn } from '../runs/window.ts';
import { BatchComputer, newBatch, refusal } from './support.ts';

describe('batches', () => {
	let computer: BatchComputer;
	let batches: BatchService;
	let close: () => Promise<void>;

	beforeEach(async () => {
		computer = new BatchComputer();
		({ batches, close } = await computer.open());
	});

	afterEach(() => computer.close());

	const taken = <T>(result: Result<T>): T => {
		assert.ok(result.ok, result.ok ? '' : result.failure.message);
		return result.value;
	};

	async function begin(count: number, more: Partial<NewBatch> = {}): Promise<string> {
		return taken(await batches.start(newBatch(count, more))).id;
	}

	const now = (id: string): Batch => {
		const batch = batches.get(id);
		assert.ok(batch);
		return batch;
	};

	/** Lets seconds pass until something is so. */
	/** Lets seconds pass until something is so. */
	async function passes(condition: () => boolean, what: string): Promise<void> {
		await untilOn(computer.clock, what, condition);
	}

	it('submits a limited number at a time, each with its own text, and ends with the last', async () => {
		const { work } = computer;
		const id = await begin(5);
		await passes(() => work.moving.length === 2, 'two move');
		await computer.clock.advance(5000);
		assert.deepEqual(work.handedOver, ['item 0', 'item 1']);
		work.endAll();
		await passes(() => work.handedOver.length === 4, 'the next two');
		work.endAll({ state: 'succeeded', costMicrodollars: 5 });
		await passes(() => work.handedOver.length === 5, 'the last one');
		assert.equal(now(id).state, 'running');
		work.endAll({ state: 'failed' });
		await passes(() => now(id).state === 'ended', 'the end');
		assert.deepEqual(now(id).counts, { moving: 0, succeeded: 4, failed: 1, canceled: 0, uncertain: 0 });
		assert.equal(now(id).costMicrodollars, 10);
		assert.deepEqual(work.handedOver.toSorted(), ['item 0', 'item 1', 'item 2', 'item 3', 'item 4']);
		await passes(() => !existsSync(join(computer.folder, 'batches', `${id}.json`)), 'its file is gone');
	});

	it('continues in another window after its own has closed, and submits nothing twice', async () => {
		const { work } = computer;
		const id = await begin(6);
		await passes(() => work.moving.length === 2, 'two move');
		await close();
		({ batches } = await computer.open('two'));
		work.endAll();
		await passes(() => work.handedOver.length === 4, 'the next two');
		work.endAll();
		await passes(() => work.handedOver.length === 6, 'the last two');
		work.endAll();
		await passes(() => now(id).state === 'ended', 'the end');
		assert.equal(new Set(work.handedOver).size, 6);
	});

	it('is left to other windows for a minute if its own stops responding', async () => {
		const { work, clock } = computer;
		let asked = 0;
		work.prepare = async () => {
			asked++;
			throw new Unanswered();
		};
		const id = await begin(3);
		await passes(() => asked === 2, 'two are prepared');
		await clock.advance(50_000);
		assert.equal(asked, 2);
		work.prepare = async () => undefined;
		await passes(
			() => work.handedOver.length === 2,
			'the same window takes it up again, since there is no other',
		);
		assert.equal(now(id).state, 'running');
	});

	it('continues with a file of an earlier version, with edits of the text', async () => {
		const { work } = computer;
		const id = await begin(3, { parallel: 1 });
		await passes(() => work.moving.length === 1, 'the first one');
		await close();
		const path = join(computer.folder, 'batches', `${id}.json`);
		const { text } = JSON.parse(readFileSync(path, 'utf8'));
		const start = text.indexOf('0}');
		const edits = [7, 8, 9].map((item) => [{ range: { start, end: start + 1 }, newText: String(item) }]);
		writeFileSync(path, JSON.stringify({ text, edits }));
		({ batches } = await computer.open('two'));
		work.endAll();
		await passes(() => work.handedOver.length === 2, 'the second one');
		assert.deepEqual(work.handedOver, ['item 0', 'item 8']);
	});

	it('is fed by only one of several windows', async () => {
		const { work } = computer;
		const second = await computer.open('two');
		const id = await begin(8);
		await passes(() => work.moving.length === 2, 'two move');
		for (let turn = 0; turn < 10; turn++) {
			work.endAll();
			await computer.clock.advance(2000);
		}
		await passes(() => second.batches.get(id)?.state === 'ended', 'the end, in the other window');
		assert.equal(work.handedOver.length, 8);
		assert.equal(new Set(work.handedOver).size, 8);
	});

	it('submits nothing while paused, nor from a window that opens meanwhile, and all of the rest afterwards', async () => {
		const { work } = computer;
		const id = await begin(4);
		await passes(() => work.moving.length === 2, 'two move');
		taken(await batches.pause(id));
		work.endAll();
		await computer.clock.advance(10_000);
		await close();
		({ batches } = await computer.open('two'));
		await computer.clock.advance(10_000);
		assert.equal(work.handedOver.length, 2);
		assert.equal(now(id).counts.succeeded, 2);
		assert.equal(now(id).notice, undefined);
		taken(await batches.continue(id, {}));
		await passes(() => work.handedOver.length === 4, 'the rest');
	});

	it('cancels running items and submits nothing more', async () => {
		const { work } = computer;
		const id = await begin(9);
		await passes(() => work.moving.length === 2, 'two move');
		taken(await batches.cancel(id));
		await passes(() => now(id).state === 'canceled', 'canceled');
		assert.equal(work.handedOver.length, 2);
		assert.deepEqual(new Set(work.cancelRequests), new Set([itemId(id, 0), itemId(id, 1)]));
		assert.equal(now(id).counts.canceled, 2);
	});

	it('pauses after the given number of failures', async () => {
		const { work } = computer;
		const id = await begin(9, { parallel: 1, maxFailures: 2 });
		await passes(() => work.moving.length === 1, 'the first one');
		work.endAll({ state: 'failed' });
		await passes(() => work.moving.length === 1, 'the second one');
		work.endAll({ state: 'failed' });
		await passes(() => now(id).state === 'paused', 'paused');
		assert.match(now(id).notice ?? '', /2 items failed/);
		assert.equal(work.handedOver.length, 2);
		for (const sent of [4, 6]) {
			taken(await batches.continue(id, { maxFailures: 2 }));
			while (work.handedOver.length < sent) {
				await passes(() => work.moving.length === 1, 'one more');
				work.endAll({ state: 'failed' });
			}
			await passes(() => now(id).state === 'paused', 'paused again');
			assert.match(now(id).notice ?? '', /2 items failed/);
		}
	});

	it('pauses before the next item could exceed its cost limit', async () => {
		const { work } = computer;
		const id = await begin(9, { parallel: 4, maxMicrodollars: 350_000 });
		await passes(() => work.moving.length === 1, 'the first one');
		await computer.clock.advance(5000);
		assert.equal(work.handedOver.length, 1, 'what an item costs is not known yet');
		work.endAll({ state: 'succeeded', costMicrodollars: 100_000 });
		await passes(() => work.moving.length === 2, 'as many as the limit allows');
		await computer.clock.advance(5000);
		assert.equal(work.handedOver.length, 3);
		work.endAll({ state: 'succeeded', costMicrodollars: 100_000 });
		await passes(() => now(id).state === 'paused', 'paused');
		assert.match(now(id).notice ?? '', /0\.35 USD/);
		assert.equal(work.handedOver.length, 3);
	});

	it('pauses if a cost limit cannot be kept because the cost of an item is unknown', async () => {
		const { work } = computer;
		const id = await begin(3, { maxMicrodollars: 1_000_000 });
		await passes(() => work.moving.length === 1, 'the first one');
		work.endAll({ state: 'succeeded' });
		await passes(() => now(id).state === 'paused', 'paused');
		assert.match(now(id).notice ?? '', /does not report the cost of an item/);
		taken(await batches.continue(id, {}));
		await passes(() => work.handedOver.length === 3, 'the others');
	});

	it('also cancels items that are about to leave', async () => {
		const { work } = computer;
		const { promise, resolve } = Promise.withResolvers<void>();
		let isLeaving = false;
		work.leaves = () => {
			isLeaving = true;
			return promise;
		};
		const id = await begin(3, { parallel: 1 });
		await passes(() => isLeaving, 'an item that may leave');
		taken(await batches.cancel(id));
		await computer.clock.advance(2000);
		resolve();
		await passes(() => now(id).state === 'canceled', 'canceled');
		assert.deepEqual(work.cancelRequests, [itemId(id, 0)]);
		assert.deepEqual(now(id).counts, { moving: 0, succeeded: 0, failed: 0, canceled: 1, uncertain: 0 });
	});

	it('waits and retries an item that surely never arrived', async () => {
		const { work } = computer;
		let busy = true;
		work.answer = () => (busy ? refusal('rateLimited', { retryAfterMs: 30_000 }) : undefined);
		const id = await begin(2, { parallel: 1 });
		await passes(() => (now(id).notice ?? '') !== '', 'a notice');
		assert.match(now(id).notice ?? '', /continues in 30 seconds/);
		const tries = work.handedOver.length;
		await computer.clock.advance(20_000);
		assert.equal(work.handedOver.length, tries);
		busy = false;
		await passes(() => work.moving.length === 1, 'taken');
		assert.equal(now(id).notice, undefined);
		work.endAll();
		await passes(() => work.moving.length === 1, 'the second one');
		work.endAll();
		await passes(() => now(id).state === 'ended', 'the end');
		assert.equal(now(id).counts.succeeded, 2);
	});

	it('never resubmits an item that may have arrived', async () => {
		const { work } = computer;
		work.answer = (text) => (text === 'item 1' ? refusal('network', { mayHaveArrived: true }) : undefined);
		const id = await begin(3);
		await passes(() => work.handedOver.length === 3, 'all of them');
		work.endAll();
		await passes(() => now(id).state === 'ended', 'the end');
		assert.equal(now(id).counts.uncertain, 1);
		assert.equal(work.handedOver.length, 3);
	});

	it('counts an item rejected for its content as failed, and continues', async () => {
		const { work } = computer;
		work.answer = (text) => (text === 'item 0' ? refusal('input') : undefined);
		const id = await begin(3);
		await passes(() => work.handedOver.length === 3, 'all of them');
		work.endAll();
		await passes(() => now(id).state === 'ended', 'the end');
		assert.deepEqual(now(id).counts, { moving: 0, succeeded: 2, failed: 1, canceled: 0, uncertain: 0 });
		assert.equal(work.handedOver.filter((text) => text === 'item 0').length, 1);
	});

	for (const kind of ['balance', 'canceled', 'notFound', 'certificate'] as const) {
		it(`pauses with the reason when an item is rejected for "${kind}"`, async () => {
			computer.work.answer = () => refusal(kind, { message: `Not for ${kind}.` });
			const id = await begin(3);
			await passes(() => now(id).state === 'paused', 'paused');
			assert.match(now(id).notice ?? '', new RegExp(`Not for ${kind}\\.`));
			computer.work.answer = () => undefined;
			taken(await batches.continue(id, {}));
			await passes(() => computer.work.moving.length === 2, 'two move');
		});
	}

	it('ends with a notice when its items can no longer be read', async () => {
		const { work } = computer;
		taken(await batches.start(newBatch(3)));
		const id = batches.of({ connectionId: 'test' })[0]?.id ?? '';
		await close();
		await rm(join(computer.folder, 'batches', `${id}.json`));
		({ batches } = await computer.open('two'));
		await passes(() => now(id).state === 'ended', 'the end');
		assert.match(now(id).notice ?? '', /can no longer be read/);
		assert.ok(work.handedOver.length <= 2);
	});

	it('belongs to its account: it submits nothing for another one', async () => {
		const id = await begin(3);
		taken(await batches.pause(id));
		const { current } = computer.session;
		assert.ok(current.state === 'signedIn');
		computer.session.replace({ ...current, account: { id: 'other', label: 'other' } });
		const refused = await batches.continue(id, {});
		assert.ok(!refused.ok);
		await computer.clock.advance(5000);
		assert.equal(now(id).state, 'paused');
	});

	it('reports each automatic pause once, in one window only', async () => {
		const id = await begin(6, { maxFailures: 1 });
		assert.equal(await batches.claimPause(id), false, 'it runs');
		await passes(() => computer.work.moving.length === 2, 'two move');
		computer.work.endAll({ state: 'failed' });
		await passes(() => now(id).state === 'paused', 'paused');
		const second = await computer.open('two');
		const claims = await Promise.all([batches.claimPause(id), second.batches.claimPause(id)]);
		assert.deepEqual(claims.toSorted(), [false, true]);
		assert.match(now(id).notice ?? '', /failed/);
		taken(await batches.continue(id, { maxFailures: 2 }));
		await passes(() => computer.work.moving.length === 2, 'two more move');
		computer.work.endAll({ state: 'failed' });
		await passes(() => now(id).state === 'paused', 'paused again');
		assert.equal(await batches.claimPause(id), true);
		taken(await batches.continue(id, {}));
		taken(await batches.pause(id));
		assert.equal(await batches.claimPause(id), false, 'the person has paused it');
	});

	it('waits for items on their way before it stops, and submits nothing more', async () => {
		const { work } = computer;
		let answer = () => {};
		work.answer = () =>
			new Promise((resolve) => {
				answer = () => resolve(undefined);
			});
		await begin(4, { parallel: 1 });
		await passes(() => work.handedOver.length === 1, 'the first is on its way');
		let settled = false;
		const settling = batches.settle().then(() => {
			settled = true;
		});
		await computer.clock.advance(2000);
		assert.equal(settled, false);
		answer();
		await settling;
		work.endAll();
		await computer.clock.advance(3000);
		assert.equal(work.handedOver.length, 1);
	});

	it('submits no item that was being prepared at a pause or a change of windows', async () => {
		const { work } = computer;
		let prepared = () => {};
		work.prepared = new Promise<void>((resolve) => {
			prepared = resolve;
		});
		const id = await begin(3, { parallel: 1 });
		await computer.clock.advance(2000);
		taken(await batches.pause(id));
		prepared();
		await computer.clock.advance(2000);
		assert.deepEqual(work.handedOver, []);
		work.prepared = new Promise<void>((resolve) => {
			prepared = resolve;
		});
		taken(await batches.continue(id, {}));
		await computer.clock.advance(2000);
		// Another window has handed it over meanwhile.
		work.set(itemId(id, 0), { state: 'moving' });
		prepared();
		await computer.clock.advance(2000);
		assert.deepEqual(work.handedOver, []);
	});

	describe('below the daily limit', () => {
		const paid = (id: string) => ({ id, kind: 'deployment', targetId: 'd', name: 'D' }) as const;
		beforeEach(() => {
			computer.work.paid = (_to, id) => paid(id);
		});

		it('asks once for all items, and remembers the consent', async () => {
			computer.limit = 'agreed';
			const id = await begin(5);
			assert.deepEqual(
				computer.askedStarts.map((starts) => starts.map((start) => start.id)),
				[Array.from({ length: 5 }, (_, item) => itemId(id, item))],
			);
			assert.equal(now(id).mayPassLimit, true);
			taken(await batches.pause(id));
			taken(await batches.continue(id, {}));
			assert.equal(computer.askedStarts.length, 1);
		});

		it('starts nothing without consent to exceed it', async () => {
			computer.limit = 'no';
			const refused = await batches.start(newBatch(5));
			assert.equal(!refused.ok && refused.failure.kind, 'canceled');
			assert.deepEqual([batches.of({ connectionId: 'test' }), computer.work.handedOver], [[], []]);
		});

		it('pauses if the next item could still exceed it, and asks about the others to continue', async () => {
			computer.limit = 'below';
			const id = await begin(6);
			await passes(() => computer.work.moving.length === 2, 'two move');
			assert.equal(now(id).mayPassLimit, undefined);
			computer.work.answer = () => refusal('canceled', { message: 'Too much.', nextStep: 'Continue.' });
			computer.work.endAll();
			await passes(() => now(id).state === 'paused', 'paused');
			assert.equal(now(id).notice, 'Paused: Too much. Continue.');
			computer.work.answer = () => undefined;
			computer.limit = 'no';
			assert.equal((await batches.continue(id, {})).ok, false);
			assert.equal(now(id).state, 'paused');
			computer.limit = 'agreed';
			taken(await batches.continue(id, {}));
			assert.equal(computer.askedStarts.at(-1)?.length, 4, 'those that are left');
			await passes(() => computer.work.moving.length === 2, 'two more move');
		});
	});

	it('gives each item an ID in UUID format, always the same and unique', () => {
		const ids = Array.from({ length: 1000 }, (_, item) => itemId('batch', item));
		assert.equal(new Set(ids).size, 1000);
		for (const id of ids)
			assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		assert.equal(itemId('batch', 7), ids[7]);
	});
});
