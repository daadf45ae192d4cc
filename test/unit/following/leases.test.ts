import assert from 'node:assert/strict';
import { WindowLease } from '../../../src/core/following/windowLease.ts';
import { NotificationLease } from '../../../src/core/records/notificationLease.ts';
import { ManualClock } from '../runs/clocks.ts';
import { MemoryLeases } from './support.ts';

describe('the polling lease', () => {
	let clock: ManualClock;
	let leases: MemoryLeases;
	beforeEach(() => {
		clock = new ManualClock();
		leases = new MemoryLeases(clock);
	});
	const lease = (owner: string) => new WindowLease(leases, clock, owner, ['connection', 'me']);

	it('belongs to one window, and to another after its release', async () => {
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

	it('passes to another window if its holder disappears, but never before the holder stops', async () => {
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

	it('is renewed in time, without a write for each poll', async () => {
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

	it('does not count if granted after its release', async () => {
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

	it('is acquired again after the clock was set back', async () => {
		const one = lease('one');
		await one.hold();
		clock.sleep(-3_600_000);
		assert.ok(!one.isHeld);
		assert.ok(await one.hold());
		assert.ok(one.isHeld);
	});
});

describe('the notification lease', () => {
	let clock: ManualClock;
	let leases: MemoryLeases;
	beforeEach(() => {
		clock = new ManualClock();
		leases = new MemoryLeases(clock);
	});
	const lease = (owner: string, isPresent = () => Promise.resolve(true)) =>
		new NotificationLease(leases, clock, owner, 'job', isPresent);

	it('belongs only to the window that started the job', async () => {
		const [one, other] = [lease('one'), lease('other')];
		await one.begin('job 1');
		for (const window of [one, other]) await window.observe('job 1', false);
		for (const window of [other, one]) await window.observe('job 1', true);
		assert.deepEqual([await other.claim('job 1'), await one.claim('job 1')], [false, true]);
		clock.sleep(60_000);
		assert.equal(await other.claim('job 1'), false);
	});

	it('passes to a window that saw the job running if its owner exits', async () => {
		const [one, second, third] = [lease('one'), lease('second'), lease('third')];
		await one.begin('job 1');
		await one.observe('job 1', false);
		for (const window of [second, third]) await window.observe('job 1', false);
		await one.release();
		for (const window of [second, third]) await window.observe('job 1', true);
		assert.deepEqual([await second.claim('job 1'), await third.claim('job 1')], [true, false]);
	});

	it('passes to another window if its own closes while the process runs on', async () => {
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

	it('is released at the end if its window cannot be notified', async () => {
		let answers = true;
		const [gone, other] = [lease('gone', () => Promise.resolve(answers)), lease('other')];
		await gone.begin('job 1');
		for (const window of [gone, other]) await window.observe('job 1', false);
		answers = false;
		for (const window of [gone, other]) await window.observe('job 1', true);
		assert.deepEqual([await gone.claim('job 1'), await other.claim('job 1')], [false, true]);
	});

	it('is never granted for an end before the window looked', async () => {
		const late = lease('late');
		await late.observe('job 1', true);
		assert.equal(await late.claim('job 1'), false);
	});

	it('is kept alive while the job runs, and counts again for each restart', async () => {
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
