import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifest } from '../meta/support/manifest.ts';
import { root } from '../tools/machine.mjs';
import { openAgentWindow, type WindowAgent } from './support/agent.ts';
import { type Sandbox, startSandbox } from './support/sandbox.ts';
import { until } from './support/waiting.ts';

const names = manifest.contributes.languageModelTools.map(({ name }) => name);

describe('an agent in a window', () => {
	let sandbox: Sandbox;
	let agent: WindowAgent;

	/** What the service was asked to change. */
	const changes = async () => {
		const { entries } = (await sandbox.control('/journal')) as {
			entries: readonly { readonly method: string; readonly path: string }[];
		};
		return entries.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
	};
	/** Presses a button of the question that waits, which must say this. */
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
		const { deployments } = await agent.data('easel_list_deployments', { search: 'harbour' });
		const [deployment] = deployments;
		const { findings } = await agent.data('easel_check_document', { path: 'broken.json' });
		console.log(JSON.stringify(findings).slice(0, 1500));
		const run = agent.data('easel_submit_request', {
			deployment_id: deployment.id,
			path: 'ready.json',
			wait_for_completion: true,
		});
		await agent.workbench.dialog.waitFor();
		console.log(await agent.workbench.dialog.innerText());
		await agent.workbench.picture('an agent asks');
		await answer(/Run "ready.json/, 'Allow');
		const done = await run;
		console.log(JSON.stringify(done));
		const parts = await agent.call('easel_show_result', { request_id: done.request_id });
		console.log(parts.map(({ text, mimeType, data }) => [text, mimeType, data?.length]));
		console.log(await changes());
		await agent.workbench.picture('a run of an agent');
		await writeFile('/tmp/b-done', '');
	});
});
