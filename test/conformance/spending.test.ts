import assert from 'node:assert/strict';
import { hasEnded } from '../../src/core/runs/run.ts';
import { groupsOf } from '../../src/core/spending/groups.ts';
import { totalOf } from '../../src/core/spending/total.ts';
import { until } from '../unit/support/until.ts';
import { openSpendingWorld, targets } from './spendingWorld.ts';

/** Numbers of simultaneous runs; the next begin when these have ended. */
const bursts = [1, 1, 1, 7, 50, 140];
const count = bursts.reduce((sum, each) => sum + each, 0);

const painting = (color: number) =>
	JSON.stringify({
		1: { class_type: 'EmptyImage', inputs: { width: 16, height: 16, batch_size: 1, color } },
		2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'picture' } },
	});

describe('the spending that Easel reports', () => {
	let world: Awaited<ReturnType<typeof openSpendingWorld>>;

	before(async () => {
		world = await openSpendingWorld({ sandbox: 200, window: 60 });
	});
	after(() => world?.close());

	it('matches the books of the service over two hundred runs on three deployments, most at once', async () => {
		const { runs, spending } = world;
		const before = await world.balance();
		spending.reader.want();
		await until('the first balance', () => spending.reader.latest !== undefined);
		const ids: string[] = [];
		const records = () => spending.history.records(count);
		for (const burst of bursts) {
			const now = Array.from({ length: burst }, (_, nth) => {
				const index = ids.length + nth;
				return world.start(painting(index + 1), targets[index % targets.length] ?? assert.fail());
			});
			ids.push(...(await Promise.all(now)));
			await until('the end of all runs', () => ids.every((id) => hasEnded(runs.get(id) ?? assert.fail())));
			await until('the balance after them', () => records().every(({ after }) => after !== undefined));
		}
		const groups = groupsOf(records());
		assert.equal(groups.length, bursts.length);
		const spent = groups.reduce((sum, { amount }) => sum + (amount?.microdollars ?? 0), 0);
		const books = before - (await world.balance());
		assert.ok(books > 0);
		for (const sum of [spent, totalOf(records())])
			assert.ok(Math.abs(sum - books) <= books * 0.02, `${sum} of ${books} microdollars`);
	});
});
