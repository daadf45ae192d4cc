import assert from 'node:assert/strict';
import { silentLog } from '../../../src/core/base/log.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { newSecret } from '../../../src/core/webhooks/address.ts';
import { Listener } from '../../../src/core/webhooks/listener.ts';
import { ManualClock } from '../runs/clocks.ts';
import { Computer } from '../runs/window.ts';

describe('listening for webhooks', () => {
	const secret = newSecret();
	let clock: ManualClock;
	let computer: Computer;
	let listeners: Listener[];

	beforeEach(async () => {
		clock = new ManualClock();
		computer = await Computer.start(clock);
		listeners = [];
	});
	afterEach(async () => {
		for (const listener of listeners) await listener.stop();
		await computer.shutDown();
	});

	/** Creates the listener of a window, by the name of the window. */
	function listenerOf(ledger: Ledger, owner: string): Listener {
		const { leases } = ledger;
		const listener = new Listener({ leases, owner, log: silentLog, clock, onDelivery: () => undefined });
		listeners.push(listener);
		return listener;
	}
	const answers = (port: number) =>
		fetch(`http://127.0.0.1:${port}/`).then(
			() => true,
			() => false,
		);

	it('works in one window at a time, always at the same address', async () => {
		const { ledger } = await computer.open();
		const [first, second] = [
			listenerOf(ledger, 'first'),
			listenerOf((await computer.open()).ledger, 'second'),
		];
		const started = await first.start({ secret });
		assert.ok(started.ok);
		const { port } = started.value;
		const refused = await second.start({ secret });
		assert.ok(!refused.ok);
		assert.match(refused.failure.message, /Another window/);
		assert.equal(second.isElsewhere, true);
		await clock.advance(60_000);
		assert.equal((await second.start({ secret })).ok, false);
		assert.deepEqual(await first.start({ secret }), started);
		await first.stop();
		assert.equal(await answers(port), false);
		const again = await second.start({ secret, port });
		assert.deepEqual(again, started);
	});

	it('is taken over from a vanished window after a wait', async () => {
		const { ledger } = await computer.open();
		assert.equal(await ledger.leases.lease(JSON.stringify(['webhooks']), 'vanished', 15_000), true);
		const listener = listenerOf(ledger, 'next');
		const starting = listener.start({ secret }, 30_000);
		await clock.advance(20_000);
		assert.equal((await starting).ok, true);
	});

	it('ends if another window took over during sleep', async () => {
		const { ledger } = await computer.open();
		const listener = listenerOf(ledger, 'sleeper');
		const started = await listener.start({ secret });
		assert.ok(started.ok);
		let changes = 0;
		listener.onDidChange(() => changes++);
		clock.sleep(60_000);
		const other = listenerOf(ledger, 'other');
		assert.equal((await other.start({ secret })).ok, true);
		await clock.advance(1000);
		assert.equal(listener.place, undefined);
		assert.equal(changes, 1);
		assert.equal(await answers(started.value.port), false);
	});

	it('can be stopped while still starting', async () => {
		const { ledger } = await computer.open();
		const listener = listenerOf(ledger, 'one');
		const starting = listener.start({ secret });
		await listener.stop();
		assert.equal((await starting).ok, false);
		assert.equal(listener.place, undefined);
		assert.equal(listener.isElsewhere, false);
	});
});
