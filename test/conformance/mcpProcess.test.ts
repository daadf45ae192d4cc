import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client as LaterClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as LaterTransport } from '@modelcontextprotocol/client/stdio';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { connectionOf } from '../../src/cli/place/connections.ts';
import { signIns } from '../../src/cli/place/signIns.ts';
import { newFolder } from '../support/newFolder.ts';
import { childrenOf, isThere } from '../support/processes.ts';
import { easelProgram } from '../support/programs.ts';
import { until } from '../unit/support/until.ts';
import { eras, replyText, sampleWorkflow, type ToolReply, yes } from './mcpWorld.ts';
import { demo, suiteSandbox } from './support.ts';

describe('the process of easel mcp', () => {
	let folder: string;
	let started: ChildProcess[];

	beforeEach(() => {
		folder = newFolder();
		started = [];
	});
	afterEach(() => {
		for (const child of started) child.kill('SIGKILL');
	});

	const surroundings = (more: Readonly<Record<string, string>> = {}) => ({
		PATH: process.env.PATH ?? '',
		// The program compiles its modules only once.
		NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
		HOME: folder,
		EASEL_CONFIG: join(folder, 'config'),
		EASEL_DATA: join(folder, 'data'),
		LC_ALL: 'C',
		...more,
	});

	/** Starts the program without a client, and returns the lines of its standard output. */
	function open(stdout: 'pipe' | number = 'pipe') {
		const child = spawn(process.execPath, [easelProgram, 'mcp', '--sandbox'], {
			env: surroundings(),
			stdio: ['pipe', stdout, 'pipe'],
		});
		started.push(child);
		const lines: string[] = [];
		const errors: string[] = [];
		if (child.stdout !== null) createInterface(child.stdout).on('line', (line) => lines.push(line));
		child.stderr?.on('data', (text) => errors.push(String(text)));
		const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
		const say = (message: unknown) =>
			child.stdin?.write(typeof message === 'string' ? `${message}\n` : `${JSON.stringify(message)}\n`);
		const begin = () =>
			say({
				jsonrpc: '2.0',
				id: 0,
				method: 'initialize',
				params: {
					protocolVersion: '2025-11-25',
					capabilities: {},
					clientInfo: { name: 'agent', version: '1.0.0' },
				},
			});
		return { child, lines, errors, ended, say, begin };
	}

	/** Starts the program until it has answered, and returns it with the process of its sandbox. */
	async function opened() {
		const { begin, ...program } = open();
		begin();
		await until('the first answer', () => program.lines.length === 1);
		const [sandbox] = childrenOf(program.child.pid ?? assert.fail());
		assert.ok(sandbox);
		return { ...program, sandbox };
	}

	it('writes nothing but the protocol, whatever it receives', async () => {
		const { child, lines, ended, say, begin } = open();
		begin();
		await until('the first answer', () => lines.length === 1);
		say({ jsonrpc: '2.0', method: 'notifications/unheard-of' });
		say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'no_such_tool' } });
		say({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'check_document', arguments: {} } });
		say({ jsonrpc: '2.0', id: 3, method: 'resources/unheard-of' });
		say({ jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'list_deployments' } });
		const isAnswered = (id: number) => lines.some((line) => JSON.parse(line).id === id);
		await until('all answers', () => [1, 2, 3, 4].every(isAnswered));
		for (const line of lines) assert.equal(JSON.parse(line).jsonrpc, '2.0');
		child.stdin?.end();
		assert.deepEqual(await ended, [0, null]);
	});

	it('answers each line that breaks the protocol with an error and serves on', async () => {
		const { child, lines, errors, ended, say, begin } = open();
		begin();
		await until('the first answer', () => lines.length === 1);
		const broken = [
			['half an object', '{"jsonrpc": "2.0", "id": 1, "method": ', -32700],
			['not JSON', 'this is no JSON', -32700],
			['a control character', '\u0000', -32700],
			['a batch', '[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600],
			['an empty batch', '[]', -32600],
			['another protocol', '{"jsonrpc": "1.0", "id": 1, "method": "ping"}', -32600],
			['an object as ID', '{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600],
			['a number', '7', -32600],
		] as const;
		for (const [what, line, code] of broken) {
			const answers = lines.length;
			const complaints = errors.join('').split('Protocol violation').length;
			say(line);
			await until(`the answer to ${what}`, () => lines.length > answers);
			const { id, error } = JSON.parse(lines[answers] ?? '');
			assert.deepEqual([id, error.code], [null, code], what);
			await until(
				`a complaint about ${what}`,
				() => errors.join('').split('Protocol violation').length > complaints,
			);
			say(`{"jsonrpc": "2.0", "id": ${answers}, "method": "ping"}`);
			await until(`the answer after ${what}`, () => lines.length > answers + 1);
			assert.deepEqual(JSON.parse(lines[answers + 1] ?? ''), { jsonrpc: '2.0', id: answers, result: {} });
		}
		child.stdin?.end();
		assert.deepEqual(await ended, [0, null]);
	});

	it('reads a message in pieces and several at once, and never answers an answer or an empty line', async () => {
		const { child, lines, ended, begin } = open();
		begin();
		await until('the first answer', () => lines.length === 1);
		const ping = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
		const answer = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"\u00e4"}}';
		const text = Buffer.from(`\n${answer}\r\n${ping(1)}\n \n${ping(2)}\r\n`);
		for (const byte of text) child.stdin?.write(Buffer.of(byte));
		child.stdin?.write(`${ping(3)}\n${answer}\n${ping(4)}\n`);
		await until('the answers', () => lines.length === 5);
		const ids = lines.slice(1).map((line) => JSON.parse(line).id);
		assert.deepEqual(ids, [1, 2, 3, 4]);
		child.stdin?.end();
		assert.deepEqual(await ended, [0, null]);
	});

	for (const [how, end] of [
		['its client has nothing more to say', (child: ChildProcess) => child.stdin?.end()],
		['it is asked to end', (child: ChildProcess) => child.kill('SIGTERM')],
		['its terminal is closed', (child: ChildProcess) => child.kill('SIGHUP')],
	] as const)
		it(`ends with its sandbox when ${how}, also in the middle of a call`, async function () {
			if (process.platform !== 'linux') this.skip();
			const { child, ended, say, sandbox } = await opened();
			const params = { name: 'list_deployments', arguments: {} };
			say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
			end(child);
			assert.deepEqual(await ended, [0, null]);
			await until('the end of the sandbox', () => !isThere(sandbox));
		});

	it('ends together with its sandbox if its output is closed', async function () {
		if (process.platform !== 'linux') this.skip();
		const { child, ended, say, sandbox } = await opened();
		child.stdout?.destroy();
		say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
		const [status] = await ended;
		assert.equal(status, 0);
		await until('the end of the sandbox', () => !isThere(sandbox));
	});

	it('reports an endless message, and ends together with its sandbox', async function () {
		if (process.platform !== 'linux') this.skip();
		const { child, errors, ended, sandbox } = await opened();
		child.stdin?.on('error', () => undefined);
		child.stdin?.write('x'.repeat(11_000_000));
		assert.deepEqual(await ended, [1, null]);
		assert.match(errors.join(''), /A message of the client is too large, so the server has ended\./);
		assert.doesNotMatch(errors.join(''), /Warning: |\n\s+at /);
		await until('the end of the sandbox', () => !isThere(sandbox));
	});

	it('reports a full disk under its output, and ends', async function () {
		if (process.platform !== 'linux') this.skip();
		const { errors, ended, begin } = open(openSync('/dev/full', 'w'));
		begin();
		const [status] = await ended;
		assert.equal(status, 1);
		assert.match(errors.join(''), /could not be written: ENOSPC/);
	});

	it('shares its sandbox with another server and with commands of the person, which ends with the last', async function () {
		if (process.platform !== 'linux') this.skip();
		const one = await opened();
		const other = open();
		other.begin();
		await until('the first answer of the other', () => other.lines.length === 1);
		const command = spawn(process.execPath, [easelProgram, 'deployments', 'list', '--json', '--sandbox'], {
			env: surroundings(),
			stdio: 'ignore',
		});
		started.push(command);
		assert.deepEqual(await once(command, 'exit'), [0, null]);
		one.child.stdin?.end();
		assert.deepEqual(await one.ended, [0, null]);
		other.say({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_deployments' } });
		await until('an answer without the first', () => other.lines.length === 2);
		assert.ok(JSON.parse(other.lines[1] ?? '').result.structuredContent.total > 0, other.lines[1]);
		assert.ok(isThere(one.sandbox));
		other.child.stdin?.end();
		assert.deepEqual(await other.ended, [0, null]);
		await until('the end of the sandbox', () => !isThere(one.sandbox));
	});

	describe('with a client and an account', () => {
		const sandbox = suiteSandbox('kept', '--speed', '100');
		const closers: (() => Promise<void>)[] = [];
		afterEach(async () => {
			for (const close of closers.splice(0)) await close();
		});

		/** Connects a client of the library of an era, which answers every question with yes. */
		async function connect(
			era: (typeof eras)[number],
			args: readonly string[] = [],
			token: string = sandbox.announced.token,
		) {
			const place = {
				command: process.execPath,
				args: [easelProgram, 'mcp', ...args],
				env: surroundings({ EASEL_BASE_URL: sandbox.announced.baseUrl, EASEL_TOKEN: token }),
				stderr: 'ignore' as const,
			};
			const about = { name: 'agent', version: '1.0.0' };
			const capabilities = { elicitation: { form: {} } };
			let client: EarlierClient | LaterClient;
			let pid: number | null;
			if (era === '2025-11-25') {
				client = new EarlierClient(about, { capabilities });
				client.setRequestHandler(ElicitRequestSchema, async () => ({ ...yes }));
				const transport = new EarlierTransport(place);
				await client.connect(transport);
				pid = transport.pid;
			} else {
				client = new LaterClient(about, { capabilities, versionNegotiation: { mode: { pin: era } } });
				client.setRequestHandler('elicitation/create', async () => ({ ...yes }));
				const transport = new LaterTransport(place);
				await client.connect(transport);
				pid = transport.pid;
			}
			const close = () => client.close();
			closers.push(close);
			const call = async (name: string, given: Record<string, unknown> = {}) =>
				(await client.callTool({ name, arguments: given })) as ToolReply;
			return { call, close, pid: pid ?? assert.fail() };
		}
		const run = { deployment_id: demo.harbour, path: sampleWorkflow };

		for (const era of eras)
			it(`takes a document to its picture and leaves no process (${era})`, async () => {
				const { call, close, pid } = await connect(era);
				const ran = await call('submit_request', { ...run, wait_for_completion: true });
				assert.equal(ran.structuredContent?.state, 'succeeded', replyText(ran));
				const shown = await call('show_result', { request_id: ran.structuredContent.request_id });
				assert.ok(shown.content.some(({ type }) => type === 'image'));
				await close();
				await until('the end of the server', () => process.platform !== 'linux' || !isThere(pid));
			});

		it('serves without a sign-in, shows how to sign in, and works after the person has done that', async () => {
			const { call } = await connect('2025-11-25', [], '');
			const refused = await call('list_deployments');
			assert.ok(refused.isError);
			assert.match(replyText(refused), /You are not signed in to .*Run "easel login"/);
			const local = await call('check_document', { path: sampleWorkflow });
			assert.ok(!local.isError, replyText(local));
			const place = surroundings({ EASEL_BASE_URL: sandbox.announced.baseUrl });
			const connection = await connectionOf(place, {});
			assert.ok(typeof connection === 'object');
			const { token } = sandbox.announced;
			await signIns(place).put(connection, { id: 'account', label: 'person', token });
			const listed = await call('list_deployments');
			assert.ok(listed.structuredContent?.total > 0, replyText(listed));
			const ran = await call('submit_request', { ...run, wait_for_completion: true });
			assert.equal(ran.structuredContent?.state, 'succeeded', replyText(ran));
		});

		it('shares a history with another one', async () => {
			const [one, other] = await Promise.all([connect('2025-11-25'), connect('2026-07-28')]);
			const [first, second] = await Promise.all([
				one.call('submit_request', { ...run, seed: 1, wait_for_completion: true }),
				other.call('submit_request', { ...run, seed: 2, wait_for_completion: true }),
			]);
			for (const [by, { structuredContent: made }] of [
				[other, first],
				[one, second],
			] as const) {
				const seen = await by.call('get_request_status', { request_id: made.request_id });
				assert.equal(seen.structuredContent?.state, 'succeeded', replyText(seen));
			}
		});

		it('works without a writable history, since a person is asked', async () => {
			await writeFile(join(folder, 'file'), '');
			const { call } = await connect('2026-07-28', ['--history', join(folder, 'file', 'below')]);
			assert.ok((await call('list_deployments')).structuredContent?.total > 0);
			const ran = await call('submit_request', run);
			const request_id = ran.structuredContent?.request_id ?? assert.fail(replyText(ran));
			const done = await call('get_request_status', { request_id, wait_for_completion: true });
			assert.equal(done.structuredContent?.state, 'succeeded', replyText(done));
		});
	});
});
