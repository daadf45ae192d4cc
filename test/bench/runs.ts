import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionStore } from '../../src/core/account/sessionStore.ts';
import type { Connection } from '../../src/core/connection/connection.ts';
import { noFilter, type RunFilter } from '../../src/core/runs/history/filter.ts';
import type { Run } from '../../src/core/runs/run.ts';
import { RunTable } from '../../src/core/runs/runTable.ts';
import { noBatches } from '../unit/support/batchRecord.ts';
import { real } from '../unit/support/real.ts';
import { type BenchRow, median } from './row.ts';

const runCount = 10_000;
const rounds = 7;
const connection = { id: 'c', name: 'Studio' } as Connection;

/** Returns a typical run: a prompt, some changed inputs, four pictures. */
function runOf(index: number, now: number): Run {
	const submittedAt = now - index * 600_000;
	const inputs = ['steps', 'cfg', 'text', 'sampler_name', 'denoise'];
	return {
		id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
		connectionId: connection.id,
		accountId: index % 3 === 0 ? 'ada' : 'bob',
		target: { kind: 'deployment', id: `d${index % 8}`, name: `Harbour ${index % 8}` },
		documentUri: `file:///work/harbour-${index % 50}.json`,
		documentName: `harbour-${index % 50}.json`,
		requestId: `request-${index}`,
		state: index % 10 === 0 ? 'failed' : 'succeeded',
		summary: {
			mode: 'overrides',
			changed: inputs.map((input) => ({
				nodeId: '3',
				nodeTitle: 'Sampler',
				input,
				from: '20',
				to: `"value ${index * 7919} of ${input}"`,
			})),
			prompt: `a lighthouse number ${index} in the fog, oil on canvas, ${'soft light, '.repeat(20)}`,
			seed: String(18_446_744_073_709_551_615n - BigInt(index)),
			outputTitles: { 9: 'Save' },
		},
		submittedAt,
		endedAt: submittedAt + 12_000,
		files: Array.from({ length: 4 }, (_, file) => ({
			key: `["9","images",${file}]`,
			nodeId: '9',
			channel: 'images',
			index: file,
			filename: `harbour_${file}.png`,
			subfolder: '',
			type: 'output',
			archivedAs: `harbour_${file}.png`,
			bytes: 1_500_000,
		})),
		texts: [],
	};
}

/** Draws the rows that the editor requests from the view: its top rows, the rows of each day, and the look of the visible ones. */
function draw<Node>(tree: { getChildren(node?: Node): Node[]; getTreeItem(node: Node): unknown }): number {
	const rows = tree.getChildren().flatMap((node) => [node, ...tree.getChildren(node)]);
	for (const row of rows.slice(0, 60)) tree.getTreeItem(row);
	return rows.length;
}

/** Measures the Runs view and its filter with many runs in the history. */
export async function bench(): Promise<readonly BenchRow[]> {
	await import('../unit/support/vscodeHook.ts');
	const [{ windowParts }, { WindowRuns }, { HistoryTree }, { Uri }] = await Promise.all([
		import('../unit/support/windowParts.ts'),
		import('../../src/editor/runs/windowRuns.ts'),
		import('../../src/editor/runs/history/tree.ts'),
		import('../unit/support/vscode.ts'),
	]);
	const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
	const open = () => {
		const session = new SessionStore({ state: 'signedOut', connection });
		const storage = real(Uri.file(folder));
		const parts = windowParts(session, { folder });
		return { ...parts.opened, history: new WindowRuns(parts, session, storage) };
	};
	const close = async ({ close: closeAll, history }: ReturnType<typeof open>) => {
		history.dispose();
		await closeAll();
	};
	try {
		const filling = open();
		const runs = new RunTable((await filling.ledger.get()).ledger);
		const now = Date.now();
		await Promise.all(Array.from({ length: runCount }, (_, index) => runs.put(runOf(index, now))));
		const service = await filling.history.open();
		await Promise.all(
			Array.from({ length: runCount / 20 }, (_, index) =>
				service.marks.set(runOf(index * 20, now).id, { starred: true, note: `the best of week ${index}` }),
			),
		);
		await close(filling);

		const first: number[] = [];
		for (let round = 0; round < rounds; round++) {
			const window = open();
			const start = performance.now();
			await window.history.open();
			const tree = new HistoryTree(window.history, noBatches);
			assert.ok(draw(tree) >= 200);
			first.push(performance.now() - start);
			tree.dispose();
			await close(window);
		}

		const window = open();
		await window.history.open();
		const tree = new HistoryTree(window.history, noBatches);
		draw(tree);
		const filters: readonly RunFilter[] = [
			{ ...noFilter, text: 'f' },
			{ ...noFilter, text: 'lighthouse 9999' },
			{ ...noFilter, text: 'nothing that occurs anywhere' },
			{ ...noFilter, text: 'best week 3' },
			{ ...noFilter, states: ['failed'], origins: ['deployment'], starred: true },
		];
		const slowest = filters.map((filter) => {
			const times = Array.from({ length: rounds }, () => {
				const start = performance.now();
				tree.setFilter(filter);
				draw(tree);
				return performance.now() - start;
			});
			return median(times);
		});
		tree.dispose();
		await close(window);
		return [
			{
				name: `${runCount} runs: the Runs view, from the call with the history closed to its rows`,
				value: Math.round(median(first)),
				unit: 'ms',
				budget: 300,
			},
			{
				name: `${runCount} runs: a filter typed, the slowest of ${filters.length}`,
				value: Math.round(Math.max(...slowest)),
				unit: 'ms',
				budget: 100,
			},
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
