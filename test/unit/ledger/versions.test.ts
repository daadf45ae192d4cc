import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { noFilter } from '../../../src/core/runs/history/filter.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { TransferTable } from '../../../src/core/transfers/transferTable.ts';
import { openTestLedger } from './testLedger.ts';

/** The tables as the first version wrote them. */
const firstLayout = `
	CREATE TABLE schema_version (version INTEGER NOT NULL);
	INSERT INTO schema_version (version) VALUES (1);
	CREATE TABLE runs (
		id TEXT PRIMARY KEY,
		connection_id TEXT NOT NULL,
		account_id TEXT NOT NULL,
		deployment_id TEXT NOT NULL,
		document_uri TEXT,
		state TEXT NOT NULL,
		submitted_at INTEGER NOT NULL,
		revision INTEGER NOT NULL,
		record TEXT NOT NULL
	) WITHOUT ROWID;
	CREATE INDEX runs_by_account ON runs (connection_id, account_id, submitted_at);
	CREATE INDEX runs_by_deployment ON runs (connection_id, deployment_id, submitted_at);
	CREATE INDEX runs_by_document ON runs (document_uri, submitted_at) WHERE document_uri IS NOT NULL;
	CREATE INDEX runs_unfinished ON runs (connection_id, account_id, submitted_at)
		WHERE state IN ('submitting', 'queued', 'running', 'fetching');
	CREATE INDEX runs_by_revision ON runs (revision);
	CREATE TABLE removed_runs (id TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID;
	CREATE TABLE transfers (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
	CREATE TABLE leases (name TEXT PRIMARY KEY, owner TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
	CREATE TABLE revision (value INTEGER NOT NULL);
	INSERT INTO revision (value) VALUES (2);
`;

const fields = {
	connectionId: 'c',
	accountId: 'me',
	documentUri: 'file:///x.json',
	documentName: 'x.json',
	summary: { mode: 'overrides', changed: [], seed: '18446744073709551615', outputTitles: { '9': 'Save' } },
	texts: [],
};
const file = {
	nodeId: '38:42',
	channel: 'images',
	index: 1,
	filename: 'a "b".png',
	subfolder: '',
	type: 'output',
};

describe('a ledger written by the first version', () => {
	it('is opened and carried over, runs, files and interrupted downloads', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'easel-versions-'));
		try {
			const path = join(folder, 'history.db');
			const old = new DatabaseSync(path);
			old.exec(firstLayout);
			const insert = old.prepare('INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
			const record = { ...fields, deploymentId: 'd1', deploymentName: 'Text to “image”\n' };
			const ended = { ...record, id: 'a', state: 'succeeded', submittedAt: 1000.5, files: [file] };
			insert.run('a', 'c', 'me', 'd1', 'file:///x.json', 'succeeded', 1000, 1, JSON.stringify(ended));
			const active = { ...record, id: 'b', state: 'running', submittedAt: 2000, files: [] };
			insert.run('b', 'c', 'me', 'd1', 'file:///x.json', 'running', 2000, 2, JSON.stringify(active));
			insert.run('bad', 'c', 'me', 'd1', null, 'failed', 3000, 2, '{"id":');
			const transfer = { id: 't', validator: '"abc"', total: 5 };
			old.prepare('INSERT INTO transfers VALUES (?, ?)').run('t', JSON.stringify(transfer));
			old.close();

			const ledger = await openTestLedger(path);
			const runs = new RunTable(ledger);
			assert.equal(ledger.problem, undefined);
			const target = { kind: 'deployment', id: 'd1', name: 'Text to “image”\n' } as const;
			assert.deepEqual(runs.of({ connectionId: 'c', target, documentUri: 'file:///x.json', limit: 9 }), [
				{ ...fields, id: 'b', target, state: 'running', submittedAt: 2000, files: [] },
				{
					...fields,
					id: 'a',
					target,
					state: 'succeeded',
					submittedAt: 1000.5,
					files: [{ ...file, key: '["38:42","images",1]' }],
				},
			]);
			assert.deepEqual(
				runs.unfinished('c', 'me').map(({ id }) => id),
				['b'],
			);
			const found = runs.of({ connectionId: 'c', limit: 9, filter: { ...noFilter, text: 'IMAGE 4467' } });
			assert.deepEqual(
				found.map(({ id }) => id),
				['b', 'a'],
			);
			assert.deepEqual(new TransferTable(ledger).get('t'), transfer);
			assert.equal(await ledger.leases.lease('poll', 'here', 100), true);
			await ledger.close();
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
