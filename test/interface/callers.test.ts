import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { easelProgram } from '../support/programs.ts';
import { root } from '../tools/machine.mjs';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const sample = 'text-to-image-sd15.json';

interface Finding {
	readonly fixes: readonly { readonly edits: readonly Edit[] }[];
}

interface Edit {
	readonly line: number;
	readonly character: number;
	readonly endCharacter: number;
	readonly newText: string;
}

describe('a window, a terminal and an agent on one history', () => {
	let home: string;
	let sandbox: Sandbox;
	let workbench: Workbench;
	let agent: Client;
	let surroundings: { readonly env: Record<string, string>; readonly place: readonly string[] };
	const questions: string[] = [];

	const call = async (name: string, args: Record<string, unknown>) => {
		const reply = await agent.callTool({ name, arguments: args });
		assert.ok(!reply.isError, JSON.stringify(reply.content));
		// biome-ignore lint/suspicious/noExplicitAny: the test defines its expected type
		return reply.structuredContent as any;
	};
	const terminal = async (...args: readonly string[]) => {
		const { env, place } = surroundings;
		const { stdout } = await promisify(execFile)(process.execPath, [easelProgram, ...args, ...place], {
			env,
		});
		return stdout;
	};
	const runs = () => workbench.tree('Runs');
	const submitted = async () => {
		const { entries } = await sandbox.control('/journal');
		return (entries as { method: string; path: string }[]).filter(
			({ method, path }) => method === 'POST' && path.endsWith('/inference'),
		).length;
	};

	before(async () => {
		home = await mkdtemp(join(tmpdir(), 'easel-callers-'));
		const text = await readFile(join(root, 'media', 'samples', sample), 'utf8');
		// Slow enough that a run ends only when the test lets the time pass.
		sandbox = await startSandbox({ speed: 0.05 });
		workbench = await openWorkbench({
			sandbox,
			files: { 'harbour.json': text.replace(/"sampler_name": "\w+"/, '"sampler_name": "eulr"') },
		});
		await workbench.openContainer('Easel');
		await workbench.signInToStudio(sandbox);
		await workbench.tree('Deployments').item('Harbour (SD 1.5)').row.waitFor();
		await mkdir(join(home, 'settings'));
		await writeFile(
			join(home, 'settings', 'connections.json'),
			JSON.stringify([sandbox.connection('Studio')]),
		);
		const history = join(workbench.editor.dataFolder, 'data', 'User', 'globalStorage', 'easel.easel');
		surroundings = {
			env: {
				PATH: process.env.PATH ?? '',
				HOME: home,
				EASEL_CONFIG: join(home, 'settings'),
				EASEL_TOKEN: sandbox.token,
			},
			place: ['--connection', 'Studio', '--history', history],
		};
		agent = new Client(
			{ name: 'agent', version: '1.0.0' },
			{ capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
		);
		agent.setRequestHandler('elicitation/create', ({ params }) => {
			questions.push(params.message);
			return { action: 'accept', content: { allow: true } };
		});
		await agent.connect(
			new StdioClientTransport({
				command: process.execPath,
				args: [easelProgram, 'mcp', ...surroundings.place],
				env: surroundings.env,
				stderr: 'inherit',
			}),
		);
	});
	after(async () => {
		await agent?.close();
		await workbench?.close();
		await sandbox?.stop();
		await rm(home, { recursive: true, force: true });
	});

	it('show the same runs, and follow the changes of the others', async () => {
		const path = join(workbench.folder, 'harbour.json');
		const { deployments } = await call('list_deployments', { search: 'harbour' });
		const request = { path, deployment_id: deployments[0].deployment_id };

		await step('the agent repairs the document by what is found in it', async () => {
			const { findings } = (await call('check_document', { path })) as { findings: readonly Finding[] };
			const [edit] = findings[0]?.fixes[0]?.edits ?? [];
			assert.ok(edit);
			const lines = (await readFile(path, 'utf8')).split('\n');
			const line = lines[edit.line] ?? '';
			lines[edit.line] = line.slice(0, edit.character) + edit.newText + line.slice(edit.endCharacter);
			await writeFile(path, lines.join('\n'));
			assert.equal((await call('check_document', { path })).total, 0);
		});

		await step('a run of the agent is in the window, where the person stars it', async () => {
			await call('submit_request', request);
			assert.match(questions.at(-1) ?? '', /^Run "harbour.json" on "Harbour \(SD 1.5\)"\?/);
			const row = runs().run('harbour.json');
			await row.row.waitFor();
			await sandbox.control('/clock', { advance_seconds: 300 });
			const ended = runs().run('harbour.json', 'succeeded');
			await ended.row.waitFor();
			assert.match(await ended.label(), /^Run of harbour, succeeded, AI agent, /);
			await workbench.pictures('a run of an agent');
			await ended.action('Star Run', ended.row.and(workbench.page.locator('[aria-label*=" starred"]')));
		});

		await step('the person cancels the next one, and the agent that waits is told', async () => {
			const waiting = call('submit_request', { ...request, wait_for_completion: true });
			const row = runs().run('harbour.json', 'queued');
			await row.row.waitFor();
			await row.menu('Cancel Run');
			assert.equal((await waiting).state, 'canceled');
		});

		await step('the terminal lists both, as they are in the window', async () => {
			const { runs: listed } = JSON.parse(await terminal('runs', 'list', '--json'));
			assert.deepEqual(
				listed.map(({ status, startedBy }: Record<string, string>) => [status, startedBy]),
				[
					['canceled', 'agent'],
					['succeeded', 'agent'],
				],
			);
			await until(async () => (await submitted()) === 2, 'two requests in all');
		});
	});
});
