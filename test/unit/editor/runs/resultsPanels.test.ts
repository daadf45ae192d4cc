import assert from 'node:assert/strict';
import type { SessionSource } from '../../../../src/core/account/session.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { EngineProgressBoard } from '../../../../src/core/engine/engineProgress.ts';
import { groupKey, type RunGroup } from '../../../../src/core/runs/history/group.ts';
import type { ResultsProgress, ResultsState } from '../../../../src/core/runs/results/messages.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import type { RunService } from '../../../../src/core/runs/runService.ts';
import { RunChooser } from '../../../../src/editor/runs/chooseRun.ts';
import { ResultsPanels, type ResultsPanelsOptions } from '../../../../src/editor/runs/results/panels.ts';
import type { WindowRuns } from '../../../../src/editor/runs/windowRuns.ts';
import { setContext } from '../../../../src/editor/shell/contextKeys.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { commands, editor, Uri, ViewColumn } from '../../support/vscode.ts';
import { FakeWebviewPanel } from '../../support/webviewPanel.ts';

const lighthouse = 'file:///lighthouse.json';
const opened = editor.panels;

interface Shown {
	readonly run?: { readonly id: string };
	readonly runs?: { readonly count: number; readonly at: number };
	readonly pinned?: boolean;
}

const fail = (error: unknown): never => assert.fail(String(error));

describe('the results panels of a window', () => {
	let runs: Map<string, Run>;
	let panels: ResultsPanels;
	let changed: Emitter<Run>;
	let removed: Emitter<string>;

	beforeEach(() => {
		runs = new Map();
		changed = new Emitter(fail);
		removed = new Emitter(fail);
		progress = new EngineProgressBoard();
		panels = startPanels();
	});
	afterEach(() => {
		panels.dispose();
		editor.reset();
	});

	let progress: EngineProgressBoard;

	function startPanels(): ResultsPanels {
		const runService = part<RunService>({
			get: (id: string) => runs.get(id),
			idsOf: (group: RunGroup) =>
				[...runs.values()].filter((run) => groupKey(run) === groupKey(group)).map(({ id }) => id),
			archivePath: ({ id }: Pick<Run, 'id'>) => `/archive/${id}`,
			whyUnwatched: () => undefined,
			marks: { of: (id: string) => ({ starred: id === 'one', note: '' }) },
			archive: { show: () => undefined },
		});
		return new ResultsPanels(
			part<ResultsPanelsOptions>({
				clock: systemClock,
				context: { extensionUri: Uri.file('/easel') },
				log: silentLog,
				ready: async () => undefined,
				windowRuns: {
					open: async () => runService,
					archive: Uri.file('/archive'),
					onDidChange: changed.event,
					onDidChangeMarks: new Emitter<never>(fail).event,
					onDidRemove: removed.event,
					onDidChangeSession: new Emitter<never>(fail).event,
					progress,
				},
			}),
		);
	}

	function keep(id: string, more: Partial<Run> = { documentUri: lighthouse }): Run {
		const run = runRecord({ id, submittedAt: runs.size, ...more });
		runs.set(id, run);
		return run;
	}
	const shown = (panel: FakeWebviewPanel | undefined) => panel?.last('state') as Shown | undefined;
	/** Waits until the panel so far down the list shows a run. */
	async function shows(index: number, runId: string): Promise<FakeWebviewPanel> {
		await until(`panel ${index}`, () => opened[index] !== undefined);
		const panel = opened[index] as FakeWebviewPanel;
		panel.say('ready');
		await until(`${runId} in panel ${index}`, () => shown(panel)?.run?.id === runId);
		return panel;
	}
	/** Begins a run. */
	function begin(id: string, more?: Partial<Run>): void {
		const run = keep(id, more);
		changed.fire(run);
		panels.openNew(run);
	}

	it('show the progress of the displayed run, even if opened late, and nothing after its end', async () => {
		progress.begin('one', { titles: { '3': 'KSampler' }, totalNodes: 9 });
		progress.begin('two', { titles: {}, totalNodes: 1 });
		const step = (value: number, promptId = 'one') =>
			progress.accept({ type: 'progress', promptId, nodeId: '3', value, max: 20 });
		step(1);
		begin('one', { documentUri: lighthouse, state: 'running' });
		const panel = await shows(0, 'one');
		const first = panel.last('state') as ResultsState;
		assert.deepEqual(first.progress?.nodes.step, { value: 1, max: 20 });

		const sent = () =>
			panel.sent
				.filter(({ kind }) => kind === 'progress')
				.map(({ payload }) => payload as { progress?: ResultsProgress });
		for (let value = 2; value <= 20; value++) step(value);
		step(7, 'two');
		await until('the last step', () => sent().at(-1)?.progress?.nodes.step?.value === 20);
		assert.ok(sent().length < 5, `${sent().length} messages about 19 steps`);
		assert.ok(sent().every((one) => one.progress?.nodes.runId === 'one'));
		const bytes = new Uint8Array([1, 2, 3]);
		progress.accept({ type: 'preview', promptId: 'one', bytes, mediaType: 'image/png' });
		await until('the picture', () => sent().at(-1)?.progress?.preview?.bytes === bytes);
		progress.end('one');
		await until('the end', () => sent().at(-1)?.progress === undefined);
	});

	it('provide their run to palette commands while in front, if the command supports it', async () => {
		let asked = 0;
		editor.pick = () => {
			asked += 1;
		};
		const chooser = new RunChooser(
			part<WindowRuns>({
				open: async () => part<RunService>({ get: (id: string) => runs.get(id) }),
				latest: () => [...runs.values()],
			}),
			part<SessionSource>({ current: { connection: { name: 'Sandbox' } } }),
		);
		begin('one');
		await shows(0, 'one');
		begin('two');
		const panel = await shows(0, 'two');
		assert.equal((await chooser.one(undefined))?.id, 'two');
		assert.equal((await chooser.one('one'))?.id, 'one');
		assert.equal(asked, 0);
		await chooser.one(undefined, ({ documentUri }) => documentUri === undefined);
		await chooser.given(undefined);
		panel.hide();
		await chooser.one(undefined);
		assert.equal(asked, 2);
	});

	it('receive no further state before the last one is shown, and then the newest', async () => {
		begin('one');
		const panel = await shows(0, 'one');
		begin('other', { documentUri: 'file:///harbour.json', documentName: 'harbour.json' });
		const other = await shows(1, 'other');
		panel.isSlow = true;
		const states = () => panel.sent.filter(({ kind }) => kind === 'state').length;
		const seen = () => (panel.last('state') as ResultsState).run?.prompt;
		const change = (prompt: string) =>
			changed.fire(
				keep('one', {
					documentUri: lighthouse,
					summary: { mode: 'inline', changed: [], outputTitles: {}, prompt },
				}),
			);
		change('first');
		await until('the first change', () => seen() === 'first');
		const before = states();
		for (let count = 0; count < 5; count++) {
			change(`${count}`);
			const documentName = `harbour ${count}.json`;
			changed.fire(keep('other', { documentUri: 'file:///harbour.json', documentName }));
			// It changed later, and its view is quick.
			await until(
				documentName,
				() => (other.last('state') as ResultsState).run?.documentName === documentName,
			);
		}
		assert.equal(states(), before);
		change('last');
		panel.say('shown');
		await until('the last change', () => seen() === 'last');
		assert.equal(states(), before + 1);
	});

	it('receive the newest state even if the view does not respond', async () => {
		begin('one');
		const panel = await shows(0, 'one');
		panel.isSlow = true;
		changed.fire(keep('one', { documentUri: lighthouse, documentName: 'first.json' }));
		const name = () => (panel.last('state') as ResultsState).run?.documentName;
		await until('the first change', () => name() === 'first.json');
		changed.fire(keep('one', { documentUri: lighthouse, documentName: 'last.json' }));
		await until('the last change', () => name() === 'last.json');
	});

	it('show all runs of a document in one, and those of another document in another', async () => {
		begin('one', {
			documentUri: lighthouse,
			summary: { mode: 'overrides', changed: [], outputTitles: {}, seed: '42' },
		});
		const panel = await shows(0, 'one');
		assert.match(panel.title, /^lighthouse · .* · seed 42$/);
		begin('two');
		await shows(0, 'two');
		begin('other', { documentUri: 'file:///harbour.json', documentName: 'harbour.json' });
		await shows(1, 'other');
		begin('bare', {});
		await shows(2, 'bare');
		begin('bare too', {});
		await shows(2, 'bare too');
		assert.equal(opened.length, 3);
		assert.deepEqual(shown(opened[0])?.runs, { of: 'document', count: 2, at: 1, revision: 3 });
		assert.deepEqual(
			(panel.webview.options as { localResourceRoots: Uri[] }).localResourceRoots.map(String),
			['file:///easel/dist/webviews', 'file:///archive'],
		);
	});

	it('move between runs, and return the visible ones', async () => {
		for (const id of ['one', 'two', 'three']) keep(id);
		panels.open('three');
		const panel = await shows(0, 'three');
		panel.say('stepRun', { by: -1 });
		panel.say('stepRun', { by: -1 });
		await shows(0, 'one');
		panel.say('stepRun', { by: -1 });
		panel.say('showRunAt', { at: 1 });
		await shows(0, 'two');
		panel.say('request', { id: 7, name: 'runs', params: { start: 0, count: 2 } });
		await until('an answer', () => panel.last('answer') !== undefined);
		const { value } = panel.last('answer') as {
			value: { runs: { at: number; id: string; starred: boolean }[] };
		};
		assert.deepEqual(
			value.runs.map(({ at, id, starred }) => [at, id, starred]),
			[
				[0, 'one', true],
				[1, 'two', false],
			],
		);
	});

	it('do not replace a run in view, unless a new one was requested there', async () => {
		for (const id of ['one', 'two']) keep(id);
		panels.open('one');
		const panel = await shows(0, 'one');
		begin('three');
		await until('a sentence about the new run', () => panel.last('notify') !== undefined);
		await until('the new run in the strip', () => shown(panel)?.runs?.count === 3);
		assert.equal(shown(panel)?.run?.id, 'one');
		let finish = (): void => undefined;
		editor.handlers.set('easel.runAgain', () => new Promise<void>((done) => (finish = done)));
		panel.say('runAgain', { run: 'one', newSeed: false });
		begin('four');
		await shows(0, 'four');
		finish();
		panel.say('showRunAt', { at: 0 });
		await shows(0, 'one');
		panel.visible = false;
		begin('five');
		await until('the panel in front', () => panel.revealed > 0);
		await shows(0, 'five');
	});

	it('follow the results of a batch, until one of them is viewed', async () => {
		setContext('easel.sawResult', false);
		const batch = { documentUri: lighthouse, batchId: 'b' };
		const end = (id: string, endedAt: number) =>
			changed.fire(keep(id, { ...batch, state: 'succeeded', endedAt }));
		begin('b0', { ...batch, state: 'running' });
		const panel = await shows(0, 'b0');
		for (const id of ['b1', 'b2', 'b3']) keep(id, { ...batch, state: 'running' });
		end('b1', 10);
		assert.equal(editor.context.get('easel.sawResult'), false);
		end('b0', 20);
		assert.equal(editor.context.get('easel.sawResult'), true);
		end('b2', 30);
		await shows(0, 'b2');
		changed.fire(runs.get('b1') ?? assert.fail());
		assert.equal(shown(panel)?.run?.id, 'b2');
		panel.say('showRunAt', { at: 0 });
		await until('an earlier one', () => shown(panel)?.run?.id !== 'b2');
		const looked = shown(panel)?.run?.id;
		end('b3', 40);
		await until('the end in the strip', () => runs.get('b3')?.state === 'succeeded');
		panel.say('ready');
		assert.equal(shown(panel)?.run?.id, looked);
	});

	it('keep a pinned run, and show the next one elsewhere', async () => {
		begin('one');
		const panel = await shows(0, 'one');
		panel.say('pin', { run: 'one', on: true });
		await until('the pin', () => shown(panel)?.pinned === true);
		assert.equal(shown(panel)?.runs, undefined);
		begin('two');
		await shows(1, 'two');
		assert.equal(shown(panel)?.run?.id, 'one');
		panels.open('one');
		await until('the pinned panel in front', () => panel.revealed === 1);
		panel.say('pin', { run: 'one', on: false });
		await until('one panel for the document again', () => panel.disposed);
		await shows(1, 'one');
	});

	it('open as configured, or not at all', async () => {
		editor.set('easel.results.open', 'never');
		begin('one');
		panels.open('one');
		const panel = await shows(0, 'one');
		begin('two');
		await shows(0, 'two');
		assert.deepEqual([opened.length, panel.revealed], [1, 0]);
		panel.dispose();
		editor.set('easel.results.open', 'sameTab');
		begin('three');
		const next = await shows(1, 'three');
		assert.deepEqual(next.place, { viewColumn: ViewColumn.Active, preserveFocus: true });
	});

	it('are restored after a reload with their run', async () => {
		for (const id of ['one', 'two', 'three']) keep(id);
		const restore = async (saved: unknown) => {
			const panel = new FakeWebviewPanel('', undefined);
			opened.push(panel);
			await editor.serializers.get('easel.results')?.deserializeWebviewPanel(panel as never, saved);
			return panel;
		};
		await restore({ identity: { runId: 'three' }, memory: { runId: 'two' } });
		await shows(0, 'two');
		await restore({ identity: { runId: 'one' }, memory: { runId: 'one', pinned: true } });
		await shows(1, 'one');
		assert.equal(shown(opened[1])?.pinned, true);
		assert.equal((await restore({ identity: { runId: 'three' } })).disposed, true, 'one for each document');
		assert.equal((await restore({})).disposed, true);
	});

	it('ask before they repeat a possibly running run, and accept its request ID', async () => {
		const called: unknown[] = [];
		for (const id of ['easel.runAgain', 'easel.thisIsRequest'])
			commands.registerCommand(id, (run) => called.push([id, run]));
		keep('one', { documentUri: lighthouse, state: 'uncertain' });
		panels.open('one');
		const panel = await shows(0, 'one');
		panel.say('runAgain', { run: 'one', newSeed: false });
		await until('the question', () => editor.messages.length === 1);
		assert.match(editor.messages[0]?.detail ?? '', /unknown whether the first one arrived/);
		editor.answer = ([first]) => first;
		panel.say('thisIsRequest', { run: 'one' });
		await until('the request', () => called.length === 1);
		panel.say('runAgain', { run: 'one', newSeed: false });
		await until('the second run', () => called.length === 2);
		assert.deepEqual(called, [
			['easel.thisIsRequest', 'one'],
			['easel.runAgain', 'one'],
		]);
	});

	it('link a failed run to its node, and an uncertain one to the service', async () => {
		const called: unknown[] = [];
		for (const id of ['easel.showFailedNode', 'easel.openWebConsole'])
			commands.registerCommand(id, (run) => called.push([id, run]));
		const error = { error: 'RuntimeError', details: 'Node 8 (VAEDecode): no vae', debugInfo: '' };
		keep('one', { documentUri: lighthouse, state: 'failed', error });
		panels.open('one');
		const panel = await shows(0, 'one');
		panel.say('openDocument', { run: 'one' });
		panel.say('openWebConsole', { run: 'one' });
		await until('both', () => called.length === 2);
		assert.deepEqual(called, [
			['easel.showFailedNode', 'one'],
			['easel.openWebConsole', 'one'],
		]);
	});

	it('report a removed run, and link to the others', async () => {
		for (const id of ['one', 'two']) keep(id);
		panels.open('two');
		const panel = await shows(0, 'two');
		const isVisible = (more: Partial<Run>) => panels.isVisible(runRecord(more));
		assert.equal(isVisible({ id: 'two', documentUri: lighthouse }), true);
		assert.equal(isVisible({ id: 'one', documentUri: lighthouse }), true, 'in the strip');
		assert.equal(isVisible({ id: 'another', documentUri: 'file:///boat.json' }), false);
		runs.delete('two');
		removed.fire('two');
		await until('no run', () => shown(panel)?.run === undefined);
		assert.deepEqual([shown(panel)?.runs?.count, shown(panel)?.runs?.at], [1, -1]);
		panel.say('stepRun', { by: -1 });
		await shows(0, 'one');
	});
});
