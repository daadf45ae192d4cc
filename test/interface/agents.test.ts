import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifest } from '../meta/support/manifest.ts';
import { root } from '../tools/machine.mjs';
import { openAgentWindow, type WindowAgent } from './support/agent.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { until } from './support/waiting.ts';

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
		sandbox = await startSandbox({ speed: 50 });
		agent = await openAgentWindow({
			sandbox,
			files: { 'broken.json': broken, 'ready.json': sample },
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
