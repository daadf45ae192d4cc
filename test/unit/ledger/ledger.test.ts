import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import { runStates } from '../../../src/core/runs/runSchema.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { TransferTable } from '../../../src/core/transfers/transferTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { until } from '../support/until.ts';
import { openTestLedger, run } from './testLedger.ts';

describe('the ledger', () => {
	let folder: string;
	let path: string;
	let open: Ledger[];
	const openHere = async (now?: () => number) => {
		const ledger = await openTestLedger(path, now ? { clock: { now } } : {});
		open.push(ledger);
		return {
			ledger,
			leases: ledger.leases,
			runs: new RunTable(ledger),
			transfers: new TransferTable(ledger),
		};
	};
	beforeEach(() => {
		folder = newFolder();
		path = join(folder, 'deep', 'history.db');
		open = [];
	});
	afterEach(async () => {
		for (const each of open) await each.close();
	});

	describe('runs', () => {
		it('returns saved runs, even after reopening', async () => {
			const original = run('a', {
				requestId: 'r1',
				documentUri: 'file:///w/harbour.json',
				files: [
					{
						key: '9/images/0',
						nodeId: '9',
						channel: 'images',
						index: 0,
						filename: 'a.png',
						subfolder: '',
						type: 'output',
						bytes: 12,
					},
				],
				texts: [{ nodeId: '38:42', channel: 'text', index: 0, text: 'hello\n"world"' }],
				error: { error: 'E', details: 'd', debugInfo: 'i', errorCode: 7 },
			});
			await (await openHere()).runs.put(original);
			assert.deepEqual((await openHere()).runs.get('a'), original);
			assert.equal((await openHere()).runs.get('nobody'), undefined);
		});

		it('lists the newest first, by account, deployment and document, page by page', async () => {
			const ledger = await openHere();
			for (let index = 0; index < 10; index++) {
				await ledger.runs.put(
					run(`r${index}`, {
						submittedAt: index,
						target: { kind: 'deployment', id: index % 2 ? 'odd' : 'even', name: 'N' },
						accountId: index < 8 ? 'me' : 'other',
						...(index === 3 ? { documentUri: 'file:///x.json' } : {}),
					}),
				);
			}
			const ids = (query: Partial<Parameters<RunTable['of']>[0]>) =>
				ledger.runs.of({ connectionId: 'sandbox', limit: 3, ...query }).map(({ id }) => id);
			assert.deepEqual(ids({}), ['r9', 'r8', 'r7']);
			assert.deepEqual(ids({ accountId: 'me' }), ['r7', 'r6', 'r5']);
			assert.deepEqual(ids({ accountId: 'me', before: 5 }), ['r4', 'r3', 'r2']);
			assert.deepEqual(ids({ target: { kind: 'deployment', id: 'odd' } }), ['r9', 'r7', 'r5']);
			assert.deepEqual(ids({ target: { kind: 'model', id: 'odd' } }), []);
			assert.deepEqual(ids({ documentUri: 'file:///x.json' }), ['r3']);
			assert.deepEqual(ids({ connectionId: 'elsewhere' }), []);
		});

		it('lists the runs in progress', async () => {
			const ledger = await openHere();
			for (const [index, state] of runStates.entries())
				await ledger.runs.put(run(state, { state, submittedAt: index }));
			await ledger.runs.put(run('not mine', { accountId: 'other' }));
			assert.deepEqual(
				ledger.runs.unfinished('sandbox', 'me').map(({ id }) => id),
				['submitting', 'queued', 'running', 'fetching'],
			);
		});

		it('changes a run atomically, and keeps it if there is no change', async () => {
			const ledger = await openHere();
			await ledger.runs.put(run('a'));
			const revision = ledger.runs.revision();
			assert.equal((await ledger.runs.update('a', (current) => current))?.state, 'queued');
			assert.equal((await ledger.runs.update('a', () => undefined))?.state, 'queued');
			assert.equal(ledger.runs.revision(), revision);
			assert.equal(
				(await ledger.runs.update('a', (current) => ({ ...current, state: 'running' })))?.state,
				'running',
			);
			assert.equal(await ledger.runs.update('b', (current) => current), undefined);
		});

		it('rolls back a change that throws', async () => {
			const ledger = await openHere();
			await ledger.runs.put(run('a'));
			const broken = ledger.runs.update('a', () => {
				throw new Error('half way');
			});
			await assert.rejects(broken, /half way/);
			assert.equal(ledger.runs.get('a')?.state, 'queued');
			const again = await openHere();
			assert.equal(
				(await again.runs.update('a', (current) => ({ ...current, state: 'lost' })))?.state,
				'lost',
			);
		});

		it('skips a damaged record and keeps the others', async () => {
			const ledger = await openHere();
			for (const id of ['a', 'b', 'c', 'd']) await ledger.runs.put(run(id));
			const other = new DatabaseSync(path);
			other.exec(`UPDATE runs SET record = '{"id":"b"' WHERE id = 'b'`);
			other.exec(`UPDATE runs SET record = '{"id":"c","state":"odd"}' WHERE id = 'c'`);
			other.close();
			assert.deepEqual(
				ledger.runs.of({ connectionId: 'sandbox', limit: 9 }).map(({ id }) => id),
				['a', 'd'],
			);
			assert.equal(ledger.runs.get('b'), undefined);
		});
	});

	describe('several windows', () => {
		it('see changes and removals by others since a revision, without repetition', async () => {
			const here = await openHere();
			const there = await openHere();
			let { revision } = here.runs.changedSince(0);
			await there.runs.put(run('a'));
			await there.runs.put(run('b'));
			await there.runs.remove('a');
			const first = here.runs.changedSince(revision);
			assert.deepEqual([first.changed.map(({ id }) => id), first.removed], [['b'], ['a']]);
			revision = first.revision;
			assert.deepEqual(here.runs.changedSince(revision).changed, []);
			await there.runs.update('b', (current) => ({ ...current, state: 'running' }));
			assert.deepEqual(
				here.runs.changedSince(revision).changed.map(({ state }) => state),
				['running'],
			);
		});

		it('do not lose each other’s changes of a run', async () => {
			const here = await openHere();
			const there = await openHere();
			await here.runs.put(run('a'));
			await there.runs.update('a', (current) => ({ ...current, cancelRequested: true }));
			await here.runs.update('a', (current) => ({ ...current, state: 'running' }));
			assert.deepEqual([there.runs.get('a')?.cancelRequested, there.runs.get('a')?.state], [true, 'running']);
		});

		it('share a lease: one owns it until its release or expiry', async () => {
			let now = 1000;
			const here = await openHere(() => now);
			const there = await openHere(() => now);
			assert.equal(here.leases.leased('poll'), false);
			assert.equal(await here.leases.lease('poll', 'here', 100), true);
			assert.equal(await there.leases.lease('poll', 'there', 100), false);
			assert.equal(await there.leases.lease('other', 'there', 100), true);
			assert.equal(there.leases.leased('poll'), true);
			now += 99;
			assert.equal(await here.leases.lease('poll', 'here', 100), true);
			now += 99;
			assert.equal(await there.leases.lease('poll', 'there', 100), false);
			now += 1;
			assert.equal(await there.leases.lease('poll', 'there', 100), true);
			await here.leases.release('poll', 'here');
			assert.equal(there.leases.leased('poll'), true);
			await there.leases.release('poll', 'there');
			assert.equal(await here.leases.lease('poll', 'here', 100), true);
		});

		it('open the same new file at the same time', async () => {
			const ledgers = await Promise.all(Array.from({ length: 5 }, () => openHere()));
			for (const [index, ledger] of ledgers.entries()) await ledger.runs.put(run(`r${index}`));
			assert.deepEqual(new Set(ledgers.map(({ ledger }) => ledger.problem)), new Set([undefined]));
			assert.equal(ledgers[0]?.runs.of({ connectionId: 'sandbox', limit: 9 }).length, 5);
		});
	});

	describe('trouble with the file', () => {
		it('keeps a file that is not a database, reports it, and starts a new one', async () => {
			await (await openHere()).ledger.close();
			writeFileSync(path, 'this is not a database, but it is long enough to look like a file'.repeat(50));
			const ledger = await openHere();
			assert.match(ledger.ledger.problem ?? '', /damaged.*kept as "history\.db"/);
			await ledger.runs.put(run('a'));
			assert.equal(ledger.runs.get('a')?.id, 'a');
			assert.match(readFileSync(path, 'utf8'), /^this is not a database/);
			assert.equal((await openHere()).runs.get('a')?.id, 'a');
		});

		it('survives damage while it is open', async () => {
			const ledger = await openHere();
			for (let index = 0; index < 200; index++) await ledger.runs.put(run(`r${index}`));
			await ledger.ledger.close();
			const again = await openHere();
			const bytes = readFileSync(path);
			bytes.fill(0x55, 4096);
			writeFileSync(path, bytes);
			assert.deepEqual(again.runs.of({ connectionId: 'sandbox', limit: 500 }), []);
			await until('the new file', () => /damaged/.test(again.ledger.problem ?? ''));
			await again.runs.put(run('new'));
			assert.equal(again.runs.get('new')?.id, 'new');
		});

		it('keeps a file of a newer version unchanged', async () => {
			await (await openHere()).runs.put(run('a'));
			const newer = new DatabaseSync(path);
			newer.exec('INSERT INTO schema_version (version) VALUES (99)');
			newer.close();
			const ledger = await openHere();
			assert.match(ledger.ledger.problem ?? '', /newer version/);
			await ledger.runs.put(run('b'));
			assert.equal(ledger.runs.get('a'), undefined);
			assert.equal((await openHere()).runs.get('b')?.id, 'b');
			const untouched = new DatabaseSync(path);
			assert.equal(untouched.prepare('SELECT count(*) AS n FROM runs').get()?.n, 1);
			untouched.close();
		});

		it('stays in memory if the disk is not writable', async () => {
			writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
			const ledger = await openHere();
			assert.match(ledger.ledger.problem ?? '', /cannot be written/);
			await ledger.runs.put(run('a'));
			assert.equal(ledger.runs.get('a')?.id, 'a');
		});

		it('is reported once, and again if it returns', async () => {
			const problems: string[] = [];
			const ledger = await openTestLedger(path, { onProblem: (problem) => problems.push(problem) });
			open.push(ledger);
			const other = new DatabaseSync(path);
			other.exec('PRAGMA busy_timeout = 10000');
			const disturb = () => other.exec('ALTER TABLE leases RENAME TO elsewhere');
			const repair = () => other.exec('ALTER TABLE elsewhere RENAME TO leases');
			disturb();
			for (let time = 0; time < 3; time++)
				assert.equal(await ledger.leases.lease('poll', 'here', 100), false);
			assert.equal(problems.length, 1);
			assert.match(problems[0] ?? '', /could not be written.*disk is not full/);
			repair();
			assert.equal(await ledger.leases.lease('poll', 'here', 100), true);
			disturb();
			assert.equal(await ledger.leases.lease('poll', 'here', 100), false);
			assert.equal(problems.length, 2);
			other.close();
		});

		it('returns nothing after it is closed', async () => {
			const ledger = await openHere();
			await ledger.runs.put(run('a'));
			await ledger.ledger.close();
			assert.equal(ledger.runs.get('a'), undefined);
			assert.equal(await ledger.leases.lease('poll', 'here', 100), false);
			await ledger.runs.put(run('b'));
			await ledger.ledger.close();
		});
	});

	describe('secrets', () => {
		it('never reach the file: signed addresses, credentials in addresses, media bytes', async () => {
			const ledger = await openHere();
			const secret = 'X-Signature=5ecret';
			await ledger.runs.put(
				run('a', {
					notice: `see https://cdn.example/f.png?${secret}`,
					error: {
						error: 'E',
						details: `GET https://user:5ecret@host.example/x?a=1&${secret}#top failed`,
						debugInfo: `{"image":"data:image/png;base64,${'5ecretA'.repeat(20)}=="}`,
					},
					texts: [
						{ nodeId: '1', channel: 'text', index: 0, text: `"https://a.example/?${secret}" and more` },
					],
				}),
			);
			await ledger.transfers.put({ id: 't', validator: '"abc"', total: 5 });
			await ledger.ledger.close();
			for (const name of readdirSync(join(folder, 'deep'))) {
				assert.equal(readFileSync(join(folder, 'deep', name), 'latin1').includes('5ecret'), false, name);
			}
			const kept = (await openHere()).runs.get('a');
			assert.match(kept?.texts[0]?.text ?? '', /^"https:\/\/a\.example\/" and more$/);
			assert.equal(kept?.notice, 'see https://cdn.example/f.png');
		});

		it('do not mistake ordinary text for an address', async () => {
			const ledger = await openHere();
			const text = 'what? is this: a data:thing, 1/2? C:\\x?y https://example.com/plain "quoted"? yes';
			await ledger.runs.put(run('a', { notice: text }));
			assert.equal(ledger.runs.get('a')?.notice, text);
		});
	});

	it('keeps and deletes the data of an interrupted download', async () => {
		const ledger = await openHere();
		await ledger.transfers.put({ id: 't', validator: '"abc"', total: 5 });
		assert.deepEqual((await openHere()).transfers.get('t'), { id: 't', validator: '"abc"', total: 5 });
		await ledger.transfers.remove('t');
		assert.equal(ledger.transfers.get('t'), undefined);
	});
});
