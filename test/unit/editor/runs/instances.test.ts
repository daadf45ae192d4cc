import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { WebviewPanel } from 'vscode';
import { systemClock } from '../../../../src/core/base/clock.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import type { DeploymentStore } from '../../../../src/core/deployments/store.ts';
import type { Run } from '../../../../src/core/runs/run.ts';
import { SavedWorkflows } from '../../../../src/core/runs/start/savedWorkflows.ts';
import type { RunChooser } from '../../../../src/editor/runs/chooseRun.ts';
import { hasInstance, instanceCommands } from '../../../../src/editor/runs/instance/commands.ts';
import { trackFrontPanel } from '../../../../src/editor/shell/panels/frontPanel.ts';
import { newFolder } from '../../../support/newFolder.ts';
import { serviceAt, startServer, type TestServer } from '../../http/support.ts';
import { run as runOf } from '../../ledger/testLedger.ts';
import { FakeSession } from '../../runs/fakeService.ts';
import { actsOf } from '../../support/acts.ts';
import { part } from '../../support/part.ts';
import { Memento } from '../../support/real.ts';
import { until } from '../../support/until.ts';
import { editor, Uri, window, workspace } from '../../support/vscode.ts';

describe('the commands about the instance of a run', () => {
	const nodeInfo = JSON.stringify({
		KSampler: { input: { required: { seed: ['INT', { max: 18446744073709 }] } }, output: ['LATENT'] },
	});
	let folder: string;
	let server: TestServer;
	let session: FakeSession;
	let run: Run | undefined;
	let shown: { title: string; ending: string; text: string }[];
	let checked: number;
	/** The criteria of searches for runs. */
	let asked: unknown[];
	let answer: (reply: import('node:http').ServerResponse, path: string) => void;

	const deployment = { id: 'd1', name: 'Harbour', workflowVersion: 'v1' };
	const workflows = () =>
		new SavedWorkflows({
			log: silentLog,
			clock: systemClock,
			session,
			store: part<DeploymentStore>({ byId: (id: string) => (id === 'd1' ? deployment : undefined) }),
			documents: async () => ({ deploymentsFor: () => ['d1'] }),
			nodeInfoFolder: join(folder, 'node-info'),
			onNodeInfo() {},
		});
	const commands = () =>
		instanceCommands({
			acts: actsOf(session, {}),
			session,
			signedIn: async () => (session.current.state === 'signedIn' ? session.current : undefined),
			chooser: part<RunChooser>({
				one: async (argument: unknown, wanted: (run: Run) => boolean = () => true) => {
					asked.push(argument);
					return run && (wanted(run) || run.state !== 'succeeded') ? run : undefined;
				},
			}),
			savedWorkflows: workflows(),
			requestBodies: { showText: async (title, ending, text) => void shown.push({ title, ending, text }) },
			onNodeInfo: () => checked++,
			state: new Memento(),
		});

	beforeEach(async () => {
		folder = newFolder();
		answer = (reply) => reply.writeHead(200).end();
		server = await startServer((reply, seen) => answer(reply, seen.url));
		const service = serviceAt(server.url);
		session = new FakeSession({
			state: 'signedIn',
			connection: { ...service.connection, id: 'sandbox' },
			account: { id: 'me', label: 'me' },
			service,
		});
		run = runOf('r1', { state: 'running', instanceId: 'i1' });
		shown = [];
		checked = 0;
		asked = [];
	});
	afterEach(async () => {
		editor.reset();
		await server.close();
	});

	const posted = () => server.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
	const answerQuestions = async (...answers: readonly (readonly ['choose' | 'enter', string])[]) => {
		for (const [way, words] of answers) {
			const input = await until('a question', () => editor.input);
			input[way](words);
		}
	};

	it('free the chosen resources, with both flags explained, and nothing without a choice', async () => {
		let details: (string | undefined)[] = [];
		let chosen: readonly number[] = [0, 1];
		editor.pick = (items) => {
			details = items.map(({ detail }) => detail);
			return chosen.map((at) => items[at]);
		};
		await commands()['easel.freeInstance']();
		assert.match(details.join(), /stay cached.*clears the execution cache/);
		chosen = [1];
		await commands()['easel.freeInstance']();
		chosen = [];
		await commands()['easel.freeInstance']();
		assert.deepEqual(
			posted().map((body) => JSON.parse(body)),
			[
				{ unload_models: true, free_memory: true },
				{ unload_models: false, free_memory: true },
			],
		);
	});

	it('use the run with the result in the active tab, unless another one is given', async () => {
		editor.pick = () => [];
		await commands()['easel.freeInstance']();
		const panel = part<WebviewPanel>({});
		trackFrontPanel(panel, true, { run: 'shown' });
		await commands()['easel.freeInstance'](Uri.file('/tab'));
		await commands()['easel.freeInstance']('given');
		trackFrontPanel(panel, false);
		await commands()['easel.freeInstance']();
		assert.deepEqual(asked, [undefined, 'shown', 'given', undefined]);
	});

	it('keep the node info of an instance for document checks, even after a restart', async () => {
		answer = (reply) => reply.writeHead(200, { 'content-type': 'application/json' }).end(nodeInfo);
		await commands()['easel.openNodeInfo']();
		assert.deepEqual([shown[0]?.title, shown[0]?.ending, checked], ['Node info of Text to image', 'json', 1]);
		assert.match(shown[0]?.text ?? '', /\n {2}"KSampler": \{/);
		const document = Uri.file('/project/harbour.json').toString();
		assert.deepEqual(await workflows().nodeInfoFor(document), {
			kind: 'deployment',
			label: 'Harbour',
			text: nodeInfo,
		});
		// Ignores a text that is not a description of nodes.
		answer = (reply) => reply.writeHead(200).end('{"a":1}');
		await commands()['easel.openNodeInfo']();
		assert.equal(checked, 1);
		assert.match(editor.messages.at(-1)?.text ?? '', /nothing was stored/);
		assert.equal((await workflows().nodeInfoFor(document))?.text, nodeInfo);
	});

	it('call a route and show a formatted text, or save a file', async () => {
		answer = (reply, path) => {
			if (path.includes('view'))
				reply.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([137, 255]));
			else reply.writeHead(200).end('{"seed":18446744073709551615}');
		};
		const calling = commands()['easel.callInstance']();
		await answerQuestions(['choose', 'POST'], ['enter', 'api/prompt'], ['enter', '{"prompt":{}}']);
		await calling;
		assert.deepEqual(shown, [
			{ title: 'POST api/prompt', ending: 'json', text: '{\n  "seed": 18446744073709551615\n}\n' },
		]);
		assert.deepEqual(posted(), ['{"prompt":{}}']);
		const written: number[][] = [];
		Object.assign(window, { showSaveDialog: async () => Uri.file('/project/a.png') });
		Object.assign(workspace, {
			fs: { writeFile: async (_: unknown, bytes: Uint8Array) => void written.push([...bytes]) },
		});
		const viewing = commands()['easel.callInstance']();
		await answerQuestions(['choose', 'GET'], ['enter', 'view?filename=a.png']);
		await viewing;
		assert.deepEqual(written, [[137, 255]]);
	});

	it('reject a path outside and a body that is not JSON during input', async () => {
		const calling = commands()['easel.callInstance']();
		await answerQuestions(['choose', 'POST'], ['enter', '../../status']);
		assert.match(editor.input?.validationMessage ?? '', /must not lead away/);
		await answerQuestions(['enter', ' '], ['enter', 'api/free']);
		await until('the body', () => editor.input?.value === '{}' || undefined);
		await answerQuestions(['enter', '{']);
		assert.match(editor.input?.validationMessage ?? '', /JSON is incomplete/);
		editor.input?.hide();
		await calling;
		assert.equal(server.seen.length, 0);
	});

	it('explain an instance that is not yet up, was never named, has ended, or belongs to another account', async () => {
		assert.equal(hasInstance(runOf('r1', { state: 'queued' })), false);
		const target = { kind: 'model', id: 'm', name: 'm' } as const;
		for (const [more, words] of [
			[{ state: 'queued' }, /not up yet/],
			[{ state: 'failed' }, /did not report the instance/],
			[{ state: 'queued', target, instanceId: 'i' }, /Only runs on a deployment/],
			[{ state: 'running', instanceId: 'i', accountId: 'other' }, /another account/],
		] as const) {
			run = runOf('r1', more);
			await commands()['easel.openNodeInfo']();
			assert.match(editor.messages.at(-1)?.text ?? '', words);
		}
		assert.equal(server.seen.length, 0);
		run = runOf('r1', { state: 'succeeded', instanceId: 'i' });
		answer = (reply) => reply.writeHead(404).end('{"error_code":404001,"error_message":"gone"}');
		await commands()['easel.openNodeInfo']();
		assert.match(editor.messages.at(-1)?.text ?? '', /may have shut down.*keep-warm/);
	});
});
