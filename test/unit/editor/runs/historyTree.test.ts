import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { type Batch, batchHasEnded } from '../../../../src/core/batches/batch.ts';
import { matchesFilter, noFilter, type RunFilter } from '../../../../src/core/runs/history/filter.ts';
import type { Marks } from '../../../../src/core/runs/history/mark.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import type { HistoryNode } from '../../../../src/editor/runs/history/nodes.ts';
import { HistoryTree } from '../../../../src/editor/runs/history/tree.ts';
import { batchRecord } from '../../support/batchRecord.ts';
import { noExtras, runFile, runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { ThemeColor, ThemeIcon } from '../../support/vscode.ts';

const day = 24 * 3_600_000;
const noon = new Date().setHours(12, 0, 0, 0);

function ended(id: string, submittedAt: number, more: Partial<Run> = {}): Run {
	return runRecord({ id, submittedAt, endedAt: submittedAt + 12_000, state: 'succeeded', ...more });
}

function setUp(all: readonly Run[], allBatches: readonly Batch[] = []) {
	let runs = [...all];
	let batches = [...allBatches];
	const batchChanged = new Emitter<Batch>();
	const unwatched = new Map<string, string>();
	const marks = new Map<string, Marks>();
	const changed = new Emitter<Run>();
	const removed = new Emitter<string>();
	const marked = new Emitter<Marks>();
	const session = new Emitter<unknown>();
	const extrasOf = (run: Run) => ({ ...noExtras(run), marks: marks.get(run.id) ?? noExtras(run).marks });
	const listed = {
		now: (run: Run) => runs.find(({ id }) => id === run.id) ?? run,
		found: (filter: RunFilter, limit: number) =>
			runs
				.filter((run) => matchesFilter(run, extrasOf(run).marks, filter))
				.sort((a, b) => b.submittedAt - a.submittedAt)
				.slice(0, limit),
		extrasOf,
		onDidChange: changed.event,
		onDidRemove: removed.event,
		onDidChangeMarks: marked.event,
		onDidChangeSession: session.event,
	};
	const tree = new HistoryTree(listed, {
		unfinished: () => batches.filter((each) => !batchHasEnded(each)),
		get: (id) => batches.find((each) => each.id === id),
		whyUnwatched: ({ id }) => unwatched.get(id),
		onDidChange: batchChanged.event,
		onDidRemove: new Emitter<string>().event,
	});
	const redrawn: (HistoryNode | undefined)[] = [];
	tree.onDidChangeTreeData((node) => redrawn.push(node));
	/** Draws as the editor does: each day with its runs. */
	const draw = () =>
		tree.getChildren().map((node) => ({ item: tree.getTreeItem(node), node, runs: tree.getChildren(node) }));
	return {
		tree,
		draw,
		redrawn,
		session,
		unwatched,
		changeBatch(batch: Batch) {
			batches = [batch, ...batches.filter(({ id }) => id !== batch.id)];
			batchChanged.fire(batch);
		},
		items: () => draw().flatMap(({ runs: rows }) => rows.map((node) => tree.getTreeItem(node))),
		change(run: Run) {
			runs = [...runs.filter(({ id }) => id !== run.id), run];
			changed.fire(run);
		},
		remove(id: string) {
			runs = runs.filter((run) => run.id !== id);
			removed.fire(id);
		},
		mark(id: string, change: Partial<Marks>) {
			const after = { id, starred: false, note: '', starredFiles: [], ...change };
			marks.set(id, after);
			marked.fire(after);
		},
	};
}
const labelOf = ({ label }: vscode.TreeItem) => String(label);

describe('the Runs tree', () => {
	let open: { dispose(): void }[] = [];
	const setUpHere = (runs: readonly Run[], batches?: readonly Batch[]) => {
		const world = setUp(runs, batches);
		open.push(world.tree);
		return world;
	};
	afterEach(() => {
		for (const each of open) each.dispose();
		open = [];
	});

	it('groups runs by day, newest first', () => {
		const { draw } = setUpHere([
			ended('old', noon - 40 * day),
			ended('today', noon),
			ended('yesterday', noon - day),
			ended('earlier today', noon - 3_600_000),
		]);
		const days = draw();
		assert.deepEqual(days.map(({ item }) => labelOf(item)).slice(0, 2), ['Today', 'Yesterday']);
		assert.match(labelOf(days[2]?.item as vscode.TreeItem), /\d{4}/);
		assert.deepEqual(
			days.map(({ runs }) => runs.map((node) => node.kind === 'run' && node.run.id)),
			[['today', 'earlier today'], ['yesterday'], ['old']],
		);
	});

	it('shows the time of a run first, then its first words, seed, duration, document and target', () => {
		const summary = { mode: 'overrides', changed: [], outputTitles: {} } as const;
		const { items } = setUpHere([
			ended('a', noon, { summary: { ...summary, seed: '42', prompt: 'a harbour' } }),
			ended('b', noon - 1000, { summary: { ...summary, prompt: 'a lighthouse in the fog, oil on canvas' } }),
			ended('c', noon - 2000, { state: 'failed' }),
		]);
		const [both, prompt, neither] = items();
		assert.match(labelOf(both as vscode.TreeItem), /^12:00\W?(PM)?$/u);
		assert.equal(both?.description, 'a harbour · seed 42 · 12 s · lighthouse · Harbour');
		assert.match(String(prompt?.description), /^a lighthouse in the fog · /);
		assert.equal(neither?.description, '12 s · lighthouse · Harbour');
		assert.match(neither?.accessibilityInformation?.label ?? '', /^Run of lighthouse, failed, /);
		assert.deepEqual(neither?.iconPath, new ThemeIcon('error', new ThemeColor('testing.iconFailed')));
	});

	it('offers the instance of a run in menus while it may exist: on a deployment, until an hour after the end', () => {
		const now = Date.now();
		const on = (more: Partial<Run>) => runRecord({ instanceId: 'i', submittedAt: now, ...more });
		const { items } = setUpHere([
			on({ id: 'moves', state: 'running' }),
			on({ id: 'warm', state: 'succeeded', endedAt: now - 60_000, submittedAt: now - 1 }),
			on({ id: 'gone', state: 'succeeded', endedAt: now - 7200_000, submittedAt: now - 2 }),
			on({
				id: 'model',
				state: 'running',
				target: { kind: 'model', id: 'm', name: 'M' },
				submittedAt: now - 3,
			}),
			runRecord({ id: 'none', state: 'running', submittedAt: now - 4 }),
		]);
		assert.deepEqual(
			items().map(({ contextValue }) => /\+instance\b/.test(contextValue ?? '')),
			[true, true, false, false, false],
		);
	});

	it('shows the first picture of a run in the hover, and no foreign text as Markdown', () => {
		const file = (name: string) => runFile(name, { archivedAs: name, bytes: 9 });
		const { tree, draw } = setUpHere([
			ended('a', noon, {
				documentName: '![x](command:evil) <img src=x>',
				target: { kind: 'deployment', id: 'd', name: '[y](command:evil)' },
				files: [file('sound.wav'), file('a (1) [b].png')],
			}),
		]);
		const node = draw()[0]?.runs[0];
		assert.ok(node);
		const item = tree.resolveTreeItem(tree.getTreeItem(node), node);
		const text = (item.tooltip as vscode.MarkdownString).value;
		assert.match(text, /!\[\]\(file:\/\/[^\s()[\]]*\/a[^\s]*\.png\|width=240\)/);
		assert.doesNotMatch(text, /\]\(command:|<img/);
		assert.ok(!(item.tooltip as vscode.MarkdownString).isTrusted);
	});

	it('shows hostile names and notes of any length as one plain line', () => {
		const { items, mark } = setUpHere([
			ended('a', noon, {
				documentName: '$(trash)\n\u202Eevil\u0000.json',
				target: { kind: 'model', id: 'm', name: '🏳️‍🌈'.repeat(10_000) },
			}),
		]);
		mark('a', { starred: true, note: `<b>שלום</b>\n${'x'.repeat(100_000)}` });
		const [item] = items();
		for (const text of [labelOf(item as vscode.TreeItem), String(item?.description)]) {
			assert.doesNotMatch(text, /\$\(|[\n\u202E\0]/);
			assert.ok(text.length < 500, `${text.length} characters`);
		}
		assert.match(String(item?.description), /^★ "<b>שלום<\/b> x+…" · \d/);
	});

	it('shows filtered runs, reports an empty result, and shows all again', () => {
		const { tree, draw, mark } = setUpHere([ended('a', noon), ended('b', noon - day, { state: 'failed' })]);
		mark('a', { starred: true });
		tree.setFilter({ ...noFilter, states: ['failed'] });
		assert.deepEqual(
			draw().flatMap(({ runs }) => runs.map((node) => node.kind === 'run' && node.run.id)),
			['b'],
		);
		tree.setFilter({ ...noFilter, states: ['failed'], starred: true });
		const [none] = draw();
		assert.equal(none?.item.label, 'No run matches the filter');
		assert.equal(none?.item.command?.command, 'easel.clearRunFilter');
		tree.setFilter(noFilter);
		assert.equal(draw().length, 2);
	});

	it('is empty, so that the welcome text appears, without runs', () => {
		assert.deepEqual(setUpHere([]).draw(), []);
	});

	it('shows 200 runs, and the next ones on demand', () => {
		const { tree, draw } = setUpHere(
			Array.from({ length: 450 }, (_, index) => ended(`r${index}`, noon - index)),
		);
		assert.deepEqual(
			draw().map(({ node, runs }) => [node.kind, runs.length]),
			[
				['day', 200],
				['older', 0],
			],
		);
		tree.showOlder();
		tree.showOlder();
		assert.deepEqual(
			draw().map(({ runs }) => runs.length),
			[450],
		);
	});

	it('redraws only the row of a changed run, and all rows when one is added, removed or filtered out', async () => {
		const { tree, draw, redrawn, change, remove, mark } = setUpHere([
			ended('a', noon, { state: 'running' }),
			ended('b', noon - 1),
		]);
		const row = draw()[0]?.runs[0];
		const settled = async (what: string) => {
			await until(what, () => redrawn.includes(undefined));
			draw();
			redrawn.length = 0;
		};
		change(ended('a', noon, { state: 'running', queuePosition: 1 }));
		await until('the row', () => redrawn.length > 0);
		assert.deepEqual(redrawn, [row], 'the editor finds rows by object');
		redrawn.length = 0;
		change(ended('new', noon + 1));
		await settled('all rows, for a new run');
		remove('b');
		await settled('all rows, for a run that is gone');
		tree.setFilter({ ...noFilter, starred: true });
		mark('a', { starred: true });
		await settled('all rows, for a run that entered the filter');
		tree.setFilter({ ...noFilter, states: ['active'] });
		await settled('the filter');
		change(ended('a', noon, { state: 'succeeded' }));
		await settled('all rows, for a run that left the filter');
		assert.equal(draw()[0]?.item.label, 'No run matches the filter');
	});

	it('forgets its rows when the account or the connection changes, and advances time only for visible ones', () => {
		const { tree, draw, session } = setUpHere([ended('a', noon, { state: 'running' })]);
		draw();
		assert.equal(tree.ticking, false);
		tree.setVisible(true);
		assert.equal(tree.ticking, true);
		session.fire(undefined);
		assert.equal(tree.ticking, false);
	});

	describe('with batches', () => {
		const batch = (more: Partial<Batch> = {}) =>
			batchRecord({ id: 'b', name: 'harbour.json', startedAt: noon, count: 4, ...more });
		const item = (id: string, submittedAt: number) => ended(id, submittedAt, { batchId: 'b' });

		it('shows the runs of a batch below its row, on the day of its start', () => {
			const { tree, draw } = setUpHere(
				[
					item('late', noon + 60_000),
					item('early', noon + 1000),
					ended('alone', noon + 30_000),
					ended('before', noon - 1),
				],
				[batch({ state: 'ended' })],
			);
			const [today] = draw();
			assert.equal(today?.item.description, '4', 'all runs of the day');
			assert.deepEqual(
				today?.runs.map((node) => (node.kind === 'run' ? node.run.id : node.kind)),
				['alone', 'batch', 'before'],
			);
			const row = today?.runs[1];
			assert.ok(row?.kind === 'batch');
			const below = tree.getChildren(row);
			assert.deepEqual(
				below.map((node) => node.kind === 'run' && node.run.id),
				['late', 'early'],
			);
			const [run] = below;
			assert.equal(run && tree.getParent(run), row);
			assert.equal(tree.getParent(row), today?.node);
		});

		it('shows progress and actions of a batch by state', () => {
			const counts = { moving: 1, succeeded: 1, failed: 1, canceled: 0, uncertain: 0 };
			const { items, changeBatch } = setUpHere([], [batch({ counts })]);
			const [running] = items();
			assert.equal(running?.label, '2 of 4 seeds of harbour');
			assert.equal(running?.description, '1 failed');
			assert.equal(running?.contextValue, '+batch+active+running');
			assert.equal(running?.accessibilityInformation?.label, '2 of 4 seeds of harbour, 1 failed');
			const notice = 'Paused: 1 item failed, the limit that you set.';
			changeBatch(batch({ counts, state: 'paused', notice }));
			const [paused] = items();
			assert.equal(paused?.description, `${notice} · 1 failed`);
			assert.equal(paused?.contextValue, '+batch+active+paused');
			changeBatch(batch({ counts, state: 'paused' }));
			assert.equal(items()[0]?.description, '1 failed · paused');
			changeBatch(batch({ state: 'canceling' }));
			assert.equal(items()[0]?.contextValue, '+batch+active');
		});

		it('shows current runs if only the row of the batch is refreshed', () => {
			const moving = runRecord({ id: 'a', state: 'queued', batchId: 'b', submittedAt: noon + 1 });
			const { tree, draw, change, changeBatch } = setUpHere([moving], [batch()]);
			const row = draw()[0]?.runs[0];
			assert.ok(row);
			tree.getChildren(row);
			change({ ...moving, state: 'succeeded' });
			changeBatch(batch({ counts: { moving: 0, succeeded: 1, failed: 0, canceled: 0, uncertain: 0 } }));
			const [run] = tree.getChildren(row);
			assert.equal(run?.kind === 'run' && run.run.state, 'succeeded');
		});

		it('explains a batch that does not continue', () => {
			const { items, unwatched } = setUpHere([], [batch()]);
			unwatched.set('b', 'You are signed out.');
			assert.match(String(items()[0]?.description), /You are signed out\.$/);
		});

		it('redraws only the row of a changed batch, and has none for one that ended without runs', async () => {
			const { draw, redrawn, changeBatch } = setUpHere([item('a', noon + 1)], [batch()]);
			const row = draw()[0]?.runs[0];
			changeBatch(batch({ counts: { moving: 0, succeeded: 1, failed: 0, canceled: 0, uncertain: 0 } }));
			await until('the row', () => redrawn.length > 0);
			assert.deepEqual(redrawn, [row]);
			assert.deepEqual(setUpHere([], [batch({ state: 'canceled' })]).draw(), []);
		});

		it('shows runs individually when filtered, and for a batch of another account', () => {
			const { tree, draw } = setUpHere([item('a', noon + 1)], [batch()]);
			tree.setFilter({ ...noFilter, text: 'lighthouse' });
			assert.deepEqual(
				draw()[0]?.runs.map(({ kind }) => kind),
				['run'],
			);
			const others = setUpHere([item('a', noon + 1)]);
			assert.deepEqual(
				others.draw()[0]?.runs.map(({ kind }) => kind),
				['run'],
			);
		});
	});
});
