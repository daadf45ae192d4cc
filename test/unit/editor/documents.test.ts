import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { silentLog } from '../../../src/core/base/log.ts';
import { nothing } from '../../../src/core/base/panel/protocol.ts';
import { parseWorkflow } from '../../../src/core/workflow/document.ts';
import { type DocumentChange, Documents } from '../../../src/editor/documents/documents.ts';
import { registerDocuments } from '../../../src/editor/documents/register.ts';
import { RunLenses } from '../../../src/editor/runs/start/codeLens.ts';
import { sourceOfCommand } from '../../../src/editor/runs/start/workflowSource.ts';
import { createPanel } from '../../../src/editor/shell/panels/webviewPanel.ts';
import { documentsOfEachTest } from '../support/documents.ts';
import { part } from '../support/part.ts';
import { Memento, real } from '../support/real.ts';
import { until } from '../support/until.ts';
import { editor, Uri } from '../support/vscode.ts';
import { FakeWebviewPanel } from '../support/webviewPanel.ts';

const protocol = {
	identity: z.object({}),
	memory: nothing,
	toView: { state: z.object({}) },
	toHost: {},
	requests: {},
};

const workflow = JSON.stringify(
	{
		3: { class_type: 'KSampler', inputs: { seed: 1, steps: 20 } },
		4: { class_type: 'VAEDecode', inputs: {} },
	},
	undefined,
	2,
);
const training = 'job: extension\nconfig:\n  name: portraits\n  process:\n    - type: sd_trainer\n';

/** Resolves with the document that is recognized as something else next. */
const recognized = (documents: Documents) =>
	new Promise<vscode.TextDocument>((resolve) => {
		const once = documents.onDidRecognize((document) => {
			once.dispose();
			resolve(document);
		});
	});

describe('open documents', () => {
	let documents: Documents;
	documentsOfEachTest((opened) => {
		documents = opened;
	});

	it('are parsed once, and incrementally after an edit', () => {
		const document = editor.open('a.json', 'json', workflow);
		for (let asked = 0; asked < 5; asked++)
			assert.equal(documents.workflows.get(real(document))?.nodes.length, 2);
		editor.type(document, '"seed": 12', '"seed": 1');
		editor.type(document, '"steps": 21', '"steps": 20');
		const { change, ...read } = documents.workflows.read(real(document));
		assert.deepEqual(read, parseWorkflow(document.getText()));
		assert.equal(change?.index, 0);
		assert.equal(documents.workflows.read(real(document)), documents.workflows.get(real(document)));
		assert.deepEqual(documents.workflows.count, { whole: 1, updated: 2 });
	});

	it('that are no workflow cost a search and no parse, whatever the edits', () => {
		const document = editor.open('package.json', 'json', '{"name": "x"}');
		for (const text of ['{"name": "xy"}', '{"name": "xyz"}']) {
			editor.type(document, text, document.getText());
			assert.equal(documents.workflows.get(real(document)), undefined);
		}
		assert.deepEqual(documents.workflows.count, { whole: 0, updated: 0 });
	});

	it('are recognized by the first candidate, which loads the parser; other JSON does not', async () => {
		const fresh = new Documents();
		editor.open('package.json', 'json', '{"name": "x"}');
		const workflowDocument = editor.open('a.json', 'json', workflow);
		assert.equal(fresh.workflows.needsParser(real(editor.open('b.json', 'json', '{"name": "y"}'))), false);
		const recognized = new Promise<vscode.TextDocument>((resolve) => fresh.onDidRecognize(resolve));
		fresh.recognizeAll();
		assert.equal(fresh.kindOf(real(workflowDocument)), 'none');
		assert.equal((await recognized).uri.path, workflowDocument.uri.path);
		assert.equal(fresh.kindOf(real(workflowDocument)), 'workflow');
		assert.deepEqual(fresh.workflows.count, { whole: 1, updated: 0 });
		fresh.dispose();
	});

	it('are reparsed after missed edits', () => {
		const document = editor.open('a.json', 'json', workflow);
		documents.workflows.get(real(document));
		document.change({ rangeOffset: 0, rangeLength: 0, text: ' ' });
		editor.type(document, '"seed": 12', '"seed": 1');
		assert.deepEqual(documents.workflows.get(real(document)), parseWorkflow(document.getText()));
	});

	it('share one parse of an unopened text, such as a saved workflow', () => {
		const first = documents.workflows.ofText(workflow);
		assert.equal(documents.workflows.ofText(`${workflow}`), first);
		assert.equal(documents.workflows.count.whole, 1);
	});

	it('are workflows by content, in plain and commented JSON and in pasted text without a language', () => {
		for (const [name, language, text] of [
			['a.json', 'json', workflow],
			['b.jsonc', 'jsonc', `// a comment\n${workflow}`],
			['untitled:Untitled-1', 'plaintext', workflow],
		] as const) {
			assert.equal(documents.kindOf(real(editor.open(name, language, text))), 'workflow', name);
		}
		for (const [name, language] of [
			['git:/project/a.json', 'json'],
			['output:log', 'json'],
			['notes.txt', 'plaintext'],
			['a.yaml', 'yaml'],
		] as const) {
			assert.equal(documents.kindOf(real(editor.open(name, language, workflow))), 'none', name);
		}
	});

	it('are classified alike by the checks and the lens above the text', async () => {
		const never = { onDidChange: () => ({ dispose: () => undefined }) };
		const lenses = new RunLenses(
			part<ConstructorParameters<typeof RunLenses>[0]>({
				session: { ...never, current: { connection: { id: 'x' } } },
				targets: { ...never, byId: () => undefined },
				documents: async () => ({ deploymentsFor: () => [] }),
				workflows: documents.workflows,
				windowRuns: { active: () => [], onDidChange: never.onDidChange },
			}),
		);
		for (const [name, language] of [
			['a.json', 'json'],
			['untitled:Untitled-1', 'plaintext'],
			['git:/project/a.json', 'json'],
		] as const) {
			const document = real(editor.open(name, language, workflow));
			const offered = (await lenses.provideCodeLenses(document)).length > 0;
			assert.equal(offered, documents.workflows.get(document) !== undefined, name);
		}
		assert.equal(documents.workflows.count.whole, 2, 'the lens parses nothing by itself');
	});

	it('become workflows when their language is set, and stop when it is reset', async () => {
		const document = editor.open('notes.txt', 'plaintext', workflow);
		const became = recognized(documents);
		editor.setLanguage(document, 'json');
		assert.equal(await became, document);
		assert.equal(documents.kindOf(real(document)), 'workflow');
		const stopped = recognized(documents);
		editor.setLanguage(document, 'plaintext');
		await stopped;
		assert.equal(documents.kindOf(real(document)), 'none');
	});

	it('become training configurations by content or by the file setting', async () => {
		// A configuration that a job was submitted with is shown, and not submitted again.
		const kept = editor.open('easel-job:/r/configuration/portraits.yaml', 'yaml', training);
		assert.equal(documents.kindOf(real(kept)), 'none');
		assert.equal(documents.kindOf(real(editor.open('a.yaml', 'yaml', training))), 'training');
		const other = editor.open('b.yaml', 'yaml', 'x: 1\n');
		assert.equal(documents.kindOf(real(other)), 'none');
		const became = recognized(documents);
		editor.set('easel.training.files', ['b.yaml']);
		assert.equal(await became, other);
	});

	it('of training are parsed once per version', async () => {
		const document = editor.open('a.yaml', 'yaml', training);
		const first = await documents.training.read(real(document));
		assert.equal(await documents.training.read(real(document)), first);
		editor.type(document, 'name: faces', 'name: portraits');
		assert.notEqual(await documents.training.read(real(document)), first);
		assert.deepEqual((await documents.training.texts()).count, { whole: 1, updated: 1 });
	});

	it('are up to date when an edit is announced', () => {
		const document = editor.open('a.json', 'json', workflow);
		documents.workflows.get(real(document));
		const seen: (DocumentChange['reason'] | string | undefined)[] = [];
		documents.onDidChange(({ document: changed, reason }) => {
			seen.push(reason, documents.workflows.get(changed)?.text.slice(0, 1));
		});
		editor.type(document, '\n{', '{');
		editor.close(document);
		assert.deepEqual(seen.slice(0, 2), ['edited', '\n']);
		assert.equal(seen[2], 'closed');
	});
});

describe('context keys of documents', () => {
	const subscriptions: vscode.Disposable[] = [];
	let workspaceState: Memento;
	let documents: Documents;

	beforeEach(() => {
		workspaceState = new Memento();
		documents = registerDocuments(part<vscode.ExtensionContext>({ subscriptions, workspaceState }));
	});
	afterEach(() => {
		for (const each of subscriptions.splice(0)) each.dispose();
		editor.reset();
	});

	it('follow the active document when its language changes', async () => {
		const document = editor.open('untitled:Untitled-1', 'markdown', workflow);
		editor.activate(document);
		assert.equal(editor.context.get('easel.activeDocument'), 'none');
		const became = recognized(documents);
		editor.setLanguage(document, 'json');
		await became;
		assert.equal(editor.context.get('easel.activeDocument'), 'workflow');
	});

	it('describe the document of the panel in front, so that it can run from there', async () => {
		const became = recognized(documents);
		const document = editor.open('a.json', 'json', workflow);
		await became;
		editor.activate(undefined);
		assert.equal(editor.context.get('easel.activeDocument'), 'none');
		const view = new FakeWebviewPanel('', undefined);
		let shown: Uri | undefined = document.uri;
		const panel = createPanel({
			viewType: 'easel.results',
			protocol,
			extensionUri: Uri.file('/easel') as never,
			log: silentLog,
			title: () => 'A panel',
			identity: {},
			document: () => shown as vscode.Uri | undefined,
			roots: [],
			state: () => ({}),
			handlers: () => ({}),
			requests: () => ({}),
			restored: view as never,
		});
		assert.equal(editor.context.get('easel.activeDocument'), 'workflow');
		const source = await sourceOfCommand(documents.workflows, undefined);
		assert.equal(source?.name, 'a.json');
		// The panel shows something that belongs to no document.
		shown = undefined;
		view.say('ready');
		await until('the panel is of no document', () => editor.context.get('easel.activeDocument') === 'none');
		shown = document.uri;
		view.say('ready');
		await until('it is again', () => editor.context.get('easel.activeDocument') === 'workflow');
		view.hide();
		assert.equal(editor.context.get('easel.activeDocument'), 'none');
		panel.dispose();
	});

	it('list the known workflow files, also in the next window', async () => {
		const became = recognized(documents);
		const document = editor.open('a.json', 'json', workflow);
		await became;
		editor.open('b.json', 'json', '{}');
		assert.deepEqual(editor.context.get('easel.workflowFiles'), [document.uri.fsPath]);
		editor.context.clear();
		registerDocuments(part<vscode.ExtensionContext>({ subscriptions, workspaceState }));
		const files = await until('the context key', () => editor.context.get('easel.workflowFiles'));
		assert.deepEqual(files, [document.uri.fsPath]);
	});
});
