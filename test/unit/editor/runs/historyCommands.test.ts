import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import type { Session } from '../../../../src/core/account/session.ts';
import { SessionStore } from '../../../../src/core/account/sessionStore.ts';
import { success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import { keepDocument, keepRequest, runFolder } from '../../../../src/core/runs/archive/runFolder.ts';
import { noFilter } from '../../../../src/core/runs/history/filter.ts';
import { resultsState } from '../../../../src/core/runs/results/view.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { RunTable } from '../../../../src/core/runs/runTable.ts';
import { historyRow } from '../../../../src/editor/deployments/runRow.ts';
import { Documents } from '../../../../src/editor/documents/documents.ts';
import { historyCommands } from '../../../../src/editor/runs/history/commands.ts';
import type { HistoryNode } from '../../../../src/editor/runs/history/nodes.ts';
import { textOfRun } from '../../../../src/editor/runs/history/runTexts.ts';
import { HistoryTree } from '../../../../src/editor/runs/history/tree.ts';
import { runViewHandlers } from '../../../../src/editor/runs/results/actions.ts';
import { WindowRuns } from '../../../../src/editor/runs/windowRuns.ts';
import type { Acts } from '../../../../src/editor/shell/acts/acts.ts';
import type { WindowParts } from '../../../../src/editor/shell/lazyService.ts';
import { ofService } from '../../../support/connection.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { actsOf } from '../../support/acts.ts';
import { noBatches } from '../../support/batchRecord.ts';
import { part } from '../../support/part.ts';
import { Memento, real } from '../../support/real.ts';
import { runFile, runRecord } from '../../support/runRecord.ts';
import { until } from '../../support/until.ts';
import { editor, type PickRow, Uri, window, workspace } from '../../support/vscode.ts';
import { windowParts } from '../../support/windowParts.ts';

const connection = { ...ofService, id: 'user:test', name: 'Studio' } as Connection;
const signedOut: Session = { state: 'signedOut', connection };
const sent =
	'{"3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615, "steps": 30, "cfg": 7}}, "9": {"class_type": "Gone", "inputs": {"text": "x"}}}';
const present = `{
	"3": { "class_type": "KSampler", "inputs": { "seed": 4, "steps": 2e1, "cfg": 7.0 } }
}
`;

describe('commands on the history of runs', () => {
	let folder: string;
	let parts: WindowParts;
	let windowRuns: WindowRuns;
	let documents: Documents;
	let acts: Acts;
	let tree: HistoryTree;
	let view: { description?: string; selection: HistoryNode[] };
	let commands: ReturnType<typeof historyCommands>;
	let written: { uri: string; text: string }[];

	beforeEach(async () => {
		folder = newFolder();
		const session = new SessionStore(signedOut);
		parts = windowParts(session, { folder });
		windowRuns = new WindowRuns(parts, session, real(Uri.file(folder)));
		documents = new Documents();
		await documents.workflows.load();
		await windowRuns.open();
		tree = new HistoryTree(windowRuns, noBatches);
		view = { selection: [] };
		written = [];
		const treeView = part<vscode.TreeView<HistoryNode>>(view);
		const { workflows } = documents;
		const state = new Memento();
		acts = actsOf(session, { runs: () => windowRuns.open() });
		commands = historyCommands({
			acts,
			log: silentLog,
			session,
			windowRuns,
			workflows,
			tree,
			view: treeView,
			state,
		});
		Object.assign(workspace, {
			fs: {
				writeFile: async (uri: Uri, bytes: Buffer) => written.push({ uri: uri.path, text: String(bytes) }),
			},
		});
	});
	afterEach(async () => {
		tree.dispose();
		windowRuns.dispose();
		await parts.opened.close();
		documents.dispose();
		editor.reset();
	});

	async function keep(...runs: readonly Run[]): Promise<void> {
		const table = new RunTable((await parts.opened.ledger.get()).ledger);
		for (const run of runs) await table.put(run);
	}
	const ended = (id: string, more: Partial<Run> = {}) =>
		runRecord({ id, state: 'succeeded', submittedAt: 1000, endedAt: 2000, ...more });
	const local = (name: string) => runFile(name, { archivedAs: name });
	async function keepPicture(runId: string, name: string): Promise<void> {
		const place = runFolder(windowRuns.archive.fsPath, runId);
		mkdirSync(place, { recursive: true });
		writeFileSync(join(place, name), 'picture');
	}
	const row = (run: Run): HistoryNode => ({ kind: 'run', run });
	const shownIds = () =>
		tree.getChildren().flatMap((node) => (node.kind === 'day' ? node.runs.map(({ id }) => id) : []));
	const marksOf = (id: string) => windowRuns.opened?.marks.of(id);
	const { texts } = editor;

	/** A run of the document that is open. */
	async function withDocument(text = present, more: Partial<Run> = {}) {
		const document = editor.open('harbour.json', 'json', text);
		const run = ended('a', { documentUri: document.uri.toString(), documentName: 'harbour.json', ...more });
		await keep(run);
		await keepDocument(windowRuns.archive.fsPath, 'a', sent);
		return { document, run };
	}

	it('filter during input and by toggles, show the filter in the view, and restore it with Escape', async () => {
		await keep(
			ended('harbour', { documentName: 'harbour.json' }),
			ended('failed', { documentName: 'harbour 2.json', state: 'failed' }),
			ended('other', { target: { kind: 'model', id: 'm', name: 'Flux' } }),
		);
		await windowRuns.opened?.marks.set('failed', { note: 'look again' });
		await commands['easel.filterRuns']();
		editor.input?.type('harb');
		assert.deepEqual(shownIds(), ['failed', 'harbour']);
		editor.input?.check('Failed');
		assert.deepEqual(shownIds(), ['failed']);
		assert.equal(view.description, '"harb" · Failed');
		assert.equal(editor.context.get('easel.runsFiltered'), true);
		editor.input?.hide();
		assert.equal(shownIds().length, 3, 'Escape shows what was shown before');
		await commands['easel.filterRuns']();
		editor.input?.enter('look AGAIN');
		assert.deepEqual(shownIds(), ['failed']);
		await commands['easel.filterRuns']();
		assert.equal(editor.input?.value, 'look AGAIN');
		editor.input?.hide();
		assert.deepEqual(shownIds(), ['failed']);
		commands['easel.clearRunFilter']();
		assert.deepEqual([shownIds().length, view.description], [3, '']);
		assert.equal(editor.context.get('easel.runsFiltered'), false);
	});

	it('keep a filter cleared while the list was open', async () => {
		await keep(
			ended('harbour', { documentName: 'harbour.json' }),
			ended('other', { documentName: 'other.json' }),
		);
		await commands['easel.filterRuns']();
		editor.input?.enter('harb');
		await commands['easel.filterRuns']();
		editor.input?.type('harbour');
		commands['easel.clearRunFilter']();
		editor.input?.hide();
		assert.deepEqual([shownIds().length, view.description], [2, '']);
	});

	it('open the filtered view if it is hidden', async () => {
		const opened = editor.calls('easel.runs.focus');
		Object.assign(view, { visible: true });
		await commands['easel.filterRuns']();
		assert.equal(opened.length, 0);
		editor.input?.hide();
		Object.assign(view, { visible: false });
		await commands['easel.filterRuns']();
		assert.equal(opened.length, 1);
		editor.input?.hide();
	});

	it('star all selected runs, and remove the star of one', async () => {
		const [a, b] = [ended('a'), ended('b')];
		await keep(a, b);
		await commands['easel.starRun'](row(a), [row(a), row(b), { kind: 'day', start: 0, runs: [], rows: [] }]);
		assert.deepEqual([marksOf('a')?.starred, marksOf('b')?.starred], [true, true]);
		tree.setFilter({ ...noFilter, starred: true });
		await commands['easel.unstarRun'](row(a), [row(a)]);
		assert.deepEqual(shownIds(), ['b']);
	});

	it('edit a note, and reject a too long one during input', async () => {
		const run = ended('a');
		await keep(run);
		let refusal: string | undefined;
		editor.ask = (options) => {
			const { validateInput } = options as vscode.InputBoxOptions;
			refusal = validateInput?.('x'.repeat(100_000)) as string | undefined;
			return '<script>🏳️‍🌈 \u202Egnp';
		};
		await commands['easel.editRunNote'](row(run));
		assert.match(refusal ?? '', /at most 4,000 characters; this one has 100,000/);
		assert.equal(marksOf('a')?.note, '<script>🏳️‍🌈 \u202Egnp');
		editor.ask = () => undefined;
		await commands['easel.editRunNote'](row(run));
		assert.equal(marksOf('a')?.note, '<script>🏳️‍🌈 \u202Egnp', 'Escape changes nothing');
		editor.ask = () => '';
		await commands['easel.editRunNote'](row(run));
		assert.equal(marksOf('a')?.note, '');
	});

	it('edit a note of several lines as one line, and keep its lines', async () => {
		const run = ended('a');
		await keep(run);
		await windowRuns.opened?.marks.set('a', { note: 'sharp\nbut cold' });
		let shown: string | undefined;
		editor.ask = (options) => {
			shown = (options as vscode.InputBoxOptions).value;
			return `${shown}, again`;
		};
		await commands['easel.editRunNote'](row(run));
		assert.equal(shown, 'sharp ⏎ but cold');
		assert.equal(marksOf('a')?.note, 'sharp\nbut cold, again');
	});

	it('remove the selected runs with all their data, except unfinished ones', async () => {
		const [a, b, c] = [ended('a'), ended('b'), runRecord({ id: 'c', state: 'running' })];
		await keep(a, b, c);
		await windowRuns.opened?.marks.set('a', { starred: true });
		await keepRequest(windowRuns.archive.fsPath, 'a', '{}');
		const files = join(windowRuns.archive.fsPath, 'a');
		await commands['easel.removeRun'](row(a), [row(a), row(b), row(c)]);
		assert.equal(shownIds().length, 3, 'nothing without a yes');
		assert.ok(existsSync(files));
		editor.answer = ([button]) => button;
		await commands['easel.removeRun'](row(a), [row(a), row(b), row(c)]);
		const [, message] = editor.messages;
		assert.equal(message?.modal, true);
		assert.match(message?.text ?? '', /^Remove 2 runs/);
		assert.match(message?.detail ?? '', /1 selected run has not ended and stays/);
		assert.deepEqual(shownIds(), ['c']);
		assert.equal(existsSync(files), false);
		assert.equal(marksOf('a')?.starred, false);
		await commands['easel.removeRun'](row(c), [row(c)]);
		assert.match(texts().at(-1) ?? '', /has not ended, so it stays/);
		assert.deepEqual(shownIds(), ['c']);
	});

	it('remove the selection when the key is pressed', async () => {
		const a = ended('a');
		await keep(a, ended('b'));
		view.selection = [row(a)];
		editor.answer = ([button]) => button;
		await commands['easel.removeRun'](undefined);
		assert.deepEqual(shownIds(), ['b']);
	});

	it('report the runs that could not be removed, and remove the others', async function () {
		if (process.getuid?.() === 0) this.skip();
		const [a, b] = [ended('a'), ended('b')];
		await keep(a, b);
		const locked = join(windowRuns.archive.fsPath, 'a');
		mkdirSync(locked, { recursive: true });
		writeFileSync(join(locked, 'a.png'), 'x');
		chmodSync(locked, 0o500);
		editor.answer = ([button]) => button;
		await commands['easel.removeRun'](row(a), [row(a), row(b)]);
		chmodSync(locked, 0o700);
		assert.deepEqual(shownIds(), ['a']);
		assert.equal(editor.messages.at(-1)?.kind, 'error');
	});

	it('export the selected runs, or all filtered ones, in the format of the file name', async () => {
		const [a, b] = [ended('a', { documentName: '=cmd' }), ended('b', { state: 'failed' })];
		await keep(a, b);
		Object.assign(window, { showSaveDialog: async () => Uri.file('/tmp/Runs.CSV') });
		await commands['easel.exportRuns'](row(a), [row(a)]);
		assert.match(written[0]?.text ?? '', /'=cmd/);
		assert.equal(written[0]?.text.split('\r\n').length, 3);
		tree.setFilter({ ...noFilter, states: ['failed'] });
		Object.assign(window, { showSaveDialog: async () => Uri.file('/tmp/runs.json') });
		await commands['easel.exportRuns'](undefined);
		assert.deepEqual(
			JSON.parse(written[1]?.text ?? '').map(({ id }: { id: string }) => id),
			['b'],
		);
		tree.setFilter({ ...noFilter, text: 'nothing like that' });
		await commands['easel.exportRuns'](undefined);
		assert.deepEqual(texts(), ['No run matches the filter.']);
		Object.assign(workspace, { fs: { writeFile: async () => Promise.reject(new Error('EACCES')) } });
		await commands['easel.exportRuns'](row(a), [row(a)]);
		assert.match(texts()[1] ?? '', /"runs\.json" could not be written/);
	});

	it('write the seed of a run into its document, after a question if another seed would be lost', async () => {
		const { document, run } = await withDocument();
		await commands['easel.writeSeedBack'](row(run));
		assert.equal(document.getText(), present, 'nothing without a yes');
		assert.match(editor.messages[0]?.detail ?? '', /4 → 18446744073709551615/);
		editor.answer = ([button]) => button;
		await commands['easel.writeSeedBack'](row(run));
		assert.equal(document.getText(), present.replace('"seed": 4', '"seed": 18446744073709551615'));
		await commands['easel.writeSeedBack'](row(run));
		assert.match(texts().at(-1) ?? '', /already has the seed of this run/);
	});

	it('ask nothing if the seed of the document is that of another run', async () => {
		const { document, run } = await withDocument();
		const summary = { mode: 'overrides', changed: [], outputTitles: {}, seed: '4' } as const;
		await keep(ended('b', { documentUri: document.uri.toString(), summary }));
		await commands['easel.writeSeedBack'](row(run));
		assert.deepEqual(texts(), []);
		assert.match(document.getText(), /"seed": 18446744073709551615/);
	});

	it('write the chosen inputs among the different ones that still exist', async () => {
		const { document, run } = await withDocument();
		let offered: readonly PickRow[] = [];
		let placeholder: string | undefined;
		editor.pick = (items, options) => {
			offered = items;
			placeholder = options.placeHolder;
			return items.slice(1);
		};
		await commands['easel.writeInputsBack'](row(run));
		assert.deepEqual(
			offered.map(({ label, detail, picked }) => [label, detail, picked]),
			[
				['KSampler · seed', '4 → 18446744073709551615', true],
				['KSampler · steps', '2e1 → 30', true],
			],
		);
		assert.match(placeholder ?? '', /Gone · text/);
		assert.equal(document.getText(), present.replace('2e1', '30'));
	});

	it('write nothing into a document that is changed during the choice, deleted, or unreadable', async () => {
		const { document, run } = await withDocument();
		editor.pick = (items) => {
			editor.type(document, '\n\n');
			return items;
		};
		await commands['easel.writeInputsBack'](row(run));
		assert.match(texts()[0] ?? '', /has changed, so nothing was written/);
		assert.match(document.getText(), /"steps": 2e1/);
		editor.type(document, '}}}', '{');
		await commands['easel.writeInputsBack'](row(run));
		assert.match(texts()[1] ?? '', /cannot be read as a workflow now/);
		const gone = ended('gone', { documentUri: 'untitled:Untitled-9' });
		await keep(gone);
		await keepDocument(windowRuns.archive.fsPath, 'gone', sent);
		await commands['easel.writeSeedBack'](row(gone));
		assert.match(texts()[2] ?? '', /no longer exists/);
		const model = ended('model', { target: { kind: 'model', id: 'm', name: 'Flux' } });
		await keep(model);
		await commands['easel.writeSeedBack'](row(model));
		assert.match(texts()[3] ?? '', /was not kept/);
	});

	it('compare the pictures of one run or two, starred before first, and show any on a contact sheet', async () => {
		const [a, b, c] = [
			ended('a', { files: [local('a1.png'), local('a2.png')] }),
			ended('b', { files: [local('b1.png')] }),
			ended('c'),
		];
		await keep(a, b, c);
		await windowRuns.opened?.marks.set('a', { files: { 'a2.png': true } });
		const called: unknown[] = [];
		for (const id of ['easel.comparePictures', 'easel.showContactSheet'])
			editor.handlers.set(id, (argument) => called.push(argument));
		await commands['easel.compareRunPictures'](row(a), [row(a), row(b)]);
		await commands['easel.compareRunPictures'](row(b));
		await commands['easel.showRunPictures'](row(a), [row(a), row(b), row(c)]);
		assert.deepEqual(called, [
			[
				{ runId: 'a', fileKey: 'a2.png' },
				{ runId: 'b', fileKey: 'b1.png' },
			],
			[{ runId: 'b', fileKey: 'b1.png' }],
			{ runIds: ['a', 'b', 'c'] },
		]);
		await commands['easel.compareRunPictures'](row(a), [row(a), row(b), row(c)]);
		await commands['easel.compareRunPictures'](row(a), [row(a), row(c)]);
		assert.match(texts()[0] ?? '', /Select one or two runs/);
		assert.match(texts()[1] ?? '', /No picture of a selected run/);
	});

	it('save the local files of the selected runs to the configured folder', async () => {
		const here = ended('a', { files: [local('a1.png'), runFile('a2.png')] });
		const none = ended('b', { files: [runFile('b1.png')] });
		await keep(here, none);
		await keepPicture('a', 'a1.png');
		editor.set('easel.save.folder', join(folder, 'saved'));
		await commands['easel.saveRunPictures'](row(here), [row(here), row(none)]);
		assert.deepEqual(readdirSync(join(folder, 'saved')), ['lighthouse_a_1.png']);
	});

	it('download missing results again, of rows or of all, and offer it before a prompt to save nothing', async () => {
		const file = runFile('1.png', { problem: 'The disk is full.' });
		const runs = ['a', 'b'].map((id) => ended(id, { files: [file] }));
		const [a, b] = runs as [Run, Run];
		const whole = ended('c', { files: [] });
		await keep(a, b, whole);
		const asked: string[] = [];
		Object.assign(acts, {
			run: async (_: unknown, { id }: Run) => {
				asked.push(id);
				return success({});
			},
		});
		await commands['easel.downloadMissingResults'](row(a), [row(a), row(whole)]);
		await commands['easel.downloadMissingResults'](undefined);
		assert.deepEqual(asked.toSorted(), ['a', 'a', 'b']);
		// They are missing again, which is reported each time.
		assert.deepEqual(texts(), [
			'1 result not downloaded: The disk is full.',
			'2 results not downloaded: The disk is full.',
		]);
		await commands['easel.downloadMissingResults'](['c']);
		assert.match(texts()[2] ?? '', /No results are missing/);
		const called = editor.calls('easel.downloadMissingResults');
		editor.answer = ([first]) => first;
		await commands['easel.saveRunPictures'](row(a), [row(a), row(b)]);
		assert.deepEqual(called, [['a', 'b']]);
		const extras = { marks: { starred: false, note: '' }, folder: windowRuns.archive };
		const { description, contextValue } = historyRow(a, 3000, extras);
		assert.match(`${description}`, /^1 result not downloaded/);
		assert.match(contextValue ?? '', /\+undownloaded/);
	});

	it('save one result with its sidecar from the results panel, regardless of the setting', async () => {
		const run = ended('a', { files: [local('a1.png')] });
		await keep(run);
		await keepPicture('a', 'a1.png');
		editor.set('easel.save.folder', join(folder, 'saved'));
		editor.set('easel.save.sidecar', false);
		const said: string[] = [];
		const handlers = runViewHandlers({
			acts,
			log: silentLog,
			ready: async () => {},
			context: { workspaceState: { get: () => undefined, update: async () => {} } as never },
			runs: () => windowRuns.open(),
			panel: { refresh() {} },
			notify: (text) => said.push(text),
		});
		const { groups } = resultsState(run, (name) => name, 0).run ?? assert.fail();
		await handlers.saveWithSidecar({ run: 'a', id: groups[0]?.items[0]?.id ?? '' });
		assert.deepEqual(readdirSync(join(folder, 'saved')).toSorted(), [
			'lighthouse_a_1.png',
			'lighthouse_a_1.png.easel.json',
		]);
		assert.deepEqual(said, ['Saved 1 file in the folder "saved".']);
	});

	it('show the sent request, formatted, with every digit; and report if it was not kept', async () => {
		const run = ended('a');
		await keep(run);
		const shown: Uri[] = [];
		Object.assign(window, { showTextDocument: async (uri: Uri) => shown.push(uri) });
		await commands['easel.showSentRequest'](row(run));
		assert.match(texts()[0] ?? '', /were not kept/);
		await keepRequest(
			windowRuns.archive.fsPath,
			'a',
			'{"overrides":{"3":{"inputs":{"seed":18446744073709551615}}}}',
		);
		await commands['easel.showSentRequest'](row(run));
		const [uri] = shown;
		assert.ok(uri);
		assert.match(uri.path, /^\/Sent: lighthouse\.json$/);
		const text = await textOfRun(windowRuns.archive.fsPath, real(uri));
		assert.match(text, /^\{\n {2}"overrides": \{.*"seed": 18446744073709551615/s);
	});

	it('read no file outside the archive for a forged address', async () => {
		writeFileSync(join(folder, '.request.json'), '{"secret":1}');
		const uri = Uri.from({ scheme: 'easel-request', path: '/x.json', query: 'run=..&what=request' });
		assert.equal(await textOfRun(windowRuns.archive.fsPath, real(uri)), '');
		assert.equal(readFileSync(join(folder, '.request.json'), 'utf8'), '{"secret":1}');
	});

	it('report a damaged history once, and show later runs', async () => {
		const run = ended('a');
		await keep(run);
		for (const suffix of ['-wal', '-shm', ''])
			writeFileSync(join(folder, `history.db${suffix}`), Buffer.alloc(8192, 0x55));
		await commands['easel.starRun'](row(run), [row(run)]);
		await until('the message', () => texts().some((text) => /history of your runs was damaged/.test(text)));
		await keep(ended('later'));
		assert.deepEqual(shownIds(), ['later']);
	});

	it('compare the sent document with the current one', async () => {
		const { document, run } = await withDocument();
		const compared: unknown[][] = [];
		editor.handlers.set('vscode.diff', (...args) => compared.push(args));
		await commands['easel.compareSentDocument'](row(run));
		const [[left, right, title] = []] = compared;
		assert.equal(await textOfRun(windowRuns.archive.fsPath, left as vscode.Uri), sent);
		assert.equal(String(right), document.uri.toString());
		assert.equal(title, 'harbour: Sent and Present');
	});
});
