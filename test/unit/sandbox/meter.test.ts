import assert from 'node:assert/strict';
import { Accounts } from '../../../src/sandbox/account/accounts.ts';
import { Meter } from '../../../src/sandbox/account/meter.ts';
import { VirtualClock } from '../../../src/sandbox/base/clock.ts';
import type { SandboxContext } from '../../../src/sandbox/base/context.ts';
import { Database } from '../../../src/sandbox/store/database.ts';
import { part } from '../support/part.ts';

describe('the meter of costs by the second', () => {
	function room() {
		const db = new Database(':memory:');
		const clock = new VirtualClock(0.000_001);
		const accounts = new Accounts(part<SandboxContext>({ db, clock }));
		const meter = new Meter(part<SandboxContext>({ db, clock }), accounts);
		const { id } = accounts.create('someone@example.com', 1_000_000);
		const noted = () => db.readMeta('paid until');
		meter.add('job', {
			accountId: id,
			rate: 1000,
			chargedUntil: clock.now(),
			note: (until) => db.writeMeta('paid until', String(until)),
		});
		return { db, clock, accounts, id, noted, balance: () => accounts.get(id)?.balance };
	}

	it('charges for the time since the last reading, and stores its end', async () => {
		const { clock, balance, noted } = room();
		const start = clock.now();
		await clock.advance(5000);
		assert.equal(balance(), 995_000);
		assert.equal(noted(), String(start + 5000));
		clock.stop();
	});

	it('writes the paid time and the payment together: if one fails, both do, and the next reading charges for both', async () => {
		const { db, clock, balance, noted } = room();
		await clock.advance(5000);
		assert.equal(balance(), 995_000);
		const before = noted();
		db.run(
			`CREATE TRIGGER broken BEFORE UPDATE ON accounts BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
		);
		await clock.advance(3000);
		assert.throws(balance, /the disk is full/);
		assert.equal(noted(), before);
		db.run('DROP TRIGGER broken');
		assert.equal(balance(), 992_000);
		clock.stop();
	});
});
