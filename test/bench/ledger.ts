import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/core/base/clock.ts';
import { silentLog } from '../../src/core/base/log.ts';
import { openLedger } from '../../src/core/ledger/open.ts';
import { WorkerWriter } from '../../src/core/ledger/workerWriter.ts';
import { type ConnectWriter, writeHere } from '../../src/core/ledger/writer.ts';
import type { Run } from '../../src/core/runs/run.ts';
import { RunTable, runLayout } from '../../src/core/runs/runTable.ts';
import type { BenchRow } from './row.ts';
import { slowDown, syncMs } from './support/slowDisk.ts';

const runCount = 100;
const followedMs = 5000;
const lockedMs = 20_000;

function runOf(index: number): Run {
	return {
		id: `run-${index}`,
		connectionId: 'c',
		accountId: 'me',
		target: { kind: 'deployment', id: 'd', name: 'Text to image' },
		documentName: 'harbour.json',
		state: 'running',
		summary: { mode: 'overrides', changed: [], outputTitles: { '9': 'Save' } },
		submittedAt: Date.now(),
		files: Array.from({ length: 20 }, (_, file) => ({
			key: `9/images/${file}`,
			nodeId: '9',
			channel: 'images',
			index: file,
			filename: `picture-${file}.png`,
			subfolder: '',
			type: 'output',
		})),
		texts: [],
	};
}

/** Does the work of a window that follows a hundred runs, for `ms`; returns the longest that its thread was blocked, in milliseconds. */
async function longestStop(ms: number, writer: ConnectWriter, locked = false): Promise<number> {
	const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
	const path = join(folder, 'history.db');
	const ledger = await openLedger({ path, tables: [runLayout], log: silentLog, writer, clock: systemClock });
	const runs = new RunTable(ledger);
	await Promise.all(Array.from({ length: runCount }, (_, index) => runs.put(runOf(index))));
	runs.unfinished('c', 'me');
	const viewer = new DatabaseSync(path);
	if (locked) viewer.exec('BEGIN IMMEDIATE');
	const delay = monitorEventLoopDelay({ resolution: 5 });
	delay.enable();
	const until = performance.now() + ms;
	let revision = runs.revision();
	for (let turn = 0; performance.now() < until; turn++) {
		// Each run is polled once in two seconds; once a second the window reads the changes of others.
		void runs.update(`run-${turn % runCount}`, (run) => ({ ...run, queuePosition: turn }));
		if (turn % 50 === 0) {
			void ledger.leases.lease('poll', 'here', 15_000);
			runs.unfinished('c', 'me');
			revision = runs.changedSince(revision).revision;
		}
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	delay.disable();
	if (locked) viewer.exec('ROLLBACK');
	viewer.close();
	await ledger.close();
	rmSync(folder, { recursive: true, force: true });
	return Math.round(delay.max / 1e6);
}

/** Returns the best of some rounds: other work of the computer also blocks a thread, and differs from round to round. */
async function best(rounds: number, measure: () => Promise<number>): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let round = 0; round < rounds; round++) least = Math.min(least, await measure());
	return least;
}

/** Returns the milliseconds that a thread with nothing to do is blocked, because of other work of the computer. */
async function longestIdleStop(ms: number): Promise<number> {
	const delay = monitorEventLoopDelay({ resolution: 5 });
	delay.enable();
	await new Promise((resolve) => setTimeout(resolve, ms));
	delay.disable();
	return Math.round(delay.max / 1e6);
}

/** Measures how long a window is blocked by its history. */
export async function bench(): Promise<readonly BenchRow[]> {
	const slowWorker = new URL('./support/slowLedgerWorker.ts', import.meta.url);
	const onSlowDisk: ConnectWriter = (path, tables, events) =>
		new WorkerWriter(path, tables, events, slowWorker);
	const usual: ConnectWriter = (path, tables, events) => new WorkerWriter(path, tables, events);
	const slow = await best(3, () => longestStop(followedMs, onSlowDisk));
	const locked = await best(2, () => longestStop(lockedMs, usual, true));
	const idle = await best(2, () => longestIdleStop(lockedMs));
	slowDown();
	const here = await best(3, () => longestStop(followedMs, writeHere));
	return [
		{
			name: `${runCount} runs, a disk of ${syncMs} ms a sync: longest stop of the window`,
			value: slow,
			unit: 'ms',
			budget: 50,
			peer: { name: 'written in the same thread', value: here },
		},
		{
			name: `${runCount} runs, the history locked for ${lockedMs / 1000} s: longest stop of the window`,
			value: locked,
			unit: 'ms',
			budget: 50,
			peer: { name: 'a thread without work', value: idle },
		},
	];
}
