import assert from 'node:assert/strict';
import { join } from 'node:path';
import { WorkerWriter } from '../../../src/core/ledger/workerWriter.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { openTestLedger, run } from './testLedger.ts';

describe('the writer thread of the ledger', () => {
	let folder: string;
	let path: string;
	beforeEach(() => {
		folder = newFolder();
		path = join(folder, 'history.db');
	});

	it('keeps the order of parallel changes, and shows each only once it is done', async () => {
		const ledger = await openTestLedger(path);
		const runs = new RunTable(ledger);
		const put = runs.put(run('a', { notice: '' }));
		assert.equal(runs.get('a'), undefined);
		const changes = Array.from({ length: 20 }, (_, index) =>
			runs.update('a', (current) => ({ ...current, notice: `${current.notice}${index} ` })),
		);
		const removed = runs.remove('b');
		await put;
		assert.ok(runs.get('a'));
		await Promise.all([...changes, removed]);
		assert.equal(runs.get('a')?.notice, Array.from({ length: 20 }, (_, index) => `${index} `).join(''));
		const gone = runs.remove('a');
		const late = runs.update('a', (current) => ({ ...current, notice: 'late' }));
		assert.deepEqual([await gone, await late], [undefined, undefined]);
		await ledger.close();
	});

	it('finishes pending writes before the ledger is closed', async () => {
		const ledger = await openTestLedger(path);
		const runs = new RunTable(ledger);
		const writes = Array.from({ length: 200 }, (_, index) => runs.put(run(`r${index}`)));
		await ledger.close();
		assert.deepEqual(new Set(await Promise.all(writes)), new Set([true]));
		const again = await openTestLedger(path);
		assert.equal(new RunTable(again).of({ connectionId: 'sandbox', limit: 999 }).length, 200);
		await again.close();
	});

	it('restarts after a crash; only pending writes fail', async () => {
		const program = new URL('./dyingWorker.ts', import.meta.url);
		const problems: string[] = [];
		const ledger = await openTestLedger(path, {
			onProblem: (problem) => problems.push(problem),
			writer: (file, tables, events) => new WorkerWriter(file, tables, events, program),
		});
		const runs = new RunTable(ledger);
		assert.equal(await runs.put(run('before')), true);
		assert.equal(await runs.put(run('deadly')), false);
		assert.equal(await runs.put(run('after')), true);
		assert.deepEqual(
			runs
				.of({ connectionId: 'sandbox', limit: 9 })
				.map(({ id }) => id)
				.sort(),
			['after', 'before'],
		);
		assert.equal(problems.length, 1);
		await ledger.close();
	});
});
