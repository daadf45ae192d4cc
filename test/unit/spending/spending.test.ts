import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { amountsOf, groupsOf } from '../../../src/core/spending/groups.ts';
import type { Spending } from '../../../src/core/spending/spending.ts';
import { totalOf } from '../../../src/core/spending/total.ts';
import { earlierOf, usualCost } from '../../../src/core/spending/usual.ts';

const minute = 60_000;

function record(id: string, more: Partial<Spending> = {}): Spending {
	return {
		id,
		kind: 'deployment',
		targetId: 'd',
		name: 'Harbour',
		connectionId: 'c',
		accountId: 'a',
		startedAt: 0,
		...more,
	};
}

/** A run from minute `from` to minute `to`, with the balance around it in cents. */
const run = (
	id: string,
	from: number,
	to: number,
	before: number,
	after: number,
	more: Partial<Spending> = {},
) =>
	record(id, {
		startedAt: from * minute,
		endedAt: to * minute,
		readAt: to * minute,
		before: before * 10_000,
		after: after * 10_000,
		...more,
	});

const amount = (records: readonly Spending[], id: string) => amountsOf(records).get(id);

describe('the cost of a start', () => {
	it('is the reported cost, or else the loss of the balance while it ran alone', () => {
		const records = [run('a', 0, 1, 500, 497), run('b', 2, 3, 497, 490, { reported: 65_000 })];
		assert.deepEqual(amount(records, 'a'), { microdollars: 30_000, basis: 'measured' });
		assert.deepEqual(amount(records, 'b'), { microdollars: 65_000, basis: 'reported' });
	});

	it('is known despite a rejected start meanwhile, since that cost nothing', () => {
		const refused = record('no', { startedAt: 2 * minute, endedAt: 2 * minute, reported: 0 });
		for (const records of [
			[run('a', 0, 5, 500, 490), refused],
			[run('a', 3, 5, 500, 490), { ...refused, endedAt: 4 * minute, before: 6_000_000 }],
		]) {
			assert.deepEqual(amount(records, 'a'), { microdollars: 100_000, basis: 'measured' });
			assert.deepEqual(amount(records, 'no'), { microdollars: 0, basis: 'reported' });
			assert.equal(totalOf(records), 100_000);
			assert.equal(groupsOf(records).length, 2);
			assert.equal(usualCost(records, { kind: 'deployment', targetId: 'd' }), 100_000);
		}
		const free = [run('a', 0, 5, 500, 490), run('b', 1, 4, 500, 492), refused];
		assert.equal(amount(free, 'a')?.basis, 'estimate', 'others under way still make it one');
	});

	it('is an estimate for overlapping starts, or after a late reading of the balance', () => {
		const together = [run('a', 0, 5, 500, 490), run('b', 1, 4, 500, 492)];
		assert.equal(amount(together, 'a')?.basis, 'estimate');
		assert.equal(amount(together, 'b')?.basis, 'estimate');
		const late = [run('a', 0, 5, 500, 490, { readAt: 60 * minute })];
		assert.equal(amount(late, 'a')?.basis, 'estimate');
	});

	it('is unknown before the end, without a balance, and after added money', () => {
		const records = [
			record('a', { before: 1 }),
			record('b', { after: 1, endedAt: 1, readAt: 1 }),
			run('c', 20, 21, 100, 900),
		];
		for (const id of ['a', 'b', 'c']) assert.equal(amount(records, id), undefined, id);
	});

	it('may come from a negative balance', () => {
		assert.equal(amount([run('a', 0, 1, -10, -25)], 'a')?.microdollars, 150_000);
	});
});

describe('starts with only a joint cost', () => {
	it('form one group with their joint cost, and add up to the loss of the balance', () => {
		const together = [run('a', 0, 5, 500, 490), run('b', 1, 6, 500, 480), run('c', 2, 7, 500, 471)];
		const alone = run('d', 10, 11, 471, 470);
		const groups = groupsOf([...together, alone]);
		assert.deepEqual(
			groups.map(({ records, amount }) => [records.map(({ id }) => id), amount]),
			[
				[['d'], { microdollars: 10_000, basis: 'measured' }],
				[['c', 'b', 'a'], { microdollars: 290_000, basis: 'estimate' }],
			],
		);
		const sum = ['a', 'b', 'c', 'd'].reduce(
			(all, id) => all + (amount([...together, alone], id)?.microdollars ?? 0),
			0,
		);
		assert.ok(Math.abs(sum - 300_000) <= 3, String(sum));
	});

	it('have shares by machine time and price, with a training on a separate line', () => {
		const job = run('job', 0, 60, 1000, 394, {
			kind: 'job',
			targetId: '1 x ADA_80_PLUS',
			perHour: 7_490_000,
		});
		const [one, other] = [run('a', 10, 11, 1000, 900), run('b', 20, 21, 900, 850)];
		const records = [job, one, other];
		assert.deepEqual(
			groupsOf(records).map((group) => group.records.map(({ id }) => id)),
			[['b', 'a'], ['job']],
		);
		const [share = 0, more = 0, ofJob = 0] = ['a', 'b', 'job'].map((id) => amount(records, id)?.microdollars);
		assert.ok(share > 0 && share * 100 < ofJob, `${share} of ${ofJob}`);
		assert.equal(share + more + ofJob, 6_060_000);
		// The cost of such a run is known: it gets that, and the training the rest.
		const alone = run('alone', 100, 101, 394, 393.8);
		assert.equal(amount([...records, alone], 'a')?.microdollars, 2000);
		assert.equal(amount([...records, alone], 'job')?.microdollars, 6_056_000);
	});

	it('are separated by a balance read after the end of one and at the start of another', () => {
		const one = run('a', 0, 1, 500, 490, { readAt: 2 * minute + 1 });
		const next = record('b', { startedAt: 2 * minute, before: 4_900_000, beforeAt: 2 * minute + 1 });
		assert.deepEqual(amount([one, next], 'a'), { microdollars: 100_000, basis: 'measured' });
		// A balance from before the end of the other does not count.
		const early = { ...next, before: 5_000_000, beforeAt: 0.5 * minute };
		assert.equal(amount([one, early], 'a'), undefined);
	});

	it('do not count the reported cost of one of them twice', () => {
		const groups = groupsOf([run('a', 0, 5, 500, 490), run('b', 1, 6, 500, 480, { reported: 50_000 })]);
		assert.deepEqual(
			groups.map(({ records: [first], amount }) => [first?.id, amount?.microdollars, amount?.basis]),
			[
				['b', 50_000, 'reported'],
				['a', 150_000, 'estimate'],
			],
		);
	});

	it('are unknown before all of them have ended', () => {
		const moving = record('b', { startedAt: minute, before: 5_000_000 });
		assert.deepEqual(
			groupsOf([run('a', 0, 5, 500, 490), moving]).map(({ amount }) => amount),
			[undefined, undefined],
		);
		// The loss of the balance so far counts once, and each moving run with its expected cost.
		const two = [run('a', 0, 5, 500, 490), run('c', 0, 6, 500, 485), moving];
		assert.equal(
			totalOf(two, () => 40_000),
			190_000,
		);
	});

	it('have their usual cost if the balance lost many times that: no limit counts use elsewhere', () => {
		const usual = [1, 2, 3].map((index) => run(`u${index}`, index * 10, index * 10 + 1, 500, 498));
		const odd = run('odd', 100, 101, 3000, 521);
		const [group] = groupsOf([...usual, odd]);
		assert.deepEqual(
			[group?.amount, group?.elsewhere],
			[{ microdollars: 20_000, basis: 'estimate' }, 24_770_000],
		);
		assert.equal(totalOf([...usual, odd]), 80_000);
		// The cost of a training job is estimated from its duration.
		const job = (id: string, from: number, to: number, before: number, after: number) =>
			run(id, from, to, before, after, { kind: 'job', targetId: '1 x ADA_80_PLUS' });
		const long = groupsOf([job('short', 0, 10, 1000, 970), job('long', 20, 620, 970, -830)]);
		assert.equal(long[0]?.elsewhere, undefined);
		assert.equal(long[0]?.amount?.microdollars, 18_000_000);
	});
});

describe('the cost of all starts together', () => {
	it('counts each part of the balance once, even for overlapping starts', () => {
		const together = [run('a', 0, 5, 500, 488), run('b', 1, 6, 500, 480), run('c', 8, 9, 480, 479)];
		assert.equal(totalOf(together), 210_000);
	});

	it('counts active work at its expected cost', () => {
		const records = [run('a', 0, 1, 500, 490), record('b', { startedAt: 5 * minute, before: 4_900_000 })];
		assert.equal(totalOf(records), 100_000);
		assert.equal(
			totalOf(records, () => 40_000),
			140_000,
		);
	});

	it('counts work ended since the last balance reading at its expected cost', () => {
		const unread = record('b', { startedAt: minute, endedAt: 6 * minute, before: 5_000_000 });
		assert.equal(
			totalOf([run('a', 0, 5, 500, 490), unread], () => 40_000),
			140_000,
		);
	});

	it('counts at least the reported and expected costs, even before the balance falls', () => {
		const done = run('a', 0, 1, 500, 500, { reported: 40_000 });
		const moving = record('b', { startedAt: 0.5 * minute, before: 5_000_000 });
		const latest = { microdollars: 5_000_000, at: 2 * minute };
		assert.equal(
			totalOf([done, moving], () => 40_000, latest),
			80_000,
		);
	});

	it('counts active work by the loss of the balance if that is more', () => {
		const moving = record('b', { kind: 'job', before: 5_000_000 });
		const latest = { microdollars: 1_700_000, at: 2 * minute };
		assert.equal(totalOf([moving], undefined, latest), 3_300_000);
		assert.equal(
			totalOf([moving], () => 6_000_000, latest),
			6_000_000,
		);
	});

	it('falls back to the reported cost after added money', () => {
		assert.equal(totalOf([run('a', 0, 5, 100, 900, { reported: 5 }), run('b', 1, 6, 100, 900)]), 5);
	});

	it('is never negative, and never above the loss of the balance without a reported cost', () => {
		const balances = fc.array(fc.tuple(fc.nat(50), fc.nat(20), fc.nat(1000)), { maxLength: 12 });
		fc.assert(
			fc.property(balances, (starts) => {
				let balance = 1_000_000;
				const records = starts
					.toSorted(([one], [other]) => one - other)
					.map(([from, length, cost], index) => {
						const before = balance;
						balance -= cost;
						return run(String(index), from, from + length, before, balance);
					});
				const total = totalOf(records);
				assert.ok(total >= 0);
				assert.ok(total <= (1_000_000 - balance) * 10_000);
			}),
		);
	});
});

describe('the usual cost of a target', () => {
	it('is the mean of its latest measured runs', () => {
		const records = [
			run('old', 0, 1, 1000, 900),
			...[1, 2, 3, 4, 5].map((index) => run(`r${index}`, index * 10, index * 10 + 1, 100, 98)),
			run('other', 100, 101, 100, 50, { targetId: 'x' }),
		];
		assert.equal(usualCost(records, { kind: 'deployment', targetId: 'd' }), 20_000);
		assert.equal(usualCost(records, { kind: 'model', targetId: 'd' }), undefined);
	});

	it('is the share of a joint cost, only without better data', () => {
		const together = [run('a', 0, 5, 500, 400), run('b', 1, 6, 500, 390)];
		const target = { kind: 'deployment', targetId: 'd' } as const;
		assert.equal(usualCost(together, target), 550_000);
		assert.equal(usualCost([...together, run('c', 10, 11, 390, 387)], target), 30_000);
	});

	it('of earlier starts has their times, newest first', () => {
		const target = { kind: 'deployment', targetId: 'd' } as const;
		const records = [
			run('a', 0, 5, 500, 400),
			run('b', 1, 6, 500, 390),
			run('c', 10, 11, 390, 387),
			record('moving', { startedAt: 20 * minute }),
		];
		assert.deepEqual(
			earlierOf(records, target).map(({ id, startedAt, endedAt, microdollars }) => [
				id,
				(endedAt - startedAt) / minute,
				microdollars,
			]),
			[
				['c', 1, 30_000],
				['b', 5, undefined],
				['a', 5, undefined],
			],
		);
		assert.deepEqual(
			earlierOf(records.slice(0, 2), target).map(({ microdollars }) => microdollars),
			[550_000, 550_000],
		);
	});

	it('is unknown from overlapping work, and from a balance that did not fall', () => {
		const job = run('job', 0, 60, 1000, 400, {
			kind: 'job',
			targetId: '1 x ADA_80_PLUS',
			perHour: 7_490_000,
		});
		const beside = [job, run('a', 10, 11, 1000, 700), run('b', 20, 21, 700, 500)];
		for (const target of [{ kind: 'deployment', targetId: 'd' } as const, job]) {
			assert.equal(usualCost(beside, target), undefined);
			assert.ok(earlierOf(beside, target).every(({ microdollars }) => microdollars === undefined));
		}
		assert.equal(usualCost([run('a', 0, 1, 500, 500)], { kind: 'deployment', targetId: 'd' }), undefined);
	});
});
