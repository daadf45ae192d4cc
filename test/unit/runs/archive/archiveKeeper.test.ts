import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../../../src/core/base/log.ts';
import {
	ArchiveKeeper,
	type ArchiveRules,
	type FreedSpace,
} from '../../../../src/core/runs/archive/archiveKeeper.ts';
import { keepDocument } from '../../../../src/core/runs/archive/runFolder.ts';
import type { Run, RunState } from '../../../../src/core/runs/run.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { fastClock, ManualClock } from '../clocks.ts';
import type { FakeService } from '../fakeService.ts';
import { Computer, origin, plan, type Window } from '../window.ts';

describe('the local result files', () => {
	let service: FakeService;
	let computer: Computer;
	let rules: ArchiveRules;

	beforeEach(async () => {
		rules = { mode: 'always', maxBytes: 0 };
		computer = await Computer.start(fastClock(50));
		service = computer.service;
	});
	afterEach(() => computer.shutDown());

	const open = () => computer.open(undefined, { archiveRules: () => rules });
	const reaches = (window: Window, id: string, state: RunState) =>
		until(`state ${state}`, () => {
			const run = window.runService.get(id);
			return run?.state === state && run;
		});

	/** Returns a run that has ended with files of these texts. */
	async function ended(window: Window, files: Record<string, string>, look?: object): Promise<Run> {
		const started = await window.runService.start(plan, origin);
		assert.ok(started.ok);
		const { id, requestId = '' } = started.value;
		if (look) window.runService.archive.show(look, [id]);
		service.succeed(requestId, files);
		return reaches(window, id, 'succeeded');
	}
	const filesOf = (run: Run) =>
		existsSync(join(computer.archive, run.id))
			? readdirSync(join(computer.archive, run.id))
					.filter((name) => !name.startsWith('.'))
					.sort()
			: [];
	const now = (window: Window, { id }: Run) => window.runService.get(id) as Run;

	it('are all fetched and kept by default', async () => {
		const window = await open();
		const run = await ended(window, { 'a.bin': 'one' });
		assert.deepEqual(filesOf(run), ['a.bin']);
	});

	it('are fetched on demand when the run is shown, and then kept', async () => {
		rules = { mode: 'onDemand', maxBytes: 0 };
		const window = await open();
		const run = await ended(window, { 'a.bin': 'one' });
		assert.deepEqual(filesOf(run), []);
		assert.match(run.files[0]?.problem ?? '', /Not downloaded yet/);
		const viewer = {};
		window.runService.archive.show(viewer, [run.id]);
		await until('the file', () => now(window, run).files[0]?.archivedAs === 'a.bin');
		window.runService.archive.show(viewer, []);
		await window.runService.archive.settled();
		assert.deepEqual(filesOf(run), ['a.bin']);
		const shown = await ended(window, { 'b.bin': 'two' }, {});
		assert.deepEqual(filesOf(shown), ['b.bin']);
	});

	it('are removed once the run is no longer shown, unless they are to be kept', async () => {
		rules = { mode: 'off', maxBytes: 0 };
		const window = await open();
		const viewer = {};
		const run = await ended(window, { 'a.bin': 'one' }, viewer);
		await keepDocument(computer.archive, run.id, '{}');
		await window.runService.archive.settled();
		assert.deepEqual(filesOf(run), ['a.bin']);
		window.runService.archive.show(viewer, []);
		await until('the file removed', () => filesOf(run).length === 0);
		await until('the record', () => now(window, run).files[0]?.archivedAs === undefined);
		assert.equal(now(window, run).state, 'succeeded');
		assert.ok(existsSync(join(computer.archive, run.id, '.workflow.json')));
		window.runService.archive.show(viewer, [run.id]);
		await until('the file again', () => now(window, run).files[0]?.archivedAs === 'a.bin');
	});

	it('are removed from the oldest runs first, and from starred or noted ones last, to limit the size', async () => {
		const window = await open();
		const made: FreedSpace[] = [];
		window.runService.archive.onDidFreeSpace((room) => made.push(room));
		const [starred, noted, plain, later] = [
			await ended(window, { 'a.bin': '1234567890' }),
			await ended(window, { 'b.bin': '1234567890' }),
			await ended(window, { 'c.bin': '12345', 'd.bin': '67890' }),
			await ended(window, { 'e.bin': '1234567890' }),
		];
		await window.runService.marks.set(starred.id, { files: { [starred.files[0]?.key ?? '']: true } });
		await window.runService.marks.set(noted.id, { note: 'for the cover' });
		rules = { mode: 'always', maxBytes: 30 };
		window.runService.archive.tidy();
		await window.runService.archive.settled();
		assert.deepEqual([starred, noted, plain, later].map(filesOf), [['a.bin'], ['b.bin'], [], ['e.bin']]);
		assert.deepEqual(made, [{ runs: 1, bytes: 10 }]);
		assert.match(now(window, plain).files[1]?.problem ?? '', /free space/);
		rules = { mode: 'always', maxBytes: 12 };
		window.runService.archive.tidy();
		await window.runService.archive.settled();
		assert.deepEqual([starred, noted, later].map(filesOf), [[], ['b.bin'], []]);
	});

	it('are counted as they arrive, and never removed from a run shown in any window', async () => {
		rules = { mode: 'always', maxBytes: 15 };
		const [window, other] = [await open(), await open()];
		const first = await ended(window, { 'a.bin': '1234567890' });
		const second = await ended(window, { 'b.bin': '1234567890' });
		await until('room', () => filesOf(first).length === 0);
		other.runService.archive.show({}, [second.id]);
		await until('the lease', () => window.ledger.leases.leased(JSON.stringify(['shown', second.id])));
		const third = await ended(window, { 'c.bin': '1234567890' });
		await until('room again', () => filesOf(third).length === 0);
		assert.deepEqual(filesOf(second), ['b.bin']);
	});

	it('lose only the leftovers of a killed window when space is freed', async () => {
		const [window, hour] = [await open(), 3_600_000];
		const run = await ended(window, { 'a.bin': '1234567890', 'b.bin': '12' });
		const folder = join(computer.archive, run.id);
		await keepDocument(computer.archive, run.id, '{}');
		const put = (name: string, ageMs: number) => {
			writeFileSync(join(folder, name), 'left behind');
			const at = new Date(Date.now() - ageMs);
			utimesSync(join(folder, name), at, at);
		};
		const strays = ['a (1).bin', 'b (2).bin', '.request.json.part', '.0123456789abcdef.part'];
		for (const name of strays) put(name, 2 * hour);
		for (const name of ['a (2).bin', '.workflow.json.part']) put(name, -hour);
		for (const name of ['mine.bin', 'a copy.bin']) put(name, 2 * hour);
		const moving = await window.runService.start(plan, origin);
		assert.ok(moving.ok);
		await keepDocument(computer.archive, moving.value.id, '{}');
		writeFileSync(join(computer.archive, moving.value.id, '.request.json.part'), '');
		utimesSync(join(computer.archive, moving.value.id, '.request.json.part'), 0, 0);
		rules = { mode: 'always', maxBytes: 1000 };
		window.runService.archive.tidy();
		await window.runService.archive.settled();
		assert.deepEqual(readdirSync(folder).sort(), [
			'.request.json',
			'.workflow.json',
			'.workflow.json.part',
			'a (2).bin',
			'a copy.bin',
			'a.bin',
			'b.bin',
			'mine.bin',
		]);
		assert.ok(existsSync(join(computer.archive, moving.value.id, '.request.json.part')));
		assert.equal(now(window, run).files.filter(({ archivedAs }) => archivedAs !== undefined).length, 2);
	});

	it('count as removed even if their folder was deleted', async () => {
		const window = await open();
		const run = await ended(window, { 'a.bin': '1234567890' });
		rmSync(computer.archive, { recursive: true });
		rules = { mode: 'always', maxBytes: 1 };
		window.runService.archive.tidy();
		await window.runService.archive.settled();
		assert.equal(now(window, run).files[0]?.archivedAs, undefined);
	});

	it('are all counted in a long history, even simultaneous ones across a page break', async () => {
		const file = {
			key: 'a',
			filename: 'a.bin',
			subfolder: '',
			type: 'output',
			archivedAs: 'a.bin',
			bytes: 1,
		};
		// Newest first, three at each time; the first page ends between equal ones.
		const runs = Array.from({ length: 1200 }, (_, at) =>
			runRecord({
				id: `r${at}`,
				state: 'succeeded',
				submittedAt: 400 - Math.floor(at / 3),
				files: [file],
			}),
		);
		const removed: string[] = [];
		const keeper = new ArchiveKeeper({
			runs: {
				get: (id) => runs.find((run) => run.id === id),
				all: ({ limit, before = Number.POSITIVE_INFINITY }) =>
					runs.filter(({ submittedAt }) => submittedAt < before).slice(0, limit),
			},
			marksOf: (id) => ({ id, starred: false, note: '', starredFiles: [] }),
			folder: computer.archive,
			rules: () => ({ mode: 'always', maxBytes: 1198 }),
			leases: {
				lease: async () => true,
				release: async () => undefined,
				leased: () => false,
				noteOf: () => undefined,
			},
			owner: 'window',
			clock: new ManualClock(),
			log: silentLog,
			records: {
				async update(id) {
					removed.push(id);
					return undefined;
				},
			},
			fetch: async () => undefined,
		});
		keeper.tidy();
		await keeper.settled();
		assert.deepEqual(removed, ['r1197', 'r1198']);
		keeper.dispose();
	});
});
