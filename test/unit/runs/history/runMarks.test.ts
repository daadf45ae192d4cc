import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { Marks } from '../../../../src/core/runs/history/mark.ts';
import { noteLimit } from '../../../../src/core/runs/run.ts';
import { until } from '../../support/until.ts';
import { fastClock } from '../clocks.ts';
import type { FakeService } from '../fakeService.ts';
import { Computer, startRun, type Window } from '../window.ts';

const none = { starred: false, note: '', starredFiles: [] };

describe('the marks of runs', () => {
	let service: FakeService;
	let computer: Computer;
	let window: Window;
	beforeEach(async () => {
		computer = await Computer.start(fastClock(50));
		service = computer.service;
		window = await computer.open();
	});
	afterEach(() => computer.shutDown());

	async function endedRun(): Promise<string> {
		const { id } = await startRun(window);
		service.succeed('request-1', { 'a.bin': 'one' });
		await until('the end', () => window.runService.get(id)?.state === 'succeeded');
		return id;
	}

	it('are empty at first, persist, and change only as requested', async () => {
		const id = await endedRun();
		const { marks } = window.runService;
		assert.deepEqual(marks.of(id), { id, ...none });
		await marks.set(id, { starred: true });
		await marks.set(id, { note: '  the good one\n' });
		await marks.set(id, { files: { '["9","images",0]': true, other: true } });
		await marks.set(id, { files: { other: false } });
		assert.deepEqual(marks.of(id), {
			id,
			starred: true,
			note: 'the good one',
			starredFiles: ['["9","images",0]'],
		});
		await marks.set(id, { starred: false, note: '' });
		assert.deepEqual(marks.of(id).note, '');
		assert.equal(marks.of(id).starred, false);
	});

	it('reach every window, without losses if two windows mark at the same time', async () => {
		const id = await endedRun();
		const other = await computer.open();
		other.runService.resume();
		const seen: Marks[] = [];
		other.runService.marks.onDidChange((marks) => seen.push(marks));
		const results = await Promise.all([
			window.runService.marks.set(id, { starred: true }),
			other.runService.marks.set(id, { note: 'from the other window' }),
			window.runService.marks.set(id, { files: { a: true } }),
		]);
		assert.ok(results.every(({ ok }) => ok));
		const both = { id, starred: true, note: 'from the other window', starredFiles: ['a'] };
		for (const { runService } of [window, other]) assert.deepEqual(runService.marks.of(id), both);
		await until('all of it in the other window', () => seen.at(-1)?.starredFiles.length === 1);
		assert.deepEqual(seen.at(-1), both);
	});

	it('report a change once, and nothing without a change', async () => {
		const id = await endedRun();
		const seen: Marks[] = [];
		window.runService.marks.onDidChange((marks) => seen.push(marks));
		await window.runService.marks.set(id, { starred: true });
		await window.runService.marks.set(id, { starred: true, note: '' });
		await window.runService.marks.set(id, { files: { a: false } });
		assert.equal(seen.length, 1);
	});

	it('disappear with their run, and a deleted run accepts none', async () => {
		const id = await endedRun();
		const { marks } = window.runService;
		await marks.set(id, { starred: true });
		assert.ok((await window.runService.remove(id)).ok);
		assert.deepEqual(marks.of(id), { id, ...none });
		const late = await marks.set(id, { note: 'too late' });
		assert.ok(!late.ok);
		assert.equal(late.failure.message, 'This run is not in the history of this computer.');
		assert.deepEqual(marks.of(id), { id, ...none });
	});

	it('accept any text as a note, up to a limit, without the secrets of addresses', async () => {
		const id = await endedRun();
		const { marks } = window.runService;
		for (const note of [
			'<img src=x onerror=alert(1)>',
			'🏳️‍🌈 שלום \u202Eabc',
			'\'"; DROP TABLE run_marks; --',
		]) {
			await marks.set(id, { note });
			assert.equal(marks.of(id).note, note);
		}
		const long = await marks.set(id, { note: 'x'.repeat(100_000) });
		assert.ok(!long.ok);
		assert.match(long.failure.message, new RegExp(`at most ${noteLimit} characters`));
		const signed = await marks.set(id, { note: 'see https://files.example.com/a.png?Signature=s3cret' });
		assert.ok(signed.ok);
		assert.ok(!signed.value.note.includes('s3cret'));
	});

	it('are restored by a window that knows them if the history is damaged', async () => {
		const { id } = await startRun(window);
		const { marks } = window.runService;
		await marks.set(id, { starred: true, note: 'keep' });
		for (const suffix of ['-wal', '-shm', '']) {
			writeFileSync(computer.ledgerPath + suffix, Buffer.alloc(8192, 0x55));
		}
		service.succeed('request-1', { 'a.bin': 'one' });
		await until('the next file', () => /damaged/.test(window.ledger.problem ?? ''));
		await until('the marks', () => marks.of(id).starred);
		assert.deepEqual(marks.of(id), { id, starred: true, note: 'keep', starredFiles: [] });
	});
});
