import assert from 'node:assert/strict';
import { timestamp, VirtualClock } from '../../../src/sandbox/base/clock.ts';

describe('virtual clock', () => {
	const clocks: VirtualClock[] = [];
	const clock = (...args: ConstructorParameters<typeof VirtualClock>) => {
		const made = new VirtualClock(...args);
		clocks.push(made);
		return made;
	};
	afterEach(() => {
		for (const each of clocks.splice(0)) each.stop();
	});

	it('rings due alarms in chronological order when advanced', async () => {
		const still = clock(1e-6);
		const rung: string[] = [];
		const now = still.now();
		still.at(now + 3000, () => rung.push('third'));
		still.at(now + 1000, () => rung.push('first'));
		still.at(now + 2000, () => rung.push('second'));
		still.at(now + 9000, () => rung.push('late'));
		await still.advance(5000);
		assert.deepEqual(rung, ['first', 'second', 'third']);
	});

	it('rings alarms set by an alarm, each at its own time, and waits for work between them', async () => {
		const still = clock(1e-6);
		const start = still.now();
		const rung: number[] = [];
		const note = () => rung.push(Math.round((still.now() - start) / 100) / 10);
		still.at(start + 1000, () => {
			note();
			const work = new Promise<void>((resolve) => setTimeout(resolve, 30)).then(() => {
				still.at(start + 3000, note);
			});
			void still.during(work);
		});
		still.at(start + 4000, note);
		await still.advance(5000);
		assert.deepEqual(rung, [1, 3, 4]);
	});

	it('does not ring a canceled alarm', async () => {
		const still = clock(1e-6);
		let rung = false;
		const cancel = still.at(still.now() + 1000, () => {
			rung = true;
		});
		cancel();
		await still.advance(5000);
		assert.equal(rung, false);
	});

	it('wakes a sleeper when its signal aborts', async () => {
		const still = clock(1e-6);
		const abort = new AbortController();
		const slept = still.sleep(1e9, abort.signal);
		abort.abort();
		await slept;
	});

	it('runs at the requested speed', async () => {
		const fast = clock(1000);
		const before = fast.now();
		await fast.sleep(20_000);
		assert.ok(fast.now() - before >= 20_000);
	});

	it('continues from its mark, and never before a recorded moment', () => {
		const future = Date.now() + 1e9;
		assert.ok(clock(1, { virtual: future, real: Date.now() }).now() >= future);
		assert.ok(clock(1, undefined, future).now() >= future);
	});

	it('is never behind a time it may have shown before it was killed', () => {
		const real = Date.now();
		const mark = { virtual: real + 5_000_000, real: real - 800 };
		const killed = clock(1000, mark, 0, 1000);
		assert.ok(killed.now() >= mark.virtual + 800 * 1000);
		const later = clock(1000, { ...mark, real: real - 60_000 }, 0, 1000);
		assert.ok(later.now() < mark.virtual + 1000 * 1000 + 120_000, 'a pause counts as it is');
	});

	it('spells timestamps with microseconds and a numeric offset', () => {
		assert.equal(timestamp(Date.UTC(2025, 8, 11, 13, 5, 16, 143)), '2025-09-11T13:05:16.143000+00:00');
	});
});
