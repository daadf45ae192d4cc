import assert from 'node:assert/strict';
import { chmodSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Ledger } from '../../../src/core/ledger/ledger.ts';
import type { LedgerOptions } from '../../../src/core/ledger/open.ts';
import { type ConnectWriter, writeHere } from '../../../src/core/ledger/writer.ts';
import { RunTable } from '../../../src/core/runs/runTable.ts';
import { newFolder } from '../../support/newFolder.ts';
import { until } from '../support/until.ts';
import { CommandedWindow } from './commandedWindow.ts';
import { openTestLedger, run } from './testLedger.ts';

const hour = 3_600_000;

describe('the ledger in trouble', () => {
	let folder: string;
	let path: string;
	let ledgers: Ledger[];
	let windows: CommandedWindow[];

	beforeEach(() => {
		folder = newFolder();
		path = join(folder, 'history.db');
		ledgers = [];
		windows = [];
	});
	afterEach(async () => {
		for (const ledger of ledgers) await ledger.close();
		for (const window of windows) await window.close();
	});

	async function open(more: Partial<LedgerOptions> = {}) {
		const ledger = await openTestLedger(path, more);
		ledgers.push(ledger);
		return { ledger, leases: ledger.leases, runs: new RunTable(ledger) };
	}
	async function openWindow(user?: { readonly uid?: number; readonly gid?: number }) {
		const window = new CommandedWindow(path, user);
		windows.push(window);
		return { window, first: await window.answer() };
	}
	/** Writes over the beginning of the file, as a disk or another program might. */
	function damageHeader(): void {
		const viewer = new DatabaseSync(path);
		// Pages that are still in the log next to the file would hide the damage.
		viewer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
		viewer.close();
		const file = openSync(path, 'r+');
		writeSync(file, Buffer.alloc(200, 0x55), 0, 200, 0);
	}
	const idsIn = (runs: RunTable) =>
		runs
			.of({ connectionId: 'sandbox', limit: 99 })
			.map(({ id }) => id)
			.sort();

	describe('a damaged file', () => {
		it('is abandoned by all windows together, along with their known records', async () => {
			const [one, other] = [await open(), await open()];
			await one.runs.put(run('a'));
			await other.runs.put(run('b'));
			const revisions = [one, other].map(({ runs }) => runs.revision());
			damageHeader();
			const third = await open();
			assert.match(third.ledger.problem ?? '', /damaged.*"history\.db"/);
			assert.equal(await third.runs.put(run('c')), true);
			// A window that only watches follows too.
			for (const [index, { runs }] of [one, other].entries()) {
				const before = revisions[index] ?? 0;
				const changes = await until('the new file', () => {
					const since = runs.changedSince(before);
					return since.revision < before && since;
				});
				assert.deepEqual(
					changes.changed.map(({ id }) => id),
					index === 0 ? ['c'] : ['c', 'a'],
				);
				assert.equal(await runs.restore(run(index === 0 ? 'a' : 'b')), true);
			}
			assert.equal(
				await one.runs.restore({ ...run('c'), state: 'lost' }),
				false,
				'what is there counts more',
			);
			for (const { runs } of [one, other, third]) assert.deepEqual(idsIn(runs), ['a', 'b', 'c']);
			assert.equal(third.runs.get('c')?.state, 'queued');
			assert.deepEqual(idsIn((await open()).runs), ['a', 'b', 'c']);
		});

		it('loses no write that was reported as done', async () => {
			const [one, other] = [await open(), await open()];
			// Each window has written something, so that nothing of its opening is still on the way into the log.
			for (const { runs } of [one, other]) await runs.put(run('before'));
			damageHeader();
			const third = await open();
			const ids = Array.from({ length: 30 }, (_, index) => `r${String(index).padStart(2, '0')}`);
			const written = await Promise.all(
				ids.map((id, index) => [one, other, third][index % 3]?.runs.put(run(id))),
			);
			assert.deepEqual(new Set(written), new Set([true]));
			assert.deepEqual(idsIn((await open()).runs), ids);
		});

		it('is abandoned by windows of other processes too', async () => {
			const [one, other] = [await openWindow(), await openWindow()];
			// Each window has written something, so that nothing of its opening is still on the way into the log.
			for (const { window } of [one, other])
				assert.deepEqual(await window.ask('put a'), { put: true, problem: null });
			damageHeader();
			const third = await openWindow();
			assert.match(JSON.stringify(third.first), /damaged/);
			assert.deepEqual(await other.window.ask('put b'), { put: true, problem: null });
			assert.deepEqual(await one.window.ask('put c'), { put: true, problem: null });
			for (const { window } of [one, other, third]) {
				assert.deepEqual((await window.ask('list')) as string[], ['b', 'c']);
			}
		});
	});

	describe('a lock by another program', () => {
		it('delays writes, never reads, and is reported to the user', async () => {
			const problems: string[] = [];
			const { runs, leases } = await open({ onProblem: (problem) => problems.push(problem) });
			await runs.put(run('a'));
			const viewer = new DatabaseSync(path);
			viewer.exec('BEGIN IMMEDIATE');
			let done = false;
			const writing = Promise.all([
				runs.update('a', (current) => ({ ...current, state: 'running' })),
				runs.put(run('b')),
				leases.lease('poll', 'here', 100),
			]).finally(() => {
				done = true;
			});
			await until('a sentence', () => problems.length > 0);
			assert.match(problems.join(), /Another program has locked.*waits/);
			assert.deepEqual([done, idsIn(runs), runs.get('a')?.state], [false, ['a'], 'queued']);
			assert.deepEqual((await open()).runs.get('a')?.state, 'queued', 'another window opens all the same');
			viewer.exec('ROLLBACK');
			viewer.close();
			assert.deepEqual((await writing).slice(1), [true, true]);
			assert.deepEqual([idsIn(runs), runs.get('a')?.state], [['a', 'b'], 'running']);
			assert.equal(problems.length, 1);
		});

		it('does not block closing a window', async () => {
			const { ledger, runs } = await open();
			const viewer = new DatabaseSync(path);
			viewer.exec('BEGIN IMMEDIATE');
			const writing = runs.put(run('a'));
			await ledger.close();
			assert.equal(await writing, false);
			viewer.close();
		});
	});

	describe('a file that is temporarily unusable', () => {
		let isShort: boolean;
		/** Writes as usual, unless something that it needs is short. */
		const writer: ConnectWriter = (...parts) => {
			const real = writeHere(...parts);
			return {
				open: async () => (isShort ? 'unwritable' : real.open()),
				write: async (operations) => (isShort ? 'unwritable' : real.write(operations)),
				damaged: (damaged) => real.damaged(damaged),
				close: () => real.close(),
			};
		};
		beforeEach(() => {
			isShort = true;
		});

		it('is used as soon as possible, with the writes kept in memory', async () => {
			const one = await open();
			await one.runs.put(run('a'));
			const two = await open({ writer });
			assert.match(two.ledger.problem ?? '', /cannot be written to disk.*retries automatically/);
			const revision = two.runs.revision();
			assert.equal(await two.runs.put(run('b')), true);
			assert.equal(await two.leases.lease('submit', 'two', hour, 'note'), true);
			assert.deepEqual([idsIn(one.runs), idsIn(two.runs)], [['a'], ['b']]);
			isShort = false;
			await until('the file', () => two.runs.get('a'));
			assert.equal(two.ledger.problem, undefined);
			assert.deepEqual(
				[idsIn(one.runs), idsIn(two.runs)],
				[
					['a', 'b'],
					['a', 'b'],
				],
			);
			assert.deepEqual(
				[await one.leases.lease('submit', 'one', 1000), one.leases.noteOf('submit')],
				[false, 'note'],
			);
			const { changed } = two.runs.changedSince(revision);
			assert.deepEqual(changed.map(({ id }) => id).sort(), ['a', 'b']);
			await two.runs.put(run('c'));
			assert.equal(one.runs.get('c')?.id, 'c');
		});

		it('receives changes from memory, unless another window changed the record meanwhile', async () => {
			isShort = false;
			const [one, two] = [await open(), await open({ writer })];
			for (const id of ['a', 'b']) await two.runs.put(run(id));
			const revision = two.runs.revision();
			isShort = true;
			await two.runs.put(run('c'));
			// As a feed of changes does with the records that its window knows.
			assert.ok(two.runs.changedSince(revision).revision < revision);
			for (const id of ['a', 'b']) {
				await two.runs.restore(run(id));
				await two.runs.update(id, (current) => ({ ...current, state: 'running' }));
			}
			await one.runs.update('b', (current) => ({ ...current, state: 'canceled' }));
			isShort = false;
			await until('the file', () => one.runs.get('c'));
			for (const { runs } of [one, two]) {
				assert.deepEqual(
					['a', 'b', 'c'].map((id) => runs.get(id)?.state),
					['running', 'canceled', 'queued'],
				);
			}
		});

		it('with a long history returns only the latest records as changed', async () => {
			const one = await open();
			const ids = Array.from({ length: 260 }, (_, index) => `r${String(index).padStart(3, '0')}`);
			await Promise.all(ids.map((id) => one.runs.put(run(id))));
			const two = await open({ writer });
			const revision = two.runs.revision();
			isShort = false;
			await until('the file', () => two.runs.get('r000'));
			const { changed } = two.runs.changedSince(revision);
			assert.deepEqual([changed.length, changed.at(-1)?.id], [200, 'r259']);
			assert.deepEqual(two.runs.changedSince(two.runs.revision()).changed, []);
		});

		it('does not block closing a window', async () => {
			const { ledger, runs } = await open({ writer });
			await runs.put(run('a'));
			await ledger.close();
			isShort = false;
			assert.deepEqual(idsIn((await open()).runs), []);
		});
	});

	describe('a clock set', () => {
		for (const [how, by] of [
			['back', -hour],
			['forward', hour],
		] as const) {
			it(`${how} by an hour keeps no abandoned lease alive`, async () => {
				let now = Date.UTC(2030, 0, 1);
				const clock = { now: () => now };
				const [one, other] = [await open({ clock }), await open({ clock })];
				assert.equal(await one.leases.lease('poll', 'one', 15_000), true);
				assert.equal(await other.leases.lease('poll', 'other', 15_000), false);
				now += by;
				assert.equal(other.leases.leased('poll'), false);
				assert.equal(await other.leases.lease('poll', 'other', 15_000), true);
				assert.equal(await one.leases.lease('poll', 'one', 15_000), false);
				now += 14_000;
				assert.equal(one.leases.leased('poll'), true);
			});
		}
	});

	it('a note with a lease is available to the next owner', async () => {
		let now = 1000;
		const clock = { now: () => now };
		const [one, other] = [await open({ clock }), await open({ clock })];
		assert.equal(one.leases.noteOf('poll'), undefined);
		await one.leases.lease('poll', 'one', 100, '[1,2]');
		await one.leases.lease('poll', 'one', 100);
		assert.equal(other.leases.noteOf('poll'), '[1,2]');
		assert.equal(await other.leases.lease('poll', 'other', 100, '[3]'), false);
		assert.equal(other.leases.noteOf('poll'), '[1,2]');
		await one.leases.release('poll', 'one');
		assert.deepEqual([other.leases.leased('poll'), other.leases.noteOf('poll')], [false, '[1,2]']);
		assert.equal(await other.leases.lease('poll', 'other', 100, '[3]'), true);
		now += 200;
		assert.equal(one.leases.noteOf('poll'), '[3]');
		now += 7 * 24 * hour;
		const later = await open({ clock });
		// Old notes are forgotten when a file is opened, before anything else is written.
		await later.leases.lease('next', 'later', 100);
		assert.deepEqual([later.leases.noteOf('poll'), later.leases.leased('poll')], ['[3]', false]);
	});

	it('a read-only file is reported, and runs stay in memory', async function () {
		if (process.platform === 'win32') this.skip();
		// Root may do everything, so the window then runs as another user.
		const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
		if (!CommandedWindow.canStartAs(user)) this.skip();
		const { ledger, runs } = await open();
		await runs.put(run('a'));
		await ledger.close();
		chmodSync(path, 0o444);
		chmodSync(folder, 0o555);
		try {
			const { window, first } = await openWindow(user);
			const put = await window.ask('put b');
			assert.match(JSON.stringify([first, put]), /cannot be written to disk.*until Easel ends/);
			assert.equal((put as { put: boolean }).put, true);
			assert.deepEqual(await window.ask('list'), ['b']);
		} finally {
			chmodSync(folder, 0o755);
			chmodSync(path, 0o644);
		}
	});
});
