import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRequest } from '../../src/core/runs/archive/runFolder.ts';
import { type Agent, eras, McpWorld, replyText, sampleWorkflow, yes } from './mcpWorld.ts';
import { demo } from './support.ts';

describe('the input of a run', () => {
	const world = McpWorld.ofSuite();
	let agent: Agent;
	const target = { deployment_id: demo.harbour, path: sampleWorkflow };

	before(async () => {
		agent = await world.connect({ era: '2025-11-25', answer: () => yes });
	});

	const nodeOf = async (className: string) => {
		const nodes = Object.entries(JSON.parse(await readFile(sampleWorkflow, 'utf8')) as object);
		return nodes.find(([, { class_type }]) => class_type === className)?.[0] ?? assert.fail(className);
	};
	/** Returns the inputs of the sampler that was sent. */
	async function sentWith(input: Record<string, unknown>): Promise<Record<string, unknown>> {
		const run = await agent.value('submit_request', { ...target, ...input });
		const archive = join(world.operations.folder, 'runs');
		// It is written while the request is on its way.
		let kept: string | undefined;
		while (kept === undefined) kept = await readRequest(archive, run.request_id);
		const { overrides, workflow_api_json: whole } = JSON.parse(kept);
		return (overrides ?? whole)[await nodeOf('KSampler')].inputs;
	}
	/** Returns the refusal of a call, after checking that nothing was sent and no question was asked. */
	async function refusedFor(input: Record<string, unknown>, by = agent): Promise<string> {
		const [asked, before] = [by.asked.length, await world.changes()];
		const said = await by.call('submit_request', input);
		assert.ok(said.isError, replyText(said));
		assert.deepEqual([by.asked.length, await world.changes()], [asked, before]);
		return replyText(said);
	}

	it('can be other values of inputs, in both ways to name them, and a seed, while the file stays', async () => {
		const before = await readFile(sampleWorkflow, 'utf8');
		const sampler = await nodeOf('KSampler');
		const { steps, seed } = await sentWith({ overrides: { [`${sampler}.steps`]: 7 }, seed: 4711 });
		assert.deepEqual([steps, seed], [7, 4711]);
		const asked = agent.asked.at(-1) ?? '';
		assert.match(asked, /\n- "steps \(.+\)": "7"\n/);
		assert.match(asked, /\nPrompt: "a quiet fishing harbour/);
		assert.equal(asked.match(/^- /gm)?.length, 2, asked);
		const nested = await sentWith({ overrides: { [sampler]: { inputs: { steps: 8, cfg: 2.5 } } } });
		assert.deepEqual([nested.steps, nested.cfg], [8, 2.5]);
		const { seed: drawn } = await sentWith({ seed: 'random' });
		assert.ok(typeof drawn === 'number' && !before.includes(`"seed": ${drawn}`), String(drawn));
		assert.equal(await readFile(sampleWorkflow, 'utf8'), before);
	});

	it('can be overrides alone: the workflow that is saved with the deployment runs', async () => {
		const { inputs } = await agent.value('get_deployment', {
			deployment_id: demo.harbour,
			include_inputs: true,
		});
		const place = inputs.find(({ place: each }: { place: string }) => each.endsWith('.steps'))?.place;
		const run = await agent.value('submit_request', {
			deployment_id: demo.harbour,
			overrides: `{"${place}": 7, "${await nodeOf('KSampler')}.seed": 18446744073709551615}`,
		});
		assert.match(agent.asked.at(-1) ?? '', /\n- "steps \(.+\)": "7"\n/);
		const done = await agent.value('get_request_status', {
			request_id: run.request_id,
			wait_for_completion: true,
		});
		assert.deepEqual([done.state, done.seed], ['succeeded', '18446744073709551615']);
	});

	it('must fit the document, or is rejected with an explanation', async () => {
		const sampler = await nodeOf('KSampler');
		for (const [input, sentence] of [
			[{ overrides: { '999.steps': 7 } }, /no node "999"/],
			[{ overrides: { [`${sampler}.speed`]: 7 } }, /has no input "speed"/],
			[{ overrides: { [sampler]: { steps: 7 } } }, /Overrides have the form \{"NODE\.INPUT": VALUE/],
			[{ seed: 'soon' }, /seed: /],
			[{ extra_data: { api_key_comfy_org: 'k' } }, /Unrecognized key: "extra_data"/],
		] as const)
			assert.match(await refusedFor({ ...target, ...input }), sentence);
		const none = await refusedFor({ deployment_id: demo.lora, inputs: {}, overrides: { '6.text': 'a' } });
		assert.match(none, /give one by its path, as workflow_api_json/);
	});

	for (const era of eras) {
		it(`is a webhook address, which a person sees and only a person allows (${era})`, async () => {
			const webhook = 'https://hooks.example.org/easel?key=1';
			const person = await world.connect({ era, answer: () => yes });
			await person.value('submit_request', { ...target, webhook_url: webhook, seed: 'random' });
			assert.match(
				person.asked.at(-1) ?? '',
				/\nThe service reports the end to "https:\/\/hooks\.example\.org/,
			);
			assert.match((await world.changes()).at(-1) ?? '', /\/inference\?webhook=/);
			const alone = await world.connect({ era, allowUsd: 5, allowChanges: true });
			assert.match(
				await refusedFor({ ...target, webhook_url: webhook, seed: 'random' }, alone),
				/address of a webhook is always confirmed by a person/,
			);
			for (const wrong of ['', 'hooks.example.org', 'http://hooks.example.org', 'file:///etc/passwd'])
				assert.match(await refusedFor({ ...target, webhook_url: wrong }, person), /must begin with https/);
		});
	}
});
