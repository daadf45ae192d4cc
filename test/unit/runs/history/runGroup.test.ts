import assert from 'node:assert/strict';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { GroupRuns, groupKey } from '../../../../src/core/runs/history/group.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { RunTable } from '../../../../src/core/runs/runTable.ts';
import type { WindowParts } from '../../../../src/editor/shell/lazyService.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { runRecord } from '../../support/runRecord.ts';
import { windowParts } from '../../support/windowParts.ts';

const document = 'file:///lighthouse.json';

describe('the runs of a document', () => {
	let folder: string;
	let parts: WindowParts;
	let table: RunTable;

	beforeEach(async () => {
		folder = newFolder();
		const session = new SessionStore({ state: 'signedOut', connection: { id: 'sandbox' } } as never);
		parts = windowParts(session, { folder });
		table = new RunTable((await parts.opened.ledger.get()).ledger);
	});
	afterEach(() => parts.opened.close());

	async function keep(id: string, submittedAt: number, more: Partial<Run> = {}): Promise<Run> {
		const run = runRecord({ id, submittedAt, documentUri: document, ...more });
		await table.put(run);
		return run;
	}

	it('are those of the same account, oldest first, whatever they ran on', async () => {
		const second = await keep('b', 2, { target: { kind: 'model', id: 'm', name: 'M' } });
		await keep('a', 1);
		await keep('elsewhere', 3, { connectionId: 'sandbox' });
		await keep('theirs', 4, { accountId: 'bob' });
		await keep('another', 5, { documentUri: 'file:///harbour.json' });
		await table.put(runRecord({ id: 'bare', submittedAt: 6 }));
		assert.deepEqual(table.idsOf(second), ['a', 'b']);
		assert.deepEqual(table.idsOf(runRecord()), ['bare'], 'without a document, those of the target');
	});

	it('are read again only after a new one', async () => {
		const first = await keep('a', 1);
		let reads = 0;
		const runs = new GroupRuns(
			{
				get: (id) => table.get(id),
				idsOf: (group) => {
					reads++;
					return table.idsOf(group);
				},
			},
			first,
		);
		assert.deepEqual([runs.ids, runs.newest], [['a'], 'a']);
		const { revision } = runs;
		assert.equal(runs.note({ ...first, state: 'running' }), true);
		assert.ok(runs.revision > revision, 'what is known of it is old');
		assert.deepEqual([runs.ids, reads], [['a'], 1]);
		assert.equal(runs.note(runRecord({ id: 'bare' })), false);
		assert.equal(runs.note(await keep('b', 2)), true);
		assert.deepEqual([runs.newest, reads], ['b', 2]);
		await table.remove('a');
		runs.noteRemoved('a');
		runs.noteRemoved('unknown');
		assert.deepEqual([runs.ids, reads], [['b'], 3]);
		assert.deepEqual(
			runs.from(0, 5).map(({ at, run }) => [at, run.id]),
			[[0, 'b']],
		);
	});

	it('share a document, or else a target', () => {
		const lookup = { idsOf: () => [], get: () => undefined };
		const target = { kind: 'model', id: 'm', name: 'M' } as const;
		const kindOf = (more: Partial<Run>) => new GroupRuns(lookup, runRecord({ target, ...more })).kind;
		assert.deepEqual([kindOf({}), kindOf({ documentUri: document })], ['model', 'document']);
	});

	it('share a key that no other run has', () => {
		const run = runRecord({ documentUri: document });
		const others = [
			runRecord(),
			runRecord({ documentUri: 'd' }),
			{ ...run, accountId: 'bob' },
			{ ...run, connectionId: 'sandbox' },
		];
		const keys = new Set([run, ...others].map(groupKey));
		assert.equal(keys.size, 5);
		assert.ok(keys.has(groupKey({ ...run, target: { kind: 'engine', id: 'e', name: 'E' } })));
	});
});
