import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { compact } from '../../src/core/base/compact.ts';
import { configurationFor } from '../support/configuration.ts';
import { newFolder } from '../support/newFolder.ts';
import { type Agent, eras, McpWorld, replyText, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

const samples = join(import.meta.dirname, '..', '..', 'media', 'samples');

interface Edit {
	readonly line: number;
	readonly character: number;
	readonly endLine: number;
	readonly endCharacter: number;
	readonly newText: string;
}

/** Returns a text with the edits of a finding, as a program applies them. */
function edited(text: string, edits: readonly Edit[]): string {
	const lines = text.split('\n');
	const offset = (line: number, character: number) =>
		lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
	return [...edits]
		.sort((one, other) => other.line - one.line || other.character - one.character)
		.reduce((changed, { line, character, endLine, endCharacter, newText }) => {
			const [start, end] = [offset(line, character), offset(endLine, endCharacter)];
			return changed.slice(0, start) + newText + changed.slice(end);
		}, text);
}

const configuration = `${configurationFor('agent_pictures')}      sample: { sampler: flowmatch, sample_every: 10, width: 512, height: 512, prompts: ["a harbour at dawn"], neg: "", seed: 42, guidance_scale: 4, sample_steps: 25 }
`;

for (const era of eras) {
	describe(`an agent that speaks ${era}`, () => {
		const world = McpWorld.ofSuite();
		const folder = newFolder();
		let agent: Agent;

		before(async () => {
			agent = await world.connect({ era, answer: () => yes });
		});

		it('lists tools with schemas, hints and descriptions', async () => {
			const { tools } = await agent.client.listTools();
			for (const { name, annotations, outputSchema, description = '' } of tools) {
				assert.equal(annotations?.readOnlyHint, /^(list|get|show|check|convert|search)_/.test(name), name);
				assert.equal(outputSchema?.type, 'object');
				assert.ok(description.length > 20);
			}
			assert.match(agent.client.getInstructions() ?? '', /confirmed by a person/);
		});

		it('finds a deployment, repairs a document by its findings, runs it and looks at the picture', async () => {
			const { deployments } = await agent.value('list_deployments', { search: 'harbour' });
			const good = await readFile(join(samples, 'text-to-image-sd15.json'), 'utf8');
			const path = join(folder, 'workflow.json');
			await writeFile(path, good.replace(/"sampler_name": "\w+"/, '"sampler_name": "eulr"'));
			const { findings } = await agent.value('check_document', { path });
			assert.deepEqual([findings.length, findings[0].code, findings[0].line], [1, 'value_not_in_list', 6]);
			await writeFile(path, edited(await readFile(path, 'utf8'), findings[0].fixes[0].edits));
			assert.equal((await agent.value('check_document', { path })).total, 0);

			const target = { path, deployment_id: deployments[0].deployment_id };
			// Its instance is still there when it is called.
			await agent.value('update_deployment', {
				deployment_id: target.deployment_id,
				keep_warm_seconds: 3600,
			});
			const run = await agent.value('submit_request', { ...target, wait_for_completion: true });
			assert.equal(run.state, 'succeeded');
			assert.match(
				agent.asked[1] ?? '',
				/^Run "workflow.json" on "Harbour \(SD 1.5\)"\? It may cost money.\n/,
			);
			assert.match(agent.asked[1] ?? '', /\nCost: .*\nBalance: 2\d\.\d+ USD\nDaily limit: none/);
			await agent.value('submit_batch', { ...target, count: 2, wait_for_completion: true });
			assert.match(
				agent.asked[2] ?? '',
				/^Start 2 runs of "workflow.json" on "Harbour \(SD 1.5\)"\? They may cost money.\n/,
			);
			const place = { deployment_id: target.deployment_id, instance_id: run.instance_id };
			const stats = await agent.call('call_instance_proxy', { ...place, path: 'system_stats' });
			assert.match(replyText(stats), /^HTTP 200, \d+ bytes of application\/json\S*\n\{.*"comfyui_version"/s);
			const { files } = await agent.value('get_request_result', { request_id: run.service_id });
			const shown = await agent.call('show_result', { request_id: run.request_id });
			const image = shown.content.find(({ type }) => type === 'image');
			const bytes = Buffer.from(image?.data ?? '', 'base64');
			assert.ok(bytes.byteLength <= 100_000 && image?.mimeType === 'image/png');
			assert.equal(Math.max(decode(bytes).width, decode(bytes).height), 512);
			assert.deepEqual(
				[shown.structuredContent.path, shown.structuredContent.shown],
				[files[0].path, 'thumbnail'],
			);
		});

		it('runs a model whose price the person reads', async () => {
			const { models } = await agent.value('search_models', { search: 'text-to-image' });
			const { model_id: id } = models.find(({ usd }: { usd?: number }) => usd !== undefined);
			const { input_schema: schema } = await agent.value('search_models', { model_id: id });
			assert.equal(JSON.parse(schema).type, 'object');
			await world.withFaults([{ kind: 'model-stuck' }], async () => {
				const input = { model_id: id, inputs: { prompt: 'dunes at dawn' } };
				const run = await agent.value('submit_request', input);
				assert.match(agent.asked.at(-1) ?? '', /\nPrice: \d+\.\d+ USD for one /);
				assert.match(agent.asked.at(-1) ?? '', /\nCost: about \d+\.\d+ USD\nBalance: \d+\.\d+ USD\n/);
				await agent.value('cancel_request', { request_id: run.request_id });
				assert.match(agent.asked.at(-1) ?? '', /^Cancel "/);
			});
		});

		it('reads the balance and the spending of today', async () => {
			const shown = await agent.value('get_balance');
			assert.ok(shown.microdollars > 0 && shown.todayMicrodollars >= 0);
			const text = replyText(await agent.call('get_balance'));
			assert.match(text, /^Balance: \d+\.\d\d USD\nSpent today from this computer: about /);
		});

		it('takes a folder of pictures to a training job', async () => {
			const pictures = join(folder, 'pictures');
			await mkdir(pictures);
			await writeFile(join(pictures, 'one.png'), await readFile(join(samples, 'harbour.png')));
			await writeFile(join(pictures, 'one.txt'), 'a harbour');
			const dataset = await agent.value('upload_dataset', {
				folder: pictures,
				name: 'agent_pictures',
				wait_for_completion: true,
			});
			assert.equal(dataset.state, 'ready');
			assert.match(
				agent.asked.at(-1) ?? '',
				/^Upload a folder as the dataset .*\nFolder: .*\n2 files, \d+ KB/,
			);
			const listed = await agent.value('list_datasets', { search: 'AGENT_pictures' });
			assert.deepEqual(
				[listed.total, listed.datasets[0].name, listed.datasets[0].state],
				[1, 'agent_pictures', 'READY'],
			);
			assert.equal((await agent.value('list_datasets', { search: 'no such dataset' })).total, 0);
			const wrong = configuration.replace('lr: 0.0001', 'lr: fast');
			const refused = await agent.call('submit_training_job', { configuration: wrong });
			assert.ok(refused.isError);
			const job = await agent.value('submit_training_job', { configuration });
			assert.match(agent.asked.at(-1) ?? '', /^Start the training .* It costs money while it trains\.\n/);
			const done = await agent.value('get_training_job', { job_id: job.job_id, wait_for_completion: true });
			assert.deepEqual([done.step, done.checkpoints.length > 0, done.samples.length > 0], [20, true, true]);
			const said = replyText(await agent.call('get_training_job', { job_id: job.job_id }));
			assert.ok(said.includes(done.checkpoints[0]), said);
			const sample = await agent.call('show_result', { job_id: job.job_id, prompt: 0 });
			const { step, prompt_text, seed } = sample.structuredContent;
			assert.deepEqual([step, prompt_text, seed], [20, 'a harbour at dawn', '42'], replyText(sample));
			assert.ok(sample.content.some(({ type }) => type === 'image'));
			assert.match(replyText(sample), /prompt 0: "a harbour at dawn"/);
			const nowhere = await agent.call('show_result', { job_id: job.job_id, step: 7 });
			assert.match(replyText(nowhere), /Choose one of the steps/);
			const neither = await agent.call('show_result', {});
			assert.match(replyText(neither), /either a request_id or a job_id/);
			const saved = await agent.value('download_checkpoint', { job_id: job.job_id, latest: true, folder });
			assert.ok((await readFile(saved.path)).byteLength === saved.bytes && saved.bytes > 0);
			for (const [name, more] of [
				['resume_training_job', {}],
				['get_training_job', {}],
				['show_result', {}],
				['show_result', { step: 7 }],
				['download_checkpoint', { latest: true, folder }],
				['download_checkpoint', { name: 'no.safetensors', folder }],
			] as const) {
				const unknown = await agent.call(name, { job_id: 'nobody', ...more });
				assert.match(replyText(unknown), /get_training_job without a job_id/, name);
			}
			const other = await agent.call('download_checkpoint', {
				job_id: job.job_id,
				name: 'no.safetensors',
				folder,
			});
			assert.doesNotMatch(replyText(other), /without a job_id/);
			const half = await agent.call('resume_training_job', { job_id: job.job_id, gpu_count: 2 });
			assert.match(replyText(half), /only together with gpu_type/);
			const before = agent.asked.length;
			const again = await agent.value('resume_training_job', { job_id: job.job_id });
			assert.deepEqual([again.job_id, agent.asked.length], [job.job_id, before + 1]);
			assert.match(agent.asked.at(-1) ?? '', /It costs money while it trains\.\n.*\nBalance: /s);
		});

		it('changes deployments as far as a person allows it', async () => {
			const id = demo.village;
			const changed = await agent.value('update_deployment', { deployment_id: id, queue_size: 3 });
			assert.equal(changed.queueSize, 3);
			const before = agent.asked.length;
			await agent.value('update_deployment', { deployment_id: id, min_instances: 1 });
			assert.equal(agent.asked.length, before + 2);
			assert.match(agent.asked.at(-1) ?? '', /It is billed continuously/);
			const { workflowId: workflow_id, workflowVersion: workflow_version } = changed;
			const made = await agent.value('create_deployment', { name: 'Pier', workflow_id, workflow_version });
			await agent.value('delete_deployment', { deployment_id: made.deployment_id });
			assert.ok((await agent.call('get_deployment', { deployment_id: made.deployment_id })).isError);
		});

		it('gets a list of 200 in pages of at most 2,000 words', async () => {
			await world.control('deployments', { count: 191 });
			const names: string[] = [];
			let cursor: string | undefined;
			do {
				const page = await agent.call('list_deployments', compact({ cursor }));
				const { deployments, next_cursor: next } = page.structuredContent;
				names.push(...deployments.map((each: { deployment_id: string }) => each.deployment_id));
				assert.ok(
					`${replyText(page)} ${JSON.stringify(page.structuredContent)}`.split(/[\s,]+/).length <= 2000,
				);
				cursor = next;
			} while (cursor !== undefined);
			assert.deepEqual([names.length, new Set(names).size], [200, 200]);
		});

		it('never reads the token or a signed address', () => {
			const { token } = world.operations.sandbox.announcement;
			const all = agent.wire.join('\n');
			assert.ok(!all.includes(token));
			assert.doesNotMatch(all, /[?&](?:X-Amz-|Signature=|signature=|sig=|token=)/);
		});
	});
}
