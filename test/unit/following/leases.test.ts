import assert from 'node:assert/strict';
import { WindowLease } from '../../../src/core/following/windowLease.ts';
import { NotificationLease } from '../../../src/core/records/notificationLease.ts';
import { ManualClock } from '../runs/clocks.ts';
import { MemoryLeases } from './support.ts';

describe('the lease of the window that polls', () => {
	let clock: ManualClock;
	let leases: MemoryLeases;
	beforeEach(() => {
		clock = new ManualClock();
		leases = new MemoryLeases(clock);
	});
	const lease = (owner: string) => new WindowLease(leases, clock, owner, ['connection', 'me']);

	it('is held by one window, and by another one once it was released', async () => {
		const [one, other] = [lease('one'), lease('other')];
		assert.ok(await one.hold());
		assert.ok(!(await other.hold()));
		assert.deepEqual([one.isHeld, other.isHeld], [true, false]);
		assert.equal(one.handedOver, undefined);
		await one.release('the last polls');
		assert.ok(await other.hold());
		assert.equal(other.handedOver, 'the last polls');
		assert.ok(!(await one.hold()));
	});

	it('goes to another window when its holder vanished, but never before the holder stops', async () => {
		const [one, other] = [lease('one'), lease('other')];
		await one.hold();
		for (let waited = 0; waited < 20_000; waited += 100) {
			clock.sleep(100);
			const taken = await other.hold();
			assert.ok(!(taken && one.isHeld), `both at ${waited} ms`);
		}
		assert.ok(other.isHeld);
		assert.equal(other.handedOver, undefined);
	});

	it('is renewed in time and without a write for each question', async () => {
		let writes = 0;
		leases.before = async () => {
			writes++;
		};
		const one = lease('one');
		for (let second = 0; second < 60; second++) {
			assert.ok(await one.hold());
			clock.sleep(1000);
		}
		assert.ok(writes <= 13, String(writes));
	});

	it('that is given after it was released does not count', async () => {
		let open: () => void = () => undefined;
		leases.before = () =>
			new Promise((resolve) => {
				open = resolve;
			});
		const one = lease('one');
		const asked = one.hold();
		const released = one.release('nothing');
		open();
		assert.equal(await asked, false);
		await released;
		assert.deepEqual([one.isHeld, leases.holders()], [false, []]);
	});

	it('is asked for again after the clock was set back', async () => {
		const one = lease('one');
		await one.hold();
		clock.sleep(-3_600_000);
		assert.ok(!one.isHeld);
		assert.ok(await one.hold());
		assert.ok(one.isHeld);
	});
});

describe('the lease of the window that notifies', () => {
	let clock: ManualClock;
	let leases: MemoryLeases;
	beforeEach(() => {
		clock = new ManualClock();
		leases = new MemoryLeases(clock);
	});
	const lease = (owner: string, isPresent = () => Promise.resolve(true)) =>
		new NotificationLease(leases, clock, owner, 'job', isPresent);

	it('belongs to the window that started, and to it alone', async () => {
		const [one, other] = [lease('one'), lease('other')];
		await one.begin('job 1');
		for (const window of [one, other]) await window.observe('job 1', false);
		for (const window of [other, one]) await window.observe('job 1', true);
		assert.deepEqual([await other.claim('job 1'), await one.claim('job 1')], [false, true]);
		clock.sleep(60_000);
		assert.equal(await other.claim('job 1'), false);
	});

	it('goes to one that saw it move when the other window is gone', async () => {
		const [one, second, third] = [lease('one'), lease('second'), lease('third')];
		await one.begin('job 1');
		await one.observe('job 1', false);
		for (const window of [second, third]) await window.observe('job 1', false);
		await one.release();
		for (const window of [second, third]) await window.observe('job 1', true);
		assert.deepEqual([await second.claim('job 1'), await third.claim('job 1')], [true, false]);
	});

	it('goes to another where its window is gone and only its process runs on', async () => {
		let answers = true;
		const [gone, other] = [lease('gone', () => Promise.resolve(answers)), lease('other')];
		await gone.begin('job 1');
		for (const window of [gone, other]) await window.observe('job 1', false);
		answers = false;
		clock.sleep(5000);
		await gone.renew();
		// The process sees the end first, since it is the one that polls.
		await gone.observe('job 1', true);
		assert.equal(await gone.claim('job 1'), false);
		await other.observe('job 1', true);
		assert.equal(await other.claim('job 1'), true);
	});

	it('is given up with an end that its window cannot be notified of', async () => {
		let answers = true;
		const [gone, other] = [lease('gone', () => Promise.resolve(answers)), lease('other')];
		await gone.begin('job 1');
		for (const window of [gone, other]) await window.observe('job 1', false);
		answers = false;
		for (const window of [gone, other]) await window.observe('job 1', true);
		assert.deepEqual([await gone.claim('job 1'), await other.claim('job 1')], [false, true]);
	});

	it('is never for an end that came before the window looked', async () => {
		const late = lease('late');
		await late.observe('job 1', true);
		assert.equal(await late.claim('job 1'), false);
	});

	it('is kept alive as long as it moves, and counts again for each time that it begins again', async () => {
		const [one, other] = [lease('one'), lease('other')];
		await one.begin('job 1');
		for (let second = 0; second < 120; second++) {
			clock.sleep(1000);
			await one.renew();
		}
		for (const window of [one, other]) await window.observe('job 1', false);
		assert.equal(await other.claim('job 1'), false);
		await one.observe('job 1', true);
		assert.equal(await one.claim('job 1'), true);
		await one.release();
		// Resumed after the window that started it has exited.
		await other.observe('job 1, resumed once', false);
		await other.observe('job 1, resumed once', true);
		assert.equal(await other.claim('job 1, resumed once'), true);
	});
});
