import assert from 'node:assert/strict';
import { success } from '../../../../src/core/base/failure.ts';
import { silentLog } from '../../../../src/core/base/log.ts';
import { engineAddress } from '../../../../src/core/sandboxHost/engineAddress.ts';
import type { SandboxKeeper } from '../../../../src/core/sandboxHost/sandboxKeeper.ts';
import type { SandboxState } from '../../../../src/core/sandboxHost/sandboxLifecycle.ts';
import { changeSandboxEngine, checkSandboxEngine } from '../../../../src/editor/account/sandboxEngine.ts';
import { WorkflowDocuments } from '../../../../src/editor/documents/workflowDocuments.ts';
import { saveInSandboxCommands } from '../../../../src/editor/runs/start/saveInSandbox.ts';
import { startServer, type TestServer } from '../../http/support.ts';
import { part } from '../../support/part.ts';
import { editor } from '../../support/vscode.ts';

const workflow =
	'{\n  // a seed\n  "3": {"class_type": "KSampler", "inputs": {"seed": 18446744073709551615}},\n}';

describe('the engine of the sandbox', () => {
	let server: TestServer;
	let engine: object;
	let taken: readonly string[];
	let restarts: number;
	let refreshed: number;
	let state: SandboxState;

	beforeEach(async () => {
		server = await startServer((reply, { url, body }) => {
			if (url.endsWith('/engine')) return reply.end(JSON.stringify(engine));
			const { name, replace } = JSON.parse(body);
			if (taken.includes(name) && !replace)
				return reply.writeHead(409).end('{"message": "There is one already."}');
			if (name === 'Refused') return reply.writeHead(400).end('{"message": "A node has no class."}');
			return reply.end(
				JSON.stringify({ deployment_id: 'd', workflow_version: replace ? 'v2' : 'v1', created: !replace }),
			);
		});
		engine = { engine: 'builtin', open_requests: 0 };
		taken = [];
		[restarts, refreshed] = [0, 0];
		const { url } = server;
		const announcement = {
			...{ baseUrl: url, modelApiUrl: url, webUrl: url, trainerUrl: url },
			token: 't',
			controlUrl: `${url}/control`,
		};
		state = { kind: 'running', announcement };
	});
	afterEach(async () => {
		editor.reset();
		await server.close();
	});

	const deps = () => ({
		log: silentLog,
		sandbox: part<SandboxKeeper>({
			get state() {
				return state;
			},
			restart: async () => {
				restarts++;
				return success(undefined);
			},
		}),
	});
	const { texts } = editor;

	for (const [text, address] of [
		['http://127.0.0.1:8188', 'http://127.0.0.1:8188'],
		[' https://box.example/comfy/ ', 'https://box.example/comfy'],
		['', undefined],
		['8188', undefined],
		['ftp://box', undefined],
		['http://anna:secret@box', undefined],
		[undefined, undefined],
	] as const) {
		it(`parses ${JSON.stringify(text)} as ${address ?? 'no address'}`, () => {
			assert.equal(engineAddress(text), address);
		});
	}

	it('is reported if unreachable, and checked again on request', async () => {
		engine = { engine: 'comfyui', host: '127.0.0.1:8188', problem: 'connect ECONNREFUSED', open_requests: 0 };
		editor.answer = ([again]) => {
			engine = { engine: 'comfyui', host: '127.0.0.1:8188', version: '0.27.1', open_requests: 0 };
			return again;
		};
		await checkSandboxEngine(deps());
		assert.equal(server.seen.length, 2);
		assert.equal(texts().length, 1);
		assert.match(texts()[0] ?? '', /at 127\.0\.0\.1:8188 cannot be reached: connect ECONNREFUSED/);
	});

	it('is changed at once without open requests, and after a question otherwise', async () => {
		editor.set('easel.sandbox.engine', 'http://127.0.0.1:8188');
		await changeSandboxEngine(deps());
		assert.deepEqual([restarts, editor.messages.length], [1, 0]);
		engine = { engine: 'builtin', open_requests: 3 };
		await changeSandboxEngine(deps());
		assert.deepEqual([restarts, texts()], [1, ['Restart the sandbox to use another engine?']]);
		editor.answer = ([action]) => action;
		await changeSandboxEngine(deps());
		assert.equal(restarts, 2);
	});

	it('causes no restart if already in use, or if the sandbox is not running', async () => {
		editor.set('easel.sandbox.engine', 'http://127.0.0.1:8188');
		const [host, address] = ['127.0.0.1:8188', 'http://127.0.0.1:8188'];
		engine = { engine: 'comfyui', host, address, open_requests: 0 };
		await changeSandboxEngine(deps());
		state = { kind: 'stopped' };
		await changeSandboxEngine(deps());
		assert.equal(restarts, 0);
	});

	it('is a different one at another path of the same host', async () => {
		const [host, address] = ['127.0.0.1:8188', 'http://127.0.0.1:8188'];
		engine = { engine: 'comfyui', host, address, open_requests: 0 };
		editor.set('easel.sandbox.engine', 'http://127.0.0.1:8188/second/');
		await changeSandboxEngine(deps());
		assert.equal(restarts, 1);
	});

	describe('a workflow saved as a deployment', () => {
		const save = async (name = 'harbour_api.json') => {
			const document = editor.open(name, 'jsonc', workflow);
			const { 'easel.saveAsSandboxDeployment': command } = saveInSandboxCommands({
				...deps(),
				store: { refresh: async () => void refreshed++ } as never,
				workflows: await new WorkflowDocuments().load(),
			});
			await command(document.uri);
		};

		it('uses the file name unless another is entered, and keeps every digit of its numbers', async () => {
			editor.ask = (options) => (options as { value: string }).value;
			await save();
			assert.match(server.seen[0]?.body ?? '', /"name":"harbour".*18446744073709551615/);
			assert.deepEqual([texts(), refreshed], [['"harbour" is now a deployment of the sandbox.'], 1]);
		});

		it('replaces another one only after a question', async () => {
			taken = ['Mine'];
			editor.ask = () => ' Mine ';
			await save();
			assert.deepEqual(
				[server.seen.length, texts(), refreshed],
				[1, ['Replace the workflow of the deployment "Mine"?'], 0],
			);
			editor.answer = ([action]) => action;
			await save();
			assert.match(texts().at(-1) ?? '', /"Mine" of the sandbox now has this workflow, as version v2/);
		});

		it('is not saved without a name, and shows the error of the sandbox', async () => {
			await save();
			assert.equal(server.seen.length, 0);
			editor.ask = () => 'Refused';
			await save();
			assert.match(texts().at(-1) ?? '', /A node has no class\./);
		});

		it('needs a running sandbox', async () => {
			state = { kind: 'stopped' };
			await save();
			assert.match(texts()[0] ?? '', /The sandbox is not running\./);
		});
	});
});
