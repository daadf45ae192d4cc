import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import { BatchTable } from '../../../src/core/batches/batchTable.ts';
import { UploadFileTable, UploadTable } from '../../../src/core/datasets/upload/table.ts';
import { DeploymentChangeTable } from '../../../src/core/deployments/changeTable.ts';
import { JobTable } from '../../../src/core/jobs/jobTable.ts';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { openLedger } from '../../../src/core/ledger/open.ts';
import type { RecordTable } from '../../../src/core/ledger/recordTable.ts';
import { layouts } from '../../../src/core/operations/node/work.ts';
import { ChangeFeed } from '../../../src/core/records/changeFeed.ts';
import { DocumentFacts } from '../../../src/core/runs/documentFacts.ts';
import { RunMarks } from '../../../src/core/runs/history/marks.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { SpendingTable } from '../../../src/core/spending/spendingTable.ts';
import { TransferTable } from '../../../src/core/transfers/transferTable.ts';
import { EventTable } from '../../../src/core/webhooks/eventTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { batchRecord } from '../support/batchRecord.ts';
import { run } from './testLedger.ts';

const owner = { id: 'a', connectionId: 'sandbox', accountId: 'me' };
const file = { path: '/p/a.png', name: 'a.png', bytes: 3, modifiedAt: 5 };

/** A table as a window uses it: writes its record, reads it, and changes it. */
interface Door {
	put(): Promise<unknown>;
	has(): Promise<boolean>;
	/** Changes the record as the product does. */
	change(): Promise<unknown>;
	/** The id of its row. */
	readonly id?: string;
	/** A word of the record that a later version can have another one for. */
	readonly word?: string;
}

/** Returns the access to a table for changes of one member at a time. */
function door<T extends { readonly id: string }>(
	table: RecordTable<T>,
	record: T,
	change: Partial<T>,
	word?: keyof T & string,
): Door {
	return {
		put: () => table.put(record),
		has: async () => table.get(record.id) !== undefined,
		change: () => table.update(record.id, (before) => ({ ...before, ...change })),
		id: record.id,
		...(word === undefined ? {} : { word }),
	};
}

/** Every table of the history, by its name. */
const doors: Readonly<Record<string, (ledger: Ledger) => Door>> = {
	runs: (ledger) =>
		door(
			new RunTable(ledger),
			run('a', {
				files: [{ key: 'k', filename: 'a.png', subfolder: '', type: 'output' }],
				texts: [{ nodeId: '1', channel: 'text', index: 0, text: 'words' }],
				error: { error: 'e', details: 'd', debugInfo: '' },
			}),
			{ notice: 'changed' },
			'state',
		),
	run_marks: (ledger) => {
		const marks = new RunMarks(ledger, silentLog, () => true);
		return {
			put: () => marks.set('a', { starred: true }),
			has: async () => marks.of('a').starred,
			change: () => marks.set('a', { note: 'changed' }),
		};
	},
	document_facts: (ledger) => {
		const facts = new DocumentFacts(ledger);
		return {
			put: () => facts.noteDraws('a', true),
			has: async () => facts.drawsFor('a') !== undefined,
			change: () => facts.noteDraws('a', false),
		};
	},
	batches: (ledger) => door(new BatchTable(ledger), batchRecord({ id: 'a' }), { notice: 'changed' }, 'state'),
	deployment_changes: (ledger) =>
		door(
			new DeploymentChangeTable(ledger),
			{ ...owner, deploymentId: 'd', name: 'n', at: 1, kind: 'changed', before: { name: 'n' }, after: {} },
			{ uncertain: true },
			'kind',
		),
	jobs: (ledger) =>
		door(
			new JobTable(ledger),
			{
				...owner,
				name: 'n',
				phase: 'moving',
				state: 'RUNNING',
				submittedAt: 1,
				attempt: 1,
				progress: { step: 3 },
				pace: { first: { at: 1, step: 1 }, recent: [{ at: 2, step: 2 }] },
				artifacts: { step: 1, checkpoints: [], sampleCount: 0 },
			},
			{ notice: 'changed' },
			'phase',
		),
	spending: (ledger) =>
		door(
			new SpendingTable(ledger),
			{ ...owner, kind: 'deployment', targetId: 'd', name: 'n', startedAt: 1 },
			{ endedAt: 2 },
			'kind',
		),
	transfers: (ledger) => door(new TransferTable(ledger), { id: 'a', state: 'running' }, { done: 2 }, 'state'),
	uploads: (ledger) =>
		door(
			new UploadTable(ledger),
			{
				...owner,
				datasetId: 'd',
				datasetName: 'n',
				state: 'sending',
				count: 1,
				bytes: 3,
				sent: '',
				skipped: '',
				replaced: '',
				failed: [{ reason: 'r', files: '0' }],
				doneBytes: 0,
				attempt: 1,
				startedAt: 1,
			},
			{ notice: 'changed' },
			'state',
		),
	upload_files: (ledger) => {
		const table = new UploadFileTable(ledger);
		return {
			id: 'a/0',
			put: () => table.put('a', [file]),
			has: async () => (await table.of('a', 1)) !== undefined,
			change: async () => {
				const known = await table.of('a', 1);
				return table.put('a', [{ ...(known?.[0] ?? file), bytes: 4 }]);
			},
		};
	},
	webhook_events: (ledger) =>
		door(
			new EventTable(ledger),
			{
				id: 'a',
				number: 1,
				at: 1,
				state: 'queued',
				contentType: 'application/json',
				bytes: 2,
				kept: '{}',
				answers: [{ at: 1, host: 'h', tookMs: 1 }],
			},
			{ requestId: 'changed' },
			'state',
		),
};

/** Returns a record with a member that only a later version knows, in each of its objects. */
function later(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(later);
	if (typeof value !== 'object' || value === null) return value;
	return {
		...Object.fromEntries(Object.entries(value).map(([name, each]) => [name, later(each)])),
		ofLater: 'kept',
	};
}

/** Returns the number of objects in a record that have the member of a later version. */
function laterMembers(value: unknown): number {
	if (typeof value !== 'object' || value === null) return 0;
	const own = 'ofLater' in value && value.ofLater === 'kept' ? 1 : 0;
	return Object.values(value).reduce<number>((sum, each) => sum + laterMembers(each), own);
}

describe('a history shared by windows of several versions', () => {
	let folder: string;
	let ledger: Ledger;
	let other: DatabaseSync;
	beforeEach(async () => {
		folder = newFolder();
		const path = join(folder, 'history.db');
		ledger = await openLedger({ path, tables: layouts, log: silentLog, clock: systemClock });
		other = new DatabaseSync(path);
	});
	afterEach(async () => {
		other.close();
		await ledger.close();
	});

	const textOf = (table: string, id: string) =>
		String(other.prepare(`SELECT record FROM ${table} WHERE id = ?`).get(id)?.record);

	/** The window of a later version writes the record. */
	const write = (table: string, id: string, record: unknown) => {
		const next = other.prepare('UPDATE revision SET value = value + 1 RETURNING value').get()?.value;
		other
			.prepare(`UPDATE ${table} SET record = ?, revision = ? WHERE id = ?`)
			.run(JSON.stringify(record), Number(next), id);
	};

	it('has a test for each of its tables', () => {
		assert.deepEqual(Object.keys(doors).sort(), layouts.map(({ name }) => name).sort());
	});

	for (const [table, open] of Object.entries(doors)) {
		it(`keeps additions of a later version in "${table}"`, async () => {
			const { id = 'a', ...window } = open(ledger);
			await window.put();
			const before = later(JSON.parse(textOf(table, id)));
			write(table, id, before);
			const text = textOf(table, id);
			await window.change();
			assert.notEqual(textOf(table, id), text);
			assert.equal(laterMembers(JSON.parse(textOf(table, id))), laterMembers(before));
		});

		it(`keeps a record of "${table}" with a new meaning in a later version`, async () => {
			const { id = 'a', word, ...window } = open(ledger);
			await window.put();
			const known = JSON.parse(textOf(table, id));
			const unknown = [
				{ ...known, recordVersion: 2 },
				...(word === undefined ? [] : [{ ...known, [word]: 'of a later version' }]),
			];
			for (const record of unknown) {
				write(table, id, record);
				assert.equal(await window.has(), false);
				await window.put();
				await window.change();
				assert.deepEqual(JSON.parse(textOf(table, id)), record);
			}
		});
	}

	it('is not overwritten with an older copy of a window', async () => {
		const table = new RunTable(ledger);
		const feed = new ChangeFeed(
			table,
			() => true,
			() => undefined,
		);
		feed.begin();
		await feed.put(run('a'));
		const record = { ...run('a'), state: 'of a later version' };
		write('runs', 'a', record);
		feed.look();
		assert.equal(await feed.update('a', (before) => ({ ...before, notice: 'older' })), undefined);
		assert.deepEqual(JSON.parse(textOf('runs', 'a')), record);
		feed.dispose();
	});
});
