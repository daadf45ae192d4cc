import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type * as vscode from 'vscode';
import type { Session } from '../../../../src/core/account/session.ts';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import { EngineProgressBoard } from '../../../../src/core/engine/engineProgress.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { Documents } from '../../../../src/editor/documents/documents.ts';
import { type RunLensDeps, RunLenses } from '../../../../src/editor/runs/start/codeLens.ts';
import { part } from '../../support/part.ts';
import { real } from '../../support/real.ts';
import { runRecord } from '../../support/runRecord.ts';
import { editor } from '../../support/vscode.ts';

const workflow = '{"1":{"class_type":"SaveImage","inputs":{"images":["2",0]}}}';

describe('the lenses above a workflow', () => {
	let documents: Documents;
	let active: Run[];
	let progress: EngineProgressBoard;
	let lenses: RunLenses;

	const titles = async (document: vscode.TextDocument) =>
		(await lenses.provideCodeLenses(document)).map(({ command }) => command?.title);

	beforeEach(async () => {
		documents = new Documents();
		await documents.workflows.load();
		active = [];
		progress = new EngineProgressBoard();
		lenses = new RunLenses(
			part<RunLensDeps>({
				session: {
					current: { state: 'signedIn', connection: { id: 'c' } },
					onDidChange: new Emitter<Session>().event,
				},
				targets: { byId: (id: string) => ({ id, name: 'Harbour' }), onDidChange: new Emitter<never>().event },
				documents: async () => ({ deploymentsFor: () => ['d'] }),
				workflows: documents.workflows,
				windowRuns: { active: () => active, onDidChange: new Emitter<Run>().event, progress },
			}),
		);
	});
	afterEach(() => {
		lenses.dispose();
		documents.dispose();
		editor.reset();
	});

	it('offer the last used deployment and a choice', async () => {
		const document = real(editor.open('a.json', 'json', workflow));
		assert.deepEqual(await titles(document), ['$(play) Run on Harbour', 'Run On...']);
	});

	it('show state, time, Cancel and Show during a run of this document', async () => {
		const document = real(editor.open('a.json', 'json', workflow));
		const documentUri = document.uri.toString();
		const submittedAt = Date.now() - 17_400;
		active = [runRecord({ id: 'r1', state: 'running', submittedAt, documentUri })];
		const [state, cancel, show] = await lenses.provideCodeLenses(document);
		assert.match(state?.command?.title ?? '', /^\$\(sync~spin\) Running \d\d s$/);
		assert.deepEqual([cancel?.command?.title, cancel?.command?.command], ['Cancel', 'easel.cancelRun']);
		assert.deepEqual([show?.command?.title, show?.command?.arguments], ['Show', ['r1']]);
		active = [runRecord({ id: 'r1', state: 'fetching', submittedAt, documentUri })];
		assert.equal((await titles(document))[1], 'Stop Downloading');
	});

	it('show the current node of an engine, and its step', async () => {
		const document = real(editor.open('a.json', 'json', workflow));
		active = [runRecord({ id: 'r1', state: 'running', documentUri: document.uri.toString() })];
		progress.begin('r1', { titles: { '3': 'KSampler' }, totalNodes: 9 });
		assert.doesNotMatch((await titles(document))[0] ?? '', /:/, 'before the first node');
		progress.accept({ type: 'progress', promptId: 'r1', nodeId: '3', value: 12, max: 20 });
		assert.match((await titles(document))[0] ?? '', /^\$\(sync~spin\) Running .*: KSampler 12 of 20$/);
		active = [runRecord({ id: 'r1', state: 'queued', documentUri: document.uri.toString() })];
		assert.doesNotMatch((await titles(document))[0] ?? '', /KSampler/, 'a run that waits');
		active = [runRecord({ id: 'r1', state: 'running', documentUri: document.uri.toString() })];
		progress.end('r1');
		assert.doesNotMatch((await titles(document))[0] ?? '', /KSampler/);
	});

	describe('with elapsed time', () => {
		let asked: number;
		const pass = (seconds: number) => {
			for (let second = 0; second < seconds; second++) mock.timers.tick(1000);
		};

		beforeEach(() => {
			mock.timers.enable({ apis: ['setTimeout'] });
			asked = 0;
			lenses.onDidChangeCodeLenses(() => asked++);
		});
		afterEach(() => mock.timers.reset());

		it('are refreshed a second after the editor requests them, since it would wait forever otherwise', async () => {
			const document = real(editor.open('a.json', 'json', workflow));
			active = [runRecord({ state: 'queued', documentUri: document.uri.toString() })];
			await titles(document);
			pass(4);
			assert.equal(asked, 1, 'the delay of the editor is not begun again');
			await titles(document);
			pass(1);
			assert.equal(asked, 2);
			pass(5);
			assert.equal(asked, 3, 'a change that the editor has left out is said again');
			active = [];
			pass(60);
			assert.equal(asked, 4, 'the end is said, and nothing after it');
		});

		it('are refreshed when another text, or a panel, has the focus', () => {
			editor.activate(undefined);
			assert.equal(asked, 1);
		});
	});

	it('show nothing about runs of other documents', async () => {
		const document = real(editor.open('a.json', 'json', workflow));
		active = [runRecord({ state: 'running', documentUri: 'file:///other.json' })];
		assert.equal((await titles(document)).length, 2);
	});

	it('are absent above JSON that is not a workflow', async () => {
		const document = real(editor.open('b.json', 'json', '{"name":"x"}'));
		assert.deepEqual(await titles(document), []);
	});
});
