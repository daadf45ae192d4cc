import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../../src/core/base/clock.ts';
import { silentLog } from '../../../src/core/base/log.ts';
import type { TableLayout } from '../../../src/core/ledger/ledger.ts';
import { openLedger } from '../../../src/core/ledger/open.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { openTestLedger, run } from './testLedger.ts';

const create = (columns: string) =>
	`CREATE TABLE notes (id TEXT PRIMARY KEY, revision INTEGER NOT NULL, record TEXT NOT NULL${columns}) WITHOUT ROWID`;

/** A table at its second version, which knows a column more than its first one. */
const notes: TableLayout = {
	name: 'notes',
	migrations: [create(''), `ALTER TABLE notes ADD COLUMN place TEXT NOT NULL DEFAULT 'here'`],
};

/** Layouts that no released version wrote. */
const unknown = {
	'tables without versions of their own': `
		CREATE TABLE schema_version (version INTEGER NOT NULL);
		INSERT INTO schema_version (version) VALUES (1);
		CREATE TABLE runs (id TEXT PRIMARY KEY, deployment_id TEXT NOT NULL, record TEXT NOT NULL) WITHOUT ROWID;
		INSERT INTO runs VALUES ('old', 'd1', '{}');`,
	'a table from before its first version': `
		CREATE TABLE schema_version (version INTEGER NOT NULL);
		INSERT INTO schema_version (version) VALUES (2);
		CREATE TABLE table_versions (name TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
		INSERT INTO table_versions VALUES ('runs', 2);
		CREATE TABLE runs (id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
		INSERT INTO runs VALUES ('old', '{}');`,
	'tables of another program': `
		CREATE TABLE runs (id TEXT PRIMARY KEY, meters INTEGER NOT NULL);
		INSERT INTO runs VALUES ('old', 5000);`,
} as const;

describe('the layout of a ledger', () => {
	let folder: string;
	let path: string;
	beforeEach(() => {
		folder = newFolder();
		path = join(folder, 'history.db');
	});

	for (const [title, layout] of Object.entries(unknown)) {
		it(`that has ${title} starts a new history, and the file is kept`, async () => {
			const old = new DatabaseSync(path);
			old.exec(layout);
			old.close();

			const ledger = await openTestLedger(path);
			assert.match(ledger.problem ?? '', /so a new one was started\. The file was kept as "history\.db"\.$/);
			assert.equal(await new RunTable(ledger).put(run('new')), true);
			await ledger.close();

			const again = await openTestLedger(path);
			assert.equal(again.problem, undefined);
			assert.equal(new RunTable(again).get('new')?.id, 'new');
			await again.close();

			const kept = new DatabaseSync(path, { readOnly: true });
			assert.deepEqual(
				kept
					.prepare('SELECT id FROM runs')
					.all()
					.map(({ id }) => id),
				['old'],
			);
			kept.close();
		});
	}

	it('of an earlier version is migrated by the missing steps, with its records', async () => {
		const tables = (...layouts: TableLayout[]) =>
			openLedger({ path, tables: layouts, log: silentLog, clock: systemClock });
		const first = await tables({ ...notes, migrations: notes.migrations.slice(0, 1) });
		const put = { kind: 'put', table: 'notes', id: 'a', columns: {}, record: '{}', over: 'nothing' } as const;
		assert.notEqual(await first.write(put), 'failed');
		await first.close();

		const later = await tables(notes, {
			...notes,
			name: 'more',
			migrations: [create('').replace('notes', 'more')],
		});
		assert.equal(later.problem, undefined);
		const row = later.read(undefined, (database) => database.prepare('SELECT id, place FROM notes').get());
		assert.deepEqual({ ...row }, { id: 'a', place: 'here' });
		assert.equal(
			later.read(undefined, (database) => database.prepare('SELECT count(*) AS n FROM more').get())?.n,
			0,
		);
		await later.close();
	});
});
