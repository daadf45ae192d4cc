import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { manifest } from '../meta/support/manifest.ts';
import { easelProgram } from '../support/programs.ts';
import { root } from '../tools/machine.mjs';
import { openAgentWindow, type WindowAgent } from './support/agent.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { step, until } from './support/waiting.ts';

const { languageModelTools } = manifest.contributes;
const names = languageModelTools.map(({ name }) => name);

describe('an agent in a window', () => {
	let sandbox: Sandbox;
	let agent: WindowAgent;

	/** Returns the changes sent to the service. */
	const changes = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
	};
	/** Ends all work of the service; until then it takes minutes. */
	const finish = () => sandbox.control('/clock', { advance_seconds: 300 });
	/** Presses a button of the current question, which must contain these words. */
	const answer = async (words: RegExp, button: string) => {
		const { dialog } = agent.workbench;
		await dialog.filter({ hasText: words }).waitFor();
		await dialog.getByRole('button', { name: button, exact: true }).click();
		await dialog.waitFor({ state: 'detached' });
	};

	before(async () => {
		const sample = await readFile(join(root, 'media', 'samples', 'text-to-image-sd15.json'), 'utf8');
		const broken = sample.replace('"CLIPTextEncode"', '"CLIPTextEncod"');
		assert.notEqual(broken, sample);
		// Slow enough that a run ends only when the test lets the time pass.
		sandbox = await startSandbox({ speed: 0.05 });
		agent = await openAgentWindow({
			sandbox,
			files: {
				'broken.json': broken,
				'ready.json': sample,
				'shared.json': sample.replace(/"seed": \d+/, '"seed": 7'),
			},
			settings: { 'chat.disableAIFeatures': false },
		});
		await agent.workbench.openContainer('Easel');
		await agent.workbench.signInToStudio(sandbox);
	});
	beforeEach(() => agent.workbench.tidy());
	after(async () => {
		await agent?.close();
		await sandbox?.stop();
	});

	it('has every tool of the manifest', async () => {
		await until(async () => {
			const there = await agent.tools();
			return names.every((name) => there.includes(name));
		}, 'the tools of Easel');
	});

	it('finds, checks, repairs, runs with a yes, and looks at the result, which is among the runs', async () => {
		const { workbench } = agent;
		const { deployments } = await agent.data('easel_list_deployments', { search: 'harbour' });
		const { findings } = await agent.data('easel_check_document', { path: 'broken.json' });
		const [{ fixes, line }] = findings;
		const file = join(workbench.folder, 'broken.json');
		const lines = (await readFile(file, 'utf8')).split('\n');
		const [{ character, endCharacter, newText }] = fixes[0].edits;
		lines[line] = lines[line]?.slice(0, character) + newText + lines[line]?.slice(endCharacter);
		await writeFile(file, lines.join('\n'));
		assert.equal((await agent.data('easel_check_document', { path: 'broken.json' })).total, 0);

		const before = await changes();
		const run = agent.data('easel_submit_request', {
			deployment_id: deployments[0].deployment_id,
			path: 'broken.json',
			wait_for_completion: true,
		});
		await workbench.dialog.filter({ hasText: 'AI agent' }).waitFor();
		await workbench.pictures('an agent asks');
		assert.deepEqual(await changes(), before, 'nothing is sent while the question waits');
		await answer(/Run "broken\.json.*Cost: .*Balance: .*Daily limit: /s, 'Allow');
		await until(async () => (await changes()).length === before.length + 1, 'the run at the service');
		await finish();
		const { state, request_id } = await run;
		assert.equal(state, 'succeeded');
		assert.equal((await changes()).length, before.length + 1);

		const parts = await agent.call('easel_show_result', { request_id });
		const picture = parts.find(({ mimeType }) => mimeType === 'image/png');
		const bytes = Buffer.from(picture?.data ?? '', 'base64');
		assert.deepEqual([...bytes.subarray(1, 4)], [...Buffer.from('PNG')]);
		assert.ok(bytes.length <= 100_000);

		await workbench.tree('Runs').takeAllRoom();
		const row = workbench.tree('Runs').run('broken', 'succeeded');
		assert.match(await row.label(), /AI agent/);
		await row.click();
		const panel = await workbench.result('broken', 'Succeeded');
		await panel.locator('easel-picture img.full').waitFor();
		await workbench.pictures('a run of an agent');
	});

	it('gets a refusal in one sentence, and nothing is sent: by Enter, by a button, by Escape', async () => {
		const { workbench } = agent;
		const before = await changes();
		for (const press of [
			() => workbench.page.keyboard.press('Enter'),
			() => workbench.dialog.getByRole('button', { name: "Don't Allow" }).click(),
			() => workbench.page.keyboard.press('Escape'),
		]) {
			const { deployments } = await agent.data('easel_list_deployments', { search: 'village' });
			const said = agent.text('easel_submit_request', {
				deployment_id: deployments[0].deployment_id,
				path: 'ready.json',
			});
			await workbench.dialog.getByRole('button', { name: "Don't Allow" }).waitFor();
			await press();
			assert.match(
				await said,
				/^Nothing was sent, because its cost was not confirmed\.\nCode: not-confirmed\./,
			);
		}
		assert.deepEqual(await changes(), before);
	});

	it('sends nothing after the agent has stopped waiting, whatever is pressed then', async () => {
		const before = await changes();
		const { deployments } = await agent.data('easel_list_deployments', { search: 'village' });
		const abort = new AbortController();
		const call = agent.call(
			'easel_submit_request',
			{ deployment_id: deployments[0].deployment_id, path: 'ready.json' },
			abort.signal,
		);
		await agent.workbench.dialog.filter({ hasText: 'AI agent' }).waitFor();
		abort.abort();
		await assert.rejects(call);
		// An answer of the window shows that it has handled the end.
		await agent.data('easel_list_deployments', {});
		await answer(/Run "ready\.json/, 'Allow');
		await agent.data('easel_list_deployments', {});
		assert.deepEqual(await changes(), before);
	});

	it('copies the configuration of the server for other clients, without a token', async () => {
		const { workbench } = agent;
		await workbench.command('Easel: Copy MCP Configuration');
		await workbench.quickInput.choose('Other Clients');
		const text = await workbench.clipboard(/mcpServers/);
		assert.deepEqual(JSON.parse(text).mcpServers.easel.args.slice(0, 3), [
			'mcp',
			'--base-url',
			sandbox.baseUrl,
		]);
		assert.ok(!text.includes(sandbox.token));
	});

	describe('with a terminal and an agent outside on its history', () => {
		let home: string;
		let outside: Client;
		let surroundings: { readonly env: Record<string, string>; readonly place: readonly string[] };
		const questions: string[] = [];

		const call = async (name: string, args: Record<string, unknown>) => {
			const reply = await outside.callTool({ name, arguments: args });
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
		const runs = () => agent.workbench.tree('Runs');

		before(async () => {
			home = await mkdtemp(join(tmpdir(), 'easel-callers-'));
			await mkdir(join(home, 'settings'));
			await writeFile(
				join(home, 'settings', 'connections.json'),
				JSON.stringify([sandbox.connection('Studio')]),
			);
			const history = join(agent.workbench.editor.dataFolder, 'data', 'User', 'globalStorage', 'easel.easel');
			surroundings = {
				env: {
					PATH: process.env.PATH ?? '',
					HOME: home,
					EASEL_CONFIG: join(home, 'settings'),
					EASEL_TOKEN: sandbox.token,
				},
				place: ['--connection', 'Studio', '--history', history],
			};
			outside = new Client(
				{ name: 'agent', version: '1.0.0' },
				{ capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
			);
			outside.setRequestHandler('elicitation/create', ({ params }) => {
				questions.push(params.message);
				return { action: 'accept', content: { allow: true } };
			});
			await outside.connect(
				new StdioClientTransport({
					command: process.execPath,
					args: [easelProgram, 'mcp', ...surroundings.place],
					env: surroundings.env,
					stderr: 'inherit',
				}),
			);
		});
		after(async () => {
			await outside?.close();
			await rm(home, { recursive: true, force: true });
		});

		it('shows the same runs, and follows the changes of the others', async () => {
			const { workbench } = agent;
			const path = join(workbench.folder, 'shared.json');
			const before = (await changes()).length;
			await workbench.openContainer('Easel');
			await runs().takeAllRoom();
			const { deployments } = await call('list_deployments', { search: 'harbour' });
			const request = { path, deployment_id: deployments[0].deployment_id };

			await step('a run of the agent is in the window, where the person stars it', async () => {
				await call('submit_request', request);
				assert.match(questions.at(-1) ?? '', /^Run "shared.json" on "Harbour \(SD 1.5\)"\?/);
				const row = runs().run('shared.json');
				await row.row.waitFor();
				await finish();
				const ended = runs().run('shared.json', 'succeeded');
				await ended.row.waitFor();
				assert.match(await ended.label(), /^Run of shared, succeeded, AI agent, /);
				await ended.action('Star Run', ended.row.and(workbench.page.locator('[aria-label*=" starred"]')));
			});

			await step('the person cancels the next one, and the agent that waits is told', async () => {
				const waiting = call('submit_request', { ...request, wait_for_completion: true });
				const row = runs().run('shared.json', 'queued');
				await row.row.waitFor();
				await row.menu('Cancel Run');
				assert.equal((await waiting).state, 'canceled');
			});

			await step('the terminal lists both, as they are in the window', async () => {
				const { runs: listed } = JSON.parse(await terminal('runs', 'list', '--json'));
				assert.deepEqual(
					listed.slice(0, 2).map(({ status, startedBy }: Record<string, string>) => [status, startedBy]),
					[
						['canceled', 'agent'],
						['succeeded', 'agent'],
					],
				);
				const sent = (await changes()).slice(before).filter((each) => /^POST .*\/inference$/.test(each));
				assert.equal(sent.length, 2, 'two requests in all');
			});
		});
	});
});

describe('an agent in a window on an untrusted workspace', () => {
	it('has no tool of Easel: nothing answers to any of them, and none is offered', async () => {
		const agent = await openAgentWindow({
			files: { 'ready.json': '{}' },
			asksForTrust: true,
			settings: {
				'chat.disableAIFeatures': false,
				'security.workspace.trust.startupPrompt': 'never',
			},
		});
		try {
			for (const { when } of languageModelTools) assert.match(when, /isWorkspaceTrusted/);
			await agent.workbench.openFile('ready.json');
			await agent.workbench.openContainer('Easel');
			await agent.workbench.page.getByText('Restricted Mode').first().waitFor();
			await agent.workbench.statusBar('Sandbox').waitFor();
			// The list contains tools from manifests of extensions, whether or not they are implemented.
			for (const name of names) await assert.rejects(agent.call(name), name);
		} finally {
			await agent.close();
		}
	});
});
