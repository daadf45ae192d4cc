import assert from 'node:assert/strict';
import type { Failure } from '../../../../src/core/base/failure.ts';
import type { Connection } from '../../../../src/core/connection/connection.ts';
import { runcomfyConnection } from '../../../../src/core/connection/connections.ts';
import { dialectOf } from '../../../../src/core/connection/dialects.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { WorkflowDocuments } from '../../../../src/editor/documents/workflowDocuments.ts';
import { type RunCommandDeps, runCommands } from '../../../../src/editor/runs/commands.ts';
import { showRefusal } from '../../../../src/editor/runs/start/dialogs.ts';
import { part } from '../../support/part.ts';
import { runRecord } from '../../support/runRecord.ts';
import { editor, Uri } from '../../support/vscode.ts';

const text =
	'{"3": {"class_type": "KSampler", "inputs": {}}, "8": {"class_type": "VAEDecode", "inputs": {}}}';
const error = { error: 'RuntimeError', details: 'Node 8 (VAEDecode): no vae', debugInfo: '' };

describe('a run that failed, was refused or possibly arrived', () => {
	let run: Run;
	let webUrl: string;
	let workflows: WorkflowDocuments;

	beforeEach(async () => {
		workflows = await new WorkflowDocuments().load();
		webUrl = 'https://studio.example';
	});
	afterEach(() => editor.reset());

	const commands = () =>
		runCommands(
			part<RunCommandDeps>({
				windowRuns: { open: async () => ({ get: () => run }) },
				session: { current: { connection: { name: 'Other' } } },
				connections: { all: () => [{ id: 'user:test', webUrl } as Connection] },
				workflows,
			}),
		);

	it('jumps to the failed node in its document', async () => {
		const document = editor.open('harbour.json', 'json', text);
		run = runRecord({ state: 'failed', documentUri: document.uri.toString(), error });
		await commands()['easel.showFailedNode']('r');
		const [shown] = editor.shown;
		assert.equal(shown?.document, document);
		assert.equal(shown.selection && document.getText(shown.selection), '"8"');
		assert.deepEqual(editor.messages, []);
	});

	it('selects the class of the node if it is the cause', async () => {
		const document = editor.open('harbour.json', 'json', text);
		const missing = { error: 'missing_node_type', details: "Not found.\nNode ID '#8'", debugInfo: '' };
		run = runRecord({ state: 'failed', documentUri: document.uri.toString(), error: missing });
		await commands()['easel.showFailedNode']('r');
		const [shown] = editor.shown;
		assert.equal(shown?.selection && document.getText(shown.selection), '"VAEDecode"');
	});

	it('reports that the document no longer has the node', async () => {
		const document = editor.open('harbour.json', 'json', text.replace('"8"', '"9"'));
		run = runRecord({
			state: 'failed',
			documentName: 'harbour.json',
			documentUri: document.uri.toString(),
			error,
		});
		await commands()['easel.showFailedNode']('r');
		assert.equal(editor.shown[0]?.document, document);
		assert.equal(editor.messages[0]?.text, '"harbour.json" no longer has node 8.');
	});

	it('opens the web pages of its service, whichever is in use', async () => {
		run = runRecord({ state: 'uncertain' });
		await commands()['easel.openWebConsole']('r');
		assert.deepEqual(editor.visited, [Uri.parse(webUrl).toString()]);
	});

	it('reports missing web pages if the connection is deleted or its sandbox is stopped', async () => {
		run = runRecord({ state: 'uncertain', connectionId: 'user:gone' });
		await commands()['easel.openWebConsole']('r');
		run = runRecord({ state: 'uncertain' });
		webUrl = '';
		await commands()['easel.openWebConsole']('r');
		assert.deepEqual(editor.visited, []);
		assert.equal(editor.messages.length, 2);
		assert.match(editor.messages[0]?.text ?? '', /has no web pages at the moment/);
	});

	/** Shows that a run was refused. Returns the offered buttons. */
	async function offered(more: Partial<Run>, failure: Failure): Promise<readonly string[]> {
		const uri = Uri.file('/w/harbour.json');
		const kept = runRecord({ documentUri: uri.toString(), ...more });
		type Given = Parameters<typeof showRefusal>;
		await showRefusal(
			part<Given[0]>({ windowRuns: { latest: () => [kept] } }),
			'Studio',
			part<Given[2]>({ uri, name: 'harbour.json', document: workflows.ofText('{}') }),
			failure,
			async () => {},
		);
		return editor.messages.at(-1)?.buttons ?? [];
	}

	it('offers in its message to look for it, and not to run again', async () => {
		const called = editor.calls('easel.openWebConsole');
		editor.answer = ([first]) => first;
		const message = 'The connection broke.';
		const broken = { kind: 'network', message, nextStep: '', fixer: 'nobody', mayHaveArrived: true } as const;
		assert.deepEqual(await offered({ state: 'uncertain' }, broken), ['Open Web Console', 'Details']);
		assert.deepEqual(called, ['r']);
	});

	it('rejected for lack of a token offers to set one on an engine, and to sign in elsewhere', async () => {
		const message = 'It requires a token.';
		const noToken = { kind: 'auth', message, nextStep: 'Set it.', fixer: 'you', status: 401 } as const;
		const opened = editor.calls('easel.setEngineToken');
		editor.answer = (buttons) => buttons.find((button) => button === 'Set Token');
		const onEngine = await offered({ target: { kind: 'engine', id: 'engine', name: 'My ComfyUI' } }, noToken);
		assert.ok(onEngine.includes('Set Token') && !onEngine.includes('Sign In'));
		assert.equal(opened.length, 1);
		const onService = await offered({}, noToken);
		assert.ok(onService.includes('Sign In') && !onService.includes('Set Token'));
	});

	it('rejected because of the balance offers the top-up page first, and claims neither that it was not sent nor that the deployment is disabled', async () => {
		const opened = editor.calls('easel.openProfilePage');
		editor.answer = ([first]) => first;
		const meaning = dialectOf(runcomfyConnection).codes.meaningOf(10001, 'inference') ?? assert.fail();
		assert.deepEqual(await offered({}, { ...meaning, status: 400 }), ['Open Profile Page', 'Details']);
		assert.equal(opened.length, 1);
		assert.deepEqual(editor.texts(), [
			'The run did not start. The balance or plan of this account does not allow runs.',
		]);
	});
});
